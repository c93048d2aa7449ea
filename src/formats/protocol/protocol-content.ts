import { fault, InputError } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { Guideline } from '../../domain/protocol/guideline.ts';
import { readRecording } from '../../domain/models/recording.ts';
import type { Policy } from '../../domain/verdicts/policy.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import type { CompiledTask } from '../../truth/judging/faults.ts';
import { contentHash, formerTaskHash, taskHash } from '../../truth/protocol/task-hash.ts';
import type { NamedFile } from '../../truth/protocol/content-changes.ts';
import type { KnownAnswers } from '../../truth/rounds/training-result.ts';
import type { WeakRules } from '../../truth/units/weak-rules.ts';
import type { PolicyUse } from '../verdicts/policy-consistency.ts';
import { readPolicy } from '../verdicts/policy-yaml.ts';
import { readGuideline } from './guideline-markdown.ts';
import { guidelineFaults } from './protocol-checks.ts';
import { readKnownAnswers, rowVersions } from './known-answers.ts';
import { readProtocol } from './protocol-yaml.ts';
import { readWeakRules } from './weak-rules-yaml.ts';

/** A protocol folder: the protocol, its guideline, and the files it names, by relative path. */
export interface ProtocolContent {
  readonly source: string;
  readonly guideline: string;
  readonly files: Readonly<Record<string, string>>;
}

/** A task, ready for checking judgments. */
export interface PreparedTask {
  readonly task: Task;
  readonly compiled: CompiledTask;
  readonly hash: string;
  /** The hashes of judgments under the same questions: its own, and those of earlier releases. */
  readonly hashes: ReadonlySet<string>;
  /** Whether an answer is a quote, so that checking it needs the unit. */
  readonly hasQuotes: boolean;
}

/** A protocol with its guideline and everything that it names, read. */
export interface ReadContent {
  readonly protocol: Protocol;
  readonly guideline: Guideline;
  readonly content: ProtocolContent;
  readonly tasks: ReadonlyMap<string, PreparedTask>;
  /** The known answers of each training round, by unit. */
  readonly keys: ReadonlyMap<string, ReadonlyMap<string, KnownAnswers>>;
  /** The files that the protocol names, as they were read. */
  readonly named: readonly NamedFile[];
}

/** What was read of a protocol, as plain data: it can be read elsewhere. */
export type ContentParts = Omit<ReadContent, 'content' | 'tasks'>;

/**
 * A protocol with everything it names, checked; all faults of all files are thrown together. What
 * `isKept` was accepted by an earlier release: policies in it may contradict themselves.
 */
export function readContent(content: ProtocolContent, isKept = false): ReadContent {
  return withTasks(readParts(content, isKept), content);
}

/** The content with its tasks made ready for checking. */
export function withTasks(parts: ContentParts, content: ProtocolContent): ReadContent {
  const tasks = new Map(parts.protocol.tasks.map((task) => [task.id, prepareTask(task)]));
  return { ...parts, content, tasks };
}

