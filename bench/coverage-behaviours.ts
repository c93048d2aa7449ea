/**
 * Annotators with known behaviour: each unit has a true category, and everybody says what it is
 * with the chances of their row for it, independently of the others. `panels` are the annotators of
 * a unit, drawn evenly: all of them unless given. With `labels`, every unit has so many yes-or-no
 * questions, and a fifth of the units are hard for all questions at once.
 */
export interface Behaviour {
  readonly name: string;
  readonly n: number;
  readonly prevalence: readonly number[];
  readonly annotators: readonly (readonly (readonly number[])[])[];
  readonly panels?: readonly (readonly number[])[];
  /** Also the methods that draw: they take long. */
  readonly draws?: true;
}

const yesNo = (sensitivity: number, specificity: number): number[][] => [
  [specificity, 1 - specificity],
  [1 - sensitivity, sensitivity],
];
const hit = (categories: number, right: number): number[][] =>
  Array.from({ length: categories }, (_, truth) =>
    Array.from({ length: categories }, (__, said) =>
      truth === said ? right : (1 - right) / (categories - 1),
    ),
  );
/** Near misses are likelier than far ones. */
const near = (categories: number, right: number): number[][] =>
  Array.from({ length: categories }, (_, truth) => {
    const odds = Array.from({ length: categories }, (__, said) =>
      truth === said ? 0 : 0.3 ** Math.abs(truth - said),
    );
    const sum = odds.reduce((total, one) => total + one, 0);
    return odds.map((one, said) => (truth === said ? right : ((1 - right) * one) / sum));
  });
const panel = <T>(size: number, one: T): T[] => Array.from({ length: size }, () => one);

/** The behaviours that are simulated. */
export const behaviours: readonly Behaviour[] = [
  ...[10, 20, 50].map((n) => ({
    name: `2 annotators, label in 50 %`,
    n,
    prevalence: [0.5, 0.5],
    annotators: panel(2, yesNo(0.9, 0.9)),
    ...(n === 20 ? ({ draws: true } as const) : {}),
  })),
  ...[20, 30, 100].map((n) => ({
    name: `2 annotators, label in 10 %`,
    n,
    prevalence: [0.9, 0.1],
    annotators: panel(2, yesNo(0.85, 0.97)),
    ...(n === 30 ? ({ draws: true } as const) : {}),
  })),
  {
    name: '3 annotators, label in 10 %',
    n: 45,
    prevalence: [0.9, 0.1],
    annotators: panel(3, yesNo(0.85, 0.97)),
    draws: true,
  },
  {
    name: '3 careful annotators, label in 5 %',
    n: 100,
    prevalence: [0.95, 0.05],
    annotators: panel(3, yesNo(0.95, 0.99)),
    draws: true,
  },
  {
    name: '2 careless annotators, label in 30 %',
    n: 30,
    prevalence: [0.7, 0.3],
    annotators: panel(2, yesNo(0.7, 0.8)),
  },
  {
    name: '2 or 3 of 4 annotators, label in 20 %',
    n: 40,
    prevalence: [0.8, 0.2],
    annotators: [yesNo(0.85, 0.95), yesNo(0.9, 0.97), yesNo(0.8, 0.95), yesNo(0.9, 0.9)],
    panels: [
      [0, 1],
      [0, 2, 3],
      [1, 3],
      [1, 2, 3],
      [0, 3],
    ],
  },
  {
    name: '2 annotators, 5 categories',
    n: 30,
    prevalence: [0.4, 0.3, 0.15, 0.1, 0.05],
    annotators: panel(2, hit(5, 0.85)),
  },
  {
    name: '3 annotators, 5 ordered categories',
    n: 50,
    prevalence: [0.4, 0.3, 0.15, 0.1, 0.05],
    annotators: [near(5, 0.85), near(5, 0.85), near(5, 0.8)],
  },
  {
    name: '5 annotators, 7 categories',
    n: 40,
    prevalence: [0.3, 0.2, 0.2, 0.1, 0.1, 0.05, 0.05],
    annotators: panel(5, hit(7, 0.8)),
  },
];
