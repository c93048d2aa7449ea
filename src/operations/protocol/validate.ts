import { fault, refuse } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { JsonRow } from '../../formats/jsonl.ts';
import { readPolicy } from '../../formats/verdicts/policy-yaml.ts';
import { readRagRecords } from '../../formats/exchange/rag-records.ts';
import { ragTasks, ragUnits } from '../../formats/exchange/rag-units.ts';
import { unitFromRow } from '../../formats/units/unit-rows.ts';
import { readRecording } from '../../domain/models/recording.ts';
import { readWeakRules } from '../../formats/protocol/weak-rules-yaml.ts';
import { readFiledRounds } from '../../formats/rounds/rounds-yaml.ts';
import { severalTasks } from './choose-task.ts';
import { contentOf, spreadObject } from '../exchange/file-content.ts';
import type { FileContent } from '../exchange/file-content.ts';
import { chooseFormat } from '../exchange/import-request.ts';
import { checkJudgments } from './check-judgments.ts';
import { checkOverrides, checkRulings } from './check-rulings.ts';
import { checkUnits } from './check-units.ts';
import { protocolName, readProtocolFolder } from './load-protocol.ts';
import { parquetContent } from '../parquet-files.ts';
import { readJsonRows } from '../read-rows.ts';
import { judgmentNames, roundsFile } from '../release/folder-runs.ts';
import { withAllRereadable } from '../rereadable-input.ts';
import { checkThere, readText } from '../text-file.ts';
import { OpenValidation } from './validation.ts';
import type { FileKind, ValidateOptions, Validation } from './validation.ts';

/**
 * Checks a protocol with all the files it names, and further files of units, judgments or rulings,
 * in all import formats. Reports all faults together. A folder stands for its JSON files.
 */
export function validate(
  protocolPath: string | undefined,
  files: readonly string[],
  guideline: string | null,
  options: ValidateOptions = {},
): Validation {
  if (protocolPath === undefined && !existsSync(protocolName)) refuse('no-protocol');
  checkThere([...(protocolPath === undefined ? [] : [protocolPath]), ...files]);
  return withAllRereadable(files, (paths) => {
    const names = new Map(
      paths.map((path, at) => [path, files[at] === '-' ? 'standard input' : files[at]!]),
    );
    const open = new OpenValidation(guideline, options);
    const protocol = checkProtocol(open, protocolPath);
    if (protocol !== null) refuseUnknownRound(protocol, options);
    if (protocol !== null)
      checkFurther(
        open,
        protocol,
        paths.flatMap(filesOf),
        namedTask(protocol, options.task),
        options,
      );
    const shown = <T extends { readonly file?: string }>(one: T): T =>
      one.file !== undefined && names.has(one.file) ? { ...one, file: names.get(one.file)! } : one;
    const { found } = open;
    return {
      files: open.files.map(shown),
      faults: found.faults.map(shown),
      count: found.count,
      unchecked: files.length === 0 ? uncheckedJudgments(open) : [],
    };
  });
}

/** The files of judgments beside the protocol that were not looked at. */
function uncheckedJudgments({ files }: OpenValidation): readonly string[] {
  const protocol = files.find((one) => one.kind === 'protocol');
  if (protocol === undefined) return [];
  const folder = dirname(protocol.file);
  const looked = new Set(files.map((one) => resolve(one.file)));
  return [...judgmentNames(folder)]
    .map((name) => join(folder, 'judgments', name))
    .filter((file) => !looked.has(resolve(file)));
}

