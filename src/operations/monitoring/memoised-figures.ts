import type { TaskFold } from '../../truth/fold/task-fold.ts';

/** Keeps a figure computed from a tally until the tally changes. */
export function memoisedFigure<T>(tally: TaskFold, name: string, compute: () => T): T {
  const own: Figures = kept.get(tally) ?? new Map();
  kept.set(tally, own);
  const known = own.get(name);
  if (known !== undefined && known.version === tally.version) return known.value as T;
  const value = compute();
  own.set(name, { version: tally.version, value });
  return value;
}

type Figures = Map<string, { readonly version: number; readonly value: unknown }>;
const kept = new WeakMap<TaskFold, Figures>();
