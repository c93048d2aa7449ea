/**
 * Votes as columns: vote v says that `annotator[v]` gave `answer[v]` to `unit[v]`. Missing answers
 * have no vote. An annotator may vote on a unit more than once; each vote counts separately.
 */
export interface Votes {
  readonly units: number;
  readonly annotators: number;
  readonly categories: number;
  readonly unit: Int32Array;
  readonly annotator: Int32Array;
  /** 0 … categories − 1. */
  readonly answer: Int32Array;
  /** How much each vote counts, 1 when absent. A vote of weight 0 is kept but never counted. */
  readonly weight?: Float64Array;
}

/**
 * Votes from rows [unit, annotator, answer] or [unit, annotator, answer, weight], for examples and
 * small panels. Sizes follow from the largest numbers unless given.
 * @example votesFrom([[0, 0, 1], [0, 1, 1]]).annotators // 2
 */
export function votesFrom(
  rows: readonly (readonly number[])[],
  sizes: Partial<Pick<Votes, 'units' | 'annotators' | 'categories'>> = {},
): Votes {
  const column = (place: number): Int32Array => Int32Array.from(rows, (row) => row[place]);
  const [unit, annotator, answer] = [column(0), column(1), column(2)];
  const votes = {
    units: sizeOf(unit),
    annotators: sizeOf(annotator),
    categories: sizeOf(answer),
    ...sizes,
    unit,
    annotator,
    answer,
  };
  return rows.some((row) => row.length > 3)
    ? { ...votes, weight: Float64Array.from(rows, (row) => row[3] ?? 1) }
    : votes;
}

/** The votes that count, those of unit u at `offsets[u]` … `offsets[u + 1] − 1`. */
export interface VotesByUnit extends Omit<Votes, 'unit' | 'weight'> {
  readonly offsets: Int32Array;
  /** Absent when every vote counts 1. */
  readonly weight: Float64Array | null;
  /** Votes of weight 0, left out. */
  readonly uncounted: number;
}

/**
 * Groups the votes by unit, leaving out and counting those of weight 0. Throws a RangeError when a
 * column is out of range, see {@link checkVotes}.
 * @example votesByUnit(votesFrom([[1, 0, 0], [0, 0, 1]])).answer // [1, 0]
 */
export function votesByUnit(votes: Votes): VotesByUnit {
  checkVotes(votes);
  const { units, annotators, categories, unit, weight } = votes;
  const offsets = new Int32Array(units + 1);
  for (let vote = 0; vote < unit.length; vote++)
    if (weight === undefined || weight[vote] > 0) offsets[unit[vote] + 1]++;
  for (let index = 0; index < units; index++) offsets[index + 1] += offsets[index];
  const counted = offsets[units];
  const next = offsets.slice(0, units);
  const annotator = new Int32Array(counted);
  const answer = new Int32Array(counted);
  const kept = weight === undefined ? null : new Float64Array(counted);
  for (let vote = 0; vote < unit.length; vote++) {
    if (weight !== undefined && weight[vote] === 0) continue;
    const place = next[unit[vote]]++;
    annotator[place] = votes.annotator[vote];
    answer[place] = votes.answer[vote];
    if (kept !== null && weight !== undefined) kept[place] = weight[vote];
  }
  const uncounted = unit.length - counted;
  return { units, annotators, categories, offsets, annotator, answer, weight: kept, uncounted };
}

/** Throws a RangeError naming the first vote with a number or weight out of range. */
export function checkVotes(votes: Votes): void {
  const count = votes.unit.length;
  for (const [name, column] of [
    ['annotator', votes.annotator],
    ['answer', votes.answer],
    ['weight', votes.weight],
  ] as const) {
    if (column !== undefined && column.length !== count)
      throw new RangeError(`${name} has ${column.length} votes, unit has ${count}`);
  }
  checkCodes('unit', votes.unit, votes.units);
  checkCodes('annotator', votes.annotator, votes.annotators);
  checkCodes('answer', votes.answer, votes.categories);
  const { weight } = votes;
  if (weight === undefined) return;
  for (let vote = 0; vote < count; vote++) {
    if (!(weight[vote] >= 0 && weight[vote] < Infinity))
      throw new RangeError(
        `weight of vote ${vote} is ${weight[vote]}, expected a number of at least 0`,
      );
  }
}

function sizeOf(codes: Int32Array): number {
  return codes.reduce((largest, code) => Math.max(largest, code), -1) + 1;
}

function checkCodes(name: string, codes: Int32Array, bound: number): void {
  for (let vote = 0; vote < codes.length; vote++) {
    if (codes[vote] < 0 || codes[vote] >= bound)
      throw new RangeError(`${name} of vote ${vote} is ${codes[vote]}, expected 0 to ${bound - 1}`);
  }
}
