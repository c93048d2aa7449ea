import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { readJudgeVotes } from './read-judge-votes.ts';

function fileOf(text: string): string {
  const path = join(temporaryFolder(), 'votes.csv');
  writeFileSync(path, text);
  return path;
}

describe('a table of votes', () => {
  it('names the unit and the annotator in every row; all that is missing is told', () => {
    expect(() =>
      readJudgeVotes(fileOf('unit,annotator,answer\n,anna,1\nu2,,1\nu3,ben,0\n')),
    ).toThrow(
      expect.objectContaining({
        faults: [
          expect.objectContaining({ code: 'wrong-value', field: 'unit', line: 2 }),
          expect.objectContaining({ code: 'wrong-value', field: 'annotator', line: 3 }),
        ],
      }),
    );
  });

  it('has rows without an answer, which are no votes', () => {
    const { votes, empty } = readJudgeVotes(fileOf('unit,annotator,answer\nu1,anna,1\nu1,ben,\n'));
    expect([votes.length, empty]).toEqual([1, 1]);
  });
});
