import { allSteps } from '../../statistics/all-steps.ts';
import type { TaskFold } from '../../truth/fold/task-fold.ts';

/** Keeps a figure computed from a tally until the tally changes. */
export function memoisedFigure<T>(tally: TaskFold, name: string, compute: () => T): T {
  return allSteps(memoisedSteps(tally, name, inOneStep(compute)));
}

/** The same for one that is computed in steps. */
export function* memoisedSteps<T>(
  tally: TaskFold,
  name: string,
  compute: () => Generator<unknown, T>,
): Generator<unknown, T> {
  const own: Figures = kept.get(tally) ?? new Map();
  kept.set(tally, own);
  const known = own.get(name);
  const { version } = tally;
  if (known !== undefined && known.version === version) return known.value as T;
  const value = yield* compute();
  own.set(name, { version, value });
  return value;
}

function inOneStep<T>(compute: () => T): () => Generator<unknown, T> {
  // eslint-disable-next-line require-yield
  return function* () {
    return compute();
  };
}

type Figures = Map<string, { readonly version: number; readonly value: unknown }>;
const kept = new WeakMap<TaskFold, Figures>();
