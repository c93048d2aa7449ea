import { protocolSchema } from '../domain/protocol.ts';
import type { ProtocolSource } from '../domain/protocol.ts';
import type { Issue } from './schema-faults.ts';

/** What was refused, and must not be held against what refers to it. */
export interface Doubts {
  /** Tasks that were left out. */
  readonly tasks: ReadonlySet<string>;
  /** Questions, as `task.question`, that were left out or whose scale is not known. */
  readonly questions: ReadonlySet<string>;
}

/** Nothing was refused. */
export const noDoubts: Doubts = { tasks: new Set(), questions: new Set() };

/**
 * What remains of a protocol when everything that the schema refuses is left out, so that the rest can be checked in the same run.
 * Null when too little remains.
 */
export function readableRest(value: unknown, issues: readonly Issue[]): { readonly protocol: ProtocolSource; readonly doubts: Doubts } | null {
  const rest: unknown = JSON.parse(JSON.stringify(value));
  if (!isEntries(rest) || !isEntries(rest['tasks'])) return null;
  const doubts = { tasks: new Set<string>(), questions: new Set<string>() };
  const tasks = rest['tasks'];
  for (const issue of issues) {
    const [part = '', id = '', key = '', name = ''] = issue.path.map(String);
    if (issue.code === 'unrecognized_keys') dropKeys(rest, issue.path, issue.keys);
    else if (part === 'tasks' && id !== '') mendTask(tasks, id, key, name, doubts);
    else if (part === 'rounds' && id !== '') mendRound(rest, id, key);
    else if (part === 'panel' && id !== '') drop(rest['panel'], id);
    else if (Object.hasOwn(placeholders, part)) rest[part] = placeholders[part];
    else delete rest[part];
  }
  for (const id of doubts.tasks) delete tasks[id];
  const read = protocolSchema.safeParse(rest);
  return read.success ? { protocol: read.data, doubts } : null;
}

type Entries = Record<string, unknown>;

/** Parts that every protocol has, and on which nothing else depends. */
const placeholders: Entries = { assay: 1, name: 'unnamed', guideline: { version: '?', file: '?' } };

function mendTask(tasks: Entries, id: string, key: string, name: string, doubts: { tasks: Set<string>; questions: Set<string> }): void {
  const task = tasks[id];
  if (!isEntries(task) || key === '' || (key === 'questions' && name === '')) {
    doubts.tasks.add(id);
  } else if (key === 'questions') {
    doubts.questions.add(`${id}.${name}`);
    // Names that cannot be names are left out; of the others, what is left says that the question is there.
    if (isEntries(task['questions'])) task['questions'][name] = {};
    if (!/^[A-Za-z][A-Za-z0-9_.-]*$/.test(name)) drop(task['questions'], name);
  } else if (key === 'unit') task['unit'] = { id: '?', show: '?' };
  else if (key === 'scales') doubtScale(task, id, name, doubts.questions);
  else delete task[key];
}

function doubtScale(task: Entries, id: string, name: string, questions: Set<string>): void {
  if (isEntries(task['scales']) && name !== '') task['scales'][name] = 'binary';
  else delete task['scales'];
  if (!isEntries(task['questions'])) return;
  for (const [question, source] of Object.entries(task['questions'])) {
    const scale = isEntries(source) ? source['scale'] : undefined;
    if (typeof scale !== 'string' || (name !== '' && scale !== name)) continue;
    questions.add(`${id}.${question}`);
    if (isEntries(source)) delete source['scale'];
  }
}

function mendRound(rest: Entries, id: string, key: string): void {
  const rounds = rest['rounds'];
  const round = isEntries(rounds) ? rounds[id] : undefined;
  drop(isEntries(round) && key !== '' ? round : rounds, isEntries(round) && key !== '' ? key : id);
}

function dropKeys(rest: Entries, path: readonly PropertyKey[], keys: readonly string[]): void {
  const at = path.reduce<unknown>((entries, key) => (entries !== null && typeof entries === 'object' ? (entries as Record<PropertyKey, unknown>)[key] : undefined), rest);
  for (const key of keys) drop(at, key);
}

function drop(entries: unknown, key: string): void {
  if (isEntries(entries)) delete entries[key];
}

function isEntries(value: unknown): value is Entries {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
