import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answers } from '../../src/domain/judging/judgment.ts';
import type { Answer } from '../../src/domain/answer.ts';
import type { Task } from '../../src/domain/protocol/task.ts';
import { readProtocol } from '../../src/formats/protocol/protocol-yaml.ts';
import { seededRandom } from '../../src/statistics/seeded-random.ts';
import { taskHash } from '../../src/truth/protocol/task-hash.ts';
import { composeReviews } from './reviews/compose-reviews.ts';
import type { Review } from './reviews/compose-reviews.ts';
import { simulate } from './simulated-annotator.ts';
import type { Behaviour } from './simulated-annotator.ts';
import { jsonLines, writeExample } from './write-example.ts';

const folder = join(import.meta.dirname, '../../examples/policy-ground-truth');
const seed = 'policy-ground-truth:8';
const version = '1.0';
const topic = 'G1_allergy';
const terms = ['account_type', 'incident_severity', 'assurance_claim', 'staff_response'] as const;

interface SimulatedModel extends Behaviour {
  readonly weight: number;
  readonly runs: number;
  /** The chance of taking a trap for what it seems to be. */
  readonly fooled: number;
  /** The chance of taking a figure of speech literally. */
  readonly literal: number;
}

interface Judged {
  readonly model: SimulatedModel;
  readonly run: number;
  readonly answers: Answers;
}

/** Which wrong value is given: a neighbour on the scale more often than any other. */
const mistakes: NonNullable<Behaviour['mistakes']> = {
  account_type: {
    firsthand: { hypothetical: 2, secondhand: 1 },
    secondhand: { firsthand: 4, hypothetical: 1 },
    hypothetical: { firsthand: 5, secondhand: 1 },
  },
  incident_severity: {
    none: { mild: 5, moderate: 1 },
    mild: { none: 2, moderate: 3 },
    moderate: { mild: 3, severe: 2 },
    severe: { moderate: 1 },
  },
  assurance_claim: {
    true: { false: 3, unknown: 1 },
    false: { unknown: 4, true: 1 },
    unknown: { false: 1 },
  },
  staff_response: {
    accommodated: { none: 2, unknown: 1 },
    refused: { dismissive: 3, none: 1 },
    dismissive: { refused: 2, unknown: 2, none: 1 },
    none: { unknown: 4, accommodated: 1 },
    unknown: { none: 3, accommodated: 2 },
  },
};

/**
 * Runs of one model repeat its answer on a review, right or wrong, with the chance of `sameAgain`.
 */
const sameAgain = 0.65;
const models: readonly SimulatedModel[] = [
  {
    id: 'gpt-5.1',
    weight: 3,
    runs: 1,
    fooled: 0.4,
    literal: 0.05,
    accuracy: { is_relevant: 0.995, otherwise: 0.96 },
    invention: 0.002,
    mistakes,
    perHour: 3600,
  },
  {
    id: 'gpt-5-mini',
    weight: 2,
    runs: 3,
    fooled: 0.85,
    literal: 0.12,
    accuracy: { is_relevant: 0.98, otherwise: 0.92 },
    invention: 0.005,
    mistakes,
    perHour: 7200,
  },
  {
    id: 'gpt-5-nano',
    weight: 1,
    runs: 5,
    fooled: 0.9,
    literal: 0.4,
    accuracy: { is_relevant: 0.95, otherwise: 0.83 },
    invention: 0.012,
    leniency: 0.2,
    mistakes,
    perHour: 14_400,
  },
];

/** The generated files of the example, by their path in its folder. */
export function files(): ReadonlyMap<string, string> {
  const task = readTask();
  const hash = taskHash(task);
  const reviews = composeReviews(seed);
  const judged = new Map(
    reviews.map((review) => [review, models.flatMap((model) => judge(task, model, review))]),
  );
  const made = new Map([['units/reviews.jsonl', jsonLines(reviews.map(unitRow))]]);
  for (const model of models) {
    const rows = reviews.flatMap((review) =>
      judged
        .get(review)!
        .filter((one) => one.model === model)
        .map((one) => ({ ...judgmentRow(review, one), task_hash: hash })),
    );
    made.set(`judgments/extraction.${model.id}.jsonl`, jsonLines(rows));
  }
  const overrides = reviews.flatMap((review) => overrideOf(review, judged.get(review)!));
  return made.set('rulings/overrides.json', overridesFile(overrides));
}

