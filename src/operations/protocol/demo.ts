import { join } from 'node:path';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Judgment } from '../../domain/judging/judgment.ts';
import { rowJudgment } from '../../formats/judging/judgment-row.ts';
import { codeApplies, answerCode } from '../../truth/protocol/answer-codes.ts';
import { consensus } from '../../truth/fold/consensus.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import { resolve } from '../../truth/fold/resolve.ts';
import { split } from '../../truth/release/split.ts';
import { agree } from '../agreement/agree.ts';
import type { Agreement } from '../agreement/agree.ts';
import { examplesFolder } from './choose-task.ts';
import { loadProtocol } from './load-protocol.ts';
import { readJudgmentRows } from '../read-rows.ts';
import { FaultList } from '../text-file.ts';
import { validate } from './validate.ts';
import type { Validation } from './validate.ts';

/** One comparison in the story that an example tells. */
interface Chapter {
  readonly title: string;
  readonly task: string;
  readonly round: string;
  readonly guideline?: string;
  /** The files of this stretch of work, relative to the example's judgments. */
  readonly files: readonly string[];
}

/**
 * What became of the judgments of a task: how many units are settled, and what the others wait for.
 */
export interface TruthCount {
  readonly task: string;
  readonly units: number;
  readonly settled: number;
  readonly open: number;
  /** Some of the open ones, with the reason. */
  readonly waiting: readonly { readonly unit: string; readonly why: string }[];
}

/** How a settled label task splits into a part for development and one for testing. */
export interface SplitCount {
  readonly dev: number;
  readonly test: number;
  readonly largestDeviation: number | null;
}

/** One example, taken through everything. */
export interface ExampleTour {
  readonly name: string;
  readonly title: string;
  readonly validation: Validation;
  readonly chapters: readonly { readonly title: string; readonly agreement: Agreement }[];
  readonly truths: readonly TruthCount[];
  readonly split: SplitCount | null;
}

const experts = (stretch: string): readonly string[] =>
  ['a', 'b', 'c'].map((letter) => `${stretch}.expert_${letter}.jsonl`);
const pair = (stretch: string): readonly string[] =>
  ['a', 'b'].map((letter) => `${stretch}.annotator_${letter}.jsonl`);
const both = (task: string): readonly string[] =>
  ['mara', 'jonas'].map((name) => `${task}.${name}.jsonl`);

/** The examples in the order of the tour; the last chapter of each task is the work itself. */
const tour: Readonly<Record<string, readonly Chapter[]>> = {
  'regulatory-topics': [
    {
      title: 'Pilot, guideline 0.9',
      task: 'topics',
      round: 'pilot',
      guideline: '0.9',
      files: experts('pilot'),
    },
    {
      title: 'Pilot repeated, guideline 1.0',
      task: 'topics',
      round: 'repilot',
      files: experts('repilot'),
    },
    { title: 'Full round', task: 'topics', round: 'full', files: experts('full') },
  ],
  'trial-relevance': [
    { title: 'Pilot', task: 'relevance', round: 'pilot', files: pair('pilot.relevance') },
    {
      title: 'Pilot repeated',
      task: 'relevance',
      round: 'pilot',
      files: pair('repilot.relevance'),
    },
    { title: 'Full round', task: 'relevance', round: 'full', files: pair('relevance') },
    { title: 'Parsed rules', task: 'rules', round: 'rules-full', files: pair('rules') },
  ],
  'rag-tasks': [
    { title: 'Retrieval', task: 'retrieval', round: 'retrieval', files: both('retrieval') },
    { title: 'Grounding', task: 'grounding', round: 'grounding', files: both('grounding') },
    { title: 'Generation', task: 'generation', round: 'generation', files: both('generation') },
  ],
  'policy-ground-truth': [
    {
      title: 'Nine runs of three models',
      task: 'allergy',
      round: 'extraction',
      files: ['gpt-5.1', 'gpt-5-mini', 'gpt-5-nano'].map((model) => `extraction.${model}.jsonl`),
    },
  ],
};

/** The names of the examples, in the order of the tour. */
export const exampleNames: readonly string[] = Object.keys(tour);

/** Takes one example through everything that there is. Nothing is written. */
export function tourExample(name: string, seed: number): ExampleTour {
  const folder = join(examplesFolder, name);
  const loaded = loadProtocol(folder);
  const chapters = tour[name] ?? [];
  const last = new Map(chapters.map((chapter) => [chapter.task, chapter]));
  const fold = [...last.values()].map((chapter) => settle(folder, chapter, seed));
  return {
    name,
    title: loaded.protocol.title,
    validation: validate(
      folder,
      [...last.values()].flatMap((chapter) => files(folder, chapter)),
      null,
    ),
    chapters: chapters.map((chapter) => ({
      title: chapter.title,
      agreement: agree({
        files: files(folder, chapter),
        onePerFile: false,
        protocol: folder,
        task: chapter.task,
        round: chapter.round,
        ...(chapter.guideline === undefined ? {} : { guideline: chapter.guideline }),
        units: [],
        overlap: false,
        retest: false,
        resampling: { seed, resamples: 1000 },
      }),
    })),
    truths: fold.map((one) => one.count),
    split: loaded.protocol.release.split === undefined ? null : (fold[0]?.split ?? null),
  };
}

function files(folder: string, chapter: Chapter): readonly string[] {
  return chapter.files.map((file) => join(folder, 'judgments', file));
}

/**
 * Judgments to consensus to truth, and where the protocol asks for it the split of what is settled.
 */
function settle(
  folder: string,
  chapter: Chapter,
  seed: number,
): { readonly count: TruthCount; readonly split: SplitCount | null } {
  const { protocol } = loadProtocol(folder);
  const task = protocol.tasks.find((one) => one.id === chapter.task)!;
  const compiled = compileTask(task);
  const judgments: Judgment[] = [];
  const found = new FaultList();
  const context = {
    guideline: protocol.guideline.version,
    guidelineRequired: protocol.guideline.required,
    units: null,
  };
  for (const file of files(folder, chapter))
    readJudgmentRows(file, compiled, context, found, (read, _line, row) =>
      judgments.push(rowJudgment(compiled, row, read)),
    );
  found.throwIfAny();
  const truths = resolve(
    task,
    consensus(task, judgments, { panel: protocol.panel, plan: protocol.consensus, seed }),
    [],
  );
  const settled = truths.flatMap((truth) => (truth.from === 'consensus' ? [truth] : []));
  const open = truths.flatMap((truth) =>
    truth.from === 'open' ? [{ unit: truth.unit, why: truth.why[0]! }] : [],
  );
  const labels = task.questions.filter(
    (question) => question.measured && scaleAnswers(question.scale).length > 0,
  );
  const plan = protocol.release.split;
  const has = new Uint8Array(
    settled.flatMap((truth) =>
      labels.map((question) =>
        Number(codeApplies(question, answerCode(question, truth.answers[question.id]))),
      ),
    ),
  );
  const cut =
    plan === undefined || task.form !== 'labels'
      ? null
      : split(
          labels.map((question) => question.id),
          { units: settled.length, labels: labels.length, has },
          { dev: plan.dev, seed },
        );
  return {
    count: {
      task: task.id,
      units: truths.length,
      settled: settled.length,
      open: open.length,
      waiting: open.slice(0, 3),
    },
    split: cut === null ? null : splitCount(cut),
  };
}

function splitCount(cut: ReturnType<typeof split>): SplitCount {
  return { ...cut.sizes, largestDeviation: cut.largestDeviation?.value ?? null };
}
