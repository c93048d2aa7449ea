import type { LoggedJudgment } from '../src/domain/judging/judgment.ts';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import type { SeededRandom } from '../src/statistics/seeded-random.ts';
import { shuffle } from '../src/statistics/shuffle.ts';

/** A team that judges for ten weeks, and how its people behave. */
export interface SimulatedTeam {
  readonly name: string;
  readonly people: number;
  readonly perUnit: number;
  /** Units per person and week, and how often a label applies, in the mean of 14. */
  readonly perWeek: number;
  readonly prevalence: number;
  /** Whether everybody has the units in the same order, and not in one of their own. */
  readonly together?: true;
  /** Who does not read a quarter of their units in some weeks, and does 2.5 times as many. */
  readonly careless?: Readonly<Record<number, readonly number[]>>;
  /** Who leaves out one label in five; reads less from week to week; errs 1.6 times as often. */
  readonly strict?: number;
  readonly drifting?: number;
  readonly weaker?: number;
  /** The week in which all units are hard, as one in five is otherwise. */
  readonly hard?: number;
}

export const teamWeeks = 10;
const labels = 14;

const three = { people: 3, perUnit: 3, perWeek: 60, prevalence: 0.1 } as const;
const fourth = [3, 4];

/** The teams that are simulated. */
export const simulatedTeams: readonly SimulatedTeam[] = [
  { ...three, name: 'nobody careless' },
  { ...three, name: 'nobody careless, 20 units a week', perWeek: 20 },
  { ...three, name: 'nobody careless, 200 units a week', perWeek: 200 },
  { ...three, name: 'nobody careless, labels in 3 %', prevalence: 0.03 },
  { ...three, name: 'nobody careless, labels in 40 %', prevalence: 0.4 },
  { ...three, name: 'nobody careless, the same order', together: true },
  { ...three, name: 'nobody careless, a hard week', hard: 4 },
  { ...three, name: 'nobody careless, one errs 1.6 times', weaker: 1 },
  { ...three, name: 'nobody careless, 2 of 3 per unit', perUnit: 2 },
  { ...three, name: 'nobody careless, 3 of 6 per unit', people: 6 },
  { ...three, name: 'nobody careless, 2 of 6 per unit', people: 6, perUnit: 2 },
  { ...three, name: 'nobody careless, two people', people: 2, perUnit: 2 },
  { ...three, name: 'one careless', careless: { 1: fourth } },
  { ...three, name: 'one careless, 20 units a week', perWeek: 20, careless: { 1: fourth } },
  { ...three, name: 'one careless, 200 units a week', perWeek: 200, careless: { 1: fourth } },
  { ...three, name: 'one careless, labels in 3 %', prevalence: 0.03, careless: { 1: fourth } },
  { ...three, name: 'one careless, labels in 40 %', prevalence: 0.4, careless: { 1: fourth } },
  { ...three, name: 'one careless, the same order', together: true, careless: { 1: fourth } },
  { ...three, name: 'one careless, from the first day', careless: { 1: [0, 1] } },
  { ...three, name: 'one careless, 2 of 3 per unit', perUnit: 2, careless: { 1: fourth } },
  { ...three, name: 'one careless, 3 of 6 per unit', people: 6, careless: { 1: fourth } },
  { ...three, name: 'one careless, two people', people: 2, perUnit: 2, careless: { 1: fourth } },
  { ...three, name: 'two careless of three, in turn', careless: { 1: [2, 3], 2: [6, 7] } },
  { ...three, name: 'two careless of three, together', careless: { 1: fourth, 2: fourth } },
  { ...three, name: 'two careless of six', people: 6, careless: { 1: fourth, 2: fourth } },
  { ...three, name: 'one strict', strict: 1 },
  { ...three, name: 'one drifting', drifting: 1 },
];

/** The name of a person. */
export function personOf(number: number): string {
  return `person-${number + 1}`;
}

/** The week of the simulated project that a day is in, and its Monday: 2 November 2026 is one. */
export function dayOf(day: number): string {
  return new Date(Date.UTC(2026, 10, 2, 9) + day * 86_400_000).toISOString();
}