/** The protocol with all files that it names; null when it cannot be read. */
function checkProtocol(open: OpenValidation, path: string | undefined): Protocol | null {
  const loaded = open.found.gather(() => readProtocolFolder(path, open.found));
  if (loaded === null || loaded.protocol === null) return null;
  const { protocol, folder, file, guideline, guidelineFaults } = loaded;
  open.files.push({ file, kind: 'protocol', task: null, rows: 1, faults: 0 });
  open.files.push({
    file: join(folder, protocol.guideline.file),
    kind: 'guideline',
    task: null,
    rows: guideline?.cards.length ?? 0,
    faults: guidelineFaults,
  });
  for (const [name, unitFile] of Object.entries(protocol.units)) {
    const task = protocol.tasks.find((one) => one.id === name)!;
    checkUnits(open, join(folder, unitFile), task);
  }
  for (const entry of Object.values(protocol.panel)) {
    if (entry.file !== undefined)
      checkWhole(open, join(folder, entry.file), 'weak rules', readWeakRules);
    if (entry.recording !== undefined) checkRecording(open, join(folder, entry.recording));
  }
  const use = { declared: protocol.policies?.k ?? null, asked: [] };
  for (const name of protocol.policies?.files ?? []) {
    checkWhole(open, join(folder, name), 'policy', (text) => {
      const read = readPolicy(text, protocol.tasks, open.policies, use);
      if (read.ok) open.policies.push(read.value);
      else open.allTopicsKnown = false;
      return read;
    });
  }
  checkRounds(open, protocol, folder);
  const keys = protocol.rounds.flatMap(({ key }) => (key === null ? [] : [join(folder, key)]));
  const beside = [join(folder, 'records.jsonl'), join(folder, 'rulings')]
    .filter((name) => existsSync(name))
    .flatMap(filesOf);
  checkFurther(open, protocol, [...keys, ...beside], null);
  return protocol;
}

/** The list of rounds in files, where there is one, and whether its files exist. */
function checkRounds(open: OpenValidation, protocol: Protocol, folder: string): void {
  const file = join(folder, roundsFile);
  if (existsSync(file))
    checkWhole(open, file, 'rounds', (text) =>
      readFiledRounds(text, protocol, judgmentNames(folder)),
    );
}

/** Files of any kind; units first, since the others refer to them. */
function checkFurther(
  open: OpenValidation,
  protocol: Protocol,
  files: readonly string[],
  named: Task | null,
  told: Pick<ValidateOptions, 'kind' | 'format'> = {},
): void {
  const { tasks } = protocol;
  const known = new Set(open.files.map((one) => resolve(one.file)));
  const fresh = [...new Set(files)].filter((file) => !known.has(resolve(file)));
  const contents = fresh.map((file) => {
    const parquet = open.parquet.get(file);
    const content =
      parquet === undefined ? contentOf(file, tasks, named) : parquetContent(parquet, tasks, named);
    return { file, content: toldContent(file, content, tasks, named, told) };
  });
  for (const { file, content } of contents)
    if (content.kind === 'units') checkUnits(open, file, content.task, content.format);
  for (const { file, content } of contents) {
    if (content.kind === 'judgments')
      checkJudgments(open, protocol, file, content.task, content.format);
    else if (content.kind === 'gold pack')
      checkJudgments(open, protocol, file, content.task, 'gold-pack');
    else if (content.kind === 'no task') reportNoTask(open, file, tasks);
    else if (content.kind === 'rulings') checkRulings(open, file, tasks);
    else if (content.kind === 'overrides') checkOverrides(open, file, tasks);
    else if (content.kind === 'records') checkRecords(open, file, tasks);
    else if (content.kind === 'recording') checkRecording(open, file);
    else if (content.kind === 'unknown') checkUnknown(open, file, tasks);
  }
}

/** The chunks of a gold pack, whose other two files are named beside it. */
interface GoldPack {
  readonly kind: 'gold pack';
  readonly task: Task;
}

/** What a file holds according to the caller, else according to its beginning. */
function toldContent(
  file: string,
  content: FileContent,
  tasks: readonly Task[],
  named: Task | null,
  told: Pick<ValidateOptions, 'kind' | 'format'>,
): FileContent | GoldPack {
  if (told.kind === undefined && told.format === undefined) return content;
  const found = content.kind === 'units' || content.kind === 'judgments' ? content : null;
  const kind = told.kind ?? found?.kind ?? 'judgments';
  if (kind === 'rulings') return { kind: content.kind === 'overrides' ? 'overrides' : 'rulings' };
  const only = tasks.length === 1 ? tasks[0] : undefined;
  const task = named ?? found?.task ?? only;
  if (task === undefined) return { kind: 'no task' };
  const isOwn = found?.kind === kind && told.format === undefined;
  const recognised = {
    format: found?.format ?? (kind === 'units' ? 'units-jsonl' : 'judgments-jsonl'),
    why: codedText('has-rows-of', { fields: [] }),
  } as const;
  const format = isOwn ? found.format : chooseFormat(kind, told.format, recognised, file);
  if (format === 'gold-pack' && kind === 'judgments') return { kind: 'gold pack', task };
  if (format === 'gold-pack' || format === 'judgment-cache' || format === 'override-file')
    refuse('unknown-format', {
      got: codedText('format-lacks', { format, kind }),
      expected: codedText('known-format'),
    });
  return { kind, task, ...(format === undefined ? {} : { format }) };
}

