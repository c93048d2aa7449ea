import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { fault, printChoice, refuse } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { policyTopic } from '../../domain/verdicts/policy.ts';
import type { Policy } from '../../domain/verdicts/policy.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { legacyPolicy } from '../../formats/verdicts/legacy-ids.ts';
import { importPolicy } from '../../formats/verdicts/legacy-policy-import.ts';
import {
  isOriginalPolicy,
  originalTopic,
  readOriginalPolicy,
  termReferences,
} from '../../formats/verdicts/legacy-policy.ts';
import type { OriginalPolicy } from '../../formats/verdicts/legacy-policy.ts';
import { readOriginalTerms, termDomain } from '../../formats/verdicts/legacy-terms.ts';
import type { Term, TermLibrary } from '../../formats/verdicts/legacy-terms.ts';
import {
  hasAllTerms,
  originalTask,
  restFaults,
  topicTerms,
} from '../../formats/verdicts/legacy-topic.ts';
import { readPolicy } from '../../formats/verdicts/policy-yaml.ts';
import { taskSchemaOfTerms, termHash } from '../../formats/verdicts/term-hash.ts';
import { contentHash } from '../../truth/protocol/task-hash.ts';
import type { LoadedPolicy, Topic } from '../../truth/verdicts/topic.ts';
import { loadProtocol, protocolName } from '../protocol/load-protocol.ts';
import { FaultList, readText } from '../text-file.ts';

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
  /**
   * A folder with the original's terms; or a protocol, whose questions are the terms. Looked for
   * beside the policies when left out.
   */
  readonly terms?: string;
}

/**
 * Loads policies in Assay's format and in the original's, with the terms that they refer to. All
 * faults of all files that are needed come
 * together; other files in the folder are left alone.
 */
export function loadPolicies(request: PolicyRequest): LoadedPolicies {
  const notes: string[] = [];
  const wanted = request.ids.map((id) => presentId(id, notes));
  const files = policyFiles(request.policies);
  const found = new FaultList();
  const chosen = chooseFiles(request, files, wanted, found);
  const original = chosen.filter((file) => file.isOriginal);
  const own = chosen.filter((file) => !file.isOriginal);
  const terms = request.terms ?? (original.length > 0 ? termsBeside(request.policies) : undefined);
  const topics = [
    ...originalTopics(original, files, terms, found, notes),
    ...(own.length === 0 ? [] : (found.gather(() => ownTopics(own, terms, found)) ?? [])),
  ];
  found.throwIfAny();
  return { topics: inOrder(topics, wanted), notes };
}

/**
 * Policies of a protocol: those that it names, or those of them that are wanted. The texts are
 * those of the files that it names.
 */
export function protocolTopics(
  tasks: readonly Task[],
  texts: readonly PolicyText[],
  ids: readonly string[],
): LoadedPolicies {
  const notes: string[] = [];
  const wanted = ids.map((id) => presentId(id, notes));
  const found = new FaultList();
  const loaded: LoadedPolicy[] = [];
  for (const { file, text } of texts)
    loaded.push(...loadOwn({ file, text, id: '', isOriginal: false }, tasks, found, loaded));
  found.throwIfAny();
  for (const id of wanted)
    if (!loaded.some((one) => one.policy.policy === id))
      refuse('unknown-policy', {
        got: id,
        expected: printChoice(loaded.map((one) => one.policy.policy)),
      });
  return {
    topics: inOrder(
      groupOwn(
        wanted.length === 0 ? loaded : loaded.filter((one) => wanted.includes(one.policy.policy)),
        tasks,
      ),
      wanted,
    ),
    notes,
  };
}

/** The content of a policy file. */
export interface PolicyText {
  readonly file: string;
  readonly text: string;
}

interface PolicyFile extends PolicyText {
  readonly id: string;
  readonly isOriginal: boolean;
}

/** Ids of the original's first system still work. */
function presentId(id: string, notes: string[]): string {
  const present = legacyPolicy(id);
  if (present !== null)
    notes.push(
      `${id} is an id of the first system and stands for ${present}; it is deprecated, name the policy instead.`,
    );
  return present ?? id;
}

