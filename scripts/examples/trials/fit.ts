import { topicWords } from './queries.ts';
import type { QuerySource } from './queries.ts';
import type { TrialSource } from './trial-source.ts';

export type Check = 'yes' | 'no' | 'not_asked';

/** How a trial answers a query, step by step as the guideline asks. */
export interface Fit {
  readonly condition: 'yes' | 'partial' | 'no';
  readonly status: Check;
  readonly phase: Check;
  readonly location: Check;
  readonly population: Check;
  readonly label: 0 | 1 | 2;
  /** What is asked and not met, each as the end of "but …". */
  readonly unmet: readonly string[];
  /** What is asked and met, each as a noun in a few words. */
  readonly met: readonly string[];
  /** How much easier or harder the pair is than an ordinary one. */
  readonly difficulty: number;
}

/** The true label of a pair, with the checks that lead to it. */
export function fitOf(query: QuerySource, trial: TrialSource): Fit {
  const condition =
    query.topic === trial.topic
      ? 'yes'
      : query.related[trial.topic] === undefined
        ? 'no'
        : 'partial';
  const status = check(query.status, trial.status === query.status);
  const phase = check(query.phase, trial.phases.includes(query.phase ?? ''));
  const location = check(
    query.place,
    trial.places.some((place) => isAt(query.place, place)),
  );
  const population = check(
    query.ages ?? query.sex,
    takesAges(query, trial) &&
      (query.sex === null || trial.sex === 'ALL' || trial.sex === query.sex),
  );
  const checks = { status, phase, location, population };
  const unmet = statements(checks, 'no', query, trial);
  const met = statements(checks, 'yes', query, trial);
  const label = condition === 'no' ? 0 : condition === 'yes' && unmet.length === 0 ? 2 : 1;
  const difficulty =
    condition === 'no'
      ? unmet.length === 0
        ? 0.5
        : 0.12
      : condition === 'partial'
        ? unmet.length === 0
          ? 1.1
          : 0.6
        : unmet.length === 0
          ? 0.7
          : 1;
  return { condition, ...checks, label, unmet, met, difficulty };
}

/** `phase 3`, `phase 1/2`. */
export function phaseWords(phases: readonly string[]): string {
  return `phase ${phases.map((phase) => phase.replace('PHASE', '')).join('/')}`;
}

/** `active, not recruiting`. */
export function statusWords(status: string): string {
  return status === 'ACTIVE_NOT_RECRUITING'
    ? 'active, not recruiting'
    : status.toLowerCase().replaceAll('_', ' ');
}

/** The place that a query asks for, in a few words. */
export function placeWords(query: QuerySource): string {
  const place = query.place;
  if (place === null) return '';
  return place.city ?? place.state ?? countryWords(place.country);
}

/** The condition that a query means, in the words of a sentence. */
export function askedWords(query: QuerySource): string {
  return topicWords[query.topic]!;
}

function countryWords(country: string): string {
  return /^(United|Netherlands)/.test(country) ? `the ${country}` : country;
}

function check(asked: unknown, met: boolean): Check {
  return asked === null ? 'not_asked' : met ? 'yes' : 'no';
}

function isAt(asked: QuerySource['place'], place: string): boolean {
  if (asked === null) return false;
  const parts = place.split(', ');
  const [city, state, country] = [parts[0], parts.length === 3 ? parts[1] : null, parts.at(-1)];
  return (
    country === asked.country &&
    (asked.state === null || state === asked.state) &&
    (asked.city === null || city === asked.city)
  );
}

function takesAges(query: QuerySource, trial: TrialSource): boolean {
  if (query.ages === null) return true;
  const [from, to] = trial.ages;
  const [minimum, maximum] = query.ages;
  return (to ?? 200) >= minimum && from <= (maximum ?? 200);
}

function statements(
  checks: Readonly<Record<'status' | 'phase' | 'location' | 'population', Check>>,
  wanted: Check,
  query: QuerySource,
  trial: TrialSource,
): readonly string[] {
  const met = wanted === 'yes';
  const cities = trial.places
    .map((place) => place.split(', ')[0])
    .slice(0, 2)
    .join(' and ');
  const countries = [
    ...new Set(trial.places.map((place) => countryWords(place.split(', ').at(-1)!))),
  ].join(' and ');
  const ages =
    trial.ages[1] === null ? `${trial.ages[0]} and over` : `${trial.ages[0]} to ${trial.ages[1]}`;
  const said = {
    status: met
      ? `${statusWords(trial.status)} status`
      : `the trial is ${statusWords(trial.status)}`,
    phase: met
      ? phaseWords(trial.phases)
      : `it is ${phaseWords(trial.phases)}, not ${phaseWords([query.phase ?? ''])}`,
    location: met
      ? `a site in ${placeWords(query)}`
      : `there is no site in ${placeWords(query)}, only ` +
        `${countryWords(query.place?.country ?? '') === countries ? cities : `in ${countries}`}`,
    population: met
      ? `the age range ${ages}`
      : trial.sex === 'MALE'
        ? 'it takes men only'
        : `it takes people aged ${ages}`,
  };
  return (Object.keys(said) as (keyof typeof said)[]).flatMap((name) =>
    checks[name] === wanted ? [said[name]] : [],
  );
}
