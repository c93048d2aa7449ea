import { oneOf } from '../../domain/text-values.ts';
import { fault, InputError, refuse } from '../../domain/fault.ts';
import type { Round } from '../../domain/rounds/round.ts';
import type { Store } from '../../store/open-store.ts';
import { sortedUnitIds, streamUnits } from '../../store/units/units.ts';
import type { TaskPlace } from '../../store/units/units.ts';
import { simpleDraw } from '../../statistics/rounds/simple-draw.ts';
import { draw, refuseSmallCorpus } from '../../truth/rounds/draw.ts';
import type { Drawn, DrawUnit } from '../../truth/rounds/draw.ts';
import { freshUnits } from '../../truth/rounds/run-demand.ts';
import type { RunDemand } from '../../truth/rounds/run-demand.ts';
import { runCooperatively } from '../cooperative-steps.ts';
import { rulesOf } from '../project-protocol.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import { Stratifier } from './stratify.ts';
import type { LabelSource } from './stratify.ts';
import { FaultList } from '../text-file.ts';

/** The units of a run, sorted, and with what chance each was drawn. */
export interface DrawnRun extends Omit<Drawn, 'units'> {
  readonly units: readonly string[];
  /** How many of them are judged again. */
  readonly again: number;
  readonly probability: (unit: string) => number;
}

/**
 * Draws the units of a run from a project's units, from a seed, with the chance that each had.
 * Those that are judged again are in it for certain.
 */
export async function drawRun(
  store: Store,
  project: ProjectProtocol,
  round: Round,
  demand: RunDemand,
  seed: number,
): Promise<DrawnRun> {
  const { again } = demand;
  const drawn = await drawFresh(store, project, round, demand, seed);
  if (again.size === 0) return { ...drawn, again: 0 };
  return {
    ...drawn,
    units: [...drawn.units, ...again].toSorted(),
    again: again.size,
    probability: (id) => (again.has(id) ? 1 : drawn.probability(id)),
  };
}

/** Draws the units that nobody has judged. */
async function drawFresh(
  store: Store,
  project: ProjectProtocol,
  round: Round,
  demand: RunDemand,
  seed: number,
): Promise<Omit<DrawnRun, 'again'>> {
  const source = labelSource(project, round);
  if (source.kind === 'none' && round.draw.hard === null)
    return await drawPlain(store, project, round, demand, seed);
  const all = await stratified(store, project, round, source);
  const known = round.kind === 'training' ? knownUnits(project, round, all, idOf) : all;
  const left = known.reduce((sum, unit) => sum + Number(!demand.used.has(unit.id)), 0);
  if (left + demand.again.size === 0) refuseEmptyDraw(round, known.length);
  const { units, ...drawn } = draw(known, {
    size: freshUnits(demand, left),
    floor: round.draw.floor,
    hard: round.draw.hard,
    seed,
    used: demand.used,
    ...(source.kind === 'rule' ? { labels: Object.keys(source.rules.labels) } : {}),
  });
  return { ...drawn, units: [...units.keys()].toSorted(), probability: (id) => units.get(id)! };
}

/** The same where all units are alike, for millions of them: by numbers, and in steps. */
async function drawPlain(
  store: Store,
  project: ProjectProtocol,
  round: Round,
  demand: RunDemand,
  seed: number,
): Promise<Omit<DrawnRun, 'again'>> {
  const { used } = demand;
  const all = await sortedIds(store, { project: project.project, task: round.task });
  const known = round.kind === 'training' ? knownUnits(project, round, all, (id) => id) : all;
  const left = used.size === 0 ? known : await withoutUsed(known, used);
  if (left.length + demand.again.size === 0) refuseEmptyDraw(round, known.length);
  const wanted = freshUnits(demand, left.length);
  const corpus = { corpus: left.length, used: known.length - left.length };
  if (wanted > left.length) refuseSmallCorpus(wanted, { ...corpus, all: known.length });
  const units = wanted === left.length ? left : await drawnFrom(left, wanted, seed);
  const unlabelled = { available: left.length, drawn: units.length };
  const probability = left.length === 0 ? 0 : wanted / left.length;
  const stated = { seed, ...corpus, labels: [], unlabelled, hard: null, exact: true };
  return { units, probability: () => probability, ...stated };
}

