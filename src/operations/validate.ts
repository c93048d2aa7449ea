import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fault, InputError, printChoice, refuse } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';
import { policyTopic } from '../domain/policy.ts';
import type { Policy } from '../domain/policy.ts';
import type { Task } from '../domain/task.ts';
import type { UnitFields } from '../domain/unit.ts';
import { detectFormat, enoughToDetect } from '../formats/detect-format.ts';
import type { JsonRow } from '../formats/jsonl.ts';
import { isOverrideFile, overrideRuling, readOverrideFile } from '../formats/override-file.ts';
import { readPolicy } from '../formats/policy-yaml.ts';
import { readRagRecords } from '../formats/rag-records.ts';
import { ragTasks, ragUnits } from '../formats/rag-units.ts';
import { taskSchemaOfTerms } from '../formats/term-hash.ts';
import { unitFromRow } from '../formats/unit-rows.ts';
import { readRuling } from '../formats/whole-judgment.ts';
import { readWeakRules } from '../formats/weak-rules-yaml.ts';
import { compileTask } from '../truth/faults.ts';
import { firstRow, hasShape } from './choose-task.ts';
import { FirstLines } from './first-lines.ts';
import { loadProtocol, protocolName } from './load-protocol.ts';
import type { LoadedProtocol } from './load-protocol.ts';
import { readJsonRows, readJudgmentRows } from './read-rows.ts';
import { withRereadable } from './reread.ts';
import { FaultList, readText } from './text-file.ts';
import type { Progress } from './text-file.ts';

/** What a file holds. */
export type FileKind = 'protocol' | 'guideline' | 'units' | 'records' | 'judgments' | 'rulings' | 'overrides' | 'weak rules' | 'policy' | 'unknown';

/** One file that was checked. */
export interface CheckedFile {
  readonly file: string;
  readonly kind: FileKind;
  readonly task: string | null;
  readonly rows: number;
  readonly faults: number;
}

/** Everything that was checked, and everything that was found. */
export interface Validation {
  readonly files: readonly CheckedFile[];
  readonly faults: readonly Fault[];
  /** How many faults in all; the first are kept. */
  readonly count: number;
}

/**
 * Checks a protocol with everything that it names, and further files of units, judgments or rulings against it. All faults of all files
 * come at once. Of a folder all files of JSON are checked. A file that is not there is no fault of the input but of the call, and refused.
 */
export function validate(protocolPath: string | undefined, files: readonly string[], guideline: string | null, progress?: Progress): Validation {
  if (protocolPath === undefined && !existsSync(protocolName)) refuse('no-protocol');
  const missing = [...(protocolPath === undefined ? [] : [protocolPath]), ...files].filter((file) => file !== '-' && !existsSync(file));
  if (missing.length > 0) throw new InputError(missing.map((file) => fault('file-not-found', { file })));
  return withRereadable(files.includes('-') ? '-' : '', (path) => {
    const checker = new Checker(guideline, progress);
    const loaded = checker.protocol(protocolPath);
    if (loaded !== null) checker.further(loaded, files.flatMap((file) => (file === '-' ? [path] : filesOf(file))));
    const shown = <T extends { readonly file?: string }>(one: T): T => (one.file === path ? { ...one, file: 'standard input' } : one);
    return { files: checker.files.map(shown), faults: checker.found.faults.map(shown), count: checker.found.count };
  });
}

/** What a further file holds, as far as its first row tells. */
type Content = { readonly kind: 'units' | 'judgments'; readonly task: Task } | { readonly kind: 'rulings' | 'overrides' | 'records' | 'unknown' };

class Checker {
  readonly files: CheckedFile[] = [];
  readonly found = new FaultList();
  readonly #guideline: string | null;
  readonly #progress: Progress | undefined;
  /** Per task the units that may be judged, with what quotes are taken from; nothing else of them is needed. */
  readonly #units = new Map<string, Map<string, UnitFields>>();
  readonly #policies: Policy[] = [];

  constructor(guideline: string | null, progress: Progress | undefined) {
    this.#guideline = guideline;
    this.#progress = progress;
  }

