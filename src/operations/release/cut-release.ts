import { readFileSync } from 'node:fs';
import type { LeftStanding } from '../../domain/fold/account.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import { refuse } from '../../domain/fault.ts';
import { releasedTask } from '../../release/checklist-figures.ts';
import { prepareRelease } from '../../release/files.ts';
import { figures as figuresOf } from '../../release/figures.ts';
import type { Figures } from '../../release/figures.ts';
import { signatureNamespace } from '../../release/manifest.ts';
import { mayBeLeftOut, obstacles, obstacleText } from '../../release/obstacles.ts';
import type { Obstacle } from '../../release/obstacles.ts';
import { publishedRecord } from '../../release/published-record.ts';
import { foldRecord } from '../../release/record-fold.ts';
import type { RecordFold } from '../../release/record-fold.ts';
import type { ReleaseChoice, ReleaseRecord } from '../../release/record.ts';
import { authorise } from '../authorise.ts';
import { packageVersion } from '../package-files.ts';
import type { Progress } from '../text-file.ts';
import type { WorkContext } from '../work-context.ts';
import { readPrivateKey, signText } from '../workspace/ssh-signature.ts';
import { readRecord } from './read-record.ts';
import { bindRelease } from './release-entry.ts';
import { renderedFiles } from './rendered-files.ts';
import { checkRequest, writeRelease } from './release-folder.ts';
import type { BindRelease, WrittenRelease } from './release-folder.ts';
import { workspaceSecret } from './release-secret.ts';

/** What to release, and where to. */
export interface ReleaseRequest extends ReleaseChoice {
  readonly out: string;
  /** A file with a private Ed25519 key. */
  readonly sign: string | null;
  readonly reading?: Progress;
  readonly writing?: Progress;
}

/** A release that was cut, or what blocks it. */
export type CutRelease =
  | (Noted & { readonly cut: false; readonly obstacles: readonly StatedObstacle[] })
  | (Noted &
      WrittenRelease & {
        readonly cut: true;
        readonly folder: string;
        readonly figures: Figures;
        /** What was left out, by the reason that was given. */
        readonly leftOut: readonly StatedObstacle[];
      });

interface Noted {
  /** Warnings about the files that it was cut from. */
  readonly warnings: readonly CodedText[];
}

/** What blocks a release, and whether a reason is enough to leave it out. */
export interface StatedObstacle {
  readonly kind: Obstacle['kind'];
  /** The round or the task that it is about. */
  readonly round: string | null;
  readonly task: string | null;
  /** Units: why they have no truth, and how many. */
  readonly why: LeftStanding | null;
  readonly units: number;
  readonly text: CodedText;
  readonly mayBeLeftOut: boolean;
}

/** Cuts a release of a project from its workspace. Leads. */
export async function cutRelease(
  context: WorkContext,
  project: string,
  request: ReleaseRequest,
): Promise<CutRelease> {
  authorise(context.actor, project, 'lead');
  checkRequest(request);
  const secret = request.names ? '' : await workspaceSecret(context);
  const { replies, reading: progress } = request;
  // Not kept in a variable: the record as it was read is large, and only what is published is used.
  return await readRecord(context, project, { replies, progress }).then((record) => {
    // The log of a workspace is never empty: the project itself is an entry.
    const head = record.audit!;
    const bind: BindRelease = async ({ manifest, files, bytes }, tasks) =>
      await bindRelease(
        context,
        { project, version: request.version, manifest, head },
        { files, bytes, tasks },
      );
    return releaseRecord(record, secret, request, bind);
  });
}

/** What blocks a release of a project. For leads and reviewers. */
export async function releaseObstacles(
  context: WorkContext,
  project: string,
): Promise<readonly StatedObstacle[]> {
  authorise(context.actor, project, 'lead', 'reviewer');
  const fold = foldRecord(await readRecord(context, project), 1);
  return stated(fold);
}

/**
 * Cuts a release of a record, wherever it was read. Without a secret, names stay as they are;
 * without a log to bind it, nothing says that the record comes from one. The record itself is given
 * up before files are written, as far as the caller does not hold it.
 */
export function releaseRecord(
  record: ReleaseRecord,
  secret: string | null,
  request: ReleaseRequest,
  bind: BindRelease | null = null,
): Promise<CutRelease> {
  const { version, seed, allowOpen, names, withText, replies } = request;
  const choice: ReleaseChoice = { version, seed, allowOpen, names, withText, replies };
  const sign = request.sign === null ? null : signer(request.sign);
  return Promise.resolve(publishedRecord(record, choice, secret)).then((published) =>
    releasePublished(foldRecord(published, seed), choice, { ...request, sign, bind }),
  );
}

async function releasePublished(
  fold: RecordFold,
  choice: ReleaseChoice,
  request: Pick<ReleaseRequest, 'out' | 'allowOpen' | 'writing'> & {
    readonly sign: ((manifest: string) => string) | null;
    readonly bind: BindRelease | null;
  },
): Promise<CutRelease> {
  const { allowOpen, sign, bind } = request;
  const found = stated(fold);
  const blocking = found.filter((one) => allowOpen === null || !one.mayBeLeftOut);
  if (blocking.length > 0) return { cut: false, obstacles: found, warnings: [] };
  const figures = figuresOf(fold, choice);
  const source = { fold, figures, choice, program: packageVersion() };
  const rendered = await renderedFiles(source);
  const release = prepareRelease({ ...source, rendered });
  const tasks = figures.tasks.map(({ task, ...one }) => ({ task, ...releasedTask(one) }));
  const bound = bind && ((done: Parameters<BindRelease>[0]) => bind(done, tasks));
  const proofs = { sign, bind: bound };
  const written = await writeRelease(request.out, release, proofs, request.writing);
  return { cut: true, folder: request.out, figures, ...written, leftOut: found, warnings: [] };
}

function stated(fold: ReturnType<typeof foldRecord>): readonly StatedObstacle[] {
  return obstacles(fold).map((one) => ({
    kind: one.kind,
    round: 'round' in one ? one.round : null,
    task: 'task' in one ? one.task : null,
    why: one.kind === 'units' ? one.why : null,
    units: one.kind === 'units' ? one.units.length : 0,
    text: obstacleText(one),
    mayBeLeftOut: mayBeLeftOut(one),
  }));
}

function signer(file: string): (manifest: string) => string {
  const key = readPrivateKey(readKey(file), file);
  return (manifest) => signText(manifest, signatureNamespace, key);
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return refuse('file-not-found', { file });
  }
}
