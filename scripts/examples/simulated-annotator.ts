import type { Answers, Confidence } from '../../src/domain/judging/judgment.ts';
import type { Question } from '../../src/domain/protocol/question.ts';
import { scaleAnswers } from '../../src/domain/protocol/scale.ts';
import type { Answer } from '../../src/domain/answer.ts';
import type { Task } from '../../src/domain/protocol/task.ts';
import type { SeededRandom } from '../../src/statistics/seeded-random.ts';
import { answerCodes, codeAnswer, codeApplies } from '../../src/truth/protocol/answer-codes.ts';
import { compileCondition } from '../../src/truth/protocol/condition.ts';
import { compileConstraints } from '../../src/truth/protocol/constraints.ts';

/**
 * A number for all questions, or one per question with `otherwise` for those that are not named.
 */
export type PerQuestion = number | Readonly<Record<string, number>>;

/**
 * How a simulated annotator is known to answer. Every number is a chance between 0 and 1 unless
 * said otherwise.
 */
export interface Behaviour {
  readonly id: string;
  /** Of giving the true answer; where a label or a yes is true, of seeing it. */
  readonly accuracy: PerQuestion;
  /**
   * Of a yes, or of a label, where there is none. Rare labels need a small one. 1 − accuracy when
   * left out.
   */
  readonly invention?: PerQuestion;
  /**
   * From −1 (severe) to 1 (lenient): misses fewer and invents more, and errs upwards on an ordered
   * scale. 0 when left out.
   */
  readonly leniency?: number;
  /** Of the true grade where a label was rightly seen. 0.85 when left out. */
  readonly grading?: number;
  /** Labels taken for one another: where `truly` applies, `said` is answered in its place. */
  readonly confusions?: readonly {
    readonly truly: string;
    readonly said: string;
    readonly chance: number;
  }[];
  /**
   * Which wrong value a nominal question gets, as weights per true value. Any other value, equally
   * likely, when left out.
   */
  readonly mistakes?: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>
  >;
  /** Units an hour, on average. */
  readonly perHour: number;
}

/**
 * A label that carries the unit is missed this much less often than others, and one of the lowest
 * grade this much more often.
 */
const missed = { carrying: 0.5, lowest: 1.6 } as const;

/**
 * The answers that an annotator with a known behaviour gives where the truth is known. They keep
 * the task's constraints, and a
 * question that does not apply to them is absent. The truth may also answer a question that does
 * not apply to it: that is what
 * somebody says who wrongly thinks that it does; without it, any value is said. Text and quotes are
 * given as they are.
 *
 * `difficulty` multiplies every chance of an error: 1 is an ordinary unit, 0 one that nobody gets wrong.
 *
 * @example simulate(task, { id: 'anna', accuracy: 0.9, perHour: 8 }, { relevance: 2 }, seededRandom('anna:1')) // { relevance: 2 }
 */
export function simulate(
  task: Task,
  behaviour: Behaviour,
  truth: Answers,
  random: SeededRandom,
  difficulty = 1,
): Answers {
  const seen = confuse(task, behaviour, truth, random, difficulty);
  const given: Record<string, Answer> = {};
  for (const question of task.questions) {
    const answer = answerTo(question, behaviour, seen[question.id], random, difficulty);
    if (answer !== undefined) given[question.id] = answer;
  }
  return withoutOpen(task, keepConstraints(task, given, truth));
}

/**
 * How sure the annotator says to be: less on difficult units, and less when the answers are not the
 * true ones.
 */
export function simulateConfidence(
  isRight: boolean,
  random: SeededRandom,
  difficulty = 1,
): Confidence {
  const doubt = random.next() * (isRight ? 1 : 1.6) * (0.5 + difficulty / 2);
  return doubt > 1.15 ? 'low' : doubt > 0.55 ? 'medium' : 'high';
}

/**
 * When each judgment was saved (ISO 8601, UTC) and the active seconds spent on it: two sessions of
 * three hours on each weekday.
 */
export function* simulateClock(
  behaviour: Behaviour,
  start: string,
  random: SeededRandom,
): Generator<{ readonly at: string; readonly seconds: number }, never> {
  const session = 3 * 3600;
  const pause = 3600;
  let day = Date.parse(`${start}T00:00:00Z`);
  let spent = 0;
  for (;;) {
    const seconds = Math.max(5, Math.round((3600 / behaviour.perHour) * (0.5 + random.next())));
    if (spent + seconds > 2 * session) [day, spent] = [nextWeekday(day), 0];
    spent += seconds;
    const hours = 9 * 3600 + spent + (spent > session ? pause : 0);
    yield { at: new Date(day + hours * 1000).toISOString().replace('.000Z', 'Z'), seconds };
  }
}