  /** The protocol, its guideline, units, weak rules, keys and policies; null when it cannot be read. */
  protocol(path: string | undefined): LoadedProtocol | null {
    const loaded = this.found.gather(() => loadProtocol(path));
    if (loaded === null) return null;
    const { protocol, folder, file } = loaded;
    this.files.push({ file, kind: 'protocol', task: null, rows: 1, faults: 0 });
    this.files.push({ file: join(folder, protocol.guideline.file), kind: 'guideline', task: null, rows: loaded.guideline.cards.length, faults: 0 });
    for (const [task, name] of Object.entries(protocol.units)) this.#unitFile(join(folder, name), protocol.tasks.find((one) => one.id === task)!);
    for (const entry of Object.values(protocol.panel)) if (entry.file !== undefined) this.#whole(join(folder, entry.file), 'weak rules', readWeakRules);
    for (const name of protocol.policies?.files ?? []) {
      this.#whole(join(folder, name), 'policy', (text) => {
        const read = readPolicy(text, protocol.tasks);
        if (read.ok) this.#policies.push(read.value);
        return read;
      });
    }
    const beside = [join(folder, 'records.jsonl'), join(folder, 'rulings')].filter((name) => existsSync(name)).flatMap(filesOf);
    this.further(loaded, [...protocol.rounds.flatMap((round) => (round.key === null ? [] : [join(folder, round.key)])), ...beside]);
    return loaded;
  }

  /** Further files, whatever they hold; units first, since the others are held against them. */
  further(loaded: LoadedProtocol, files: readonly string[]): void {
    const fresh = files.filter((file, at) => files.indexOf(file) === at && !this.files.some((one) => resolve(one.file) === resolve(file)));
    const contents = fresh.map((file) => ({ file, content: this.#contentOf(file, loaded.protocol.tasks) }));
    for (const { file, content } of contents) if (content.kind === 'units') this.#unitFile(file, content.task);
    for (const { file, content } of contents) {
      if (content.kind === 'judgments') this.#judgments(loaded, file, content.task);
      else if (content.kind === 'rulings') this.#rulings(file, loaded.protocol.tasks);
      else if (content.kind === 'overrides') this.#overrides(file, loaded.protocol.tasks);
      else if (content.kind === 'records') this.#records(file, loaded.protocol.tasks);
      else if (content.kind === 'unknown') this.#unknown(file, loaded.protocol.tasks);
    }
  }

  #contentOf(file: string, tasks: readonly Task[]): Content {
    // What is wrong with the file is said when it is read.
    const beginning = readBeginning(file);
    if (isOverrideFile(beginning)) return { kind: 'overrides' };
    if (ragTasks.every((name) => tasks.some((task) => task.id === name)) && detectFormat(beginning).format?.startsWith('rag-records') === true) return { kind: 'records' };
    const row = new FaultList().gather(() => firstRow(file));
    if (row === null) return { kind: 'unknown' };
    if (isRuling(row)) return { kind: 'rulings' };
    const judged = taskOfJudgments(row, tasks);
    const described = tasks.find((task) => hasUnitShape(task, row));
    return judged !== undefined ? { kind: 'judgments', task: judged } : described !== undefined ? { kind: 'units', task: described } : { kind: 'unknown' };
  }

  #unknown(file: string, tasks: readonly Task[]): void {
    let first: JsonRow | null = null;
    this.#count(file, 'unknown', null, (each) => {
      readJsonRows(file, this.found, (row) => {
        each();
        first ??= row;
      });
      if (first === null) return;
      this.found.add(fault('unknown-format', { came: printChoice(Object.keys(first).slice(0, 8), 'and'), expected: `the fields of units or judgments of ${printChoice(tasks.map((task) => task.id))}` }, { file, line: 1 }));
    });
  }

  #unitFile(file: string, task: Task): void {
    const known = this.#units.get(task.id) ?? new Map<string, UnitFields>();
    this.#units.set(task.id, known);
    const lines = new FirstLines();
    const kept = task.questions.flatMap(({ scale }) => (scale.kind === 'quote' ? [scale.from] : []));
    this.#count(file, 'units', task.id, (each) =>
      readJsonRows(
        file,
        this.found,
        (row, line) => {
          each();
          const read = unitFromRow(task, row);
          if (!read.ok) {
            this.found.add(...read.faults.map((one) => ({ ...one, file, line })));
            return;
          }
          const { id } = read.unit;
          const earlier = lines.add(id, line);
          if (earlier !== null) this.found.add(fault('duplicate-unit', { unit: id, line: earlier }, { file, line }));
          else known.set(id, kept.length === 0 ? nothing : Object.fromEntries(kept.map((field) => [field, row[field]])));
        },
        this.#progress,
      ),
    );
  }

  #judgments(loaded: LoadedProtocol, file: string, task: Task): void {
    const compiled = compileTask(task);
    const { guideline } = loaded.protocol;
    const units = this.#units.get(task.id) ?? null;
    const seen = new FirstLines();
    this.#count(file, 'judgments', task.id, (each) =>
      readJudgmentRows(
        file,
        compiled,
        { guideline: this.#guideline ?? guideline.version, guidelineRequired: guideline.required, units },
        this.found,
        (row, line) => {
          each();
          const earlier = seen.add(`${row.unit}\0${row.annotator}`, line);
          if (earlier !== null) this.found.add(fault('duplicate-judgment', { annotator: row.annotator, unit: row.unit, line: earlier }, { file, line }));
        },
        this.#progress,
      ),
    );
  }

  #rulings(file: string, tasks: readonly Task[]): void {
    const compiled = new Map(tasks.map((task) => [task.id, compileTask(task)]));
    this.#count(file, 'rulings', null, (each) =>
      readJsonRows(file, this.found, (row, line) => {
        each();
        const read = readRuling(row);
        const place = (one: Fault): Fault => ({ ...one, file, line });
        if (!read.ok) {
          this.found.add(...read.faults.map(place));
          return;
        }
        const { task, unit, decision } = read.value;
        const known = compiled.get(task);
        const fields = this.#units.get(task)?.get(unit);
        if (known === undefined) this.found.add(place(fault('unknown-task', { came: task, expected: printChoice([...compiled.keys()]) })));
        else if (this.#units.has(task) && fields === undefined) this.found.add(place(fault('unknown-unit', { field: 'unit', came: unit })));
        // A ruling may state some answers only.
        else if (decision.kind === 'answers') this.found.add(...known.check(decision.answers, fields ?? null).faults.filter((one) => one.code !== 'missing-field').map(place));
      }),
    );
  }

  #overrides(file: string, tasks: readonly Task[]): void {
    this.#count(file, 'overrides', null, (each) => {
      const read = readOverrideFile(readText(file));
      if (!read.ok) {
        this.found.add(...read.faults.map((one) => ({ ...one, file })));
        return;
      }
      for (const [topic, entries] of read.value.topics) {
        const named = this.#policies.find((policy) => policyTopic(policy) === topic)?.task ?? topic;
        const task = tasks.find((one) => one.id === named);
        if (task === undefined) {
          const known = [...new Set([...this.#policies.map(policyTopic), ...tasks.map((one) => one.id)])];
          this.found.add(fault('unknown-reference', { field: 'topic', came: topic, expected: printChoice(known) }, { file, line: read.value.lineOf([topic]) }));
        }
        for (const entry of entries) {
          each();
          const line = read.value.lineOf(entry.path);
          const checked = task === undefined ? null : overrideRuling(entry, task, taskSchemaOfTerms(task));
          if (checked?.ok === false) this.found.add(...checked.faults.map((one) => ({ ...one, file, line })));
          const units = task === undefined ? undefined : this.#units.get(task.id);
          if (units !== undefined && !units.has(entry.unit)) this.found.add(fault('unknown-unit', { field: 'review_id', came: entry.unit }, { file, line }));
        }
      }
    });
  }

  /** Records from which the units of the RAG tasks are made. */
  #records(file: string, tasks: readonly Task[]): void {
    this.#count(file, 'records', null, (each) => {
      const text = readText(file);
      const read = readRagRecords(text, file.endsWith('.csv') ? 'csv' : text.trimStart().startsWith('[') ? 'json' : 'jsonl');
      const { units, faults } = ragUnits(read);
      for (const _ of read.records) each();
      this.found.add(...[...read.faults, ...read.errors.flatMap((one) => one.faults), ...faults].map((one) => ({ ...one, file })));
      for (const name of ragTasks) {
        const task = tasks.find((one) => one.id === name)!;
        for (const row of units[name]) {
          const made = unitFromRow(task, row);
          if (!made.ok) this.found.add(...made.faults.map((one) => ({ ...one, file })));
        }
      }
    });
  }

  #whole(file: string, kind: FileKind, read: (text: string) => { readonly ok: boolean; readonly faults?: readonly Fault[] }): void {
    this.#count(file, kind, null, (each) => {
      if (!existsSync(file)) {
        this.found.add(fault('file-not-found', { file }));
        return;
      }
      each();
      const result = read(readText(file));
      this.found.add(...(result.faults ?? []).map((one) => ({ ...one, file })));
    });
  }

  #count(file: string, kind: FileKind, task: string | null, read: (each: () => void) => void): void {
    const before = this.found.count;
    let rows = 0;
    this.found.gather(() => read(() => (rows += 1)));
    this.files.push({ file, kind, task, rows, faults: this.found.count - before });
  }
}

