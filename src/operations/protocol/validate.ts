import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fault, printChoice, refuse } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { policyTopic } from '../../domain/verdicts/policy.ts';
import type { Policy } from '../../domain/verdicts/policy.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import { checkedFields } from '../../domain/protocol/task.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { unitId } from '../../domain/units/unit.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import type { Format } from '../../formats/exchange/detect-format.ts';
import { faultAt } from '../../formats/json-rows.ts';
import type { JsonRow } from '../../formats/jsonl.ts';
import { judgmentIntake } from '../../formats/judging/judgment-intake.ts';
import type { GivenRow } from '../../formats/judging/judgment-intake.ts';
import { overrideRuling, readOverrideFile } from '../../formats/rulings/override-file.ts';
import { readPolicy } from '../../formats/verdicts/policy-yaml.ts';
import { readRagRecords } from '../../formats/exchange/rag-records.ts';
import { ragTasks, ragUnits } from '../../formats/exchange/rag-units.ts';
import { taskSchemaOfTerms } from '../../formats/verdicts/term-hash.ts';
import { unitFromRow } from '../../formats/units/unit-rows.ts';
import { readableRuling, readRuling } from '../../formats/judging/whole-judgment.ts';
import { readWeakRules } from '../../formats/protocol/weak-rules-yaml.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import { taskHash } from '../../truth/protocol/task-hash.ts';
import { severalTasks } from './choose-task.ts';
import { contentOf, wrongSeparator } from '../exchange/file-content.ts';
import type { FileContent } from '../exchange/file-content.ts';
import { FirstLines } from '../first-lines.ts';
import type { ImportMapping } from '../exchange/import-request.ts';
import { protocolName, readProtocolFolder } from './load-protocol.ts';
import { otherRows } from '../exchange/other-formats.ts';
import type { OtherFormat } from '../exchange/other-formats.ts';
import { parquetContent, rowsOfParquet } from '../parquet-files.ts';
import type { ParquetFile } from '../parquet-files.ts';
import { readJsonRows, readJudgmentRows } from '../read-rows.ts';
import { readUnitRows } from '../units/read-units.ts';
import { withAllRereadable } from '../rereadable-input.ts';
import { checkThere, FaultList, readText } from '../text-file.ts';
import type { Progress } from '../text-file.ts';

/** What a file holds. */
export type FileKind =
  | 'protocol'
  | 'guideline'
  | 'units'
  | 'records'
  | 'judgments'
  | 'rulings'
  | 'overrides'
  | 'weak rules'
  | 'policy'
  | 'unknown';

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

/** What is said about the further files. */
export interface ValidateOptions {
  readonly progress?: Progress;
  /** The task that they belong to, where they do not tell. */
  readonly task?: string;
  /** How the fields of another tool, or the columns of a table, are called here. */
  readonly mapping?: ImportMapping;
  /** The Parquet files among them, read beforehand. */
  readonly parquet?: ReadonlyMap<string, ParquetFile>;
}

