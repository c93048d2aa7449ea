/** Who is still to judge each unit in an open round; an empty name is anybody. */
export class AwaitedAnnotators {
  readonly #names: (readonly string[] | undefined)[] = [];

  /** Sets who has yet to judge a unit, in any order. */
  set(unit: number, annotators: readonly string[]): void {
    while (this.#names.length <= unit) this.#names.push(undefined);
    this.#names[unit] = annotators.length === 0 ? undefined : sorted(annotators);
  }

  /** Who is still to judge a unit; undefined where nobody is. */
  on(unit: number): readonly string[] | undefined {
    return this.#names[unit];
  }

  /** The units that somebody is still to judge. */
  *units(): Generator<number> {
    for (let unit = 0; unit < this.#names.length; unit += 1)
      if (this.#names[unit] !== undefined) yield unit;
  }
}

/** The same list where it is sorted: many units share one. */
function sorted(annotators: readonly string[]): readonly string[] {
  const isSorted = annotators.every(
    (name, at) => at === 0 || anybodyLast(annotators[at - 1]!, name) <= 0,
  );
  return isSorted ? annotators : annotators.toSorted(anybodyLast);
}

/** By name; an empty name is anybody. */
function anybodyLast(one: string, other: string): number {
  if (one === '' || other === '') return Number(one === '') - Number(other === '');
  return one < other ? -1 : Number(one > other);
}
