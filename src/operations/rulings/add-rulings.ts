import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { fault } from '../../domain/fault.ts';
import { wrongField } from '../../domain/field-fault.ts';
import { personName } from '../../domain/people/person-name.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { unnamedAuthor } from '../../formats/rulings/override-file.ts';
import { judgedBefore } from '../../store/exchange/import-checks.ts';
import { recordEnd } from '../../store/fold/judgment-log.ts';
import type { RecordEnd } from '../../store/fold/judgment-log.ts';
import { lockLogs } from '../../store/log-lock.ts';
import { toJudgeOf } from '../../store/rounds/open-units.ts';
import { insertRuling, knownRulings, listRulings } from '../../store/rulings/rulings.ts';
import type { NewRuling } from '../../store/rulings/rulings.ts';
import { ownRulings } from './own-rulings.ts';
import { contradictions, rowContradictions } from './ruling-contradictions.ts';
import { FaultList } from '../text-file.ts';
import type { WorkContext } from '../work-context.ts';
import type { Database, WriteTransaction } from '../workspace.ts';
import { namesWithRole } from '../workspace/known-actor.ts';
import type { StagedRulings } from '../exchange/import-rulings.ts';

/** How many rulings were added, or already existed. */
export interface AddedRulings {
  readonly inserted: number;
  readonly unchanged: number;
}

/** Adds rulings in the open write. Ruling on an own judgment is refused unless a lead allows it. */
export async function addRulings(
  context: WorkContext,
  tx: WriteTransaction,
  project: string,
  staged: StagedRulings,
  at: string,
): Promise<AddedRulings> {
  await lockLogs(tx);
  const { added } = await planRulings(context, tx, project, staged, at);
  for (const ruling of added) await insertRuling(tx, ruling);
  return { inserted: added.length, unchanged: staged.rulings.length - added.length };
}

/** What adding the rulings now would do; refuses what adding them would refuse. */
export async function checkRulings(
  context: WorkContext,
  db: Database,
  project: string,
  staged: StagedRulings,
  at: string,
): Promise<AddedRulings> {
  const { added } = await planRulings(context, db, project, staged, at);
  return { inserted: added.length, unchanged: staged.rulings.length - added.length };
}

/** Rulings to be added, and what that rests on. */
export interface PlannedRulings {
  /** Those that are not there yet. */
  readonly added: readonly NewRuling[];
  /** The names of those who answer for them. */
  readonly authors: readonly string[];
  /** The ends of the logs then. */
  readonly upTo: RecordEnd;
  /** Whether people might rule on their own judgments. */
  readonly ownAllowed: boolean;
}

/**
 * The new rulings of a file as they will be stored. Those that are new must be by somebody who may
 * rule, and did not judge the unit or still has to. Overrides that do not say by whom they are stay
 * so, as in a folder: the person who imports them answers for them, in the import log.
 */
export async function planRulings(
  context: WorkContext,
  db: Database,
  project: string,
  staged: StagedRulings,
  at: string,
): Promise<PlannedRulings> {
  const upTo = await recordEnd(db);
  const found = new FaultList();
  const { task } = staged;
  const units = [...new Set(staged.rulings.map(({ ruling }) => ruling.unit))];
  const before = await judgedBefore(db, { project, task, units });
  const toJudge = await toJudgeOf(db, { project, task, units });
  const allowance = await ownRulings(db, project);
  const rulers = await namesWithRole(db, project, 'lead', 'adjudicator');
  const keys = staged.rulings.map(({ ruling: { unit, by, decision, reason, at: when } }) => {
    const key = hash('sha256', canonicalJson([task, unit, by, decision, reason, when]));
    return `import:${key.slice(0, 40)}`;
  });
  const known = await knownRulings(db, { project, keys });
  const earlier = await listRulings(db, { project, task });
  const last = new Map(earlier.map((ruling) => [ruling.unit, ruling]));
  const added = new Map<string, NewRuling>();
  const authors = new Set<string>();
  for (const [row, { ruling, line, original, isOverride }] of staged.rulings.entries()) {
    const { unit } = ruling;
    const by = ruling.by === unnamedAuthor ? context.actor.login : personName(ruling.by);
    const own = before.get(unit)?.has(by) === true;
    const place = line === null ? {} : { line };
    if (known.has(keys[row]!)) continue;
    const inForce = last.get(unit);
    if (!rulers.has(by))
      found.add(wrongField('by', by, codedText('may-rule', { names: oneOf([...rulers]) }), place));
    else if (own && !allowance.allowed) found.add(fault('own-ruling', { by, unit }, place));
    else if (toJudge.get(unit)?.has(by) === true)
      found.add(fault('rules-unjudged', { by, unit }, place));
    if (inForce !== undefined && isOverride) {
      const faults = contradictions(ruling, inForce, (value) =>
        codedText('as-ruled', { value, by: inForce.by, at: inForce.at }),
      );
      found.addAll(faults, place);
    }
    authors.add(by);
    // A row that stands twice in the file is one ruling.
    if (added.has(keys[row]!)) continue;
    added.set(keys[row]!, {
      ...ruling,
      by: ruling.by === unnamedAuthor ? unnamedAuthor : by,
      id: context.newId(),
      project,
      at: ruling.at === null ? at : new Date(ruling.at).toISOString(),
      ownJudgment: own,
      edgeCase: false,
      guidelineProposal: null,
      idempotencyKey: keys[row]!,
      original,
    });
    if (row % rowsTogether === 0) await nextTurn();
  }
  found.addAll(rowContradictions(staged.rulings.filter((_, row) => !known.has(keys[row]!))));
  found.throwIfAny();
  const ownAllowed = allowance.allowed;
  return { added: [...added.values()], authors: [...authors], upTo, ownAllowed };
}

/** How many rows are checked before others get a turn. */
const rowsTogether = 500;