/** In milliseconds. */
const longestTurn = 8;

/** All ids, sorted as everywhere: by code units, which for nearly all texts is by code points. */
async function sortedIds(store: Store, place: TaskPlace): Promise<readonly string[]> {
  const ids = await sortedUnitIds(store, place);
  return (await runCooperatively(areSorted(ids), longestTurn)) ? ids : ids.toSorted();
}

function* areSorted(ids: readonly string[]): Generator<void, boolean> {
  for (let at = 1; at < ids.length; at += 1) {
    if (ids[at - 1]! >= ids[at]!) return false;
    if (at % stepSize === 0) yield;
  }
  return true;
}

async function withoutUsed(
  ids: readonly string[],
  used: ReadonlySet<string>,
): Promise<readonly string[]> {
  const left: string[] = [];
  const steps = function* (): Generator<void, void> {
    for (let at = 0; at < ids.length; at += 1) {
      if (!used.has(ids[at]!)) left.push(ids[at]!);
      if (at % stepSize === 0) yield;
    }
  };
  await runCooperatively(steps(), longestTurn);
  return left;
}

async function drawnFrom(
  left: readonly string[],
  wanted: number,
  seed: number,
): Promise<readonly string[]> {
  const chosen = await runCooperatively(simpleDraw(left.length, wanted, seed), longestTurn);
  const units: string[] = [];
  const steps = function* (): Generator<void, void> {
    for (let at = 0; at < chosen.length; at += 1) {
      units.push(left[chosen[at]!]!);
      if (at % stepSize === 0) yield;
    }
  };
  await runCooperatively(steps(), longestTurn);
  return units;
}

const stepSize = 2 ** 13;

function idOf({ id }: DrawUnit): string {
  return id;
}

function refuseEmptyDraw(round: Round, units: number): never {
  if (units === 0) refuse('no-units');
  refuse(round.kind === 'training' ? 'key-used-up' : 'all-units-used', { units });
}

function labelSource(project: ProjectProtocol, round: Round): LabelSource {
  const { by } = round.draw;
  if (by === null) return { kind: 'none' };
  const rules = rulesOf(project, by);
  if (rules !== null)
    return { kind: 'rule', name: by, rules, text: project.tasks.get(round.task)!.task.unit.show };
  return { kind: 'field', field: by };
}

async function stratified(
  store: Store,
  project: ProjectProtocol,
  round: Round,
  source: LabelSource,
): Promise<readonly DrawUnit[]> {
  const { hard, hardBy } = round.draw;
  if (hard !== null && hardBy === null && source.kind !== 'rule')
    refuse('hardness-unsaid', { round: round.id });
  const hardness = { by: hardBy, wanted: hard !== null };
  const found = new FaultList();
  const stratifier = new Stratifier(source, hardness, found, `units of ${round.task}`);
  const place = { project: project.project, task: round.task };
  for await (const { id, fields, seq } of streamUnits(store, place))
    stratifier.add({ id, fields, line: seq, text: null });
  return stratifier.units();
}

/** Training uses the units of the key, which must all exist. */
function knownUnits<Unit>(
  project: ProjectProtocol,
  round: Round,
  all: readonly Unit[],
  name: (unit: Unit) => string,
): readonly Unit[] {
  const key = project.keys.get(round.id) ?? new Map();
  const units = all.filter((unit) => key.has(name(unit)));
  if (units.length < key.size) {
    const there = new Set(units.map(name));
    const missing = [...key.keys()].filter((unit) => !there.has(unit));
    throw new InputError([
      fault('key-units-unknown', { units: oneOf(missing) }, { file: round.key! }),
    ]);
  }
  return units;
}
