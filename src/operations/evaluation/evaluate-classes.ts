import { fault } from '../../domain/fault.ts';
import { missingField, wrongValue } from '../../domain/field-fault.ts';
import { codedText, earlierPlace, oneOf } from '../../domain/text-values.ts';
import { compareSystems } from '../../evaluation/compare-measures.ts';
import type { ComparedPair } from '../../evaluation/compare-measures.ts';
import { confusionOf, summedClasses } from '../../evaluation/summed-classes.ts';
import type { ClassTable } from '../../evaluation/summed-classes.ts';
import { estimateMeasures } from '../../evaluation/summed-measures.ts';
import type { Measured, SummedMeasures } from '../../evaluation/summed-measures.ts';
import { unitBlocks } from '../../evaluation/unit-blocks.ts';
import { columnTotals } from '../../statistics/block-bootstrap.ts';
import type { ClassConfusion } from '../../statistics/evaluation/class-confusion.ts';
import { FaultList } from '../text-file.ts';
import { eachTableRow, idIn } from './read-table.ts';

/** What is measured: one class or verdict per unit. */
export interface ClassRequest {
  readonly truth: string;
  readonly predictions: string;
  readonly others: readonly string[];
  readonly id: string;
  /** The column of the class in all tables. */
  readonly column: string;
  /** The classes from the lowest to the highest; null when they have no order. */
  readonly order: readonly string[] | null;
  readonly subject: string | null;
  readonly seed: number;
  readonly resamples: number;
}

/** Classes or verdicts against the truth. */
export interface ClassEvaluation {
  readonly measures: ReadonlyMap<string, Measured>;
  readonly classes: readonly string[];
  readonly confusion: ClassConfusion;
  readonly units: number;
  readonly notPredicted: number;
  readonly notTrue: number;
  readonly comparisons: readonly ComparedPair[];
}

/** Measures one predicted class per unit against the true one. */
export async function evaluateClasses(request: ClassRequest): Promise<ClassEvaluation> {
  const found = new FaultList();
  const truth = await readClasses(request.truth, request, request.subject, found);
  const files = [request.predictions, ...request.others];
  const predicted: ReadonlyMap<string, ClassRow>[] = [];
  for (const file of files) predicted.push(await readClasses(file, request, null, found));
  found.throwIfAny();
  const seen = [truth, ...predicted].flatMap((rows) => [...rows.values()].map(({ name }) => name));
  const classes = request.order ?? [...new Set(seen)].toSorted();
  const draws = { seed: request.seed, resamples: request.resamples };
  const shared = [...truth.keys()].filter((id) => predicted.every((rows) => rows.has(id)));
  const summed = (rows: ReadonlyMap<string, ClassRow>, ids: readonly string[]): SummedMeasures => {
    const table = tableOf(ids, truth, rows, classes, request);
    return summedClasses(table, unitBlocks(table.units, table.subjects, request.seed));
  };
  const own = predicted[0]!;
  const all = summed(
    own,
    [...truth.keys()].filter((id) => own.has(id)),
  );
  const units = [...truth.keys()].filter((id) => own.has(id)).length;
  return {
    measures: estimateMeasures(all, draws),
    classes,
    confusion: confusionOf(columnTotals(all.sums), classes.length),
    units,
    notPredicted: truth.size - units,
    notTrue: own.size - units,
    comparisons:
      files.length === 1
        ? []
        : compareSystems(
            predicted.map((rows, at) => ({ name: files[at]!, ...summed(rows, shared) })),
            draws,
          ),
  };
}

interface ClassRow {
  readonly name: string;
  readonly subject: string | null;
  readonly line: number;
}

async function readClasses(
  file: string,
  { id: idColumn, column, order }: ClassRequest,
  subject: string | null,
  found: FaultList,
): Promise<ReadonlyMap<string, ClassRow>> {
  const rows = new Map<string, ClassRow>();
  await eachTableRow(
    file,
    (row, line) => {
      const id = idIn(row[idColumn]);
      const name = idIn(row[column]);
      if (id === null) found.add(missingField(idColumn, codedText('a-value'), { file, line }));
      if (name === null) found.add(missingField(column, codedText('a-value'), { file, line }));
      if (id === null || name === null) return;
      const before = rows.get(id);
      if (before !== undefined) {
        const values = { unit: id, place: earlierPlace(before.line) };
        found.add(fault('duplicate-unit', values, { file, line }));
      } else if (order !== null && !order.includes(name)) {
        const expected = codedText('one-of', { list: oneOf(order) });
        found.add(wrongValue(column, name, expected, { file, line }));
      } else rows.set(id, { name, line, subject: subject === null ? null : idIn(row[subject]) });
    },
    found,
  );
  return rows;
}

function tableOf(
  ids: readonly string[],
  truth: ReadonlyMap<string, ClassRow>,
  predicted: ReadonlyMap<string, ClassRow>,
  classes: readonly string[],
  { order, subject }: ClassRequest,
): ClassTable {
  const numberOf = new Map(classes.map((name, at) => [name, at]));
  const subjects = new Map<string, number>();
  const groups = Int32Array.from(ids, (id) => {
    const name = truth.get(id)!.subject ?? `\u0000${id}`;
    const known = subjects.get(name) ?? subjects.size;
    subjects.set(name, known);
    return known;
  });
  return {
    units: ids.length,
    classes,
    isOrdered: order !== null,
    truth: Int32Array.from(ids, (id) => numberOf.get(truth.get(id)!.name)!),
    predicted: Int32Array.from(ids, (id) => numberOf.get(predicted.get(id)!.name)!),
    weights: null,
    subjects: subject === null ? null : groups,
  };
}
