import { groupBy } from '../domain/group-by.ts';
import { storedAssistance } from '../domain/judging/assistance.ts';
import { annotatorStanding } from '../domain/judging/annotator.ts';
import type { Panel } from '../domain/judging/annotator.ts';
import type { FoldedTask, RecordFold } from '../release/record-fold.ts';
import { countedEntries } from '../truth/fold/counted-entries.ts';
import { byName, familyOf } from '../truth/models/voices.ts';

/** The truth that a system is measured against: units of a task of a folded record. */
export interface MeasuredRecord {
  readonly fold: RecordFold;
  readonly task: FoldedTask;
  /** The units that are measured. */
  readonly units: ReadonlySet<string>;
}

/** A system by its name, and what it was trained or prompted with. */
export interface MeasuredSystem {
  readonly name: string;
  readonly madeBy: readonly string[];
}

/** Why a score would be circular: who of the truth's makers the system is, or comes from. */
export interface CircularReason {
  /** The same annotator, family of models, keyword rule, who ruled, or whose answers were shown. */
  readonly how: 'own' | 'family' | 'rule' | 'ruling' | 'suggestion';
  /** The name that gave it away: the system's own, or one that it was made by. */
  readonly name: string;
  readonly isMaker: boolean;
  readonly annotators: readonly string[];
  /** How many judgments, or rulings, of theirs are in the truth. */
  readonly count: number;
}

/**
 * Every reason why measuring a system against this truth would be circular. Only judgments that
 * count are looked at, the suggestions that were shown when they were given, and the latest
 * rulings: what has weight 0 and was shown to nobody did not make the truth. Names are
 * compared without the provider in front, the number of a run, the date of a snapshot, and case. No
 * reason, no circularity that the record can know of.
 */
export function circularity(
  record: MeasuredRecord,
  system: MeasuredSystem,
): readonly CircularReason[] {
  const { panel } = record.fold.present.protocol;
  const makers = truthMakers(record);
  const names = [system.name, ...system.madeBy];
  return names.flatMap((name, at) => {
    const alike = makers.flatMap((maker) => {
      const how = likeness(panel, maker, name);
      return how === null ? [] : [{ ...maker, how }];
    });
    return [...groupBy(alike, (one) => one.how)].map(([how, found]) => ({
      how,
      name,
      isMaker: at > 0,
      annotators: found.map((one) => one.annotator).toSorted(byName),
      count: found.reduce((sum, one) => sum + one.count, 0),
    }));
  });
}

interface TruthMaker {
  readonly annotator: string;
  readonly kind: 'human' | 'model' | 'rule' | null;
  /** What they gave: judgments that count, rulings, or suggestions to whose judgments count. */
  readonly gave: 'judgments' | 'rulings' | 'suggestions';
  readonly count: number;
}

/** Everybody with a judgment that counts, or the latest ruling, on the measured units. */
function truthMakers({ fold, task, units }: MeasuredRecord): readonly TruthMaker[] {
  const { panel } = fold.present.protocol;
  const people = fold.record.people === null ? null : new Set(fold.record.people);
  const judged = new Map<string, number>();
  const suggested = new Map<string, number>();
  const add = (counts: Map<string, number>, name: string): void =>
    void counts.set(name, (counts.get(name) ?? 0) + 1);
  const measured = task.judgments.filter(({ unit }) => units.has(unit));
  for (const entries of groupBy(measured, (one) => one.unit).values())
    for (const entry of countedEntries(task.fold, entries)) {
      if (entry.uncounted !== null) continue;
      add(judged, entry.annotator);
      const assistance = storedAssistance(entry.asides, entry);
      if (assistance?.shown === true) add(suggested, assistance.by);
    }
  const ruled = new Map<string, number>();
  for (const { unit, by } of task.rulings.values()) if (units.has(unit)) add(ruled, by);
  const kindOf = (name: string): TruthMaker['kind'] =>
    annotatorStanding(panel, name, people, task.task.task.id).kind;
  const makers = (
    counts: ReadonlyMap<string, number>,
    gave: TruthMaker['gave'],
  ): readonly TruthMaker[] =>
    [...counts].map(([annotator, count]) => ({ annotator, kind: kindOf(annotator), gave, count }));
  return [
    ...makers(judged, 'judgments'),
    ...makers(ruled, 'rulings'),
    ...makers(suggested, 'suggestions'),
  ];
}

function likeness(panel: Panel, maker: TruthMaker, name: string): CircularReason['how'] | null {
  const { gave } = maker;
  if (gave === 'rulings') return bareName(maker.annotator) === bareName(name) ? 'ruling' : null;
  const how = judgedLikeness(panel, maker, name);
  return how !== null && gave === 'suggestions' ? 'suggestion' : how;
}

function judgedLikeness(
  panel: Panel,
  { annotator, kind }: TruthMaker,
  name: string,
): 'own' | 'family' | 'rule' | null {
  const entry = panel[annotator.replace(runNumber, '')];
  const isSame = bareName(annotator) === bareName(name);
  if (kind === 'rule') return isSame || entry?.file === name ? 'rule' : null;
  if (isSame) return 'own';
  if (kind === 'human') return null;
  const known = [familyOf(panel, annotator), entry?.model].filter((one) => one !== undefined);
  const given = new Set([bareName(name), bareName(familyOf(panel, name))]);
  return known.some((one) => given.has(bareName(one))) ? 'family' : null;
}

const runNumber = /#\d+$/;

/** The name of a model as it is compared: `openai/GPT-6-2026-01-31#2` is `gpt-6`. */
function bareName(name: string): string {
  const plain = name.normalize('NFKC').trim().toLowerCase().replace(runNumber, '');
  return plain.replace(/^.*\//, '').replace(/[-@](\d{4}-\d{2}-\d{2}|\d{8})$/, '');
}
