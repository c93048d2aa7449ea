import { fault } from '../../domain/fault.ts';
import { missingField, wrongValue } from '../../domain/field-fault.ts';
import { codedText, earlierPlace } from '../../domain/text-values.ts';
import { compareSystems } from '../../evaluation/compare-measures.ts';
import type { ComparedPair } from '../../evaluation/compare-measures.ts';
import { summedRules } from '../../evaluation/rule-sets.ts';
import type { ParsedRule } from '../../evaluation/rule-sets.ts';
import { estimateMeasures } from '../../evaluation/summed-measures.ts';
import type { Measured, SummedMeasures } from '../../evaluation/summed-measures.ts';
import { FaultList } from '../text-file.ts';
import { BlockChances } from './block-chances.ts';
import type { WeightedBlocks } from './block-chances.ts';
import { columnNamed, eachTableRow, idIn } from './read-table.ts';

/** What is measured about rules that were parsed from texts. */
export interface RulesRequest {
  readonly truth: string;
  readonly predictions: string;
  /** Further rules, compared with the first and with each other. */
  readonly others: readonly string[];
  readonly id: string;
  /** The column of the truth with the chance of each source to be drawn. */
  readonly chance: string | null;
  readonly seed: number;
  readonly resamples: number;
}

/** Parsed rules against true ones. */
export interface RulesEvaluation extends WeightedBlocks {
  readonly measures: ReadonlyMap<string, Measured>;
  readonly sources: number;
  readonly notPredicted: number;
  readonly notTrue: number;
  readonly comparisons: readonly ComparedPair[];
}

interface SourceRow {
  readonly rules: readonly ParsedRule[];
  readonly text: string | null;
  readonly line: number;
}

/**
 * Measures parsed rules against true ones, source by source: JSONL with `rules` (or
 * `labeled_rules`) and, to check evidence, the text. A source without parsed rules counts as having
 * none.
 */
export async function evaluateRules(request: RulesRequest): Promise<RulesEvaluation> {
  const found = new FaultList();
  const chances = new BlockChances(request.chance);
  const truth = await readSources(request.truth, request.id, found, chances);
  const files = [request.predictions, ...request.others];
  const parsed: ReadonlyMap<string, SourceRow>[] = [];
  for (const file of files) parsed.push(await readSources(file, request.id, found));
  found.throwIfAny();
  const summed = (of: ReadonlyMap<string, SourceRow>): SummedMeasures =>
    summedRules(
      [...truth].map(([id, own]) => ({
        truth: own.rules,
        parsed: of.get(id)?.rules ?? [],
        text: own.text ?? of.get(id)?.text ?? null,
      })),
    );
  const [mine] = parsed as [ReadonlyMap<string, SourceRow>];
  const own = summed(mine);
  return {
    measures: estimateMeasures(own, request),
    ...chances.estimate(own, [...truth.keys()], request),
    sources: truth.size,
    notPredicted: [...truth.keys()].filter((id) => !mine.has(id)).length,
    notTrue: [...mine.keys()].filter((id) => !truth.has(id)).length,
    comparisons:
      files.length === 1
        ? []
        : compareSystems(
            parsed.map((of, at) => ({ name: files[at]!, ...summed(of) })),
            request,
          ),
  };
}

async function readSources(
  file: string,
  idColumn: string,
  found: FaultList,
  chances?: BlockChances,
): Promise<ReadonlyMap<string, SourceRow>> {
  const rows = new Map<string, SourceRow>();
  await eachTableRow(
    file,
    (row, line) => {
      const id = idIn(row[idColumn]);
      if (id === null) {
        found.add(missingField(idColumn, codedText('a-value'), { file, line }));
        return;
      }
      chances?.add(id, row, { file, line }, found);
      const before = rows.get(id);
      const column = columnNamed(row, ['rules', 'labeled_rules', 'parsed_rules']);
      const rules = column === null ? undefined : row[column];
      const text = columnNamed(row, ['eligibility_text', 'text']);
      const isList = Array.isArray(rules) && rules.every(isRule);
      if (before !== undefined) {
        const values = { unit: id, place: earlierPlace(before.line) };
        found.add(fault('duplicate-unit', values, { file, line }));
      } else if (isList)
        rows.set(id, { rules, text: text === null ? null : String(row[text]), line });
      else found.add(wrongValue(column ?? 'rules', rules, codedText('rule-list'), { file, line }));
    },
    found,
  );
  return rows;
}

function isRule(value: unknown): value is ParsedRule {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
