import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fault, InputError, printChoice } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';
import type { Task } from '../domain/task.ts';
import type { UnitFields } from '../domain/unit.ts';
import type { JsonRow } from '../formats/jsonl.ts';
import { readPolicy } from '../formats/policy-yaml.ts';
import { unitFromRow } from '../formats/unit-rows.ts';
import { readRuling } from '../formats/whole-judgment.ts';
import { readWeakRules } from '../formats/weak-rules-yaml.ts';
import { compileTask } from '../truth/faults.ts';
import { firstRow, hasShape } from './choose-task.ts';
import { loadProtocol } from './load-protocol.ts';
import type { LoadedProtocol } from './load-protocol.ts';
import { readJsonRows, readJudgmentRows } from './read-rows.ts';
import { FaultList, readText } from './text-file.ts';
import type { Progress } from './text-file.ts';

/** What a file holds. */
export type FileKind = 'protocol' | 'guideline' | 'units' | 'judgments' | 'rulings' | 'weak rules' | 'policy';

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
 * come at once.
 */
export function validate(protocolPath: string | undefined, files: readonly string[], guideline: string | null, progress?: Progress): Validation {
  const checker = new Checker(guideline, progress);
  const loaded = checker.protocol(protocolPath);
  if (loaded !== null) for (const file of files) checker.file(loaded, file);
  return { files: checker.files, faults: checker.found.faults, count: checker.found.count };
}

class Checker {
  readonly files: CheckedFile[] = [];
  readonly found = new FaultList();
  readonly #guideline: string | null;
  readonly #progress: Progress | undefined;
  readonly #units = new Map<string, Map<string, UnitFields>>();

  constructor(guideline: string | null, progress: Progress | undefined) {
    this.#guideline = guideline;
    this.#progress = progress;
  }

  /** The protocol, its guideline, units, weak rules, keys and policies; null when it cannot be read. */
  protocol(path: string | undefined): LoadedProtocol | null {
    const loaded = this.#kept(() => loadProtocol(path));
    if (loaded === null) return null;
    const { protocol, folder, file } = loaded;
    this.files.push({ file, kind: 'protocol', task: null, rows: 1, faults: 0 });
    this.files.push({ file: join(folder, protocol.guideline.file), kind: 'guideline', task: null, rows: loaded.guideline.cards.length, faults: 0 });
    for (const [task, name] of Object.entries(protocol.units)) this.#unitFile(join(folder, name), protocol.tasks.find((one) => one.id === task)!);
    for (const entry of Object.values(protocol.panel)) if (entry.file !== undefined) this.#whole(join(folder, entry.file), 'weak rules', readWeakRules);
    for (const name of protocol.policies?.files ?? []) this.#whole(join(folder, name), 'policy', (text) => readPolicy(text, protocol.tasks));
    for (const round of protocol.rounds) if (round.key !== null) this.file(loaded, join(folder, round.key));
    return loaded;
  }

  /** A further file, whatever it holds. */
  file(loaded: LoadedProtocol, file: string): void {
    if (this.files.some((one) => one.file === file)) return;
    const { tasks } = loaded.protocol;
    const row = this.#kept(() => firstRow(file));
    if (row === null) {
      this.#kept(() => readJsonRows(file, this.found, () => undefined));
      return;
    }
    if (isRuling(row)) this.#rulings(file, tasks);
    else {
      const judged = taskOfJudgments(row, tasks);
      const described = tasks.find((task) => hasUnitShape(task, row));
      if (judged !== undefined) this.#judgments(loaded, file, judged);
      else if (described !== undefined) this.#unitFile(file, described);
      else this.found.add(fault('unknown-format', { came: printChoice(Object.keys(row).slice(0, 8), 'and'), expected: `the fields of units or judgments of ${printChoice(tasks.map((task) => task.id))}` }, { file, line: 1 }));
    }
  }

  #unitFile(file: string, task: Task): void {
    const known = this.#units.get(task.id) ?? new Map<string, UnitFields>();
    this.#units.set(task.id, known);
    const lines = new Map<string, number>();
    this.#count(file, 'units', task.id, (each) =>
      readJsonRows(
        file,
        this.found,
        (row, line) => {
          each();
          const read = unitFromRow(task, row);
          if (!read.ok) this.found.add(...read.faults.map((one) => ({ ...one, file, line })));
          else if (lines.has(read.unit.id)) this.found.add(fault('duplicate-unit', { unit: read.unit.id, line: lines.get(read.unit.id)! }, { file, line }));
          else {
            lines.set(read.unit.id, line);
            known.set(read.unit.id, read.unit.fields);
          }
        },
        this.#progress,
      ),
    );
  }

  #judgments(loaded: LoadedProtocol, file: string, task: Task): void {
    const compiled = compileTask(task);
    const { guideline } = loaded.protocol;
    const units = this.#units.get(task.id) ?? null;
    const seen = new Map<string, number>();
    this.#count(file, 'judgments', task.id, (each) =>
      readJudgmentRows(
        file,
        compiled,
        { guideline: this.#guideline ?? guideline.version, guidelineRequired: guideline.required, units },
        this.found,
        (row, line) => {
          each();
          const key = `${row.unit}\0${row.annotator}`;
          const earlier = seen.get(key);
          if (earlier === undefined) seen.set(key, line);
          else this.found.add(fault('duplicate-judgment', { annotator: row.annotator, unit: row.unit, line: earlier }, { file, line }));
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
        else if (decision.kind === 'answers') this.found.add(...known.check(decision.answers, fields ?? null).faults.map(place));
      }),
    );
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
    this.#kept(() => read(() => (rows += 1)));
    this.files.push({ file, kind, task, rows, faults: this.found.count - before });
  }

  /** What the work gives, or null with its faults among the others. */
  #kept<T>(work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.found.add(...error.faults);
      this.found.count += error.count - error.faults.length;
      return null;
    }
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

