import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from '../../domain/fault.ts';
import { InputError, refuse } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { manifestName } from '../../release/manifest.ts';
import type { ReleaseChoice } from '../../release/record.ts';
import { recordHead } from '../../store/release/record-rows.ts';
import { authorise } from '../authorise.ts';
import { refuseWhileBlind } from '../judging/blindness.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import type { CutRelease, StatedObstacle } from './cut-release.ts';
import { knownReleases } from './known-release.ts';
import type { KnownRelease } from './known-release.ts';
import { checkRequest } from './release-folder.ts';
import { releaseOffThread } from './release-off-thread.ts';
import type { ReleaseCheck, ReleaseProgress } from './release-off-thread.ts';

/** Where a server keeps the releases of its workspace, and what it signs them with. */
export interface ReleasePlace {
  /** The address of the workspace, for a thread of its own. */
  readonly database: string;
  readonly folder: string;
  /** A file with a private Ed25519 key; null where nothing is signed. */
  readonly key: string | null;
}

/** Work on a release that is under way, or how the last ended. */
export interface ReleaseJob {
  readonly version: string;
  readonly kind: 'cut' | 'verify';
  readonly state: 'running' | 'done' | 'refused' | 'failed';
  readonly by: string;
  readonly at: string;
  readonly progress: ReleaseProgress | null;
  readonly obstacles: readonly StatedObstacle[];
  readonly faults: readonly Fault[];
}

/** A release of the workspace, and what is known of its folder. */
export interface ListedRelease extends KnownRelease {
  /** Whether its folder is here, with this manifest. */
  readonly here: boolean;
  readonly check: (ReleaseCheck & { readonly at: string }) | null;
}

/** What somebody chose in the workbench. */
export type ReleaseOrder = Omit<ReleaseChoice, 'seed'> & {
  readonly seed: number;
  readonly sign: boolean;
};

/** The releases of a workspace that a server cuts, keeps and checks: one at a time per project. */
export class WorkspaceReleases {
  readonly #place: ReleasePlace | null;
  readonly #jobs = new Map<string, ReleaseJob>();
  /** By the folders of releases. */
  readonly #checks = new Map<string, ReleaseCheck & { readonly at: string }>();
  readonly #obstacles = new Map<string, ObstaclesAt>();
  readonly #running = new Set<Promise<void>>();

  constructor(place: ReleasePlace | null) {
    this.#place = place;
  }

  /** The releases of a project, the latest first, with the work under way. */
  async list(
    context: WorkContext,
    project: string,
  ): Promise<{
    readonly items: readonly ListedRelease[];
    readonly job: ReleaseJob | null;
    readonly canSign: boolean;
    readonly canCut: boolean;
  }> {
    await mayLook(context, project);
    const known = await knownReleases(context, project);
    const items = known.map((one) => {
      const folder = this.#folderOf(project, one, known);
      const check = folder === null ? undefined : this.#checks.get(folder);
      return { ...one, here: folder !== null, check: check ?? null };
    });
    return {
      items: items.toReversed(),
      job: this.#jobs.get(project) ?? null,
      canSign: this.#place?.key != null,
      canCut: this.#place !== null,
    };
  }

