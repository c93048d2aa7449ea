import { toColumns } from '../columns.ts';
import type { Row } from '../columns.ts';
import type { Database, WriteTransaction } from '../tables.ts';

/** Somebody's decision to go on although a gate did not pass, or to take such a decision back. */
type WaiverRow = Omit<Row<'waiver'>, 'seq'>;

type OptionalColumn = 'annotator' | 'withdraws';
type NewWaiver = Omit<WaiverRow, OptionalColumn> & Partial<Pick<WaiverRow, OptionalColumn>>;

/** Somebody's decision to go on although a gate did not pass, with what became of it. */
export interface Waiver extends Omit<WaiverRow, 'withdraws'> {
  /** Who took it back, when and why; the gate then blocks again. */
  readonly withdrawn: Withdrawal | null;
}

/** Who took a waiver back, when and why. */
type Withdrawal = Pick<WaiverRow, 'by' | 'reason' | 'at'>;

/** Adds a waiver, or the withdrawal of one. */
export async function insertWaiver(tx: WriteTransaction, row: NewWaiver): Promise<void> {
  await tx.insertInto('waiver').values(toColumns('waiver', row)).execute();
}

/** The waivers of a project, or of one run, oldest first, also those that were withdrawn. */
export async function listWaivers(
  db: Database,
  filter: { readonly project: string; readonly run?: string },
): Promise<readonly Waiver[]> {
  const query = db.selectFrom('waiver').selectAll().where('project', '=', filter.project);
  const ofRun = filter.run === undefined ? query : query.where('run', '=', filter.run);
  const rows = await ofRun.orderBy('seq').execute();
  const withdrawals = new Map(rows.map((row) => [row.withdraws, row]));
  return rows
    .filter((row) => row.withdraws === null)
    .map(({ seq: _, withdraws: __, ...row }): Waiver => {
      const taken = withdrawals.get(row.id);
      const withdrawn =
        taken === undefined ? null : { by: taken.by, reason: taken.reason, at: taken.at };
      return { ...row, ...gateAndAnnotator(row), withdrawn };
    });
}

/** Earlier releases wrote the annotator behind the gate, in which no ` for ` appears. */
function gateAndAnnotator({
  gate,
  annotator,
}: Pick<WaiverRow, 'gate' | 'annotator'>): Pick<WaiverRow, 'gate' | 'annotator'> {
  const at = gate.indexOf(' for ');
  if (annotator !== null || at < 0) return { gate, annotator };
  return { gate: gate.slice(0, at), annotator: gate.slice(at + ' for '.length) };
}
