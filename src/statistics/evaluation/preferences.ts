/**
 * What one group of judges prefers among documents. A document's number is its place: retrieved
 * documents come first, in the order of their ranks, then the others.
 */
export interface PreferenceGroup {
  /** Numbers of documents, rising. */
  readonly documents: Int32Array;
  /** Their levels; a document of level 0 is not relevant. */
  readonly levels: Float64Array;
  /** Row by row, 1 where the row's document is preferred; null where the levels alone say it. */
  readonly preferred: Uint8Array | null;
}

/** Preferences about what a system retrieved for one query. */
export interface JudgedPreferences {
  /** Documents that any group judged; the first `retrieved` of them were retrieved. */
  readonly judged: number;
  readonly retrieved: number;
  readonly groups: readonly PreferenceGroup[];
}

/** Documents that were compared with each other, by number, with a level each. */
export interface ComparedDocuments {
  readonly documents: readonly number[];
  readonly levels: readonly number[];
}

/** Which pairs count: all, those with at least one document retrieved, or those with both. */
export type PreferenceScope = 'all' | 'implied' | 'retrieved';

/**
 * A group from its parts. Within a part, every document is preferred to those of lower levels;
 * several parts are joined, and what follows from them is added (a > b and b > c gives a > c).
 * Null when the parts contradict each other, or one calls a document not relevant that another
 * calls relevant.
 */
export function preferenceGroup(parts: readonly ComparedDocuments[]): PreferenceGroup | null {
  const levelOf = new Map<number, number>();
  for (const { documents, levels } of parts)
    for (let at = 0; at < documents.length; at++) {
      const before = levelOf.get(documents[at]);
      if (before !== undefined && before > 0 !== levels[at] > 0) return null;
      levelOf.set(documents[at], levels[at]);
    }
  const documents = Int32Array.from(levelOf.keys()).toSorted();
  const levels = Float64Array.from(documents, (number) => levelOf.get(number)!);
  if (parts.length === 1) return { documents, levels, preferred: null };
  const preferred = joinedParts(parts, documents);
  return preferred === null ? null : { documents, levels, preferred };
}

function joinedParts(
  parts: readonly ComparedDocuments[],
  documents: Int32Array,
): Uint8Array | null {
  const size = documents.length;
  const placeOf = new Map(Array.from(documents, (number, place) => [number, place]));
  const preferred = new Uint8Array(size * size);
  for (const part of parts) {
    const places = part.documents.map((number) => placeOf.get(number)!);
    for (let a = 0; a < places.length; a++)
      for (let b = 0; b < places.length; b++)
        if (part.levels[a] > part.levels[b]) preferred[places[a] * size + places[b]] = 1;
  }
  for (let over = 0; over < size; over++)
    for (let a = 0; a < size; a++) {
      if (preferred[a * size + over] === 0) continue;
      for (let b = 0; b < size; b++)
        if (preferred[over * size + b] === 1) preferred[a * size + b] = 1;
    }
  for (let place = 0; place < size; place++) if (preferred[place * size + place] === 1) return null;
  return preferred;
}

/** How many preferences there are. */
export function preferencesPossible(
  preferences: JudgedPreferences,
  scope: PreferenceScope = 'all',
): number {
  return totalsOf(preferences, scope).possible;
}

/** How many preferences the ranking fulfils: the preferred document comes first. */
export function preferencesFulfilled(
  preferences: JudgedPreferences,
  scope: PreferenceScope = 'all',
): number {
  return totalsOf(preferences, scope).fulfilled;
}

/** The share of preferences that the ranking fulfils; 0 without any (trec_eval's prefs_simp). */
export function preferenceShare(preferences: JudgedPreferences, scope: PreferenceScope): number {
  const { fulfilled, possible } = totalsOf(preferences, scope);
  return possible === 0 ? 0 : fulfilled / possible;
}

/** The mean of the groups' shares; a group without a preference has 0 (prefs_avgjg). */
export function groupPreferenceShare(
  preferences: JudgedPreferences,
  scope: PreferenceScope,
): number {
  let sum = 0;
  for (const group of preferences.groups) {
    const { fulfilled, possible } = within(countsOf(group, preferences.retrieved), scope);
    if (possible > 0) sum += fulfilled / possible;
  }
  return sum / preferences.groups.length;
}

/**
 * The mean over pairs of documents of the share of groups whose preference the ranking fulfils
 * (prefs_pair). The same as {@link preferenceShare} where no pair is judged by two groups.
 */
export function pairPreferenceShare(
  preferences: JudgedPreferences,
  scope: PreferenceScope,
): number {
  const { judged, retrieved, groups } = preferences;
  if (groups.length === 1) return preferenceShare(preferences, scope);
  const counts = new Uint32Array(judged * judged);
  for (const group of groups)
    eachPreference(group, (better, worse) => {
      counts[better * judged + worse]++;
    });
  let sum = 0;
  let pairs = 0;
  const first = scope === 'all' ? judged : retrieved;
  const second = scope === 'retrieved' ? retrieved : judged;
  for (let a = 0; a < first; a++)
    for (let b = a + 1; b < second; b++) {
      const fulfilled = counts[a * judged + b];
      const all = fulfilled + counts[b * judged + a];
      if (all === 0) continue;
      pairs++;
      if (a < retrieved) sum += fulfilled / all;
    }
  return pairs === 0 ? 0 : sum / pairs;
}

/**
 * The mean of the groups' shares with as many documents that are not relevant as are relevant, so
 * that judging more of them does not change a query's weight (prefs_avgjg_Rnonrel): missing ones
 * count as found in order, and surplus ones are left out from the end of the ranking. As in
 * trec_eval, where surplus ones are left out of a group in one part, the documents that are not
 * relevant are also compared with each other, and a query has 0 when a group has nothing to
 * compare.
 */
