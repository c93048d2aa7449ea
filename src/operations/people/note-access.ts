import { wholeWorkspace } from '../../store/people/memberships.ts';
import { insertRunAccess } from '../../store/rounds/run-access.ts';
import type { RunAccess } from '../../store/rounds/run-access.ts';
import { openRuns, openRunsOf } from '../../store/rounds/work-runs.ts';
import { audit } from '../audit.ts';
import type { Role } from '../work-context.ts';
import type { WriteTransaction } from '../workspace.ts';

/** Somebody is given a role in a project, or a way into it. */
interface GivenRole extends Pick<RunAccess, 'kind' | 'by' | 'at'> {
  /** `*` is the whole workspace. */
  readonly project: string;
  readonly role: Role;
  /** Who gets it; null while that is not known. */
  readonly person: string | null;
  /** Who does it now: for an invitation that is accepted, the person who accepts it. */
  readonly actor: string;
}

/** Notes with every open run of the project that somebody may see its answers from now on. */
export async function noteAccess(tx: WriteTransaction, given: GivenRole): Promise<void> {
  const { project, role, kind, by, person, actor, at } = given;
  if (role === 'annotator') return;
  const where = project === wholeWorkspace ? {} : { project };
  const runs = await openRuns(tx, where.project);
  const own = new Set(
    runs.length === 0
      ? []
      : (await openRunsOf(tx, { annotator: by, ...where })).map((run) => run.id),
  );
  for (const run of runs) {
    const takesPart = own.has(run.id) ? 1 : 0;
    await insertRunAccess(tx, { run: run.id, kind, role, by, takesPart, person, at });
    const detail = { kind, role, by, person, takes_part: takesPart === 1 };
    const object = `run/${run.id}`;
    audit(tx, { login: actor }, at, 'access-note', { project: run.project, object, detail });
  }
}
