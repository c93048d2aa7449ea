import { fault, faultAbout } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import {
  contradictionFaults,
  overrideRuling,
  readOverrideFile,
  subjectFaults,
} from '../../formats/rulings/override-file.ts';
import type { OverrideEntry } from '../../formats/rulings/override-file.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import { answerCodes } from '../../truth/protocol/answer-codes.ts';
import { Applicability } from '../../truth/protocol/applicability.ts';
import { applyRulings, rulingContent } from '../../truth/verdicts/apply-rulings.ts';
import type { GivenRuling } from '../../truth/verdicts/apply-rulings.ts';
import { unitIn } from '../../truth/verdicts/subject-units.ts';
import type { TopicTruths } from '../../truth/verdicts/topic-truths.ts';
import { FaultList, readText } from '../text-file.ts';
import { corrected, statedFaults } from './check-ruling.ts';
import { rowContradictions } from './ruling-contradictions.ts';

/** A ruling from a file, with its place there. */
export interface PlacedRuling {
  readonly ruling: Ruling;
  readonly file: string;
  readonly line: number;
}

type RulingsByUnit = ReadonlyMap<string, readonly PlacedRuling[]>;

interface OverrideChecks {
  /** Rulings that come after the overrides. */
  readonly others?: RulingsByUnit;
  readonly found?: FaultList;
  /** Whether the topics know every unit there is. */
  readonly allUnits?: boolean;
}

/**
 * Reads override files and applies them to topics; of several files on a unit the first counts.
 * Unknown fields, impossible answers, empty reasons, duplicates, files that contradict each other
 * and subjects that a unit does not belong to are faults, and so are unknown units, where all are
 * known. A dataset drawn for one K lacks some, so there such entries stay unused, as do those on
 * units without a consensus that do not say enough. Entries whose `original` is outdated are
 * applied and reported as stale. Further rulings on a unit come after its override; the last one
 * counts. All faults are thrown together with those `found` before.
 */
export function applyOverrides(
  files: readonly string[],
  topics: readonly TopicTruths[],
  { others = new Map(), found = new FaultList(), allUnits = false }: OverrideChecks = {},
): readonly string[] {
  const notes: string[] = [];
  const checked = new Map(topics.map((truths) => [truths, new Map<string, CheckedOverride>()]));
  for (const file of files) readInto(file, checked, found, notes);
  for (const [truths, overrides] of checked)
    found.add(...overrideFaults(truths, overrides.values()));
  found.add(...rowContradictions([...others.values()].flat()));
  for (const truths of topics) {
    const own = [...others.values()].flat().filter(isOn(truths));
    found.add(...laterFaults(truths, laterRulings(truths, others)));
    if (!allUnits) continue;
    found.add(...unknownUnits(truths, checked.get(truths)!.values(), 'review_id'));
    found.add(...unknownUnits(truths, own, 'unit'));
  }
  found.throwIfAny();
  for (const [truths, overrides] of checked)
    applyRulings(truths, [
      ...[...overrides.values()].map((override) => overridden(truths, override)),
      ...laterRulings(truths, others).map(({ ruling }): GivenRuling => {
        const agreed = truths.baseAnswers(ruling.unit);
        const content = rulingContent(ruling, corrected(ruling.decision, agreed));
        return { ruling, original: null, content };
      }),
    ]);
  return notes;
}

/** An override without faults, and the ruling that it is. */
interface CheckedOverride extends PlacedRuling {
  readonly entry: OverrideEntry;
}

/** The faults of rulings on units that do not exist. */
function unknownUnits(
  { known }: TopicTruths,
  placed: Iterable<PlacedRuling>,
  field: string,
): readonly Fault[] {
  return [...placed].flatMap(({ ruling: { unit }, file, line }) =>
    unitIn(known.units, unit) < 0
      ? [fault('unknown-unit', { field, got: unit }, { file, line })]
      : [],
  );
}

