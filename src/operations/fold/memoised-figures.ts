import { allSteps } from '../../statistics/all-steps.ts';
import type { TaskFold } from '../../truth/fold/task-fold.ts';

/** Keeps a figure computed from a fold until the fold changes. */
export function memoisedFigure<T>(fold: TaskFold, name: string, compute: () => T): T {
  return allSteps(memoisedSteps(fold, name, inOneStep(compute)));
}

/** The same for one that is computed in steps. */
export function* memoisedSteps<T>(
  fold: TaskFold,
  name: string,
  compute: () => Generator<unknown, T>,
): Generator<unknown, T> {
  const own: Figures = kept.get(fold) ?? new Map();
  kept.set(fold, own);
  const known = own.get(name);
  const { version } = fold;
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