/** Reads and checks the protocol and everything that it names. */
export function readParts(content: ProtocolContent, isKept = false): ContentParts {
  const faults: Fault[] = [];
  const read = readProtocol(content.source, isKept);
  if (!read.ok) throw new InputError(inFile(read.faults, 'protocol.yaml'));
  const protocol = read.value;
  const questions = protocol.tasks.flatMap((task) => task.questions.map((question) => question.id));
  const guideline = readGuideline(
    content.guideline,
    protocol.guideline.version,
    questions,
    protocol.guideline.complete,
  );
  const unfit = guideline.ok ? guidelineFaults(guideline.value) : guideline.faults;
  if (!guideline.ok || !isKept) faults.push(...inFile(unfit, protocol.guideline.file));
  const tasks = new Map(protocol.tasks.map((task) => [task.id, task]));
  const keys = new Map<string, ReadonlyMap<string, KnownAnswers>>();
  const named: NamedFile[] = [];
  for (const round of protocol.rounds) {
    const text = round.key === null ? null : fileOf(content, round.key, faults);
    if (text === null || round.key === null) continue;
    const task = tasks.get(round.task)!;
    const known = readKnownAnswers(
      text,
      round.key,
      compileTask(task),
      isKept ? null : rowVersions(protocol.guideline, task),
    );
    if (known.ok) {
      keys.set(round.id, known.value);
      named.push({ file: round.key, kind: 'key', content: known.value });
    } else faults.push(...known.faults);
  }
  for (const { file } of Object.values(protocol.panel)) {
    const rules = file === undefined ? null : readRules(content, file, faults);
    if (rules !== null) named.push({ file: file!, kind: 'keywords', content: rules });
  }
  for (const { recording: file } of Object.values(protocol.panel)) {
    const text = file === undefined ? null : fileOf(content, file, faults);
    if (text === null || file === undefined) continue;
    const recording = readRecording(text, file);
    if (!recording.ok) faults.push(...recording.faults);
    else if (named.every((one) => one.file !== file))
      named.push({ file, kind: 'recording', content: contentHash(text) });
  }
  const policies: Policy[] = [];
  const use = isKept ? null : { declared: protocol.policies?.k ?? null, asked: [] };
  for (const file of protocol.policies?.files ?? []) {
    const text = fileOf(content, file, faults);
    const policy = checkPolicy(text, file, protocol.tasks, policies, use, faults);
    if (policy !== null) named.push({ file, kind: 'policy', content: policy });
  }
  if (faults.length > 0 || !guideline.ok) throw new InputError(faults);
  return { protocol, guideline: guideline.value, keys, named };
}

/**
 * The same with the hashes that judgments of earlier releases carry under the same questions;
 * `former` are the sources of the versions of that time, oldest first.
 */
export function withFormerHashes(read: ReadContent, former: readonly string[]): ReadContent {
  if (former.length === 0) return read;
  const meanings = formerMeanings(former);
  const tasks = [...read.tasks].map(([name, task]): [string, PreparedTask] => {
    const same = [...(meanings.get(name) ?? [])].filter(([, hash]) => hash === task.hash);
    return [name, { ...task, hashes: new Set([task.hash, ...same.map(([hash]) => hash)]) }];
  });
  return { ...read, tasks: new Map(tasks) };
}

/**
 * What the hashes of earlier releases stand for, by task: the questions of the last version of that
 * time with such a hash. Changed texts did not make judgments stale then, and do not afterwards.
 */
function formerMeanings(
  sources: readonly string[],
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const source of sources) {
    const read = readProtocol(source, true);
    for (const task of read.ok ? read.value.tasks : []) {
      const known = found.get(task.id) ?? new Map<string, string>();
      found.set(task.id, known.set(formerTaskHash(task), taskHash(task)));
    }
  }
  return found;
}

function prepareTask(task: Task): PreparedTask {
  const hash = taskHash(task);
  return {
    task,
    compiled: compileTask(task),
    hash,
    hashes: new Set([hash]),
    hasQuotes: task.questions.some((question) => question.scale.kind === 'quote'),
  };
}

function fileOf(content: ProtocolContent, file: string, faults: Fault[]): string | null {
  const text = Object.hasOwn(content.files, file) ? content.files[file] : undefined;
  if (text === undefined) faults.push(fault('file-not-found', { file }, { file: 'protocol.yaml' }));
  return text ?? null;
}

function readRules(content: ProtocolContent, file: string, faults: Fault[]): WeakRules | null {
  const text = fileOf(content, file, faults);
  const read = text === null ? null : readWeakRules(text);
  if (read !== null && !read.ok) faults.push(...inFile(read.faults, file));
  return read !== null && read.ok ? read.value : null;
}

function checkPolicy(
  text: string | null,
  file: string,
  tasks: readonly Task[],
  before: Policy[],
  use: PolicyUse | null,
  faults: Fault[],
): Policy | null {
  const read = text === null ? null : readPolicy(text, tasks, before, use);
  if (read?.ok === true) {
    before.push(read.value);
    return read.value;
  }
  faults.push(...inFile(read?.faults ?? [], file));
  return null;
}

function inFile(faults: readonly Fault[], file: string): readonly Fault[] {
  return faults.map((one): Fault => Object.assign({}, one, { file }));
}