export function balancedPreferenceShare(
  { groups, retrieved }: JudgedPreferences,
  scope: PreferenceScope,
): number {
  const isRetrieved = scope === 'retrieved';
  let sum = 0;
  for (const group of groups) sum += balancedShare(group, retrieved, isRetrieved);
  return sum > 0 ? sum / groups.length : 0;
}

function balancedShare(group: PreferenceGroup, retrieved: number, isRetrieved: boolean): number {
  const counts = countsOf(group, retrieved);
  const relevant = isRetrieved ? counts.relevantRetrieved : counts.relevant;
  const others = isRetrieved ? counts.othersRetrieved : counts.others;
  if (relevant < others)
    return group.preferred === null
      ? shareByLevels(group, retrieved, relevant, isRetrieved)
      : shareByPairs(group, retrieved, counts.relevant, isRetrieved);
  const { fulfilled, possible } = within(counts, isRetrieved ? 'retrieved' : 'all');
  const added = relevant - others;
  return (fulfilled + counts.relevantRetrieved * added) / (possible + counts.relevant * added);
}

function shareByLevels(
  { documents, levels }: PreferenceGroup,
  retrieved: number,
  kept: number,
  isRetrieved: boolean,
): number {
  const lowest = levels.reduce((least, level) => Math.min(least, level), Infinity);
  const isUsed = (place: number): boolean => !isRetrieved || documents[place] < retrieved;
  const places = Array.from(documents.keys());
  const last = places.filter((place) => levels[place] === lowest).slice(0, kept);
  const opposite = (place: number): readonly number[] => [
    ...places.filter((one) => levels[one] > lowest && levels[place] > levels[one]),
    ...last,
  ];
  let fulfilled = 0;
  let possible = 0;
  for (const place of places.filter(isUsed))
    for (const one of opposite(place).filter(isUsed)) {
      possible++;
      if (place < one && documents[place] < retrieved) fulfilled++;
    }
  return fulfilled / possible;
}

function shareByPairs(
  group: PreferenceGroup,
  retrieved: number,
  kept: number,
  isRetrieved: boolean,
): number {
  const { documents, levels } = group;
  const end = isRetrieved ? retrieved : Infinity;
  const left = new Set<number>();
  let seen = 0;
  for (let place = 0; place < documents.length; place++)
    if (levels[place] === 0 && documents[place] < end && ++seen > kept) left.add(documents[place]);
  let fulfilled = 0;
  let possible = 0;
  eachPreference(group, (better, worse) => {
    if (better >= end || worse >= end || left.has(better) || left.has(worse)) return;
    possible++;
    if (better < worse && better < retrieved) fulfilled++;
  });
  return fulfilled / possible;
}

interface Counts {
  readonly fulfilledRetrieved: number;
  readonly possibleRetrieved: number;
  readonly fulfilledImplied: number;
  readonly possibleImplied: number;
  readonly neither: number;
  readonly relevant: number;
  readonly relevantRetrieved: number;
  readonly others: number;
  readonly othersRetrieved: number;
}

function countsOf(group: PreferenceGroup, retrieved: number): Counts {
  const { documents, levels, preferred } = group;
  let fulfilledRetrieved = 0;
  let possibleRetrieved = 0;
  let fulfilledImplied = 0;
  let possibleImplied = 0;
  let neither = 0;
  eachPreference(group, (better, worse) => {
    if (better < retrieved && worse < retrieved) {
      possibleRetrieved++;
      if (better < worse) fulfilledRetrieved++;
    } else if (better < retrieved || worse < retrieved) {
      possibleImplied++;
      if (better < worse) fulfilledImplied++;
    } else neither++;
  });
  let relevant = 0;
  let relevantRetrieved = 0;
  let others = 0;
  let othersRetrieved = 0;
  for (let place = 0; place < documents.length; place++) {
    const isRetrieved = documents[place] < retrieved;
    if (levels[place] > 0) {
      relevant++;
      if (isRetrieved) relevantRetrieved++;
    } else if (preferred === null || levels[place] === 0) {
      others++;
      if (isRetrieved) othersRetrieved++;
    }
  }
  return {
    fulfilledRetrieved,
    possibleRetrieved,
    fulfilledImplied,
    possibleImplied,
    neither,
    relevant,
    relevantRetrieved,
    others,
    othersRetrieved,
  };
}

interface Fulfilled {
  readonly fulfilled: number;
  readonly possible: number;
}

function within(counts: Counts, scope: PreferenceScope): Fulfilled {
  const { fulfilledRetrieved: fulfilled, possibleRetrieved: possible } = counts;
  if (scope === 'retrieved') return { fulfilled, possible };
  return {
    fulfilled: fulfilled + counts.fulfilledImplied,
    possible: possible + counts.possibleImplied + (scope === 'all' ? counts.neither : 0),
  };
}

function totalsOf({ groups, retrieved }: JudgedPreferences, scope: PreferenceScope): Fulfilled {
  let fulfilled = 0;
  let possible = 0;
  for (const group of groups) {
    const one = within(countsOf(group, retrieved), scope);
    fulfilled += one.fulfilled;
    possible += one.possible;
  }
  return { fulfilled, possible };
}

function eachPreference(
  { documents, levels, preferred }: PreferenceGroup,
  visit: (better: number, worse: number) => void,
): void {
  const size = documents.length;
  for (let a = 0; a < size; a++)
    for (let b = 0; b < size; b++) {
      const isPreferred =
        preferred === null ? levels[a] > levels[b] : preferred[a * size + b] === 1;
      if (isPreferred) visit(documents[a], documents[b]);
    }
}
