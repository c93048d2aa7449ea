import { join } from 'node:path';
import type { Judgment } from '../../domain/judging/judgment.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import { rowJudgment } from '../../formats/judging/judgment-row.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import type { WorkedUnit } from '../rounds/import-run.ts';
import { examplesFolder } from './example-stories.ts';
import type { ExampleRound, ExampleStory } from './example-stories.ts';
import { loadProtocol } from './load-protocol.ts';
import { readJudgmentRows } from '../read-rows.ts';
import { FaultList } from '../text-file.ts';

/** A round of an example with its work; the times end a day before now. */
export interface ReadRound extends Pick<ExampleRound, 'task' | 'round' | 'guideline'> {
  readonly work: readonly WorkedUnit[];
  readonly openedAt: string;
  readonly closedAt: string | null;
  readonly endedAt: string;
}

/** Reads the rounds of an example in order; judgments without a time are spread over it. */
export function exampleRounds(story: ExampleStory, now: number): readonly ReadRound[] {
  const { protocol } = loadProtocol(join(examplesFolder, story.name));
  let start = 0;
  const timed = story.rounds.map((round) => {
    const work = inOrder(round, exampleJudgments(story.name, protocol, round), start);
    const end = Math.max(...work.map((one) => one.end));
    const begin = Math.min(...work.map((one) => one.end - one.seconds * 1000));
    start = Math.ceil(end / day) * day;
    return { round, work, begin, end };
  });
  const last = Math.max(...timed.map((one) => one.end));
  // By whole days, so that the time of day stays the same.
  const shift = Math.floor((now - last) / day) * day;
  const text = (time: number): string => new Date(time + shift).toISOString();
  return timed.map(({ round: { left: leftCounts = {}, ...round }, work, begin, end }) => {
    const left = leftOf(work, leftCounts);
    return {
      ...round,
      work: work.map(({ judgment, end: at, seconds }) => {
        if (left.has(judgment)) return { judgment, at: null, seconds: null };
        return { judgment, at: text(at), seconds: round.byModels === true ? null : seconds };
      }),
      openedAt: text(begin - hour),
      closedAt: left.size === 0 ? text(end + hour / 2) : null,
      endedAt: text(end),
    };
  });
}

/** The judgments of a round of an example. */
export function exampleJudgments(
  name: string,
  { tasks, guideline }: Protocol,
  round: ExampleRound,
): readonly Judgment[] {
  const compiled = compileTask(tasks.find((task) => task.id === round.task)!);
  const found = new FaultList();
  const judgments: Judgment[] = [];
  const context = {
    guideline: round.guideline === undefined ? guideline.version : null,
    guidelineRequired: guideline.required,
    units: null,
  };
  for (const file of judgmentFiles(name, round))
    readJudgmentRows(file, compiled, context, found, (read, _line, row) =>
      judgments.push(rowJudgment(compiled, row, read)),
    );
  found.throwIfAny();
  return judgments;
}

/** The paths of a round's files. */
export function judgmentFiles(name: string, { files }: ExampleRound): readonly string[] {
  return files.map((file) => join(examplesFolder, name, 'judgments', file));
}

const hour = 3_600_000;
const day = 24 * hour;

interface Timed {
  readonly judgment: Judgment;
  /** When it was given, in milliseconds. */
  readonly end: number;
  readonly seconds: number;
}

/** Each judgment with its time: the one in the file, or the next since the last round ended. */
function inOrder(
  { byModels }: ExampleRound,
  judgments: readonly Judgment[],
  start: number,
): readonly Timed[] {
  const clocks = new Map<string, number>();
  return judgments.map((judgment, at) => {
    const seconds = judgment.seconds ?? (byModels === true ? 0 : 95 + ((at * 37) % 90));
    const before = clocks.get(judgment.annotator) ?? start + 9 * hour;
    const end = judgment.at === null ? before + seconds * 1000 : Date.parse(judgment.at);
    clocks.set(judgment.annotator, end);
    return { judgment, end, seconds };
  });
}

/** The last units of people who have some left. */
function leftOf(
  work: readonly Timed[],
  left: Readonly<Record<string, number>>,
): ReadonlySet<Judgment> {
  const judgments = work.map((one) => one.judgment);
  return new Set(
    Object.entries(left).flatMap(([annotator, count]) =>
      judgments.filter((judgment) => judgment.annotator === annotator).slice(-count),
    ),
  );
}
