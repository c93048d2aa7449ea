import { listProtocols } from '../../store/protocol/protocols.ts';
import type { Store } from '../../store/open-store.ts';
import type { ListedChange } from '../../truth/protocol/content-changes.ts';
import { protocolChanges, rulesChanged } from '../../truth/protocol/protocol-changes.ts';
import { authorise, everyRole } from '../authorise.ts';
import { projectProtocol } from '../project-protocol.ts';
import type { WorkContext } from '../work-context.ts';

/** A version that changed the rules: who, when and why. */
export interface RuleChange {
  readonly version: number;
  readonly at: string;
  readonly by: string;
  /** Null where no reason was needed: before the first judgment, or in an earlier release. */
  readonly reason: string | null;
  readonly changes: readonly ListedChange[];
}

/** All changes of the rules of a project, oldest first, with who, when and why. Members. */
export async function showRuleChanges(
  context: WorkContext,
  input: { readonly project: string },
): Promise<readonly RuleChange[]> {
  authorise(context.actor, input.project, ...everyRole);
  return ruleChanges(context.store, input.project);
}

/** The same without authorisation. Computed from the versions, which never change. */
export async function ruleChanges(store: Store, project: string): Promise<readonly RuleChange[]> {
  const versions = await store.read((db) => listProtocols(db, project));
  const found: RuleChange[] = [];
  for (const [at, { version, createdAt, createdBy, reason }] of versions.entries()) {
    const earlier = versions[at - 1];
    if (earlier === undefined) continue;
    const before = await projectProtocol(store, project, earlier.version);
    const after = await projectProtocol(store, project, version);
    const changes = rulesChanged(protocolChanges(before, after));
    if (changes.length > 0) found.push({ version, at: createdAt, by: createdBy, reason, changes });
  }
  return found;
}
