import type { Fault } from '../domain/fault.ts';
import type { Answers } from '../domain/judgment.ts';
import type { Ruling } from '../domain/ruling.ts';
import type { Task } from '../domain/task.ts';
import { errorMessage } from '../domain/errors.ts';
import { claimHolds, overrideRuling, readOverrideFile } from '../formats/override-file.ts';
import type { OverrideEntry } from '../formats/override-file.ts';
import { answerCodes } from '../truth/answer-codes.ts';
import { Applicability } from '../truth/applicability.ts';
import { compileTask } from '../truth/faults.ts';
import { statedFaults } from './check-ruling.ts';
import type { OverrideRemark } from './evidence.ts';
import { FaultList, readText } from './text-file.ts';
import { baseAnswers, shortHash } from './topic-truths.ts';
import type { BaseUnit, TopicTruths } from './topic-truths.ts';
import type { UnitTable } from './unit-table.ts';

/** An override with its ruling; what is wrong with it was said before. */
interface CheckedOverride {
  readonly entry: OverrideEntry;
  readonly ruling: Ruling;
}

/** A ruling out of a file, with where it stands. */
export interface PlacedRuling {
  readonly ruling: Ruling;
  readonly file: string;
  readonly line: number;
}

/**
 * Reads override files and applies them to topics. Of several files the first has its way. Every entry is checked against what is asked: unknown
 * fields, values that cannot be answered, empty reasons and doubles are faults of the input. Entries on units that are not there, or not
 * judged, are left unused; entries whose `original` is no longer what the judgments say are applied, and called stale. Further rulings on
 * a unit come after its override; the last of them counts, and one that cannot stand over the votes is a fault.
 */
export function applyOverrides(files: readonly string[], topics: readonly TopicTruths[], units: UnitTable, others: ReadonlyMap<string, readonly PlacedRuling[]> = new Map()): readonly string[] {
  const found = new FaultList();
  const notes: string[] = [];
  const entries = new Map<string, Map<string, CheckedOverride>>(topics.map((truths) => [truths.topic.id, new Map()]));
  for (const file of files) readInto(file, topics, entries, found, notes);
  for (const truths of topics) found.add(...laterFaults(truths, units, others));
  found.throwIfAny();
  for (const truths of topics) rule(truths, [...entries.get(truths.topic.id)!.values()], units, others);
  return notes;
}

function readInto(file: string, topics: readonly TopicTruths[], entries: ReadonlyMap<string, Map<string, CheckedOverride>>, found: FaultList, notes: string[]): void {
  const read = readOverrideFile(readText(file));
  if (!read.ok) {
    found.add(...read.faults.map((one) => ({ ...one, file })));
    return;
  }
  for (const [id, listed] of read.value.topics) {
    const truths = topics.find((one) => one.topic.id === id);
    const own = entries.get(id);
    if (truths === undefined || own === undefined) {
      if (listed.length > 0) notes.push(`${file} overrides ${listed.length === 1 ? 'one unit' : `${listed.length} units`} of ${id}, which is not computed here.`);
      continue;
    }
    const { task, schema } = truths.topic;
    for (const entry of listed) {
      const checked = overrideRuling(entry, task, schema);
      if (!checked.ok) found.add(...checked.faults.map((one) => ({ ...one, file, line: read.value.lineOf(entry.path) })));
      else if (!own.has(entry.unit)) own.set(entry.unit, { entry, ruling: checked.ruling });
    }
  }
}

