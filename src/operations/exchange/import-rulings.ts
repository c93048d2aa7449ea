import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CodedText } from '../../domain/coded-text.ts';
import { fault, faultAbout } from '../../domain/fault.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import { subjectFaults } from '../../formats/rulings/override-file.ts';
import { findUnits } from '../../store/units/units.ts';
import { claimHolds } from '../../truth/verdicts/apply-rulings.ts';
import { withoutPointless } from '../rulings/apply-overrides.ts';
import { agreedAnswers, checkRuling, correctedAnswers } from '../rulings/check-ruling.ts';
import type { ImportFormat } from '../../domain/exchange/file-formats.ts';
import { keptLimit } from './import-checks.ts';
import type { ImportRequest } from './import-request.ts';
import { readRulingsApart } from './read-apart.ts';
import { readRulings } from './read-rulings.ts';
import type { GivenRuling } from './read-rulings.ts';
import { namedTask, liveFold } from '../fold/live-fold.ts';
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
  const given: GivenRuling[] = [];
  const keep = keptLimit(request);
  const accept = (one: GivenRuling): void => {
    keep(one);
    given.push(one);
  };
  await (request.apart === true
    ? readRulingsApart(request, format, { content: project.content, task: name }, accept, found)
    : readRulings(request, format, project, name, accept, found));
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
