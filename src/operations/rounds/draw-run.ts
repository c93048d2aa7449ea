import { codedText, oneOf } from '../../domain/text-values.ts';
import { fault, InputError, refuse } from '../../domain/fault.ts';
import type { Round } from '../../domain/rounds/round.ts';
import type { Store } from '../../store/open-store.ts';
import { streamUnits, unitIds } from '../../store/units/units.ts';
import { draw } from '../../truth/rounds/draw.ts';
import type { Drawn, DrawUnit } from '../../truth/rounds/draw.ts';
import type { RunDemand } from '../../truth/rounds/run-demand.ts';
import { rulesOf } from '../project-protocol.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import { Stratifier } from './stratify.ts';
import type { LabelSource } from './stratify.ts';
import { FaultList } from '../text-file.ts';

/** Draws the units of a run from a project's units, from a seed, with the chance that each had. */
export async function drawRun(
  store: Store,
  project: ProjectProtocol,
  round: Round,
  demand: RunDemand,
  seed: number,
): Promise<Drawn> {
  const place = { project: project.project, task: round.task };
  const source = labelSource(project, round);
  const isPlain = source.kind === 'none' && round.draw.hard === null;
  const all = isPlain
    ? (await store.read((db) => unitIds(db, place))).map(plainUnit)
    : await stratified(store, project, round, source);
  const corpus = round.kind === 'training' ? knownUnits(project, round, all) : all;
  const left = corpus.reduce((sum, unit) => sum + Number(!demand.used.has(unit.id)), 0);
  if (left === 0) refuseEmptyDraw(round, corpus.length);
  return draw(corpus, {
    size: demand.size ?? left,
    floor: round.draw.floor,
    hard: round.draw.hard,
    seed,
    used: demand.used,
    ...(source.kind === 'rule' ? { labels: Object.keys(source.rules.labels) } : {}),
  });
}

function plainUnit({ id }: { readonly id: string }): DrawUnit {
  return { id, labels: [], hardness: null };
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
function knownUnits(
  project: ProjectProtocol,
  round: Round,
  all: readonly DrawUnit[],
): readonly DrawUnit[] {
  const key = project.keys.get(round.id) ?? new Map();
  const units = all.filter((unit) => key.has(unit.id));
  if (units.length < key.size) {
    const there = new Set(units.map((unit) => unit.id));
    const missing = [...key.keys()].filter((unit) => !there.has(unit));
    const values = {
      field: codedText('key-names'),
      got: codedText('all-of', { list: oneOf(missing) }),
    };
    throw new InputError([fault('unknown-unit', values, { file: round.key! })]);
  }
  return units;
}
