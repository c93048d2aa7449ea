import type { SeededRandom } from '../../statistics/seeded-random.ts';
import { shuffle } from '../../statistics/shuffle.ts';

/**
 * Who has which unit during assignment. Units and annotators are numbered; annotators who left but
 * have submitted work come after the others and get nothing new.
 */
export class Workload {
  /** Per unit, how many annotators it needs. */
  readonly #demand: number[];
  readonly #units: string[];
  readonly #names: string[];
  readonly #unitNumbers: Map<string, number>;
  readonly #nameNumbers: Map<string, number>;
  /** How many annotators, from the first, may get work. */
  readonly #present: number;
  /** Per unit, the annotators whose work is submitted, and those whose work can still move. */
  readonly #fixed: number[][];
  readonly #movable: number[][];
  readonly #loads: number[];
  readonly #listed: number;

  constructor(
    units: readonly string[],
    annotators: readonly string[],
    demand: (unit: string) => number,
  ) {
    this.#demand = units.map(demand);
    this.#units = [...units];
    this.#names = [...annotators];
    this.#unitNumbers = new Map(units.map((unit, at) => [unit, at]));
    this.#nameNumbers = new Map(annotators.map((name, at) => [name, at]));
    this.#present = annotators.length;
    this.#fixed = units.map(() => []);
    this.#movable = units.map(() => []);
    this.#loads = annotators.map(() => 0);
    this.#listed = units.length;
  }

