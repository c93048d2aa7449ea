import type { Answers } from '../domain/judgment.ts';
import type { Ruling } from '../domain/ruling.ts';
import type { Task } from '../domain/task.ts';
import { errorMessage } from '../domain/errors.ts';
import { claimHolds, overrideRuling, readOverrideFile } from '../formats/override-file.ts';
import type { OverrideEntry } from '../formats/override-file.ts';
import { answerCodes } from '../truth/answer-codes.ts';
import { Applicability } from '../truth/applicability.ts';
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

/**
 * Reads override files and applies them to topics. Of several files the first has its way. Every entry is checked against what is asked: unknown
 * fields, values that cannot be answered, empty reasons and doubles are faults of the input. Entries on units that are not there, or not
 * judged, are left unused; entries whose `original` is no longer what the judgments say are applied, and called stale. Further rulings on
 * a unit come after its override.
 */
export function applyOverrides(files: readonly string[], topics: readonly TopicTruths[], units: UnitTable, others: ReadonlyMap<string, readonly Ruling[]> = new Map()): readonly string[] {
  const found = new FaultList();
  const notes: string[] = [];
  const entries = new Map<string, Map<string, CheckedOverride>>(topics.map((truths) => [truths.topic.id, new Map()]));
  for (const file of files) readInto(file, topics, entries, found, notes);
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

function rule(truths: TopicTruths, overrides: readonly CheckedOverride[], units: UnitTable, others: ReadonlyMap<string, readonly Ruling[]>): void {
  const rulings = new Map<number, Ruling[]>();
  const unused: OverrideRemark[] = [];
  const stale: OverrideRemark[] = [];
  let applied = 0;
  for (const { entry, ruling } of overrides) {
    const unit = units.ids.find(entry.unit);
    const base = unit < 0 || unit >= units.size ? null : truths.base(unit);
    if (base === null || base.state === 'missing') {
      unused.push({ unit: entry.unit, why: base === null ? 'it is not among the units' : 'nobody has judged it' });
      continue;
    }
    applied += 1;
    stale.push(...staleClaims(truths, entry, base));
    rulings.set(unit, [applicable(truths, ruling, base)]);
  }
  for (const [id, list] of others) {
    const own = list.filter((ruling) => ruling.task === truths.topic.task.id);
    const unit = units.ids.find(id);
    if (own.length === 0) continue;
    if (unit < 0 || unit >= units.size) unused.push({ unit: id, why: 'it is not among the units' });
    else {
      applied += 1;
      rulings.set(unit, [...(rulings.get(unit) ?? []), ...own]);
    }
  }
  const content = [...overrides.map(({ entry: { unit, original, corrected, reason } }) => ({ unit, original, corrected, reason })), ...[...others.values()].flat().filter((ruling) => ruling.task === truths.topic.task.id)];
  const sorted = content.toSorted((a, b) => (a.unit < b.unit ? -1 : a.unit > b.unit ? 1 : 0));
  truths.rule(rulings, { applied, unused, stale }, sorted.length === 0 ? null : shortHash(sorted));
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