function policyFiles(path: string): readonly PolicyFile[] {
  return yamlFiles(path).flatMap((file) => {
    const text = readText(file);
    const id = /^(?:policy_id|policy)\s*:\s*["']?([A-Za-z0-9_.-]+)["']?\s*(?:#.*)?$/m.exec(
      text,
    )?.[1];
    return id === undefined ? [] : [{ file, text, id, isOriginal: isOriginalPolicy(text) }];
  });
}

function yamlFiles(path: string): readonly string[] {
  if (!existsSync(path)) refuse('file-not-found', { file: path });
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.ya?ml$/i.test(name),
  );
  return names.toSorted().map((name) => join(path, name));
}

/** The files of the wanted policies; an id that is nowhere, or in two files, is a fault. */
function chooseFiles(
  request: PolicyRequest,
  files: readonly PolicyFile[],
  wanted: readonly string[],
  found: FaultList,
): readonly PolicyFile[] {
  const known = [...new Set(files.map((file) => file.id))];
  if (files.length === 0)
    refuse('unknown-policy', {
      got: wanted[0] ?? 'at all',
      expected: `a file with policy or policy_id under ${request.policies}`,
    });
  const chosen = wanted.length === 0 ? files : files.filter((file) => wanted.includes(file.id));
  for (const id of new Set(wanted))
    if (!known.includes(id))
      found.add(
        fault(
          'unknown-policy',
          { got: id, expected: printChoice(known) },
          { file: request.policies },
        ),
      );
  for (const file of chosen) {
    const first = files.find((one) => one.id === file.id)!;
    if (first !== file)
      found.add(
        fault(
          'wrong-value',
          {
            field: file.isOriginal ? 'policy_id' : 'policy',
            got: `${file.id}, which is the id of ${first.file} too`,
            expected: 'an id of its own',
          },
          { file: file.file },
        ),
      );
  }
  return chosen;
}

/** Where the original keeps its terms, seen from its policies. */
function termsBeside(policies: string): string | undefined {
  const folder = statSync(policies).isDirectory() ? policies : dirname(policies);
  return [join(folder, 'terms'), join(folder, '../terms'), join(folder, '../libraries/terms')].find(
    (path) => existsSync(path) && statSync(path).isDirectory(),
  );
}

function originalTopics(
  chosen: readonly PolicyFile[],
  files: readonly PolicyFile[],
  terms: string | undefined,
  found: FaultList,
  notes: string[],
): readonly Topic[] {
  const ids = [...new Set(chosen.map((file) => originalTopic(file.id)))];
  if (ids.length === 0) return [];
  const { library, doubts } =
    terms === undefined ? { library: null, doubts: new Set<string>() } : termLibrary(terms, found);
  if (library === null)
    notes.push(
      'There are no terms, so values are taken as they come and it is not checked whether judgments are stale. Pass --terms.',
    );
  return ids.flatMap((id) => {
    // The terms of all variants together make the schema, whichever of them are computed.
    const variants = files
      .filter((file) => file.isOriginal && originalTopic(file.id) === id)
      .flatMap((file) => {
        const result = readOriginalPolicy(file.text);
        if (!result.ok && result.rest !== null && library !== null)
          found.add(
            ...restFaults(result.rest, library, doubts).map((one) => ({ ...one, file: file.file })),
          );
        return read(file, result, found).map((policy) => ({ file, policy }));
      });
    const { terms: own, faults } =
      library === null
        ? { terms: new Map<string, Term>(), faults: [] }
        : topicTerms(
            variants.map((one) => one.policy),
            library,
            doubts,
          );
    for (const { policy, fault: one } of faults)
      found.add({ ...one, file: variants.find((variant) => variant.policy === policy)!.file.file });
    const topic = originalTask(
      id,
      variants.map((one) => one.policy),
      own,
    );
    const policies = chosen
      .flatMap((file) => variants.filter((variant) => variant.file === file))
      .flatMap(({ file, policy }) => {
        const isJudged =
          library === null ||
          policy.content.normative.scoring?.field_mapping !== undefined ||
          hasAllTerms(termReferences(policy), library);
        return isJudged ? imported(file, policy, topic, found, notes) : [];
      });
    const schema = library === null ? null : topic.schema;
    return [
      {
        id,
        task: topic.task,
        schema,
        termHash: schema === null ? null : termHash(schema),
        policies,
      },
    ];
  });
}

