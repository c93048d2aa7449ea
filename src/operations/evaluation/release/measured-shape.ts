import { InputError, refuse } from '../../../domain/fault.ts';
import { wrongField } from '../../../domain/field-fault.ts';
import { codedText, oneOf } from '../../../domain/text-values.ts';
import type { Policy } from '../../../domain/verdicts/policy.ts';
import { idSeparator } from '../../../domain/units/unit.ts';
import { measuredTruth } from '../../../release/measured/measured-truth.ts';
import type { MeasuredTruth } from '../../../release/measured/measured-truth.ts';
import { measuredVerdicts, policiesOf } from '../../../release/measured/measured-verdicts.ts';
import type { RecordFold } from '../../../release/record-fold.ts';
import type { Side } from '../../../truth/release/split.ts';
import { releasedTask } from '../judge-release.ts';
import type { UnitsOf } from '../read-classes.ts';
import { columnNamed, idIn } from '../read-table.ts';
import { truthTable } from './truth-table.ts';
import type { TruthShape, TruthTable } from './truth-table.ts';

/** What of a release is measured: answers about units, or verdicts about subjects. */
export type MeasuredShape =
  | TruthShape
  | { readonly as: 'verdicts'; readonly policy: string | null };

/** How predictions of verdicts are read. */
export interface VerdictTruth {
  readonly policy: string;
  readonly ks: readonly number[];
  readonly unitsOf: UnitsOf;
  /** Subjects of which too little is known for a verdict. */
  readonly without: number;
}

/** The truth that is measured against: the units behind it, and its rows. */
interface Shaped {
  readonly measured: MeasuredTruth;
  readonly table: TruthTable;
  readonly verdicts: VerdictTruth | null;
}

/** The truth of a release in the shape that is asked for. */
export function measuredShape(
  fold: RecordFold,
  task: string | null,
  side: Side | null,
  shape: MeasuredShape,
): Shaped {
  if (shape.as === 'verdicts') return verdictShape(fold, namedPolicy(fold, shape.policy), side);
  const measured = measuredTruth(fold, releasedTask(fold, task ?? undefined), side);
  if (measured === null)
    return refuse('usage', { reason: 'The release has no split. Leave out --split.' });
  return { measured, table: truthTable(measured, shape), verdicts: null };
}

function namedPolicy(fold: RecordFold, name: string | null): Policy {
  const policies = policiesOf(fold);
  if (policies.length === 0)
    return refuse('usage', { reason: 'The release has no policies, and so no verdicts.' });
  const found =
    name === null && policies.length === 1
      ? policies[0]
      : policies.find(({ policy }) => policy === name);
  if (found !== undefined) return found;
  const names = policies.map(({ policy }) => policy);
  if (name === null)
    return refuse('usage', { reason: `Pass --verdicts with ${names.join(', ')}.` });
  const expected = codedText('one-of', { list: oneOf(names) });
  throw new InputError([wrongField('--verdicts', name, expected)]);
}

/** Verdicts as rows with one class, an id for each subject and K. */
function verdictShape(fold: RecordFold, policy: Policy, side: Side | null): Shaped {
  const found = measuredVerdicts(fold, policy, side);
  if (found === null)
    return refuse('usage', {
      reason:
        'A verdict rests on all units of its subject, and this release has no split that keeps ' +
        'subjects together. Leave out --split.',
    });
  const { measured, verdicts, withoutVerdict, ks } = found;
  const rows = verdicts.map(({ subject, k, verdict }) => ({
    id: verdictUnit(subject, k),
    subject,
    k,
    verdict,
  }));
  if (rows.length === 0)
    refuse('usage', { reason: 'No subject of this split has a verdict to measure against.' });
  const own = measured.task.task.task.unit.subject;
  const subjects = ['subject', ...(own === null ? [] : [own]), 'id'];
  return {
    measured,
    table: {
      rows,
      votes: null,
      queries: null,
      order: policy.verdicts,
      classes: policy.verdicts,
      level: null,
    },
    verdicts: {
      policy: policy.policy,
      ks,
      without: withoutVerdict,
      unitsOf: (row) => {
        if (idIn(row['policy']) !== null && idIn(row['policy']) !== policy.policy) return [];
        const column = columnNamed(row, subjects);
        const subject = column === null ? null : idIn(row[column]);
        if (subject === null) return null;
        const k = idIn(row['k'] ?? row['K']);
        return k === null ? ks.map((one) => verdictUnit(subject, one)) : [verdictUnit(subject, k)];
      },
    },
  };
}

function verdictUnit(subject: string, k: number | string): string {
  return `${subject}${idSeparator}${k}`;
}
