import { join } from 'node:path';
import { inEnglish } from '../../domain/english.ts';
import { defined } from '../../domain/defined.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { codeApplies, answerCode } from '../../truth/protocol/answer-codes.ts';
import { consensus } from '../../truth/fold/consensus.ts';
import { consensusAnswers } from '../../domain/fold/consensus.ts';
import { split } from '../../truth/release/split.ts';
import { agree } from '../agreement/agree.ts';
import type { Agreement } from '../agreement/agree.ts';
import { exampleJudgments, judgmentFiles } from './example-rounds.ts';
import { examplesFolder, exampleStories } from './example-stories.ts';
import type { ExampleRound } from './example-stories.ts';
import { loadProtocol } from './load-protocol.ts';
import { validate } from './validate.ts';
import type { Validation } from './validation.ts';

/** What the judgments of a task decide: units settled, and units that wait for a ruling. */
interface TruthCount {
  readonly task: string;
  readonly units: number;
  readonly settled: number;
  readonly open: number;
  /** Some of the open ones, with the reason. */
  readonly waiting: readonly { readonly unit: string; readonly why: string }[];
}

/** How a settled label task splits into a part for development and one for testing. */
interface SplitCount {
  readonly dev: number;
  readonly test: number;
  readonly largestDeviation: number | null;
}

/** The results of one example, step by step. */
export interface ExampleTour {
  readonly name: string;
  readonly title: string;
  readonly validation: Validation;
  readonly chapters: readonly { readonly title: string; readonly agreement: Agreement }[];
  readonly truths: readonly TruthCount[];
  readonly split: SplitCount | null;
}

/** The names of the examples, in the order of the tour. */
export const exampleNames: readonly string[] = exampleStories.map((story) => story.name);

/** Checks an example, measures agreement and computes the truth. Writes nothing. */
export function tourExample(name: string, seed: number): ExampleTour {
  const protocolPath = join(examplesFolder, name);
  const { protocol } = loadProtocol(protocolPath);
  const story = exampleStories.find((one) => one.name === name);
  const chapters = story?.rounds.filter((round) => round.title !== undefined) ?? [];
  // The last chapter of each task is the work itself.
  const last = [...new Map(chapters.map((chapter) => [chapter.task, chapter])).values()];
  const settled = last.map((chapter) => settle(name, protocol, chapter, seed));
  return {
    name,
    title: protocol.title,
    validation: validate(
      protocolPath,
      last.flatMap((chapter) => judgmentFiles(name, chapter)),
      null,
    ),
    chapters: chapters.map((chapter) => ({
      title: chapter.title!,
      agreement: agree({
        files: judgmentFiles(name, chapter),
        onePerFile: false,
        protocol: protocolPath,
        task: chapter.task,
        round: chapter.round,
        ...defined({ guideline: chapter.guideline }),
        units: [],
        overlap: false,
        retest: false,
      }),
    })),
    truths: settled.map((one) => one.count),
    split: settled[0]?.split ?? null,
  };
}

interface Settled {
  readonly count: TruthCount;
  readonly split: SplitCount | null;
}

/** Judgments to consensus to truth, and the split where the protocol asks for one. */
function settle(name: string, protocol: Protocol, chapter: ExampleRound, seed: number): Settled {
  const { panel, consensus: plan, release } = protocol;
  const task = protocol.tasks.find((one) => one.id === chapter.task)!;
  const judgments = exampleJudgments(name, protocol, chapter);
  const decided = consensus(task, judgments, { panel, plan, seed });
  const settled = decided
    .filter((one) => one.open.length === 0)
    .map((one) => ({ unit: one.unit, answers: consensusAnswers(one) }));
  const open = decided.flatMap(({ unit, open: [why] }) =>
    why === undefined ? [] : [{ unit, why: inEnglish(why) }],
  );
  return {
    count: {
      task: task.id,
      units: decided.length,
      settled: settled.length,
      open: open.length,
      waiting: open.slice(0, 3),
    },
    split:
      release.split === undefined || task.form !== 'labels'
        ? null
        : splitCount(task, settled, release.split.dev, seed),
  };
}

function splitCount(
  task: Task,
  settled: readonly { readonly answers: Answers }[],
  dev: number,
  seed: number,
): SplitCount {
  const labels = task.questions.filter(
    (question) => question.measured && scaleAnswers(question.scale).length > 0,
  );
  const has = settled.flatMap((truth) =>
    labels.map((question) =>
      Number(codeApplies(question, answerCode(question, truth.answers[question.id]))),
    ),
  );
  const { sizes, largestDeviation } = split(
    labels.map((question) => question.id),
    { units: settled.length, labels: labels.length, has: new Uint8Array(has) },
    { dev, seed },
  );
  return { ...sizes, largestDeviation: largestDeviation?.value ?? null };
}