function confuse(
  task: Task,
  behaviour: Behaviour,
  truth: Answers,
  random: SeededRandom,
  difficulty: number,
): Answers {
  const seen: Record<string, Answer> = { ...truth };
  for (const { truly, said, chance } of behaviour.confusions ?? []) {
    const question = questionNamed(task, truly);
    const applies = codeApplies(
      question,
      answerCodes(task, truth)[task.questions.indexOf(question)]!,
    );
    if (!applies || random.next() >= chance * difficulty) continue;
    seen[said] = seen[truly]!;
    seen[truly] = scaleAnswers(question.scale)[0]!;
  }
  return seen;
}

function answerTo(
  question: Question,
  behaviour: Behaviour,
  truth: Answer | undefined,
  random: SeededRandom,
  difficulty: number,
): Answer | undefined {
  const { scale } = question;
  const values = scaleAnswers(scale);
  if (values.length === 0) return truth;
  const answer = truth ?? values[random.integer(values.length)]!;
  const leniency = behaviour.leniency ?? 0;
  const miss = (1 - chanceOf(behaviour.accuracy, question.id)) * difficulty;
  if (scale.kind === 'nominal')
    return random.next() < miss ? mistake(behaviour, question.id, answer, values, random) : answer;
  const code = values.indexOf(answer);
  if (scale.kind === 'ordinal' && scale.present === null) {
    if (random.next() >= miss) return answer;
    return neighbour(values, code, random.next() < (1 + leniency) / 2 ? 1 : -1);
  }
  const lowestPresent = Math.max(
    1,
    values.findIndex((_, place) => codeApplies(question, place)),
  );
  if (code >= lowestPresent) {
    const share =
      values.length - lowestPresent < 2
        ? 1
        : code === lowestPresent
          ? missed.lowest
          : missed.carrying;
    if (random.next() < miss * share * (1 - leniency)) return values[0];
    if (values.length === 2 || random.next() < 1 - (1 - (behaviour.grading ?? 0.85)) * difficulty)
      return answer;
    const other = neighbour(values, code, random.next() < (1 + leniency) / 2 ? 1 : -1);
    return values.indexOf(other) < lowestPresent ? answer : other;
  }
  const invention =
    behaviour.invention === undefined
      ? miss
      : chanceOf(behaviour.invention, question.id) * difficulty;
  return random.next() < invention * (1 + leniency) ? values[lowestPresent] : answer;
}

function mistake(
  behaviour: Behaviour,
  question: string,
  truth: Answer,
  values: readonly Answer[],
  random: SeededRandom,
): Answer {
  const weights = behaviour.mistakes?.[question]?.[String(truth)];
  const others = values.filter((value) => value !== truth);
  const weighted = others.map((value) =>
    weights === undefined ? 1 : (weights[String(value)] ?? 0),
  );
  let rest = random.next() * weighted.reduce((sum, weight) => sum + weight, 0);
  return others.find((_, place) => (rest -= weighted[place]!) < 0) ?? others.at(-1)!;
}

/** One step up or down; from the end of the scale, the step goes the other way. */
function neighbour(values: readonly Answer[], code: number, step: 1 | -1): Answer {
  return values[code + step] ?? values[code - step]!;
}

function chanceOf(chances: PerQuestion, question: string): number {
  if (typeof chances === 'number') return chances;
  const chance = chances[question] ?? chances['otherwise'];
  if (chance === undefined) throw new Error(`no chance for ${question} and none for otherwise`);
  return chance;
}

/**
 * Lowers answers until no constraint is broken; where that cannot be, the annotator looks again and
 * gives the true ones.
 */
function keepConstraints(task: Task, given: Answers, truth: Answers): Answers {
  const normal = compileConstraints(task).normalise(answerCodes(task, given));
  if (normal === null) return truth;
  return Object.fromEntries(
    task.questions.flatMap((question, place) => {
      const answer = codeAnswer(question, normal.codes[place]!) ?? given[question.id];
      return answer === undefined ? [] : [[question.id, answer] as const];
    }),
  );
}

/** Without the answers to questions whose condition does not hold. */
function withoutOpen(task: Task, given: Answers): Answers {
  const codes = answerCodes(task, given);
  return Object.fromEntries(
    Object.entries(given).filter(([name]) => {
      const { when } = questionNamed(task, name);
      if (when === null) return true;
      const condition = compileCondition(task, when.expression);
      return condition.ok && condition.holds(codes) === true;
    }),
  );
}

function nextWeekday(day: number): number {
  const next = day + 86_400_000;
  const weekday = new Date(next).getUTCDay();
  return weekday === 6 ? next + 2 * 86_400_000 : weekday === 0 ? next + 86_400_000 : next;
}

function questionNamed(task: Task, name: string): Question {
  const question = task.questions.find((entry) => entry.id === name);
  if (question === undefined) throw new Error(`there is no question ${name}`);
  return question;
}
