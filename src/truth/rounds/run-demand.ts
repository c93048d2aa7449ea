import { refuse } from '../../domain/fault.ts';
import { isModelRun } from '../../domain/judging/annotator.ts';
import type { Round } from '../../domain/rounds/round.ts';

/** Which units a run may draw from, and how many it draws. */
export interface RunDemand {
  /** How many units; null takes all that are left. */
  readonly size: number | null;
  /** Units that must not be drawn. */
  readonly used: ReadonlySet<string>;
  /** Of these, units that it takes all the same, every one: nothing came of their rounds. */
  readonly again: ReadonlySet<string>;
}

/** What is known when a round is opened. */
export interface DemandSource {
  /** 1 for the first time. */
  readonly attempt: number;
  /** Units that some run on the task has used. */
  readonly used: ReadonlySet<string>;
  /** Units with known answers, of every training on the task. */
  readonly known: ReadonlySet<string>;
  /** In training: units whose answers one of the annotators knows from an earlier training. */
  readonly seen: ReadonlySet<string>;
  /** Used units that are to be judged again; none in training. */
  readonly again: ReadonlySet<string>;
}

/**
 * What a run asks for. Training takes units with known answers that none of its annotators has
 * seen; other rounds take units without known answers that no run has used, and besides those that
 * are to be judged again. A repeat takes the round's repeat size, else its first size.
 */
export function runDemand(round: Round, source: DemandSource): RunDemand {
  const { attempt, used, known, seen, again } = source;
  const size = attempt > 1 ? (round.repeat ?? round.units) : round.units;
  if (round.kind === 'training') return { size, used: seen, again: new Set() };
  return { size, used: new Set([...used, ...known]), again };
}

/**
 * How many units nobody has judged a run draws beside those that are judged again: as many as it
 * asks for; where these do not suffice, all of them, if the others make up for it.
 * @example freshUnits({ size: 80, again: new Set(['u1']) }, 79) // 79
 */
export function freshUnits({ size, again }: Pick<RunDemand, 'size' | 'again'>, left: number) {
  if (size === null) return left;
  return size - again.size <= left ? Math.min(size, left) : size;
}

/**
 * Whether each unit goes to everybody, also to those who join later: in training, and where the
 * round says so. Otherwise to exactly as many people as the round says, and to all runs of models.
 */
export function isForEverybody(round: Pick<Round, 'kind' | 'annotators'>): boolean {
  return round.kind === 'training' || round.annotators === null;
}

/** Whether somebody gets every unit of a round: everybody, or only the runs of models. */
export function hasAllUnits(round: Pick<Round, 'kind' | 'annotators'>, annotator: string): boolean {
  return isForEverybody(round) || isModelRun(annotator);
}

/** Whether every unit has equally many places: those of runs that left are not taken back. */
export function isEven(
  round: Pick<Round, 'kind' | 'annotators' | 'further'>,
  annotators: readonly string[],
): boolean {
  return !isForEverybody(round) && round.further === null && !annotators.some(isModelRun);
}

/** How many judge each unit: places that are dealt to people, and runs that have all units. */
export interface UnitPlaces {
  /** Those among whom the places are dealt. */
  readonly dealt: readonly string[];
  readonly perUnit: number;
  /** How many places a unit that gets further annotators has; else as many as all. */
  readonly upTo: number;
  /** Runs of models, each with a place of its own on every unit. */
  readonly models: readonly string[];
}

/**
 * The places on each unit when these take part. A round's number speaks of people; the runs of
 * models that take part have a place of their own on every unit besides.
 * @example unitPlaces({ kind: 'full', annotators: 1, further: null }, ['anna', 'gpt#1']).models // ['gpt#1']
 */
export function unitPlaces(
  round: Pick<Round, 'kind' | 'annotators' | 'further'>,
  annotators: readonly string[],
): UnitPlaces {
  if (annotators.length === 0) refuse('nobody-to-assign');
  if (isForEverybody(round)) {
    const everybody = annotators.length;
    return { dealt: annotators, perUnit: everybody, upTo: everybody, models: [] };
  }
  const models = annotators.filter(isModelRun);
  const dealt = annotators.filter((one) => !isModelRun(one));
  const perUnit = round.annotators!;
  const upTo = round.further?.upTo ?? perUnit;
  if (upTo > dealt.length) {
    const counts = { wanted: upTo, people: dealt.length };
    if (models.length > 0) refuse('too-few-people', counts);
    refuse('too-few-annotators', counts);
  }
  return { dealt, perUnit, upTo, models };
}
