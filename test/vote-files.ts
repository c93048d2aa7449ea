import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './run-assay.ts';
import { InputError } from '../src/domain/fault.ts';
import { readVotes } from '../src/operations/fold/read-votes.ts';
import type { NamedColumns } from '../src/operations/fold/read-votes.ts';

/** The votes in a text as rows of names, or the faults. */
export function votesIn(text: string, name = 'votes.csv', columns: NamedColumns = {}): unknown {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, text);
  try {
    return rowsOf(file, columns);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return {
      count: error.count,
      faults: error.faults.map((one) => `${one.line ?? ''} ${one.message}`.trim()),
    };
  }
}

export function rowsOf(file: string, columns: NamedColumns): unknown {
  const { votes, units, annotators, answers, repeats } = readVotes(file, columns);
  return {
    rows: Array.from(votes.unit, (unit, vote) => [
      units.at(unit),
      annotators[votes.annotator[vote]!],
      answers[votes.answer[vote]!],
      votes.weight?.[vote] ?? 1,
    ]),
    answers,
    repeats,
    sizes: [votes.units, votes.annotators, votes.categories],
  };
}

/** What may be written under each name: first what is right, however odd, then what is not. */
export const unit = {
  right: ['"u1"', '"u2"', '"u3"', '" u1"', '"u2 "', '"\\u0075"', '"ü"', '"\u00A0u1"'],
  wrong: ['""', '1', 'null'],
};

export const annotator = {
  right: ['"anna"', '"ben"', '"ann\\u0061"', '"anna "', '"é"'],
  wrong: ['""', 'true'],
};

export const answer = {
  right: [
    '"yes"',
    '"no"',
    '1',
    '"nein, ü"',
    '0',
    '12',
    '1.0',
    '0.5',
    '-1',
    '-0',
    '1e1',
    '123456789012345678',
    'true',
    'false',
    'null',
    '""',
    '" "',
    '" yes"',
  ],
  wrong: ['01', '["x"]', '{}'],
};
