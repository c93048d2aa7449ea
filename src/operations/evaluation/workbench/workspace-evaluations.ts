import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InputError, refuse } from '../../../domain/fault.ts';
import type { Fault } from '../../../domain/fault.ts';
import { codedText } from '../../../domain/text-values.ts';
import type { LoggedLook } from '../../../release/looks.ts';
import { recordFolder } from '../../../release/record-files.ts';
import { audit } from '../../audit.ts';
import type { WorkspaceReleases } from '../../release/workspace-releases.ts';
import { timeOf } from '../../work-context.ts';
import type { WorkContext } from '../../work-context.ts';
import { whileWanted } from '../../workspace/kept-process.ts';
import type { EvaluationRequest } from '../release/evaluate-release.ts';
import { knownLooks } from '../release/known-looks.ts';
import type { ReleaseName } from '../release/known-looks.ts';
import type { ReleaseChoices } from '../release/release-choices.ts';
import { choicesApart, evaluateApart } from './evaluate-apart.ts';
import type { NamedFile } from './evaluate-apart.ts';
import { keptEvaluations, keptPage } from './kept-evaluations.ts';
import type { KeptEvaluation } from './kept-evaluations.ts';

/** What somebody chose in the workbench; the files are the systems', then the training data. */
export interface EvaluationOrder extends Pick<
  EvaluationRequest,
  'task' | 'side' | 'systems' | 'madeBy' | 'override' | 'predicted' | 'slice' | 'overVotes'
> {
  readonly predictions: readonly NamedFile[];
  readonly training: NamedFile | null;
}

/** The looks at a release; `broken` says why they cannot be trusted. */
export interface LedgerState {
  readonly looks: readonly LoggedLook[];
  readonly broken: Fault | null;
}

/**
 * Evaluations against the releases that a server has. Leads and reviewers may look, and nobody who
 * judges in an open round; every look at a test split is in the ledger and in the audit log.
 */
export class WorkspaceEvaluations {
  readonly #releases: WorkspaceReleases;
  readonly #running = new Map<string, Promise<unknown>>();
  /** By the folders of releases, which never change. */
  readonly #choices = new Map<string, Promise<ReleaseChoices>>();

  constructor(releases: WorkspaceReleases) {
    this.#releases = releases;
  }

  /** What of a release systems can be measured against. */
  async choices(context: WorkContext, name: ReleaseName): Promise<ReleaseChoices> {
    const release = await this.#recorded(context, name);
    const known = this.#choices.get(release) ?? choicesApart(release, titleOf(name));
    this.#choices.set(release, known);
    known.catch(() => this.#choices.delete(release));
    return await known;
  }

  /** The evaluations that are kept, the latest first, and the ledger of looks. */
  async list(
    context: WorkContext,
    name: ReleaseName,
  ): Promise<LedgerState & { readonly items: readonly KeptEvaluation[] }> {
    const release = await this.#releases.folder(context, name.project, name.version);
    return { ...(await ledgerState(context, name, release)), items: keptEvaluations(release) };
  }

  /** Measures systems; the result is kept, and the look recorded, before this returns. */
  async evaluate(
    context: WorkContext,
    name: ReleaseName,
    order: EvaluationOrder,
  ): Promise<KeptEvaluation> {
    const { project } = name;
    const release = await this.#recorded(context, name);
    const { broken } = await ledgerState(context, name, release);
    if (broken !== null) throw new InputError([broken]);
    if (this.#running.has(project)) refuse('evaluation-under-way', { project });
    const { predictions, training, ...choice } = order;
    const request: EvaluationRequest = {
      ...choice,
      release,
      files: predictions.map(({ path }) => path),
      training: training?.path ?? null,
      title: titleOf(name),
      by: context.actor.login,
      at: timeOf(context),
    };
    const named = training === null ? predictions : [...predictions, training];
    const id = context.newId();
    // A look that is begun is finished and kept, though who asked for it may be gone.
    const work = whileWanted(null, () => evaluateApart(id, request, named));
    this.#running.set(project, work);
    try {
      const kept = await work;
      await noteLook(context, name, kept);
      return kept;
    } finally {
      this.#running.delete(project);
    }
  }

  /** The file of a page that is kept. */
  async page(context: WorkContext, name: ReleaseName & { readonly id: string }): Promise<string> {
    const { project, version, id } = name;
    const release = await this.#releases.folder(context, project, version);
    const page = keptPage(release, id);
    return page ?? refuse('not-found', { what: codedText('evaluation', { id }) });
  }

  /** The folder of a release that can be measured against; without its record, none can. */
  async #recorded(context: WorkContext, name: ReleaseName): Promise<string> {
    const release = await this.#releases.folder(context, name.project, name.version);
    if (!existsSync(join(release, recordFolder)))
      refuse('not-a-release', {
        folder: titleOf(name),
        reason: codedText('lacks-file', { file: `${recordFolder}/` }),
      });
    return release;
  }

  /** Resolves when nothing is under way any more. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#running.values(), ...this.#choices.values()]);
  }
}

/** What a release is called. */
function titleOf({ project, version }: ReleaseName): string {
  return `${project} ${version}`;
}

/** The audit log has every look made here, so that the end of a ledger cannot go missing. */
async function noteLook(
  context: WorkContext,
  { project, version }: ReleaseName,
  { id, looks, override, task, split }: KeptEvaluation,
): Promise<void> {
  if (looks === null) return;
  const detail = { id, task, split, look: looks.head, overridden: override !== null };
  const act = { project, object: `release/${version}`, detail };
  await context.store.write(async (tx) =>
    audit(tx, context.actor, timeOf(context), 'evaluate', act),
  );
}

async function ledgerState(
  context: WorkContext,
  name: ReleaseName,
  release: string,
): Promise<LedgerState> {
  try {
    const looks = await knownLooks(context, name, release);
    return { looks, broken: null };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { looks: [], broken: error.faults[0]! };
  }
}
