import type { Mutant } from './find-mutants.ts';

/** A mutant with the number that turns it on. */
export interface NumberedMutant extends Pick<Mutant, 'mutation' | 'start' | 'end' | 'text'> {
  readonly id: number;
}

/**
 * A source that contains many mutants at once, all asleep: each asks `globalThis.__mutant(id)`
 * whether it is the one that is on. So a file is compiled once, not once per mutant.
 *
 * @example switchedSource('a < b;', [{ id: 7, mutation: 'boundary', start: 0, end: 5, text: 'a <= b' }]) // '(globalThis.__mutant?.(7) ? (a <= b) : (a < b));'
 */
export function switchedSource(source: string, mutants: readonly NumberedMutant[]): string {
  const outerFirst = mutants.toSorted(
    (first, second) => first.start - second.start || second.end - first.end,
  );
  let next = 0;
  const render = (start: number, end: number): string => {
    let text = '';
    let at = start;
    while (next < outerFirst.length && outerFirst[next]!.start < end) {
      const mutant = outerFirst[next]!;
      next += 1;
      text += source.slice(at, mutant.start);
      // What lies inside a mutant is asleep while it is on, so its own text stays as it is.
      const original = render(mutant.start, mutant.end);
      text += switched(mutant, original);
      at = mutant.end;
    }
    return text + source.slice(at, end);
  };
  return render(0, source.length);
}

function switched({ id, mutation, text }: NumberedMutant, original: string): string {
  const isOn = `globalThis.__mutant?.(${id})`;
  return mutation === 'removed call'
    ? `{ if (!${isOn}) { ${original} } }`
    : `(${isOn} ? (${text}) : (${original}))`;
}