  /** Records submitted work, also of units and annotators no longer listed. */
  fix(unit: string, annotator: string): void {
    const at = this.#numberOfUnit(unit);
    const who = this.#numberOfAnnotator(annotator);
    if (this.#fixed[at]!.includes(who)) return;
    this.#fixed[at]!.push(who);
    this.#loads[who] = this.#loads[who]! + 1;
  }

  /** Records assigned work, unless its unit or annotator is gone or the unit has enough. */
  keep(unit: string, annotator: string): void {
    const at = this.#unitNumbers.get(unit);
    const who = this.#nameNumbers.get(annotator);
    if (at === undefined || at >= this.#listed || who === undefined || who >= this.#present) return;
    if (this.#has(at, who) || this.#missing(at) <= 0) return;
    this.#give(at, who);
  }

  /** A unit needs this many annotators from now on. */
  demand(unit: string, count: number): void {
    const at = this.#unitNumbers.get(unit);
    if (at !== undefined && at < this.#listed) this.#demand[at] = count;
  }

  /**
   * Gives every unit the annotators that it lacks: the least busy, at random among equals. Units
   * that need more come first, since there the choice is smaller.
   */
  fill(random: SeededRandom): void {
    const units = Array.from({ length: this.#listed }, (_, at) => at);
    const order = shuffle(units, random).toSorted((a, b) => this.#demand[b]! - this.#demand[a]!);
    const candidates = Array.from({ length: this.#present }, (_, who) => who);
    for (const at of order) {
      for (let missing = this.#missing(at); missing > 0; missing -= 1)
        this.#give(at, this.#leastBusy(at, candidates, random));
    }
  }

  /** Moves work that is not submitted until no chain of moves makes the loads more even. */
  balance(): void {
    this.#moveDirectly();
    let moved = true;
    while (moved) moved = this.#moveAlongChain();
  }

  /** Every annotator with their units. */
  annotators(): readonly { readonly annotator: string; readonly units: readonly string[] }[] {
    const lists: number[][] = this.#names.map(() => []);
    for (let at = 0; at < this.#units.length; at += 1) {
      for (const who of this.#fixed[at]!) lists[who]!.push(at);
      for (const who of this.#movable[at]!) lists[who]!.push(at);
    }
    return lists.map((list, who) => ({
      annotator: this.#names[who]!,
      units: list.map((at) => this.#units[at]!),
    }));
  }

  #numberOfUnit(unit: string): number {
    const known = this.#unitNumbers.get(unit);
    if (known !== undefined) return known;
    this.#unitNumbers.set(unit, this.#units.length);
    this.#fixed.push([]);
    this.#movable.push([]);
    return this.#units.push(unit) - 1;
  }

  #numberOfAnnotator(annotator: string): number {
    const known = this.#nameNumbers.get(annotator);
    if (known !== undefined) return known;
    this.#nameNumbers.set(annotator, this.#names.length);
    this.#loads.push(0);
    return this.#names.push(annotator) - 1;
  }

  #has(at: number, who: number): boolean {
    return this.#movable[at]!.includes(who) || this.#fixed[at]!.includes(who);
  }

  #missing(at: number): number {
    return this.#demand[at]! - this.#fixed[at]!.length - this.#movable[at]!.length;
  }

  #give(at: number, who: number): void {
    this.#movable[at]!.push(who);
    this.#loads[who] = this.#loads[who]! + 1;
  }

  #move(at: number, from: number, to: number): void {
    const holders = this.#movable[at]!;
    holders[holders.indexOf(from)] = to;
    this.#loads[from] = this.#loads[from]! - 1;
    this.#loads[to] = this.#loads[to]! + 1;
  }

  #leastBusy(at: number, candidates: readonly number[], random: SeededRandom): number {
    let best = -1;
    let equals = 0;
    for (const who of candidates) {
      if (this.#has(at, who)) continue;
      if (best < 0 || this.#loads[who]! < this.#loads[best]!) {
        best = who;
        equals = 1;
      } else if (this.#loads[who] === this.#loads[best]) {
        equals += 1;
        if (random.integer(equals) === 0) best = who;
      }
    }
    return best;
  }

  /** Per annotator, the units that could be taken from them. */
  #heldUnits(): number[][] {
    const held: number[][] = Array.from({ length: this.#present }, () => []);
    for (let at = 0; at < this.#listed; at += 1)
      for (const who of this.#movable[at]!) held[who]!.push(at);
    return held;
  }

  /**
   * Raises everybody to one level, from those above it. Those who cannot be raised are set aside
   * and the level is recomputed. Nobody takes and gives at one level, so nothing moves twice.
   */
  #moveDirectly(): void {
    let raised = Array.from({ length: this.#present }, (_, who) => who);
    for (;;) {
      const held = this.#heldUnits();
      const level = this.#level(raised, held);
      // First from those who have more than one above the level, so that nobody has to be raised
      // again afterwards.
      for (const floor of [level + 1, level]) {
        for (const to of raised)
          for (const from of raised) this.#raise(to, from, held[from]!, level, floor);
      }
      const still = raised.filter((who) => this.#loads[who]! >= level);
      if (still.length === raised.length) return;
      raised = still;
    }
  }

  /** The highest level that all can reach when submitted work above it stays. */
  #level(raised: readonly number[], held: readonly (readonly number[])[]): number {
    let work = raised.reduce((sum, who) => sum + this.#loads[who]!, 0);
    const submitted = raised
      .map((who) => this.#loads[who]! - held[who]!.length)
      .toSorted((a, b) => b - a);
    let sharing = submitted.length;
    for (const own of submitted) {
      if (own <= Math.floor(work / sharing)) break;
      work -= own;
      sharing -= 1;
    }
    return sharing === 0 ? 0 : Math.floor(work / sharing);
  }

  #raise(to: number, from: number, units: readonly number[], level: number, floor: number): void {
    for (const at of units) {
      if (this.#loads[from]! <= floor || this.#loads[to]! >= level) return;
      if (this.#movable[at]!.includes(from) && !this.#has(at, to)) this.#move(at, from, to);
    }
  }

  /** Moves one unit per link along the chain that evens loads most; false when there is none. */
  #moveAlongChain(): boolean {
    const held = this.#heldUnits();
    const busiestFirst = held
      .map((_, who) => who)
      .toSorted((a, b) => this.#loads[b]! - this.#loads[a]! || a - b);
    const least = this.#loads[busiestFirst.at(-1)!]!;
    for (const from of busiestFirst) {
      if (this.#loads[from]! - least < 2) return false;
      const chain = this.#chainFrom(from, held);
      if (chain.length === 0) continue;
      for (const step of chain) this.#move(step.at, step.from, step.to);
      return true;
    }
    return false;
  }

  #chainFrom(start: number, held: readonly (readonly number[])[]): readonly Step[] {
    const reachedBy = new Map<number, Step>();
    const unreached = new Set(held.keys());
    unreached.delete(start);
    const queue = [start];
    for (let head = 0; head < queue.length && unreached.size > 0; head += 1) {
      const from = queue[head]!;
      for (const at of held[from]!) {
        for (const to of unreached) {
          if (this.#has(at, to)) continue;
          reachedBy.set(to, { at, from, to });
          unreached.delete(to);
          queue.push(to);
        }
      }
    }
    const end = queue
      .slice(1)
      .reduce((best, who) => (best < 0 || this.#loads[who]! < this.#loads[best]! ? who : best), -1);
    if (end < 0 || this.#loads[start]! - this.#loads[end]! < 2) return [];
    const chain: Step[] = [];
    for (let step = reachedBy.get(end); step !== undefined; step = reachedBy.get(step.from))
      chain.push(step);
    return chain;
  }
}

/** One unit that goes from one annotator to another. */
interface Step {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}
