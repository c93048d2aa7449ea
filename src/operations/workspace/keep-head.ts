import { appendFile } from 'node:fs/promises';
import { headText } from '../../store/workspace/audit.ts';
import { auditHead } from '../../store/workspace/audit-verification.ts';
import { workspaceValue } from '../../store/workspace/workspace.ts';
import type { Workspace } from '../workspace.ts';

/** Where the end of the audit log is kept, outside the database. */
export interface HeadPlaces {
  /** A file that gets a line: time, number and hash. */
  readonly file?: string;
  /** An address that gets the same as JSON, by POST. */
  readonly webhook?: string;
}

const day = 24 * 3_600_000;
/** How long the other side may take, in milliseconds. */
const patience = 10_000;

/** Keeps the end of the audit log elsewhere, once a day in each place. */
export class HeadKeeper {
  readonly #workspace: Workspace;
  readonly #places: HeadPlaces;
  readonly #failed: (place: string, failure: unknown) => void;
  readonly #keptAt = new Map<string, number>();

  constructor(
    workspace: Workspace,
    places: HeadPlaces,
    failed: (place: string, failure: unknown) => void,
  ) {
    this.#workspace = workspace;
    this.#places = places;
    this.#failed = failed;
  }

  /** Keeps it where that was not done for a day. A place that fails is tried again next time. */
  async keep(): Promise<void> {
    const { file, webhook } = this.#places;
    if (file !== undefined) await this.#at(file, (head) => appendFile(file, headLine(head)));
    if (webhook !== undefined) await this.#at(webhook, (head) => send(webhook, head));
  }

  async #at(place: string, store: (head: KeptLine) => Promise<void>): Promise<void> {
    const now = this.#workspace.clock();
    const before = this.#keptAt.get(place);
    if (before !== undefined && now.getTime() - before < day) return;
    try {
      await store(await currentHead(this.#workspace, now));
      this.#keptAt.set(place, now.getTime());
    } catch (failure) {
      this.#failed(place, failure);
    }
  }
}

/** The end of the log at a time. */
interface KeptLine {
  readonly workspace: string;
  readonly at: string;
  readonly head: string;
  /** False when the log does not end where the workspace says. */
  readonly whole: boolean;
}

async function currentHead({ store }: Workspace, now: Date): Promise<KeptLine> {
  const { head, isWhole } = await auditHead(store);
  const workspace = (await store.read((db) => workspaceValue(db, 'id'))) ?? '';
  return { workspace, at: now.toISOString(), head: headText(head), whole: isWhole };
}

function headLine({ at, head }: KeptLine): string {
  return `${at} ${head}\n`;
}

async function send(address: string, head: KeptLine): Promise<void> {
  const reply = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(head),
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  });
  await reply.body?.cancel();
  if (!reply.ok) throw new Error(`the reply was ${reply.status}`);
}