function rule(truths: TopicTruths, overrides: readonly CheckedOverride[], units: UnitTable, others: ReadonlyMap<string, readonly PlacedRuling[]>): void {
  const rulings = new Map<number, Ruling>();
  const unused: OverrideRemark[] = [];
  const stale: OverrideRemark[] = [];
  const content = new Map<string, object>();
  for (const { entry, ruling } of overrides) {
    const unit = units.ids.find(entry.unit);
    const base = unit < 0 || unit >= units.size ? null : truths.base(unit);
    content.set(entry.unit, { unit: entry.unit, original: entry.original, corrected: entry.corrected, reason: entry.reason });
    if (base === null || base.state === 'missing') {
      unused.push({ unit: entry.unit, why: base === null ? 'it is not among the units' : 'nobody has judged it' });
      continue;
    }
    stale.push(...staleClaims(truths, entry, base));
    rulings.set(unit, applicable(truths, ruling, base));
  }
  for (const { ruling } of laterRulings(truths, others)) {
    const unit = units.ids.find(ruling.unit);
    const isKnown = unit >= 0 && unit < units.size;
    content.set(ruling.unit, rulingContent(ruling, isKnown ? corrected(ruling, baseAnswers(truths.topic, truths.base(unit))) : {}));
    if (isKnown) rulings.set(unit, ruling);
    else unused.push({ unit: ruling.unit, why: 'it is not among the units' });
  }
  const applied = new Map([...rulings].map(([unit, ruling]) => [unit, [ruling]]));
  truths.rule(applied, { applied: applied.size, unused, stale }, rulingsHash(content));
}

/** The last ruling on each unit of a topic. */
function laterRulings({ topic }: TopicTruths, others: ReadonlyMap<string, readonly PlacedRuling[]>): readonly PlacedRuling[] {
  return [...others.values()].flatMap((list) => list.findLast(({ ruling }) => ruling.task === topic.task.id) ?? []);
}

/** What is wrong with rulings over what the votes say, as for one that is made in the workbench. */
function laterFaults(truths: TopicTruths, units: UnitTable, others: ReadonlyMap<string, readonly PlacedRuling[]>): readonly Fault[] {
  const later = laterRulings(truths, others);
  const compiled = compileTask(truths.topic.task);
  return later.flatMap(({ ruling, file, line }) => {
    const unit = units.ids.find(ruling.unit);
    const agreed = unit < 0 || unit >= units.size ? {} : baseAnswers(truths.topic, truths.base(unit));
    if (ruling.decision.kind === 'exclude') return [];
    return statedFaults(compiled, agreed, ruling.decision.answers, null).wrong.map((one) => ({ ...one, file, line, message: `${ruling.unit}: ${one.message}` }));
  });
}

/** What the votes say to the questions that a ruling answers. */
function corrected({ decision }: Ruling, agreed: Answers): Answers {
  return decision.kind === 'exclude' ? {} : Object.fromEntries(Object.entries(agreed).filter(([question]) => Object.hasOwn(decision.answers, question)));
}

/** What the hash of the rulings is over: for a ruling that states answers the same as for an entry of the override file. `original` is what it corrects. */
export function rulingContent({ unit, reason, decision }: Pick<Ruling, 'unit' | 'reason' | 'decision'>, original: Answers): object {
  return decision.kind === 'exclude' ? { unit, excluded: true, reason } : { unit, original, corrected: decision.answers, reason };
}

/** The hash over the rulings that count, by unit; null when there are none. */
export function rulingsHash(content: ReadonlyMap<string, object>): string | null {
  return content.size === 0 ? null : shortHash([...content].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one));
}

function staleClaims(truths: TopicTruths, entry: OverrideEntry, base: BaseUnit): readonly OverrideRemark[] {
  const present = baseAnswers(truths.topic, base);
  return Object.entries(entry.original).flatMap(([field, claimed]) =>
    claimHolds(claimed, present[field]) ? [] : [{ unit: entry.unit, why: errorMessage('stale-override', { unit: entry.unit, field, came: String(claimed), expected: String(present[field] ?? 'without an answer') }) }],
  );
}

/** Without what the correction itself makes pointless. */
function applicable(truths: TopicTruths, ruling: Ruling, base: BaseUnit): Ruling {
  if (ruling.decision.kind !== 'answers') return ruling;
  return { ...ruling, decision: { kind: 'answers', answers: withoutPointless(truths.topic.task, baseAnswers(truths.topic, base), ruling.decision.answers) } };
}

/** What a correction states, without what it makes pointless itself: a unit that is not relevant has no severity, whatever else is said of it. */
export function withoutPointless(task: Task, present: Answers, stated: Answers): Answers {
  const applies: boolean[] = [];
  new Applicability(task).mark(answerCodes(task, { ...present, ...stated }), applies);
  return Object.fromEntries(Object.entries(stated).filter(([field]) => applies[task.questions.findIndex((question) => question.id === field)] !== false));
}