/** A round that the protocol does not have, or has for another task. */
function refuseUnknownRound({ rounds }: Protocol, { round, task }: ValidateOptions): void {
  const known = rounds.filter((one) => task === undefined || one.task === task).map(({ id }) => id);
  if (round !== undefined && !known.includes(round))
    refuse('unknown-round', { got: round, expected: oneOf(known) });
}

function namedTask({ tasks }: Protocol, name: string | undefined): Task | null {
  if (name === undefined) return null;
  const expected = oneOf(tasks.map((one) => one.id));
  return tasks.find((one) => one.id === name) ?? refuse('unknown-task', { got: name, expected });
}

function reportNoTask(open: OpenValidation, file: string, tasks: readonly Task[]): void {
  open.check(file, 'unknown', null, () =>
    open.found.add({ ...fault('unknown-task', {}, { file }), message: severalTasks(tasks) }),
  );
}

function checkUnknown(open: OpenValidation, file: string, tasks: readonly Task[]): void {
  let first: JsonRow | null = null;
  open.check(file, 'unknown', null, (each) => {
    const expected = codedText('fields-of-tasks', { tasks: oneOf(tasks.map((task) => task.id)) });
    const fieldsOf = (row: JsonRow) => codedText('all-of', { list: Object.keys(row).slice(0, 8) });
    const parquet = open.parquet.get(file);
    if (parquet !== undefined) {
      if ('failure' in parquet) throw parquet.failure;
      refuse('unknown-format', { got: fieldsOf(parquet.rows[0]!.row), expected }, { file });
    }
    const spread = spreadObject(file);
    if (spread !== null) refuse('unknown-format', { got: fieldsOf(spread), expected }, { file });
    readJsonRows(file, open.found, (row) => {
      each();
      first ??= row;
    });
    if (first === null) return;
    open.found.add(fault('unknown-format', { got: fieldsOf(first), expected }, { file, line: 1 }));
  });
}

/** Checks records, of which the units of the RAG tasks are made. */
function checkRecords(open: OpenValidation, file: string, tasks: readonly Task[]): void {
  open.check(file, 'records', null, (each, skip) => {
    const text = readText(file);
    const read = readRagRecords(text, recordFormat(file, text));
    const { units, faults } = ragUnits(read);
    for (const _ of read.records) each();
    open.found.addAll(read.faults, { file });
    const wrong = [...read.errors.map((one) => one.faults), ...faults.map((one) => [one])];
    if (open.skipsInvalid) wrong.forEach(skip);
    else open.found.addAll(wrong.flat(), { file });
    for (const name of ragTasks) {
      const task = tasks.find((one) => one.id === name)!;
      for (const row of units[name]) {
        const made = unitFromRow(task, row);
        if (!made.ok) open.found.add(...made.faults.map((one) => ({ ...one, file })));
      }
    }
  });
}

function recordFormat(file: string, text: string): 'csv' | 'json' | 'jsonl' {
  if (file.endsWith('.csv')) return 'csv';
  return text.trimStart().startsWith('[') ? 'json' : 'jsonl';
}

/** Replies of models that are replayed. */
function checkRecording(open: OpenValidation, file: string): void {
  checkWhole(open, file, 'recording', (text) => readRecording(text, file));
}

/** A file that is read as a whole. */
function checkWhole(
  open: OpenValidation,
  file: string,
  kind: FileKind,
  read: (text: string) => { readonly ok: boolean; readonly faults?: readonly Fault[] },
): void {
  open.check(file, kind, null, (each) => {
    if (!existsSync(file)) {
      open.found.add(fault('file-not-found', { file }));
      return;
    }
    each();
    const result = read(readText(file));
    open.found.addAll(result.faults ?? [], { file });
  });
}

/** The files that a path names: itself, or those of JSON in the folder. */
function filesOf(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.jsonl?$/.test(name) && !/(^|[/\\])\./.test(name))
    .toSorted()
    .map((name) => join(path, name));
}