function readInto(
  file: string,
  checked: ReadonlyMap<TopicTruths, Map<string, CheckedOverride>>,
  found: FaultList,
  notes: string[],
): void {
  const read = readOverrideFile(readText(file));
  if (!read.ok) found.addAll(read.faults, { file });
  const given = read.ok ? read.value : read.rest;
  for (const [id, listed] of given.topics) {
    const [truths, own] = [...checked].find(([one]) => one.topic.id === id) ?? [];
    if (truths === undefined || own === undefined) {
      const units = listed.length === 1 ? 'one unit' : `${listed.length} units`;
      if (listed.length > 0)
        notes.push(`${file} overrides ${units} of ${id}, which is not computed here.`);
      continue;
    }
    for (const entry of listed) {
      const result = overrideRuling(entry, truths.topic.task, truths.topic.schema);
      const line = given.lineOf(entry.path);
      if (!result.ok) found.addAll(result.faults, { file, line });
      found.addAll(subjectFaults(entry, subjectOf(truths, entry.unit)), { file, line });
      const earlier = own.get(entry.unit);
      if (earlier !== undefined && earlier.file !== file) {
        const at = { ...earlier, corrected: earlier.entry.corrected };
        found.addAll(contradictionFaults(entry, at), { file, line });
        notes.push(`${file}:${line} overrides ${entry.unit} again; ${earlier.file} counts.`);
      } else if (result.ok && earlier === undefined)
        own.set(entry.unit, { entry, ruling: result.ruling, file, line });
    }
  }
}

function subjectOf({ known }: TopicTruths, id: string): string | null {
  const unit = unitIn(known.units, id);
  return unit < 0 ? null : known.units.subjectOf(unit);
}

/** The faults of overrides over what the votes say, as in an import. */
function overrideFaults(
  truths: TopicTruths,
  overrides: Iterable<CheckedOverride>,
): readonly Fault[] {
  const compiled = compileTask(truths.topic.task);
  return [...overrides].flatMap((override) => {
    const { decision, unit } = overridden(truths, override).ruling;
    const agreed = truths.baseAnswers(unit);
    // Of a unit that nobody judged, an override that does not say enough stays unused.
    if (decision.kind === 'exclude' || Object.keys(agreed).length === 0) return [];
    const { wrong } = statedFaults(compiled, agreed, decision.answers, null);
    const { file, line } = override;
    return wrong.map((one) => ({ ...faultAbout(one, `${unit}:`), file, line }));
  });
}

/** The ruling of an override, without what the correction itself makes pointless. */
function overridden(truths: TopicTruths, { entry, ruling }: CheckedOverride): GivenRuling {
  const { unit, original, corrected: stated, reason } = entry;
  const content = { unit, original, corrected: stated, reason };
  if (ruling.decision.kind !== 'answers') return { ruling, original, content };
  const present = truths.baseAnswers(unit);
  const answers = withoutPointless(truths.topic.task, present, ruling.decision.answers);
  return { ruling: { ...ruling, decision: { kind: 'answers', answers } }, original, content };
}

/** The last ruling on each unit of a topic. */
function laterRulings({ topic }: TopicTruths, others: RulingsByUnit): readonly PlacedRuling[] {
  return [...others.values()].flatMap((list) => list.findLast(isOn({ topic })) ?? []);
}

function isOn({ topic }: Pick<TopicTruths, 'topic'>): (placed: PlacedRuling) => boolean {
  return ({ ruling }) => ruling.task === topic.task.id;
}

/** The faults of rulings over what the votes say, as in the workbench. */
function laterFaults(truths: TopicTruths, later: readonly PlacedRuling[]): readonly Fault[] {
  const compiled = compileTask(truths.topic.task);
  return later.flatMap(({ ruling: { unit, decision }, file, line }) => {
    if (decision.kind === 'exclude') return [];
    const { wrong } = statedFaults(compiled, truths.baseAnswers(unit), decision.answers, null);
    return wrong.map((one) => ({ ...faultAbout(one, `${unit}:`), file, line }));
  });
}

/** A correction without what it makes pointless: an irrelevant unit has no severity. */
export function withoutPointless(task: Task, present: Answers, stated: Answers): Answers {
  const applies: boolean[] = [];
  new Applicability(task).mark(answerCodes(task, { ...present, ...stated }), applies);
  const place = (name: string): number => task.questions.findIndex(({ id }) => id === name);
  const kept = Object.entries(stated).filter(([name]) => applies[place(name)] !== false);
  return Object.fromEntries(kept);
}