function imported(
  file: PolicyFile,
  original: OriginalPolicy,
  topic: ReturnType<typeof originalTask>,
  found: FaultList,
  notes: string[],
): readonly LoadedPolicy[] {
  const result = importPolicy(original, topic);
  if (!result.ok) {
    found.add(...result.faults.map((one): Fault => Object.assign({}, one, { file: file.file })));
    return [];
  }
  notes.push(...result.notes.map((note) => `${file.file}, ${note}.`));
  return [{ policy: result.policy, file: file.file, hash: policyHash(result.policy) }];
}

/**
 * The terms of all files, and as `doubts` those that are there but cannot be read, or their domain.
 */
function termLibrary(
  path: string,
  found: FaultList,
): { readonly library: TermLibrary; readonly doubts: ReadonlySet<string> } {
  const library = new Map<string, Term>();
  const doubts = new Set<string>();
  for (const file of yamlFiles(path)) {
    const domain = `${termDomain(basename(file))}:`;
    const result = readOriginalTerms(readText(file));
    read({ file }, result, found);
    for (const term of result.ok ? result.value : result.rest.terms)
      library.set(`${domain}${term.id}`, term);
    if (!result.ok) for (const id of result.rest.unreadable ?? ['']) doubts.add(`${domain}${id}`);
  }
  return { library, doubts };
}

function ownTopics(
  chosen: readonly PolicyFile[],
  terms: string | undefined,
  found: FaultList,
): readonly Topic[] {
  const tasks = loadProtocol(terms ?? protocolBeside(chosen[0]!.file)).protocol.tasks;
  return groupOwn(
    chosen.flatMap((file) => loadOwn(file, tasks, found)),
    tasks,
  );
}

/** Policies usually lie in a folder of their protocol. */
function protocolBeside(policy: string): string | undefined {
  return [dirname(policy), join(dirname(policy), '..')]
    .map((folder) => join(folder, protocolName))
    .find((file) => existsSync(file));
}

function loadOwn(
  file: PolicyFile,
  tasks: readonly Task[],
  found: FaultList,
  before: readonly LoadedPolicy[] = [],
): readonly LoadedPolicy[] {
  return read(
    file,
    readPolicy(
      file.text,
      tasks,
      before.map((one) => one.policy),
    ),
    found,
  ).map((policy) => ({ policy, file: file.file, hash: policyHash(policy) }));
}

function groupOwn(policies: readonly LoadedPolicy[], tasks: readonly Task[]): readonly Topic[] {
  const ids = [...new Set(policies.map((one) => policyTopic(one.policy)))];
  return ids.map((id) => {
    const own = policies.filter((one) => policyTopic(one.policy) === id);
    const task = tasks.find((one) => one.id === own[0]!.policy.task)!;
    const other = own.find((one) => one.policy.task !== task.id);
    if (other !== undefined)
      refuse(
        'wrong-value',
        {
          field: 'task',
          got: `${other.policy.task} in topic ${id}`,
          expected: `${task.id}, as in ${own[0]!.policy.policy}`,
        },
        { file: other.file },
      );
    const schema = taskSchemaOfTerms(task);
    return { id, task, schema, termHash: termHash(schema), policies: own };
  });
}

function read<T>(
  file: { readonly file: string },
  result:
    | { readonly ok: true; readonly value: T }
    | { readonly ok: false; readonly faults: readonly Fault[] },
  found: FaultList,
): readonly T[] {
  if (result.ok) return [result.value];
  found.add(...result.faults.map((one): Fault => Object.assign({}, one, { file: file.file })));
  return [];
}

function policyHash(policy: Policy): string {
  return contentHash(canonicalJson(policy)).slice(0, 16);
}

/** Topics, and the policies in them, in the order of the ids that were asked for. */
function inOrder(topics: readonly Topic[], wanted: readonly string[]): readonly Topic[] {
  if (wanted.length === 0) return topics;
  const place = (id: string): number => wanted.indexOf(id);
  const sorted = topics.map((topic) => ({
    ...topic,
    policies: topic.policies.toSorted((a, b) => place(a.policy.policy) - place(b.policy.policy)),
  }));
  return sorted.toSorted(
    (a, b) => place(a.policies[0]?.policy.policy ?? '') - place(b.policies[0]?.policy.policy ?? ''),
  );
}
