import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CodedText } from '../../domain/coded-text.ts';
import { fault, faultAbout } from '../../domain/fault.ts';
import { wrongField } from '../../domain/field-fault.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import { personName } from '../../domain/people/person-name.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import {
  overrideRuling,
  readOverrideFile,
  subjectFaults,
} from '../../formats/rulings/override-file.ts';
import type { OverrideEntry } from '../../formats/rulings/override-file.ts';
import { readRuling } from '../../formats/judging/whole-judgment.ts';
import { taskSchemaOfTerms } from '../../formats/verdicts/term-hash.ts';
import { findUnits } from '../../store/units/units.ts';
import { claimHolds } from '../../truth/verdicts/apply-rulings.ts';
import { withoutPointless } from '../rulings/apply-overrides.ts';
import { agreedAnswers, checkRuling, correctedAnswers } from '../rulings/check-ruling.ts';
import { topicsOfTask } from '../models/import-cache.ts';
import { jsonRows } from './import-rows.ts';
import type { ImportFormat } from '../../domain/exchange/file-formats.ts';
import type { ImportRequest } from './import-request.ts';
import { wholeText } from '../line-pieces.ts';
import { namedTask, liveFold } from '../fold/live-fold.ts';
import { taskOf } from '../project-protocol.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import { FaultList } from '../text-file.ts';
import type { WorkContext } from '../work-context.ts';

/** Rulings that were read and checked. */
export interface StagedRulings {
  readonly task: string;
  readonly rulings: readonly PlacedRuling[];
  readonly warnings: readonly CodedText[];
}

/** A ruling of a file that was checked. */
interface PlacedRuling {
  readonly ruling: Ruling;
  readonly line: number | null;
  /** What the author of the ruling believed the judgments say; if unknown, what they do say. */
  readonly original: Answers | null;
  /** True for an entry of an override file, which says nothing about those before it. */
  readonly isOverride: boolean;
}

/** Reads rulings or an override file and checks them as the workbench does. Throws all faults. */
export async function stageRulings(
  context: WorkContext,
  request: ImportRequest,
  format: ImportFormat,
  project: ProjectProtocol,
): Promise<StagedRulings> {
  const name = namedTask(project, request.task);
  const place = { project: project.project, task: name };
  const found = new FaultList();
  const { fold, task } = await liveFold(context.store, place);
  const isOverrides = format === 'override-file';
  const given = isOverrides
    ? await overrides(request, project, name, found)
    : await rulingRows(request, name, found);
  const ids = given.map(({ ruling }) => ruling.unit);
  const known = await context.store.read((db) => findUnits(db, place, ids));
  const units = new Map(known.map((unit) => [unit.id, unit]));
  const warnings: CodedText[] = [];
  const placed = ({ ruling, line, claims, entry }: GivenRuling): readonly PlacedRuling[] => {
    const id = ruling.unit;
    const unit = units.get(id);
    const at = { file: request.name, ...(line === null ? {} : { line }) };
    if (unit === undefined) {
      found.add(fault('unknown-unit', { field: 'unit', got: id }, at));
      return [];
    }
    found.addAll(entry === null ? [] : subjectFaults(entry, unit.subject), at);
    const agreed = agreedAnswers(fold, id);
    const stated = ruling.decision;
    const decision =
      isOverrides && stated.kind === 'answers'
        ? { ...stated, answers: withoutPointless(task.task, agreed, stated.answers) }
        : stated;
    const checked = checkRuling(task.compiled, fold, id, unit.fields, decision);
    if (!checked.ok) {
      const faults = checked.faults.map((one) => faultAbout(one, `${id}:`));
      found.addAll(faults, at);
      return [];
    }
    const unanswered = oneOf(checked.stillOpen);
    if (checked.stillOpen.length > 0)
      warnings.push(codedText('ruling-leaves-open', { unit: id, questions: unanswered }));
    for (const [question, claimed] of Object.entries(claims ?? {})) {
      const now = agreed[question];
      const values = { unit: id, question, claimed: String(claimed) };
      if (!claimHolds(claimed, now))
        warnings.push(
          codedText('claim-differs', {
            ...values,
            agreed: String(now ?? '') || codedText('still-open'),
          }),
        );
    }
    const original = claims ?? correctedAnswers(fold, id, checked.decision);
    const isOverride = entry !== null;
    return [{ ruling: { ...ruling, decision: checked.decision }, line, original, isOverride }];
  };
  const rulings: PlacedRuling[] = [];
  for (const [row, one] of given.entries()) {
    rulings.push(...placed(one));
    if (row % rowsTogether === 0) await nextTurn();
  }
  found.throwIfAny();
  return { task: name, rulings, warnings };
}

/** How many rows are checked before others get a turn. */
const rowsTogether = 500;

interface GivenRuling extends Pick<PlacedRuling, 'ruling' | 'line'> {
  /** What the author believed the judgments say; null if the file does not say. */
  readonly claims: OverrideEntry['original'] | null;
  /** The entry of an override file; null for a ruling of another file. */
  readonly entry: OverrideEntry | null;
}

async function rulingRows(
  request: ImportRequest,
  task: string,
  found: FaultList,
): Promise<readonly GivenRuling[]> {
  const given: GivenRuling[] = [];
  for await (const piece of jsonRows(request, found)) {
    for (const { row, line } of piece) {
      const read = readRuling({ task, ...row });
      const place = { file: request.name, ...(line === null ? {} : { line }) };
      if (!read.ok) {
        found.addAll(read.faults, place);
        continue;
      }
      const ruling = { ...read.value, by: personName(read.value.by) };
      if (ruling.task === task) given.push({ ruling, line, claims: null, entry: null });
      else found.add(wrongField('task', JSON.stringify(ruling.task), JSON.stringify(task), place));
    }
  }
  return given;
}

async function overrides(
  request: ImportRequest,
  project: ProjectProtocol,
  name: string,
  found: FaultList,
): Promise<readonly GivenRuling[]> {
  const read = readOverrideFile(await wholeText(request.path, request.name));
  if (!read.ok) found.addAll(read.faults, { file: request.name });
  const { topics, lineOf } = read.ok ? read.value : read.rest;
  if (topics.size === 0 && !read.ok) return [];
  const known = topicsOfTask(project, taskOf(project, name)).map((one) => one.id);
  const ours = [...new Set([...known, name])];
  const topic = request.mapping?.topic ?? ours.find((one) => topics.has(one));
  const entries = topic === undefined ? undefined : topics.get(topic);
  if (topic === undefined && topics.size === 1) {
    const [got] = topics.keys();
    const place = { file: request.name, line: lineOf([got!]) };
    found.add(
      fault('unknown-reference', { field: 'topic', got: got!, expected: oneOf(ours) }, place),
    );
    return [];
  }
  if (entries === undefined) {
    const expected = codedText('topic-of-file', { topics: oneOf([...topics.keys()]) });
    const got = topic ?? codedText('not-given');
    found.add(wrongField('topic', got, expected, { file: request.name }));
    return [];
  }
  const { task } = taskOf(project, name);
  return entries.flatMap((entry): readonly GivenRuling[] => {
    const line = lineOf(entry.path);
    const checked = overrideRuling(entry, task, taskSchemaOfTerms(task));
    if (!checked.ok) {
      found.addAll(checked.faults, { file: request.name, line });
      return [];
    }
    const ruling = { ...checked.ruling, at: timeOf(checked.ruling.at) };
    return [{ ruling, line, claims: entry.original, entry }];
  });
}

/** Override files have days; the log has times. */
function timeOf(at: string | null): string | null {
  const time = at === null ? Number.NaN : Date.parse(at);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
