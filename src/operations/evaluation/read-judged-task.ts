import { join } from 'node:path';
import type { CodedText } from '../../domain/coded-text.ts';
import { refuse } from '../../domain/fault.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { judgmentRowReader, wholeNumberFields } from '../../formats/judging/judgment-row.ts';
import { UnhashedRows } from '../../formats/judging/unhashed-rows.ts';
import { hiddenFaults } from '../../formats/jsonl.ts';
import type { JsonRow } from '../../formats/jsonl.ts';
import { TextIndex } from '../../formats/text-index.ts';
import type { JudgedTask } from '../../truth/models/judged-task.ts';
import { UnitStandings } from '../../truth/fold/unit-standings.ts';
import { JudgmentTable } from '../../truth/judging/judgment-table.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import { isHashOf } from '../../truth/protocol/task-hash.ts';
import { panelRules } from '../../truth/verdicts/panel-truths.ts';
import { withTablesAsRows } from '../agreement/judgment-tables.ts';
import { recogniseTask, severalTasks } from '../protocol/choose-task.ts';
import type { ChosenTask } from '../protocol/choose-task.ts';
import { loadProtocol } from '../protocol/load-protocol.ts';
import type { LoadedProtocol } from '../protocol/load-protocol.ts';
import { readJsonRows } from '../read-rows.ts';
import { withAllRereadable } from '../rereadable-input.ts';
import { checkThere, FaultList } from '../text-file.ts';
import type { Progress } from '../text-file.ts';
import { readUnits } from '../units/read-units.ts';
import { judgmentFiles, otherVersion } from '../verdicts/protocol-judgments.ts';
import { folderRulings, subjectOfUnit } from '../rulings/folder-rulings.ts';

/** Judgments and rulings in files. */
export interface TaskFilesRequest {
  /** Whether judgments given while a suggestion was shown are read too, as for the truth. */
  readonly withAssisted?: boolean;
  /** Files of judgments; else those of the protocol's folder. */
  readonly judgments: readonly string[];
  /** Files of judgments beside those of the folder, such as a model's. */
  readonly further: readonly string[];
  readonly protocol?: string;
  readonly task?: string;
  readonly seed: number;
  readonly progress?: Progress;
}

/** A task as it stands in files. */
export interface TaskInFiles {
  readonly judged: JudgedTask;
  readonly loaded: LoadedProtocol;
  readonly protocol: string;
  readonly simulated: boolean;
  /** By the number of a unit, its fields; empty where the protocol names no units. */
  readonly fields: readonly (UnitFields | undefined)[];
  /** Judgments under other versions of guideline or questions: left out. */
  readonly stale: number;
  /** Judgments that a later one of the same annotator replaces. */
  readonly superseded: number;
  readonly warnings: readonly CodedText[];
  /** Judgments given while a suggestion was shown: they say nothing about its quality. */
  readonly assisted: number;
}

/**
 * Reads the judgments on a task, JSONL or tables, with the units and rulings of the protocol's
 * folder.
 */
export function readJudgedTask(request: TaskFilesRequest): TaskInFiles {
  const { judgments, further } = request;
  const files = [...judgments, ...further];
  checkThere(files.filter((file) => file !== '-'));
  const count = judgments.length;
  return withAllRereadable(files, (paths) =>
    withTablesAsRows(paths, request, (rows) =>
      readTask({ ...request, judgments: rows.slice(0, count), further: rows.slice(count) }),
    ),
  );
}

