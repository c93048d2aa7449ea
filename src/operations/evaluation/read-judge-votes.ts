import { fault } from '../../domain/fault.ts';
import { personName } from '../../domain/people/person-name.ts';
import { codedText, foundValue } from '../../domain/text-values.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { TextIndex } from '../../formats/text-index.ts';
import type { CodedVote } from '../../evaluation/vote-judge.ts';
import { chooseColumns } from '../fold/read-votes.ts';
import { FaultList } from '../text-file.ts';
import type { Progress } from '../text-file.ts';
import { eachRow, rowFormat } from '../units/unit-file.ts';

/** The votes of a table, with the first row of each unit for its other columns. */
export interface JudgeVotes {
  readonly votes: readonly CodedVote[];
  readonly units: readonly UnitFields[];
  /** Rows without an answer: no votes. */
  readonly empty: number;
  /** Votes that replace an earlier one of the same annotator on the same unit and question. */
  readonly repeated: number;
}

/** The column that says which question a vote is about. */
const questionColumn = 'question';

/** Reads a long table of votes, CSV or JSONL: unit, annotator, answer, and maybe question. */
export function readJudgeVotes(file: string, progress?: Progress): JudgeVotes {
  const found = new FaultList();
  const index = new TextIndex();
  const units: UnitFields[] = [];
  const votes: CodedVote[] = [];
  const seen = new Set<string>();
  let empty = 0;
  let names: ReturnType<typeof chooseColumns> | null = null;
  const take = (row: UnitFields, line: number): void => {
    names ??= chooseColumns(Object.keys(row), {}, file);
    const { [names.unit]: unit, [names.annotator]: annotator, [names.answer]: answer } = row;
    for (const [field, value] of [
      [names.unit, unit],
      [names.annotator, annotator],
    ] as const)
      if (!isText(value))
        found.add(
          fault(
            'wrong-value',
            { field, got: foundValue(value), expected: codedText('non-empty-text') },
            { file, line },
          ),
        );
    if (!isText(unit) || !isText(annotator)) return;
    const number = index.add(String(unit).trim());
    if (number === units.length) units.push(row);
    if (answer === null || answer === undefined || String(answer).trim() === '') {
      empty += 1;
      return;
    }
    const asked = row[questionColumn];
    const question = isText(asked) ? String(asked).trim() : null;
    const who = personName(String(annotator).trim());
    seen.add(JSON.stringify([number, who, question]));
    votes.push({ unit: number, annotator: who, question, answer: String(answer).trim() });
  };
  found.gather(() => eachRow(file, rowFormat(file), take, found, progress));
  found.throwIfAny();
  return { votes, units, empty, repeated: votes.length - seen.size };
}

/** The columns of a CSV file, or the fields of the first row of a JSONL file. */
export function firstColumns(file: string): readonly string[] {
  let columns: readonly string[] | null = null;
  const stop = new Error('enough was read');
  try {
    const take = (row: UnitFields): never => {
      columns ??= Object.keys(row);
      throw stop;
    };
    eachRow(file, rowFormat(file), take, new FaultList());
  } catch (error) {
    // What else is wrong with the file is said when it is read as a whole.
    if (error !== stop) return [];
  }
  return columns ?? [];
}

function isText(value: unknown): value is string | number {
  return (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
}