function readTask(): Task {
  const read = readProtocol(readFileSync(join(folder, 'protocol.yaml'), 'utf8'));
  if (!read.ok)
    throw new Error(read.faults.map((fault) => `line ${fault.line}: ${fault.message}`).join('\n'));
  return read.value.tasks[0]!;
}

/**
 * The answers of all runs of a model: one reading of the review that most runs share, and some of
 * their own.
 */
function judge(task: Task, model: SimulatedModel, review: Review): readonly Judged[] {
  const shared = seededRandom(`${seed}:${model.id}:${review.id}`);
  const trap = review.passage?.trap;
  const truth = answersOf(
    review,
    trap !== undefined && shared.next() < model.fooled ? trap.taken : review.passage?.truth,
  );
  const reader = review.isFigureOfSpeech ? { ...model, invention: model.literal } : model;
  const reading = simulate(task, reader, truth, shared);
  return Array.from({ length: model.runs }, (_, at) => {
    const own = seededRandom(`${seed}:${model.id}#${at + 1}:${review.id}`);
    return {
      model,
      run: at + 1,
      answers: own.next() < sameAgain ? reading : simulate(task, reader, truth, own),
    };
  });
}

/**
 * What is true; of a review without a passage also what somebody would say who wrongly thinks it
 * relevant.
 */
function answersOf(review: Review, passage = 'hypothetical none false none'): Answers {
  const values = passage.split(' ');
  return {
    is_relevant: review.passage !== null,
    ...Object.fromEntries(terms.map((term, at) => [term, values[at]!])),
  };
}

/**
 * The correction of what the models got wrong on a trap or a figure of speech, with the reason of
 * the person who saw it.
 */
function overrideOf(review: Review, judged: readonly Judged[]): readonly object[] {
  const because =
    review.passage === null
      ? review.isFigureOfSpeech
        ? 'The word is not used of a food allergy; nothing in the review concerns one.'
        : null
      : (review.passage.trap?.because ?? null);
  if (because === null) return [];
  const truth = answersOf(review, review.passage?.truth);
  const questions = review.passage === null ? ['is_relevant'] : terms;
  const wrong = questions.flatMap((question) => {
    const voted = weightedVote(judged, question);
    return voted === null || voted === truth[question]
      ? []
      : [{ question, voted, right: truth[question] }];
  });
  if (wrong.length === 0) return [];
  const original = Object.fromEntries(wrong.map(({ question, voted }) => [question, voted]));
  const corrected = Object.fromEntries(wrong.map(({ question, right }) => [question, right]));
  return [
    { review_id: review.id, business_id: review.businessId, original, corrected, reason: because },
  ];
}

/**
 * The answer with the most weight among the runs that gave one; null where the weights are equal.
 */
function weightedVote(judged: readonly Judged[], question: string): Answer | null {
  const weights = new Map<Answer, number>();
  for (const { model, answers } of judged) {
    const answer = answers[question];
    if (answer !== undefined) weights.set(answer, (weights.get(answer) ?? 0) + model.weight);
  }
  const [first, second] = [...weights].toSorted(([, a], [, b]) => b - a);
  return first === undefined || first[1] === second?.[1] ? null : first[0];
}

function unitRow({ id, businessId, business, date, stars, text }: Review): object {
  return {
    review_id: id,
    business_id: businessId,
    name: business.name,
    categories: business.categories,
    date,
    stars,
    text,
  };
}

function judgmentRow(review: Review, { model, run, answers }: Judged): object {
  return {
    review_id: review.id,
    ...answers,
    annotator_id: `${model.id}#${run}`,
    guideline_version: version,
  };
}

function overridesFile(overrides: readonly object[]): string {
  const content = {
    _comment: 'Corrections by people of what the models got wrong.',
    created_at: '2026-01-19',
    last_updated: '2026-01-21',
    [topic]: overrides,
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

if (import.meta.main) writeExample(folder, files());
