import { evaluateLabels } from '../../evaluation/evaluate-labels.ts';
import { spreadOver } from '../../evaluation/spread.ts';
import type { Measured } from '../../evaluation/summed-measures.ts';
import { FaultList } from '../text-file.ts';
import type { TableRequest } from './evaluate-table.ts';
import { joinLabels, slowTable } from './read-label-table.ts';
import type { ReadTable } from './read-label-table.ts';
import { annotatorIn, annotatorsIn } from './read-table.ts';
import type { TableRow } from './read-table.ts';
import type { OverVotes } from './run-over-votes.ts';

/** Measures predictions under each annotator's own answers: rows of id, annotator and labels. */
export async function labelsOverVotes(
  file: string,
  predicted: ReadTable,
  labels: readonly string[],
  request: TableRequest,
): Promise<OverVotes> {
  const found = new FaultList();
  const names = await annotatorsIn(file, found);
  const columns = labels.map((name) => ({ name, kind: 'grade' as const }));
  const annotators = new Map<string, ReadonlyMap<string, Measured>>();
  for (const name of names) {
    const isOwn = (row: TableRow): boolean => annotatorIn(row) === name;
    const truth = await slowTable(file, { id: request.id, texts: [] }, columns, found, isOwn);
    found.throwIfAny();
    const plain = { ...request, chance: null, subject: null, slice: null };
    const { table } = joinLabels(truth, predicted, labels, plain);
    const draws = { seed: request.seed, resamples: request.resamples };
    const options = { zeroes: request.zeroes, weighted: false };
    annotators.set(name, evaluateLabels(table, draws, options).measures);
  }
  found.throwIfAny();
  return { annotators, spread: spreadOver(annotators) };
}