  /** What blocks a release now; computed once per state of the record. */
  async obstacles(context: WorkContext, project: string): Promise<readonly StatedObstacle[]> {
    await mayLook(context, project);
    const head = await context.store.read((db) => recordHead(db));
    const known = this.#obstacles.get(project);
    if (known !== undefined && known.head === (head?.hash ?? '')) return await known.found;
    const { database } = this.#here();
    const actor = { ...context.actor, roleIn: () => 'lead' as const };
    const found = releaseOffThread(database, actor, { kind: 'obstacles', project });
    this.#obstacles.set(project, { head: head?.hash ?? '', found });
    found.catch(() => this.#obstacles.delete(project));
    return await found;
  }

  /** Begins to cut a release, and verifies it as soon as it is there. Leads. */
  async cut(context: WorkContext, project: string, order: ReleaseOrder): Promise<ReleaseJob> {
    authorise(context.actor, project, 'lead');
    await refuseWhileBlind(context, { project });
    const place = this.#here();
    const { sign, ...choice } = order;
    if (sign && place.key === null) refuse('no-release-key');
    const out = join(place.folder, project, order.version);
    const request = { ...choice, out, sign: sign ? place.key : null };
    if (existsSync(out)) refuse('release-exists', { version: order.version });
    checkRequest(request);
    return this.#begin(context, project, order.version, 'cut', async (progress) => {
      const act = { kind: 'cut', project, request } as const;
      const result = await releaseOffThread(place.database, context.actor, act, progress);
      if (result.cut) await this.#check(context, project, out, progress);
      return result;
    });
  }

  /** Begins to verify a release that is here. Leads and reviewers. */
  async verify(context: WorkContext, project: string, version: string): Promise<ReleaseJob> {
    const folder = await this.folder(context, project, version);
    return this.#begin(context, project, version, 'verify', async (progress) => {
      await this.#check(context, project, folder, progress);
      return null;
    });
  }

  /** The folder of a release that is here. Leads and reviewers. */
  async folder(context: WorkContext, project: string, version: string): Promise<string> {
    authorise(context.actor, project, 'lead', 'reviewer');
    await refuseWhileBlind(context, { project });
    const known = await knownReleases(context, project);
    const own = known.find((one) => one.version === version);
    const folder = own === undefined ? null : this.#folder(project, own);
    return folder ?? refuse('not-found', { what: codedText('release', { version }) });
  }

  /** Resolves when nothing is under way any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  #begin(
    context: WorkContext,
    project: string,
    version: string,
    kind: ReleaseJob['kind'],
    work: (progress: (progress: ReleaseProgress) => void) => Promise<CutRelease | null>,
  ): ReleaseJob {
    if (this.#jobs.get(project)?.state === 'running') refuse('release-under-way', { project });
    const nothing = { progress: null, obstacles: [], faults: [] };
    const begun = { version, kind, by: context.actor.login, at: timeOf(context), ...nothing };
    const tell = (more: Partial<ReleaseJob>): void => {
      this.#jobs.set(project, { ...begun, state: 'running', ...more });
    };
    tell({});
    const ended = work((progress) => tell({ progress })).then(
      (result) =>
        result?.cut === false
          ? tell({ state: 'refused', obstacles: result.obstacles })
          : tell({ state: 'done' }),
      (failure: unknown) =>
        tell({ state: 'failed', faults: failure instanceof InputError ? failure.faults : [] }),
    );
    this.#running.add(ended);
    void ended.then(() => this.#running.delete(ended));
    return this.#jobs.get(project)!;
  }

  async #check(
    context: WorkContext,
    project: string,
    folder: string,
    progress: (progress: ReleaseProgress) => void,
  ): Promise<void> {
    const act = { kind: 'verify', project, folder } as const;
    const check = await releaseOffThread(this.#here().database, context.actor, act, progress);
    this.#checks.set(folder, { ...check, at: timeOf(context) });
  }

  /** The folder of a release, if it is here: of several of one version, the one it belongs to. */
  #folderOf(project: string, release: KnownRelease, known: readonly KnownRelease[]): string | null {
    const folder = this.#folder(project, release);
    if (folder === null) return null;
    const same = known.filter((one) => one.version === release.version);
    const manifest = hash('sha256', readFileSync(join(folder, manifestName)));
    const own = same.find((one) => one.manifest === manifest) ?? same.at(-1);
    return own === release ? folder : null;
  }

  #folder(project: string, { version }: KnownRelease): string | null {
    if (this.#place === null) return null;
    const folder = join(this.#place.folder, project, version);
    return existsSync(join(folder, manifestName)) ? folder : null;
  }

  #here(): ReleasePlace {
    return this.#place ?? refuse('no-release-folder');
  }
}

interface ObstaclesAt {
  readonly head: string;
  readonly found: Promise<readonly StatedObstacle[]>;
}

/** What is open, and what a release says, depends on what others answered. */
async function mayLook(context: WorkContext, project: string): Promise<void> {
  authorise(context.actor, project, 'lead', 'adjudicator', 'reviewer');
  await refuseWhileBlind(context, { project });
}