const nothing: UnitFields = {};

/** The files that a path names: itself, or those of JSON in the folder. */
function filesOf(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => /\.jsonl?$/.test(name) && !/(^|[/\\])\./.test(name)).toSorted().map((name) => join(path, name));
}

/** Enough of a file to tell what it holds; nothing of one that cannot be read, or only once. Its reader says what is wrong with it. */
function readBeginning(file: string): string {
  if (!existsSync(file) || !statSync(file).isFile()) return '';
  const bytes = Buffer.alloc(enoughToDetect);
  let descriptor: number | null = null;
  try {
    descriptor = openSync(file, 'r');
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, bytes.length, 0));
  } catch {
    // Told when the file is read as a whole.
    return '';
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

function isRuling(row: JsonRow): boolean {
  return 'by' in row && 'reason' in row && 'unit' in row;
}

function taskOfJudgments(row: JsonRow, tasks: readonly Task[]): Task | undefined {
  if ('answers' in row && 'unit' in row) return tasks.find((task) => task.id === row['task']) ?? (tasks.length === 1 ? tasks[0] : undefined);
  return tasks.find((task) => hasShape(task, row)) ?? tasks.find((task) => 'annotator_id' in row && task.unit.id.every((field) => field in row));
}

function hasUnitShape(task: Task, row: JsonRow): boolean {
  return task.unit.id.every((field) => field in row) && task.unit.show.some((field) => field in row);
}