function readTask(request: TaskFilesRequest): TaskInFiles {
  const chosen = chosenTask(request);
  const { loaded, task, recognised } = chosen;
  const { protocol, folder } = loaded;
  const unitFile = recognised ? undefined : protocol.units[task.id];
  const known = unitFile === undefined ? null : readUnits([join(folder, unitFile)], task);
  const units = new TextIndex();
  for (const id of known?.keys() ?? []) units.add(id);
  const files = recognised ? request.judgments : judgmentFiles(task, loaded, request);
  const table = new JudgmentTable(task);
  const read = readRows([...files, ...request.further], { ...chosen, units, table }, request);
  const { compared, ...left } = read;
  // Annotators under a protocol that was only recognised are not on its panel.
  const panel = recognised ? {} : protocol.panel;
  const rules = panelRules(task, { panel, plan: protocol.consensus, seed: request.seed });
  const standings = new UnitStandings(rules, table, units);
  const agreed = (unit: string): Answers => {
    const number = units.find(unit);
    const standing = number < 0 ? null : standings.standing(number);
    return standing?.state === 'settled' ? standing.answers : {};
  };
  const given = recognised
    ? []
    : folderRulings(folder, protocol, {
        agreed: (of, unit) => (of.id === task.id ? agreed(unit) : {}),
        // Only the units of this task were read.
        subject: (of, unit) =>
          of.id === task.id && known !== null ? subjectOfUnit(task, known.get(unit)) : null,
      });
  const own = given.filter(({ ruling }) => ruling.task === task.id);
  const rulings = new Map(own.map(({ ruling }) => [ruling.unit, ruling]));
  const rulingOn = (unit: number): Ruling | undefined => rulings.get(units.at(unit));
  return {
    judged: { task, panel, table: compared, votes: table, units, rules, rulingOn },
    loaded,
    protocol: protocol.name,
    simulated: protocol.simulated && !recognised,
    fields: known === null ? [] : units.texts().map((id) => known.get(id)),
    ...left,
  };
}

function chosenTask({ judgments, further, protocol, task: named }: TaskFilesRequest): ChosenTask {
  if (judgments.length > 0) return recogniseTask([...judgments, ...further], protocol, named);
  const loaded = loadProtocol(protocol);
  const { tasks } = loaded.protocol;
  if (named === undefined && tasks.length > 1 && further.length === 0)
    refuse('usage', { reason: severalTasks(tasks) });
  if (named === undefined && tasks.length > 1) return recogniseTask(further, protocol, undefined);
  return named === undefined
    ? { loaded, task: tasks[0]!, recognised: false }
    : recogniseTask([], protocol ?? loaded.folder, named);
}

/** Takes in the latest judgment of each annotator on a unit under the present versions. */
function readRows(
  files: readonly string[],
  target: {
    readonly loaded: LoadedProtocol;
    readonly task: Task;
    readonly units: TextIndex;
    readonly table: JudgmentTable;
    readonly recognised: boolean;
  },
  { progress, withAssisted = false }: Pick<TaskFilesRequest, 'progress' | 'withAssisted'>,
): Pick<TaskInFiles, 'stale' | 'superseded' | 'assisted' | 'warnings'> & {
  /** Without what was asked for because of the first answers. */
  readonly compared: JudgmentTable;
} {
  const { loaded, task, units, table, recognised } = target;
  const compiled = compileTask(task);
  const read = judgmentRowReader(compiled, {
    guideline: null,
    guidelineRequired: false,
    units: null,
    contradiction: () => {},
  });
  const wholeNumbers = wholeNumberFields(compiled);
  const found = new FaultList();
  let [stale, superseded, assisted] = [0, 0, 0];
  let compared: JudgmentTable | null = null;
  const unhashed = new UnhashedRows();
  const { version } = loaded.protocol.guideline;
  const isPresent = (hash: string): boolean => isHashOf(hash, task);
  for (const file of files) {
    const each = (row: JsonRow, line: number, text: string): void => {
      if (!recognised && otherVersion(row, isPresent, version) !== null) {
        stale += 1;
        return;
      }
      const judged = read(row);
      const faults = [...judged.faults, ...hiddenFaults(text, wholeNumbers)];
      found.addAll(faults, { file, line });
      if (faults.length > 0) return;
      unhashed.add(row);
      const unit = units.add(judged.unit);
      if (judged.apart === 'assisted' && !withAssisted) {
        assisted += 1;
        return;
      }
      const { annotator, codes } = judged;
      if (judged.apart === 'further') compared ??= table.copy();
      else compared?.put(unit, compared.annotator(annotator), codes);
      if (!table.put(unit, table.annotator(annotator), codes)) superseded += 1;
    };
    readJsonRows(file, found, each, progress);
  }
  found.throwIfAny();
  const warnings = recognised ? [] : unhashed.warnings(task.id);
  return { stale, superseded, assisted, warnings, compared: compared ?? table };
}
