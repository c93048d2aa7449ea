import { refuse } from '../../domain/fault.ts';
import { oneOf } from '../../domain/text-values.ts';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Task } from '../../domain/protocol/task.ts';
import { legacyPolicyId } from '../../formats/verdicts/legacy-ids.ts';
import type { PolicyUse } from '../../formats/verdicts/policy-consistency.ts';
import { loadedPolicy, topicsOf } from '../../formats/verdicts/policy-topics.ts';
import { readPolicy } from '../../formats/verdicts/policy-yaml.ts';
import type { LoadedPolicy, Topic } from '../../truth/verdicts/topic.ts';
import { loadProtocol, protocolName } from '../protocol/load-protocol.ts';
import { FaultList } from '../text-file.ts';
import { legacyPreset } from './legacy-preset.ts';
import { legacyTopics, termsBeside } from './legacy-topics.ts';
import { chooseFiles, policyFiles, readOrReport } from './policy-files.ts';
import type { PolicyText } from './policy-files.ts';

/** Everything that was asked for, and what is worth knowing about it. */
export interface LoadedPolicies {
  readonly topics: readonly Topic[];
  readonly notes: readonly string[];
}

/** Which policies are wanted, and where they and their terms are. */
export interface PolicyRequest {
  /** The ids, in the order in which they are computed; all that are found when empty. */
  readonly ids: readonly string[];
  /** A policy file, or a folder with such files at any depth. */
  readonly policies: string;
  /** A folder with legacy terms, or a protocol. Default: beside the policies. */
  readonly terms?: string;
  /** The K that are computed. */
  readonly ks?: readonly number[];
}

/**
 * Loads policies in Assay's format and legacy ones with their terms. Faults of all needed files are
 * thrown together; other files in the folder are ignored.
 */
export function loadPolicies(request: PolicyRequest): LoadedPolicies {
  const notes: string[] = [];
  const wanted = request.ids.map((id) => presentId(id, notes));
  const files = policyFiles(request.policies);
  const found = new FaultList();
  const chosen = chooseFiles(request.policies, files, wanted, found);
  const legacy = chosen.filter((file) => file.isLegacy);
  const own = chosen.filter((file) => !file.isLegacy);
  const terms = request.terms ?? (legacy.length > 0 ? termsBeside(request.policies) : undefined);
  const ks = request.ks ?? [];
  const topics = [
    ...legacyTopics(legacy, files, terms, ks, found, notes),
    ...(own.length === 0 ? [] : (found.gather(() => ownTopics(own, terms, ks, found)) ?? [])),
  ];
  found.throwIfAny();
  return { topics: inOrder(topics, wanted), notes };
}

/**
 * The policies that a protocol names, or the wanted ones, from the texts of its files; `use` as in
 * {@link readPolicy}.
 */
export function protocolTopics(
  tasks: readonly Task[],
  texts: readonly PolicyText[],
  ids: readonly string[],
  use: PolicyUse | null,
): LoadedPolicies {
  const found = new FaultList();
  const loaded: LoadedPolicy[] = [];
  for (const text of texts) loaded.push(...loadOwn(text, tasks, found, use, loaded));
  found.throwIfAny();
  return topicsOfPolicies(tasks, loaded, ids);
}

/** The same from policies that were read before. */
export function topicsOfPolicies(
  tasks: readonly Task[],
  loaded: readonly LoadedPolicy[],
  ids: readonly string[],
): LoadedPolicies {
  const notes: string[] = [];
  const wanted = ids.map((id) => presentId(id, notes));
  const known = loaded.map((one) => one.policy.policy);
  for (const id of wanted)
    if (!known.includes(id)) refuse('unknown-policy', { got: id, expected: oneOf(known) });
  const isWanted = (id: string): boolean => wanted.length === 0 || wanted.includes(id);
  const chosen = loaded.filter((one) => isWanted(one.policy.policy));
  return { topics: inOrder(topicsOf(chosen, tasks), wanted), notes };
}

const deprecated = 'it is deprecated, name the policy instead';

/** Task ids of the first system still work. */
function presentId(id: string, notes: string[]): string {
  const present = legacyPolicyId(id, legacyPreset().topics_of_task_ids);
  if (present !== null)
    notes.push(`${id} is an id of the first system and stands for ${present}; ${deprecated}.`);
  return present ?? id;
}

function ownTopics(
  chosen: readonly PolicyText[],
  terms: string | undefined,
  asked: readonly number[],
  found: FaultList,
): readonly Topic[] {
  const { tasks } = loadProtocol(terms ?? protocolBeside(chosen[0]!.file)).protocol;
  const use = { declared: null, asked };
  const policies = chosen.flatMap((file) => loadOwn(file, tasks, found, use));
  return topicsOf(policies, tasks);
}

/** Policies are usually in a folder of their protocol. */
function protocolBeside(policy: string): string | undefined {
  return [dirname(policy), join(dirname(policy), '..')]
    .map((folder) => join(folder, protocolName))
    .find((file) => existsSync(file));
}

function loadOwn(
  file: PolicyText,
  tasks: readonly Task[],
  found: FaultList,
  use: PolicyUse | null,
  before: readonly LoadedPolicy[] = [],
): readonly LoadedPolicy[] {
  const earlier = before.map((one) => one.policy);
  const read = readPolicy(file.text, tasks, earlier, use);
  return readOrReport(file, read, found).map((policy) => loadedPolicy(policy, file));
}

/** Topics, and the policies in them, in the order of the ids that were asked for. */
function inOrder(topics: readonly Topic[], wanted: readonly string[]): readonly Topic[] {
  if (wanted.length === 0) return topics;
  const place = (one: LoadedPolicy | undefined): number => wanted.indexOf(one?.policy.policy ?? '');
  const sorted = topics.map((topic) => ({
    ...topic,
    policies: topic.policies.toSorted((a, b) => place(a) - place(b)),
  }));
  return sorted.toSorted((a, b) => place(a.policies[0]) - place(b.policies[0]));
}
