import { faultAbout } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { english } from '../../domain/english.ts';
import {
  claimHolds,
  overrideRuling,
  readOverrideFile,
} from '../../formats/rulings/override-file.ts';
import type { OverrideEntry } from '../../formats/rulings/override-file.ts';
import { answerCodes } from '../../truth/protocol/answer-codes.ts';
import { Applicability } from '../../truth/protocol/applicability.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import { statedFaults } from './check-ruling.ts';
import type { OverrideRemark } from '../verdicts/subject-truth.ts';
import { FaultList, readText } from '../text-file.ts';
import { baseAnswers, shortHash } from '../fold/topic-truths.ts';
import type { TopicTruths } from '../fold/topic-truths.ts';
import type { UnitTable } from '../units/unit-table.ts';

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

/** The truths of a topic, with its units. */
interface TopicOfUnits {
  readonly truths: TopicTruths;
  readonly units: UnitTable;
}

/**
 * Reads override files and applies them to topics. Of several files the first has its way. Every
 * entry is checked against what is asked: unknown
 * fields, values that cannot be answered, empty reasons and doubles are faults of the input.
 * Entries on units that are not there are left unused, and so are
 * those on units without a consensus that do not say enough by themselves; entries whose `original`
 * is no longer what the judgments say are applied, and called
 * stale. Further rulings on a unit come after its override; the last of them counts, and one that
 * cannot stand over the votes is a fault. All faults are thrown together,
 * with those that were `found` before.
 */
export function applyOverrides(
  files: readonly string[],
  topics: readonly TopicOfUnits[],
  others: ReadonlyMap<string, readonly PlacedRuling[]> = new Map(),
  found = new FaultList(),
): readonly string[] {
  const notes: string[] = [];
  const entries = new Map<string, Map<string, CheckedOverride>>(
    topics.map(({ truths }) => [truths.topic.id, new Map()]),
  );
  for (const file of files)
    readInto(
      file,
      topics.map(({ truths }) => truths),
      entries,
      found,
      notes,
    );
  for (const { truths, units } of topics) found.add(...laterFaults(truths, units, others));
  found.throwIfAny();
  for (const { truths, units } of topics)
    rule(truths, [...entries.get(truths.topic.id)!.values()], units, others);
  return notes;
}

function readInto(
  file: string,
  topics: readonly TopicTruths[],
  entries: ReadonlyMap<string, Map<string, CheckedOverride>>,
  found: FaultList,
  notes: string[],
): void {
  const read = readOverrideFile(readText(file));
  if (!read.ok) found.add(...read.faults.map((one) => ({ ...one, file })));
  const given = read.ok ? read.value : read.rest;
  for (const [id, listed] of given.topics) {
    const truths = topics.find((one) => one.topic.id === id);
    const own = entries.get(id);
    if (truths === undefined || own === undefined) {
      if (listed.length > 0)
        notes.push(
          `${file} overrides ${listed.length === 1 ? 'one unit' : `${listed.length} units`} of ${id}, which is not computed here.`,
        );
      continue;
    }
    const { task, schema } = truths.topic;
    for (const entry of listed) {
      const checked = overrideRuling(entry, task, schema);
      if (!checked.ok)
        found.add(
          ...checked.faults.map((one) => ({ ...one, file, line: given.lineOf(entry.path) })),
        );
      else if (!own.has(entry.unit)) own.set(entry.unit, { entry, ruling: checked.ruling });
    }
  }
}

function rule(
  truths: TopicTruths,
  overrides: readonly CheckedOverride[],
  units: UnitTable,
  others: ReadonlyMap<string, readonly PlacedRuling[]>,
): void {
  const rulings = new Map<number, GivenRuling>();
  const content = new Map<string, object>();
  const unknown = new Set<string>();
  const put = (ruling: Ruling, original: Answers | null): void => {
    const unit = units.ids.find(ruling.unit);
    if (unit >= 0 && unit < units.size) rulings.set(unit, { ruling, original });
    else unknown.add(ruling.unit);
  };
  for (const { entry, ruling } of overrides) {
    content.set(entry.unit, {
      unit: entry.unit,
      original: entry.original,
      corrected: entry.corrected,
      reason: entry.reason,
    });
    put(applicable(truths, ruling, units), entry.original);
  }
  for (const { ruling } of laterRulings(truths, others)) {
    content.set(
      ruling.unit,
      rulingContent(ruling, corrected(ruling, presentAnswers(truths, ruling.unit, units))),
    );
    put(ruling, null);
  }
  applyRulings(truths, rulings, [...unknown], rulingsHash(content));
}

/** A ruling with what it corrects, as far as that is known. */
export interface GivenRuling {
  readonly ruling: Ruling;
  readonly original: Answers | null;
}

/**
 * Puts rulings over the judgments, by the number of the unit, and counts what became of them. One
 * on a unit that nobody has judged counts if it says enough by itself; one that
 * corrects what the judgments no longer say is called stale, and counts all the same.
 */