/** The questions of the task: 14 labels. */
export const teamLabels: readonly string[] = Array.from(
  { length: labels },
  (_, at) => `L${String(at + 1).padStart(2, '0')}`,
);

/** The judgments of a team, by day of its ten weeks of five days. */
export function simulateTeam(
  team: SimulatedTeam,
  seed: string,
): readonly (readonly LoggedJudgment[])[] {
  const random = seededRandom(seed);
  const size = Math.round((team.people * team.perWeek * teamWeeks) / team.perUnit);
  // Some labels are three times as frequent as others.
  const often = teamLabels.map((_, at) => team.prevalence * (0.5 + at / (labels - 1)));
  const units = Array.from({ length: size }, () => ({
    truth: often.map((chance) => random.next() < chance),
    isHard: random.next() < 0.2,
  }));
  const lists = dealt(team, size, random);
  const done = lists.map(() => 0);
  const days: LoggedJudgment[][] = [];
  for (let week = 0; week < teamWeeks; week += 1)
    for (let day = 0; day < 5; day += 1) {
      const at = dayOf(7 * week + day);
      const judged: LoggedJudgment[] = [];
      for (let person = 0; person < team.people; person += 1) {
        const isCareless = team.careless?.[person]?.includes(week) === true;
        const pace = Math.ceil((team.perWeek * (isCareless ? 2.5 : 1)) / 5);
        for (let count = 0; count < pace && done[person]! < lists[person]!.length; count += 1) {
          const number = lists[person]![done[person]!]!;
          done[person]! += 1;
          const unit = units[number]!;
          const isHard = unit.isHard || team.hard === week;
          const said = answersOf(
            team,
            { person, week, isCareless, often },
            unit.truth,
            isHard,
            random,
          );
          const answers = Object.fromEntries(
            teamLabels.map((label, place) => [label, said[place]!]),
          );
          judged.push(entryOf(number, person, at, answers));
        }
      }
      days.push(judged);
    }
  return days;
}

/** The units of each person in their order. */
function dealt(
  { people, perUnit, together }: SimulatedTeam,
  size: number,
  random: SeededRandom,
): readonly (readonly number[])[] {
  const lists = Array.from({ length: people }, (): number[] => []);
  for (let unit = 0; unit < size; unit += 1) {
    const order = shuffle(Array.from(lists.keys()), random);
    const least = order.toSorted((a, b) => lists[a]!.length - lists[b]!.length);
    for (const person of least.slice(0, perUnit)) lists[person]!.push(unit);
  }
  return together === true ? lists : lists.map((list) => shuffle(list, random));
}

function answersOf(
  team: SimulatedTeam,
  who: {
    readonly person: number;
    readonly week: number;
    readonly isCareless: boolean;
    readonly often: readonly number[];
  },
  truth: readonly boolean[],
  isHard: boolean,
  random: SeededRandom,
): readonly boolean[] {
  const { person, week, isCareless, often } = who;
  const drift = team.drifting === person ? (0.4 * week) / (teamWeeks - 1) : 0;
  // A unit that is not read gets labels by habit.
  if (random.next() < (isCareless ? 0.25 : drift))
    return often.map((chance) => random.next() < 0.7 * chance);
  const factor = team.weaker === person ? 1.6 : 1;
  const miss = factor * (isHard ? 0.16 : 0.04) + (team.strict === person ? 0.2 : 0);
  const extra = factor * team.prevalence * (isHard ? 0.08 : 0.021);
  return truth.map((applies) => (applies ? random.next() >= miss : random.next() < extra));
}

function entryOf(unit: number, person: number, at: string, answers: object): LoggedJudgment {
  return {
    seq: 0,
    unit: `u${unit}`,
    annotator: personOf(person),
    run: null,
    answers: JSON.stringify(answers),
    asides: '{}',
    guideline: '1.0',
    taskHash: 'hash',
    at,
    seconds: 60,
  };
}
