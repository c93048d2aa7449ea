import { join } from 'node:path';
import type { Judgment } from '../../domain/judging/judgment.ts';
import { rowJudgment } from '../../formats/judging/judgment-row.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import type { WorkedUnit } from '../rounds/adopt-run.ts';
import type { ExampleRound, ExampleStory } from './example-stories.ts';
import { loadProtocol } from './load-protocol.ts';
import { readJudgmentRows } from '../read-rows.ts';
import { FaultList } from '../text-file.ts';

/** A round of an example with its work, in times that end a day before now. */
export interface ReadRound {
  readonly task: string;
  readonly round: string;
  /** Whether it was done under the earlier guideline. */
  readonly isBefore: boolean;
  readonly work: readonly WorkedUnit[];
  readonly openedAt: string;
  readonly closedAt: string | null;
  readonly endedAt: string;
}

/**
 * Reads the rounds of an example, in the order in which they were worked on. Rows without a time
 * get one: one after the other, at a walking pace.
 */
export function exampleRounds(
  folder: string,
  story: ExampleStory,
  now: number,
): readonly ReadRound[] {
  const rounds = [
    ...(story.before?.rounds ?? []).map((round) => ({ round, isBefore: true })),
    ...story.rounds.map((round) => ({ round, isBefore: false })),
  ];
  let start = 0;
  const timed = rounds.map(({ round, isBefore }) => {
    const work = inOrder(readJudgments(folder, round, isBefore), start);
    const ends = work.map((one) => one.end);
    start = Math.ceil(Math.max(...ends) / day) * day;
    return {
      round,
      isBefore,
      work,
      begin: Math.min(...work.map((one) => one.end - one.seconds * 1000)),
      end: Math.max(...ends),
    };
  });
  const last = Math.max(...timed.map((one) => one.end));
  // By whole days, so that the hours of the day stay what they are.
  const shift = Math.floor((now - last) / day) * day;
  const text = (time: number): string => new Date(time + shift).toISOString();
  return timed.map(({ round, isBefore, work, begin, end }) => {
    const left = leftOf(work, round.left ?? {});
    return {
      task: round.task,
      round: round.round,
      isBefore,
      work: work.map((one) => ({
        judgment: one.judgment,
        at: left.has(one.judgment) ? null : text(one.end),
        seconds: left.has(one.judgment) || one.isModel ? null : one.seconds,
      })),
      openedAt: text(begin - hour),
      closedAt: left.size === 0 ? text(end + hour / 2) : null,
      endedAt: text(end),
    };
  });
}

const hour = 3_600_000;
const day = 24 * hour;

interface Timed {
  readonly judgment: Judgment;
  /** When it was given, in milliseconds. */
  readonly end: number;
  readonly seconds: number;
  readonly isModel: boolean;
}

function readJudgments(
  folder: string,
  round: ExampleRound,
  isBefore: boolean,
): readonly Judgment[] {
  const { protocol } = loadProtocol(folder);
  const compiled = compileTask(protocol.tasks.find((task) => task.id === round.task)!);
  const found = new FaultList();
  const judgments: Judgment[] = [];
  const context = {
    guideline: isBefore ? null : protocol.guideline.version,
    guidelineRequired: protocol.guideline.required,
    units: null,
  };
  for (const file of round.files)
    readJudgmentRows(
      join(folder, 'judgments', file),
      compiled,
      context,
      found,
      (read, _line, row) => judgments.push(rowJudgment(compiled, row, read)),
    );
  found.throwIfAny();
  return judgments;
}

/**
 * Each with its time; the times that files have begin where they say, the others where the last
 * round ended.
 */
function inOrder(judgments: readonly Judgment[], start: number): readonly Timed[] {
  const clocks = new Map<string, number>();
  return judgments.map((judgment, at) => {
    const isModel = judgment.annotator.includes('#') || judgment.annotator.startsWith('gpt-');
    const seconds = judgment.seconds ?? (isModel ? 0 : 95 + ((at * 37) % 90));
    const before = clocks.get(judgment.annotator) ?? start + 9 * hour;
    const end = judgment.at === null ? before + seconds * 1000 : Date.parse(judgment.at);
    clocks.set(judgment.annotator, end);
    return { judgment, end, seconds, isModel };
  });
}

/** The last units of those who have some left. */
function leftOf(
  work: readonly Timed[],
  left: Readonly<Record<string, number>>,
): ReadonlySet<Judgment> {
  return new Set(
    Object.entries(left).flatMap(([annotator, count]) =>
      work
        .filter((one) => one.judgment.annotator === annotator)
        .slice(-count)
        .map((one) => one.judgment),
    ),
  );
}