/**
 * Checks a protocol with everything that it names, and further files of units, judgments or rulings
 * against it, in the formats that import reads. All
 * faults of all files come at once. Of a folder all files of JSON are checked. A file that is not
 * there is no fault of the input but of the call, and refused.
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
    const checker = new Checker(guideline, options);
    const protocol = checker.protocol(protocolPath);
    if (protocol !== null) checker.named(protocol, options.task);
    if (protocol !== null) checker.further(protocol, paths.flatMap(filesOf));
    const shown = <T extends { readonly file?: string }>(one: T): T =>
      one.file !== undefined && names.has(one.file) ? { ...one, file: names.get(one.file)! } : one;
    return {
      files: checker.files.map(shown),
      faults: checker.found.faults.map(shown),
      count: checker.found.count,
    };
  });
}

class Checker {
  readonly files: CheckedFile[] = [];
  readonly found = new FaultList();
  readonly #guideline: string | null;
  readonly #progress: Progress | undefined;
  /**
   * Per task the units that may be judged, with what judgments are held against; nothing else of
   * them is needed.
   */
  readonly #units = new Map<string, Map<string, UnitFields>>();
  readonly #policies: Policy[] = [];
  /** A policy that cannot be read has a topic that is not known. */
  #allTopicsKnown = true;
  readonly #mapping: ImportMapping;
  readonly #parquet: ReadonlyMap<string, ParquetFile>;
  /** The task that was named for the further files. */
  #task: Task | null = null;

  constructor(
    guideline: string | null,
    { progress, mapping = {}, parquet = new Map() }: ValidateOptions,
  ) {
    this.#guideline = guideline;
    this.#progress = progress;
    this.#mapping = mapping;
    this.#parquet = parquet;
  }

  /** From here on files belong to this task. */
  named(protocol: Protocol, task: string | undefined): void {
    if (task === undefined) return;
    this.#task =
      protocol.tasks.find((one) => one.id === task) ??
      refuse('unknown-task', {
        got: task,
        expected: printChoice(protocol.tasks.map((one) => one.id)),
      });
  }

  /**
   * The protocol, its guideline, units, weak rules, keys and policies; null when it cannot be read.
   */
  protocol(path: string | undefined): Protocol | null {
    const loaded = this.found.gather(() => readProtocolFolder(path, this.found));
    if (loaded === null || loaded.protocol === null) return null;
    const { protocol, folder, file, guideline, guidelineFaults } = loaded;
    this.files.push({ file, kind: 'protocol', task: null, rows: 1, faults: 0 });
    this.files.push({
      file: join(folder, protocol.guideline.file),
      kind: 'guideline',
      task: null,
      rows: guideline?.cards.length ?? 0,
      faults: guidelineFaults,
    });
    for (const [task, name] of Object.entries(protocol.units))
      this.#unitFile(
        join(folder, name),
        protocol.tasks.find((one) => one.id === task)!,
      );
    for (const entry of Object.values(protocol.panel))
      if (entry.file !== undefined)
        this.#whole(join(folder, entry.file), 'weak rules', readWeakRules);
    for (const name of protocol.policies?.files ?? []) {
      this.#whole(join(folder, name), 'policy', (text) => {
        const read = readPolicy(text, protocol.tasks, this.#policies);
        if (read.ok) this.#policies.push(read.value);
        else this.#allTopicsKnown = false;
        return read;
      });
    }
    const beside = [join(folder, 'records.jsonl'), join(folder, 'rulings')]
      .filter((name) => existsSync(name))
      .flatMap(filesOf);
    this.further(protocol, [
      ...protocol.rounds.flatMap((round) => (round.key === null ? [] : [join(folder, round.key)])),
      ...beside,
    ]);
    return protocol;
  }

  /** Further files, whatever they hold; units first, since the others are held against them. */
  further(protocol: Protocol, files: readonly string[]): void {
    const fresh = files.filter(
      (file, at) =>
        files.indexOf(file) === at &&
        !this.files.some((one) => resolve(one.file) === resolve(file)),
    );
    const contents = fresh.map((file) => ({
      file,
      content: this.#contentOf(file, protocol.tasks),
    }));
    for (const { file, content } of contents)
      if (content.kind === 'units') this.#unitFile(file, content.task, content.format);
    for (const { file, content } of contents) {
      if (content.kind === 'judgments')
        this.#judgments(protocol, file, content.task, content.format);
      else if (content.kind === 'no task') this.#withoutTask(file, protocol.tasks);
      else if (content.kind === 'rulings') this.#rulings(file, protocol.tasks);
      else if (content.kind === 'overrides') this.#overrides(file, protocol.tasks);
      else if (content.kind === 'records') this.#records(file, protocol.tasks);
      else if (content.kind === 'unknown') this.#unknown(file, protocol.tasks);
    }
  }

  #contentOf(file: string, tasks: readonly Task[]): FileContent {
    const parquet = this.#parquet.get(file);
    return parquet === undefined
      ? contentOf(file, tasks, this.#task)
      : parquetContent(parquet, tasks, this.#task);
  }

  #withoutTask(file: string, tasks: readonly Task[]): void {
    this.#count(file, 'unknown', null, () =>
      this.found.add({ ...fault('unknown-task', {}, { file }), message: severalTasks(tasks) }),
    );
  }

  #unknown(file: string, tasks: readonly Task[]): void {
    let first: JsonRow | null = null;
    this.#count(file, 'unknown', null, (each) => {
      const expected = `the fields of units or judgments of ${printChoice(tasks.map((task) => task.id))}`;
      const parquet = this.#parquet.get(file);
      if (parquet !== undefined) {
        if ('failure' in parquet) throw parquet.failure;
        refuse(
          'unknown-format',
          { got: printChoice(Object.keys(parquet.rows[0]!.row).slice(0, 8), 'and'), expected },
          { file },
        );
      }
      const why = wrongSeparator(file);
      if (why !== null)
        refuse('unknown-format', { got: `no form that is known: ${why}`, expected }, { file });
      readJsonRows(file, this.found, (row) => {
        each();
        first ??= row;
      });
      if (first === null) return;
      this.found.add(
        fault(
          'unknown-format',
          { got: printChoice(Object.keys(first).slice(0, 8), 'and'), expected },
          { file, line: 1 },
        ),
      );
    });
  }

  #unitFile(file: string, task: Task, format?: Format): void {
    const known = this.#units.get(task.id) ?? new Map<string, UnitFields>();
    this.#units.set(task.id, known);
    const lines = new FirstLines();
    const kept = checkedFields(task);
    this.#count(file, 'units', task.id, (each) => {
      const take = ({ row, line, index = 0, text }: GivenRow): void => {
        each();
        const place = (one: Fault): Fault => ({ ...faultAt(one, { line, index }), file });
        const read = unitFromRow(task, row, text);
        // A unit with faults is there all the same, for those that judge it.
        const named = read.ok ? { ok: true as const, id: read.unit.id } : unitId(task.unit.id, row);
        const earlier = named.ok ? lines.add(named.id, line ?? index) : null;
        const faults = [
          ...(read.ok ? [] : read.faults),
          ...(named.ok && earlier !== null ? [givenTwice(named.id, line, earlier)] : []),
        ];
        this.found.add(...faults.map(place));
        if (!named.ok) return;
        if (earlier === null)
          known.set(
            named.id,
            kept.length === 0
              ? nothing
              : Object.fromEntries(kept.map((field) => [field, row[field]])),
          );
      };
      if (format === undefined)
        readUnitRows(
          file,
          task,
          this.found,
          (row, line, text) => take({ row, line, ...(text === undefined ? {} : { text }) }),
          this.#progress,
        );
      else this.#otherRows(file, { kind: 'units', format, task }, take);
    });
  }

  /**
   * The units of a task; null when not one could be read, and then nothing can be said of ids that
   * are not among them.
   */
  #unitsOf(task: string): ReadonlyMap<string, UnitFields> | null {
    const units = this.#units.get(task);
    return units === undefined || units.size === 0 ? null : units;
  }

  #judgments({ guideline }: Protocol, file: string, task: Task, format?: Format): void {
    const compiled = compileTask(task);
    const context = {
      guideline: this.#guideline ?? guideline.version,
      guidelineRequired: guideline.required && this.#guideline === null,
      taskHash: taskHash(task),
      units: this.#unitsOf(task.id),
    };
    const seen = new FirstLines();
    this.#count(file, 'judgments', task.id, (each) => {
      if (format !== undefined) {
        const take = judgmentIntake(compiled, context, 'reject');
        this.#otherRows(file, { kind: 'judgments', format, task }, (given) => {
          const taken = take(given);
          if (taken.kind === 'judgment') each();
          else this.found.add(...taken.faults.map((one) => ({ ...one, file })));
        });
        return;
      }
      readJudgmentRows(
        file,
        compiled,
        context,
        this.found,
        (row, line) => {
          each();
          const earlier = seen.add(`${row.unit}\0${row.annotator}`, line);
          if (earlier !== null)
            this.found.add(
              fault(
                'duplicate-judgment',
                { annotator: row.annotator, unit: row.unit, line: earlier },
                { file, line },
              ),
            );
        },
        this.#progress,
      );
    });
  }

  /** The rows of a file that is read at once: a table, an array, the export of another tool. */
  #otherRows(
    file: string,
    other: OtherFormat & { readonly task: Task },
    take: (given: GivenRow) => void,
  ): void {
    const parquet = this.#parquet.get(file);
    const { rows, faults } =
      parquet === undefined
        ? otherRows(readText(file), other, this.#mapping)
        : rowsOfParquet(parquet, other.kind, other.task, this.#mapping);
    this.found.addAll(faults, { file });
    if (rows.length === 0 && faults.length === 0) refuse('file-empty', {}, { file });
    for (const row of rows) take(row);
  }

  #rulings(file: string, tasks: readonly Task[]): void {
    const compiled = new Map(tasks.map((task) => [task.id, compileTask(task)]));
    this.#count(file, 'rulings', null, (each) =>
      readJsonRows(file, this.found, (row, line) => {
        each();
        const read = readRuling(row);
        const place = (one: Fault): Fault => ({ ...one, file, line });
        if (!read.ok) this.found.add(...read.faults.map(place));
        const { task, unit, answers } = readableRuling(row);
        if (task === undefined) return;
        const known = compiled.get(task);
        const fields = unit === undefined ? undefined : this.#units.get(task)?.get(unit);
        if (known === undefined)
          this.found.add(
            place(
              fault('unknown-task', { got: task, expected: printChoice([...compiled.keys()]) }),
            ),
          );
        else if (unit !== undefined && this.#unitsOf(task)?.has(unit) === false)
          this.found.add(place(fault('unknown-unit', { field: 'unit', got: unit })));
        // A ruling may state some answers only.
        if (known !== undefined && answers !== undefined)
          this.found.add(
            ...known
              .faults(answers, fields ?? null)
              .filter((one) => one.code !== 'missing-field')
              .map(place),
          );
      }),
    );
  }

  #overrides(file: string, tasks: readonly Task[]): void {
    this.#count(file, 'overrides', null, (each) => {
      const read = readOverrideFile(readText(file));
      if (!read.ok) this.found.addAll(read.faults, { file });
      const given = read.ok ? read.value : read.rest;
      for (const [topic, entries] of given.topics) {
        const named = this.#policies.find((policy) => policyTopic(policy) === topic)?.task ?? topic;
        const task = tasks.find((one) => one.id === named);
        if (task === undefined && this.#allTopicsKnown) {
          const known = [
            ...new Set([...this.#policies.map(policyTopic), ...tasks.map((one) => one.id)]),
          ];
          this.found.add(
            fault(
              'unknown-reference',
              { field: 'topic', got: topic, expected: printChoice(known) },
              { file, line: given.lineOf([topic]) },
            ),
          );
        }
        for (const entry of entries) {
          each();
          const line = given.lineOf(entry.path);
          const checked =
            task === undefined ? null : overrideRuling(entry, task, taskSchemaOfTerms(task));
          if (checked?.ok === false)
            this.found.add(...checked.faults.map((one) => ({ ...one, file, line })));
          if (task !== undefined && this.#unitsOf(task.id)?.has(entry.unit) === false)
            this.found.add(
              fault('unknown-unit', { field: 'review_id', got: entry.unit }, { file, line }),
            );
        }
      }
    });
  }

  /** Records from which the units of the RAG tasks are made. */
  #records(file: string, tasks: readonly Task[]): void {
    this.#count(file, 'records', null, (each) => {
      const text = readText(file);
      const read = readRagRecords(
        text,
        file.endsWith('.csv') ? 'csv' : text.trimStart().startsWith('[') ? 'json' : 'jsonl',
      );
      const { units, faults } = ragUnits(read);
      for (const _ of read.records) each();
      this.found.addAll([...read.faults, ...read.errors.flatMap((one) => one.faults), ...faults], {
        file,
      });
      for (const name of ragTasks) {
        const task = tasks.find((one) => one.id === name)!;
        for (const row of units[name]) {
          const made = unitFromRow(task, row);
          if (!made.ok) this.found.add(...made.faults.map((one) => ({ ...one, file })));
        }
      }
    });
  }

  #whole(
    file: string,
    kind: FileKind,
    read: (text: string) => { readonly ok: boolean; readonly faults?: readonly Fault[] },
  ): void {
    this.#count(file, kind, null, (each) => {
      if (!existsSync(file)) {
        this.found.add(fault('file-not-found', { file }));
        return;
      }
      each();
      const result = read(readText(file));
      this.found.addAll(result.faults ?? [], { file });
    });
  }

  #count(
    file: string,
    kind: FileKind,
    task: string | null,
    read: (each: () => void) => void,
  ): void {
    const before = this.found.count;
    let rows = 0;
    this.found.gather(() => read(() => (rows += 1)));
    this.files.push({ file, kind, task, rows, faults: this.found.count - before });
  }
}

const nothing: UnitFields = {};

function givenTwice(unit: string, line: number | null, earlier: number): Fault {
  const found = fault('duplicate-unit', { unit, line: earlier });
  return line === null
    ? { ...found, message: `the unit ${unit} is in [${earlier}] already` }
    : found;
}

/** The files that a path names: itself, or those of JSON in the folder. */
function filesOf(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.jsonl?$/.test(name) && !/(^|[/\\])\./.test(name))
    .toSorted()
    .map((name) => join(path, name));
}