export function applyRulings(
  truths: TopicTruths,
  rulings: ReadonlyMap<number, GivenRuling>,
  unknown: readonly string[],
  hash: string | null,
): void {
  const unused: OverrideRemark[] = unknown.map((unit) => ({
    unit,
    why: 'it is not among the units',
  }));
  const stale: OverrideRemark[] = [];
  const applied = new Map<number, readonly Ruling[]>();
  for (const [unit, { ruling, original }] of rulings) {
    const why = truths.whyUnused(unit, ruling);
    if (why === null) applied.set(unit, [ruling]);
    else unused.push({ unit: ruling.unit, why });
    if (why === null) stale.push(...staleClaims(truths, unit, ruling.unit, original ?? {}));
  }
  truths.rule(applied, { applied: applied.size, unused, stale }, hash);
}

/** What the judgments say of a unit; nothing of one that is not there. */
function presentAnswers(truths: TopicTruths, id: string, units: UnitTable): Answers {
  const unit = units.ids.find(id);
  return unit < 0 || unit >= units.size ? {} : baseAnswers(truths.topic, truths.base(unit));
}

/** The last ruling on each unit of a topic. */
function laterRulings(
  { topic }: TopicTruths,
  others: ReadonlyMap<string, readonly PlacedRuling[]>,
): readonly PlacedRuling[] {
  return [...others.values()].flatMap(
    (list) => list.findLast(({ ruling }) => ruling.task === topic.task.id) ?? [],
  );
}

/** What is wrong with rulings over what the votes say, as for one that is made in the workbench. */
function laterFaults(
  truths: TopicTruths,
  units: UnitTable,
  others: ReadonlyMap<string, readonly PlacedRuling[]>,
): readonly Fault[] {
  const later = laterRulings(truths, others);
  const compiled = compileTask(truths.topic.task);
  return later.flatMap(({ ruling, file, line }) => {
    if (ruling.decision.kind === 'exclude') return [];
    return statedFaults(
      compiled,
      presentAnswers(truths, ruling.unit, units),
      ruling.decision.answers,
      null,
    ).wrong.map((one) => ({ ...faultAbout(one, `${ruling.unit}:`), file, line }));
  });
}

/** What the votes say to the questions that a ruling answers. */
function corrected({ decision }: Ruling, agreed: Answers): Answers {
  return decision.kind === 'exclude'
    ? {}
    : Object.fromEntries(
        Object.entries(agreed).filter(([question]) => Object.hasOwn(decision.answers, question)),
      );
}

/**
 * What the hash of the rulings is over: for a ruling that states answers the same as for an entry
 * of the override file. `original` is what it corrects.
 */
export function rulingContent(
  { unit, reason, decision }: Pick<Ruling, 'unit' | 'reason' | 'decision'>,
  original: Answers,
): object {
  return decision.kind === 'exclude'
    ? { unit, excluded: true, reason }
    : { unit, original, corrected: decision.answers, reason };
}

/** The hash over the rulings that count, by unit; null when there are none. */
export function rulingsHash(content: ReadonlyMap<string, object>): string | null {
  return content.size === 0
    ? null
    : shortHash([...content].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one));
}

/**
 * What a correction says that the judgments said, and they do not. While some are still to come
 * there is nothing to hold it against.
 */
function staleClaims(
  truths: TopicTruths,
  unit: number,
  id: string,
  original: Answers,
): readonly OverrideRemark[] {
  const base = truths.base(unit);
  if (base.state === 'missing' && truths.isJudged(unit)) return [];
  const present = baseAnswers(truths.topic, base);
  return Object.entries(original).flatMap(([field, claimed]) =>
    claimHolds(claimed, present[field])
      ? []
      : [
          {
            unit: id,
            why: english('stale-override', {
              unit: id,
              field,
              got: String(claimed),
              expected: String(present[field] ?? 'without an answer'),
            }),
          },
        ],
  );
}

/** Without what the correction itself makes pointless. */
function applicable(truths: TopicTruths, ruling: Ruling, units: UnitTable): Ruling {
  if (ruling.decision.kind !== 'answers') return ruling;
  return {
    ...ruling,
    decision: {
      kind: 'answers',
      answers: withoutPointless(
        truths.topic.task,
        presentAnswers(truths, ruling.unit, units),
        ruling.decision.answers,
      ),
    },
  };
}

/**
 * What a correction states, without what it makes pointless itself: a unit that is not relevant has
 * no severity, whatever else is said of it.
 */
export function withoutPointless(task: Task, present: Answers, stated: Answers): Answers {
  const applies: boolean[] = [];
  new Applicability(task).mark(answerCodes(task, { ...present, ...stated }), applies);
  return Object.fromEntries(
    Object.entries(stated).filter(
      ([field]) => applies[task.questions.findIndex((question) => question.id === field)] !== false,
    ),
  );
}
