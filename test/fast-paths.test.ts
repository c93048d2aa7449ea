import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CachedAnswers } from '../src/formats/models/cached-answers.ts';
import { TextIndex } from '../src/formats/text-index.ts';
import { InputError } from '../src/domain/fault.ts';
import { readVotes } from '../src/operations/fold/read-votes.ts';
import { UnhashedRows } from '../src/formats/judging/unhashed-rows.ts';
import { readCodedRows } from '../src/operations/read-rows.ts';
import type { EachCoded } from '../src/operations/read-rows.ts';
import { FaultList } from '../src/operations/text-file.ts';
import { compileTask } from '../src/truth/judging/faults.ts';
import { buildTask } from './build-task.ts';
import { mutatedRow } from './json-mutations.ts';
import { temporaryFolder } from './run-assay.ts';
import { tries } from './tries.ts';

/** What a reader says of the rows of a file, each with its line. */
type ReadFile = (file: string) => readonly { readonly line: number; readonly said: string }[];

/** What is said of a row alone, where nothing was learnt, and after rows that taught its shape. */
function bothWays(read: ReadFile, plain: string, row: string): readonly (readonly string[])[] {
  const file = join(temporaryFolder(), 'rows.jsonl');
  const saidOf = (lines: readonly string[]): readonly string[] => {
    writeFileSync(file, `${lines.join('\n')}\n`);
    const last = lines.length;
    return read(file).flatMap(({ line, said }) => (line === last ? [said] : []));
  };
  return [saidOf([row]), saidOf([plain, plain.replace('u1', 'u2'), row])];
}

describe('a fast path reads what the full parser reads, and refuses what it refuses', () => {
  const task = buildTask({ questions: { relevant: {}, grade: { scale: { ordinal: [0, 1, 2] } } } });
  const compiled = compileTask(task);
  const judgment = {
    id: 'u1',
    relevant: true,
    grade: 1,
    annotator_id: 'anna',
    guideline_version: '1.0',
    seconds: 3,
    notes: 'as: "said"',
  };

  it('in rows of judgments', () => {
    const read: ReadFile = (file) => {
      const units = new TextIndex();
      const found = new FaultList();
      const rows: { line: number; said: string }[] = [];
      const context = { guideline: '1.0', guidelineRequired: true, units: null };
      const each: EachCoded = (unit, annotator, codes, line) => {
        rows.push({ line, said: `${units.at(unit)} ${annotator} ${codes.join(' ')}` });
      };
      readCodedRows(file, compiled, context, units, found, each, new UnhashedRows());
      return [
        ...rows,
        ...found.faults.map(({ line, message }) => ({ line: line!, said: message })),
      ];
    };
    fc.assert(
      fc.property(mutatedRow(judgment), (row) => {
        const [alone, learnt] = bothWays(read, JSON.stringify(judgment), row);
        expect(learnt).toEqual(alone);
      }),
      { seed: 7, numRuns: tries(150) },
    );
  });

  it('in rows of votes', () => {
    const vote = { unit: 'u1', annotator: 'anna', answer: 'yes', weight: 2, note: 'a "b": c' };
    const read: ReadFile = (file) => {
      try {
        const { votes, units, annotators, answers } = readVotes(file, {});
        return Array.from(votes.unit, (unit, at) => ({
          line: at + 1,
          said:
            `${units.at(unit)} ${annotators[votes.annotator[at]!]} ` +
            `${answers[votes.answer[at]!]} ${votes.weight?.[at] ?? 1}`,
        }));
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        return error.faults.map(({ line, message }) => ({ line: line ?? 0, said: message }));
      }
    };
    const plain = JSON.stringify(vote);
    fc.assert(
      fc.property(mutatedRow(vote), (row) => {
        fc.pre(row.trim() !== '');
        const [alone, learnt] = bothWays(read, plain, row);
        // A file of one row names its columns by that row, so only its own faults are compared.
        if (row.includes('"unit"')) expect(learnt).toEqual(alone);
      }),
      { seed: 8, numRuns: tries(150) },
    );
  });

  it('in entries of a judgment cache', () => {
    const entry = { relevant: true, grade: '1', review_id: 'u1', n: { deep: [1] } };
    const answersOf = (reader: CachedAnswers, text: string): unknown => {
      const bytes = new TextEncoder().encode(text);
      try {
        return reader.read(bytes, 0, bytes.length, true) ? [...reader.codes] : 'no object';
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        return error.faults.map((one) => one.message);
      }
    };
    const learnt = new CachedAnswers(task, {});
    fc.assert(
      fc.property(mutatedRow(entry), (text) => {
        const fresh = answersOf(new CachedAnswers(task, {}), ` ${text}`);
        answersOf(learnt, JSON.stringify(entry));
        expect(answersOf(learnt, text)).toEqual(fresh);
      }),
      { seed: 9, numRuns: tries(200) },
    );
  });
});
