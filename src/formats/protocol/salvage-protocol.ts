import { protocolSchema } from '../../domain/protocol/protocol.ts';
import type { ProtocolSource } from '../../domain/protocol/protocol.ts';
import type { Issue } from '../schema-faults.ts';

/** What was refused, and must not be held against what refers to it. */
export interface Doubts {
  /** Tasks that were left out. */
  readonly tasks: ReadonlySet<string>;
  /** Questions, as `task.question`, that were left out or whose scale is not known. */
  readonly questions: ReadonlySet<string>;
}

/** Nothing was refused. */
export const noDoubts: Doubts = { tasks: new Set(), questions: new Set() };

/** A protocol without what the schema refuses, to check the rest; null when too little remains. */
export function salvageProtocol(
  value: unknown,
  issues: readonly Issue[],
): { readonly protocol: ProtocolSource; readonly doubts: Doubts } | null {
  const rest: unknown = JSON.parse(JSON.stringify(value));
  if (!isEntries(rest) || !isEntries(rest['tasks'])) return null;
  const doubts = { tasks: new Set<string>(), questions: new Set<string>() };
  const tasks = rest['tasks'];
  for (const issue of issues) {
    const [part = '', id = '', key = '', name = ''] = issue.path.map(String);
    if (issue.code === 'unrecognized_keys') dropKeys(rest, issue.path, issue.keys);
    else if (part === 'tasks' && id !== '') salvageTask(tasks, id, key, name, doubts);
    else if (part === 'rounds' && id !== '') salvageRound(rest, id, key, name);
    else if (part === 'panel' && id !== '') salvageEntry(rest['panel'], id, key);
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

function salvageTask(
  tasks: Entries,
  id: string,
  key: string,
  name: string,
  doubts: { tasks: Set<string>; questions: Set<string> },
): void {
  const task = tasks[id];
  if (!isEntries(task) || key === '' || (key === 'questions' && name === '')) {
    doubts.tasks.add(id);
  } else if (key === 'questions') {
    doubts.questions.add(`${id}.${name}`);
    // Names that cannot be names are left out; of the others, what is left says that the question
    // is there.
    if (isEntries(task['questions'])) task['questions'][name] = {};
    if (!/^[A-Za-z][A-Za-z0-9_.-]*$/.test(name)) drop(task['questions'], name);
  } else if (key === 'constraints' && name !== '' && replace(task['constraints'], name, unread))
    doubts.questions.add(`${id}.${unread}`);
  else if (key === 'unit') task['unit'] = { id: '?', show: '?' };
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

/** Stands for a constraint that cannot be read: a question of which nothing is known. */
const unread = 'unread';
/** Stands for a gate that cannot be read. */
const anyGate = 'percent_agreement >= 0';

/** Puts something in the place of one entry of a list, so that the others keep theirs. */
function replace(list: unknown, at: string, entry: string): boolean {
  if (!Array.isArray(list) || !(Number(at) in list)) return false;
  list[Number(at)] = entry;
  return true;
}

/** Removes refused parts of an entry; the whole entry when its kind is unknown. */
function salvageEntry(panel: unknown, id: string, key: string): void {
  const entry = isEntries(panel) ? panel[id] : undefined;
  if (isEntries(entry) && key !== '' && key !== 'kind') drop(entry, key);
  else drop(panel, id);
}

function salvageRound(rest: Entries, id: string, key: string, name: string): void {
  const rounds = rest['rounds'];
  const round = isEntries(rounds) ? rounds[id] : undefined;
  if (isEntries(round) && key === 'gate' && name !== '' && replace(round['gate'], name, anyGate))
    return;
  if (!isEntries(round) || key === '') return drop(rounds, id);
  // A range of annotators and what decides about it go together.
  const keys = ['annotators', 'further'].includes(key) ? ['annotators', 'further'] : [key];
  for (const one of keys) drop(round, one);
}

function dropKeys(rest: Entries, path: readonly PropertyKey[], keys: readonly string[]): void {
  const at = path.reduce<unknown>(
    (entries, key) =>
      entries !== null && typeof entries === 'object'
        ? (entries as Record<PropertyKey, unknown>)[key]
        : undefined,
    rest,
  );
  for (const key of keys) drop(at, key);
}

function drop(entries: unknown, key: string): void {
  if (isEntries(entries)) delete entries[key];
}

function isEntries(value: unknown): value is Entries {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
