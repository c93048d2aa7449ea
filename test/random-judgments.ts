import type { Answers, Judgment, LoggedJudgment } from '../src/domain/judging/judgment.ts';
import type { Panel } from '../src/domain/judging/annotator.ts';
import type { ConsensusPlan } from '../src/domain/fold/consensus-plan.ts';
import type { Question } from '../src/domain/protocol/question.ts';
import { scaleAnswers } from '../src/domain/protocol/scale.ts';
import type { Task } from '../src/domain/protocol/task.ts';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import { TextIndex } from '../src/formats/text-index.ts';
import { TaskFold } from '../src/truth/fold/task-fold.ts';
import type { FoldPlan } from '../src/truth/fold/task-fold.ts';
import { panelRules } from '../src/truth/verdicts/panel-truths.ts';

/** How many judgments of what kind a test wants. */
export interface RandomPlan {
  readonly seed: number;
  readonly units: number;
  readonly annotators: readonly string[];
  /** The chance that an annotator judges a unit, and that a judgment answers a question. */
  readonly judges?: number;
  readonly answers?: number;
  /** The chance that an answer is the unit's own, not one by lot. */
  readonly agrees?: number;
}

/**
 * Judgments by lot, the same for the same seed. Annotators lean towards an answer that the unit has
 * of its own, so that majorities occur.
 */
export function randomJudgments(task: Task, plan: RandomPlan): readonly Judgment[] {
  const random = seededRandom(plan.seed);
  const pick = (question: Question): Answers[string] =>
    scaleAnswers(question.scale)[random.integer(scaleAnswers(question.scale).length)]!;
  const closed = task.questions.filter((question) => scaleAnswers(question.scale).length > 0);
  return Array.from({ length: plan.units }, (_, at) => `u${at + 1}`).flatMap((unit) => {
    const own = new Map(closed.map((question) => [question.id, pick(question)]));
    return plan.annotators.flatMap((annotator): readonly Judgment[] => {
      if (random.next() > (plan.judges ?? 1)) return [];
      const answers = Object.fromEntries(
        closed.flatMap((question) =>
          random.next() > (plan.answers ?? 1)
            ? []
            : [
                [
                  question.id,
                  random.next() < (plan.agrees ?? 0.7) ? own.get(question.id)! : pick(question),
                ],
              ],
        ),
      );
      return [
        {
          unit,
          task: task.id,
          annotator,
          answers,
          asides: {},
          guideline: '1.0',
          taskHash: 'hash',
          round: null,
          at: '2026-03-02T08:00:00Z',
          seconds: 60,
        },
      ];
    });
  });
}

/** A judgment as it stands in the log. */
export function entryOf(judgment: Judgment, given: Partial<LoggedJudgment> = {}): LoggedJudgment {
  const { unit, annotator, answers, asides, guideline, taskHash, at, seconds } = judgment;
  return {
    seq: 0,
    unit,
    annotator,
    run: null,
    answers: JSON.stringify(answers),
    asides: JSON.stringify(asides),
    guideline: guideline ?? '',
    taskHash: taskHash ?? '',
    at: at ?? '2026-03-02T08:00:00Z',
    seconds,
    ...given,
  };
}

/** A fold in which everything counts, with what a test does not care about filled in. */
export function makeFold(
  task: Task,
  given: {
    readonly panel?: Panel;
    readonly consensus?: ConsensusPlan;
    readonly counts?: 'first' | 'last';
    readonly uncounted?: FoldPlan['uncounted'];
    readonly hasRounds?: boolean;
  } = {},
): TaskFold {
  const panel = given.panel ?? { people: { kind: 'human' } };
  const plan = given.consensus ?? { method: 'majority', tie: 'ruling' };
  return new TaskFold(
    {
      ...panelRules(task, { panel, plan, seed: 1 }),
      panel,
      hash: 'hash',
      counts: given.counts ?? 'last',
      hasRounds: given.hasRounds ?? false,
      uncounted: given.uncounted ?? (() => null),
      isCompared: (annotator) => panel[annotator]?.kind !== 'rule',
    },
    new TextIndex(),
  );
}
