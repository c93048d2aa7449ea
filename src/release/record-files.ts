import type { Answers } from '../domain/judging/judgment.ts';
import type { Ruling } from '../domain/rulings/ruling.ts';
import type {
  AuditHead,
  NearDuplicate,
  RecordDecision,
  RecordDraw,
  RecordModelRun,
  RecordRemark,
  RecordRuling,
  RecordRun,
  RecordUnit,
  RecordVersion,
  RecordWaiver,
  ReleaseChoice,
  ReleaseRecord,
} from './record.ts';
import { judgmentLines, judgmentReader } from './judgment-lines.ts';

/** The format of the files of a record; a reader refuses any other. */
const recordFormat = 1;

/** The folder of a record's files in a release. */
export const recordFolder = 'record';

/** A row of a file, as parsed. Writing the record again shows what was wrong with it. */
type Row = Readonly<Record<string, never>>;

/** A record with the choices under which it was released. */
export interface ChosenRecord {
  readonly record: ReleaseRecord;
  readonly choice: ReleaseChoice;
}

/** The files of a record, each as its lines: what was asked, of whom, and what they answered. */
export function recordFiles({
  record,
  choice,
}: ChosenRecord): ReadonlyMap<string, () => Iterable<string>> {
  const { nearDuplicates, versions, models } = record;
  const protocol = versions.flatMap((version) =>
    versionFiles(version).map(([name, text]) => [name, () => [text]] as const),
  );
  return new Map<string, () => Iterable<string>>([
    [path('record.json'), () => [`${JSON.stringify(headRow(record, choice), null, 2)}\n`]],
    [path('versions.jsonl'), () => lines(versions, versionRow)],
    [path('units.jsonl'), () => unitLines(record.units)],
    [path('runs.jsonl'), () => lines(record.runs, runRow)],
    [path('draws.jsonl'), () => drawLines(record.runs)],
    [path('judgments.jsonl'), () => judgmentLines(record.judgments)],
    [path('rulings.jsonl'), () => lines(record.rulings, rulingRow)],
    [path('waivers.jsonl'), () => lines(record.waivers, (waiver) => waiver)],
    [path('remarks.jsonl'), () => lines(record.remarks, (remark) => remark)],
    [path('decisions.jsonl'), () => lines(record.decisions, (decision) => decision)],
    ...(models.length === 0
      ? []
      : [[path('models.jsonl'), () => lines(models, (run) => run)] as const]),
    ...(nearDuplicates === null
      ? []
      : [[path('near-duplicates.jsonl'), () => lines(nearDuplicates, (pair) => pair)] as const]),
    ...protocol,
  ]);
}

/**
 * Reads such files; null where there is no such file. Throws where a file is no JSON. Long files
 * are asked for line by line, so that none need be in memory as a whole.
 */
export function readRecordFiles(
  textOf: (name: string) => string | null,
  linesOf: (name: string) => Iterable<string> = (name) => textLines(textOf(name) ?? ''),
): ChosenRecord | null {
  const head = textOf(path('record.json'));
  if (head === null) return null;
  const { format, project, people, audit, choice } = JSON.parse(head) as HeadRow;
  if (format !== recordFormat) return null;
  const rows = <Value>(name: string, read: (row: Row, at: number) => Value): readonly Value[] =>
    Array.from(linesOf(path(name)), (line, at) => read(JSON.parse(line) as Row, at));
  const draws = new Map<string, RecordDraw[]>();
  for (const { run, unit, probability } of rows('draws.jsonl', (row) => row as unknown as Drawn)) {
    const own = draws.get(run);
    if (own === undefined) draws.set(run, [{ unit, probability }]);
    else own.push({ unit, probability });
  }
  const judgment = judgmentReader();
  const near = textOf(path('near-duplicates.jsonl'));
  const record: ReleaseRecord = {
    project,
    people,
    audit,
    versions: rows('versions.jsonl', (row) => readVersion(row as unknown as VersionRow, textOf)),
    units: Array.from(linesOf(path('units.jsonl')), readUnitLine),
    runs: rows('runs.jsonl', (row) => {
      const run = row as unknown as RunRow;
      return { ...readRun(run), units: draws.get(run.run) ?? [] };
    }),
    judgments: Array.from(linesOf(path('judgments.jsonl')), (line, at) => judgment(line, at + 1)),
    rulings: rows('rulings.jsonl', (row) => readRulingRow(row as unknown as RulingRow)),
    waivers: rows('waivers.jsonl', (row) => row as unknown as RecordWaiver),
    models: rows('models.jsonl', (row) => row as unknown as RecordModelRun),
    remarks: rows('remarks.jsonl', (row) => row as unknown as RecordRemark),
    decisions: rows('decisions.jsonl', (row) => row as unknown as RecordDecision),
    nearDuplicates:
      near === null
        ? null
        : rows('near-duplicates.jsonl', (row) => row as unknown as NearDuplicate),
  };
  return { record, choice };
}

interface HeadRow {
  readonly format: number;
  readonly project: string;
  readonly people: readonly string[] | null;
  readonly audit: AuditHead | null;
  readonly choice: ReleaseChoice;
}

function path(name: string): string {
  return `${recordFolder}/${name}`;
}

function* lines<Entry>(
  entries: readonly Entry[],
  row: (entry: Entry) => unknown,
): Generator<string> {
  for (const entry of entries) yield `${JSON.stringify(row(entry))}\n`;
}

function* textLines(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? text.length : end);
    if (line !== '') yield line;
    start = end < 0 ? text.length : end + 1;
  }
}

function headRow({ project, people, audit }: ReleaseRecord, choice: ReleaseChoice): HeadRow {
  return { format: recordFormat, project, people, audit, choice };
}

/** A version's files: the protocol, its guideline and what it names, below a folder of its own. */
function versionFiles(version: RecordVersion): readonly (readonly [string, string])[] {
  const folder = `protocol/v${version.version}`;
  const named = Object.entries(version.files).map(
    ([name, text]) => [`${folder}/${safePath(name)}`, text] as const,
  );
  return [
    [`${folder}/protocol.yaml`, version.source],
    [`${folder}/guideline.md`, version.guideline],
    ...named,
  ];
}

/** A relative path that stays below its folder and takes no name that is in use there. */
function safePath(name: string): string {
  const parts = name.split(/[\\/]+/).filter((part) => part !== '' && part !== '.');
  const safe = parts.map((part) => (part === '..' ? '_' : part)).join('/');
  return safe === 'protocol.yaml' || safe === 'guideline.md' ? `named/${safe}` : safe;
}

interface VersionRow extends Omit<RecordVersion, 'source' | 'guideline' | 'files'> {
  readonly files: readonly string[];
}

function versionRow({ source: _, guideline: __, files, ...row }: RecordVersion): VersionRow {
  return { ...row, files: Object.keys(files) };
}

function readVersion(
  { files, ...row }: VersionRow,
  textOf: (name: string) => string | null,
): RecordVersion {
  const read = (name: string): string => textOf(`protocol/v${row.version}/${name}`) ?? '';
  return {
    ...row,
    source: read('protocol.yaml'),
    guideline: read('guideline.md'),
    files: Object.fromEntries(files.map((name) => [name, read(safePath(name))])),
  };
}

interface UnitRow extends Omit<RecordUnit, 'id'> {
  readonly unit: string;
}

/** A unit as a line of a record. */
function unitLine({ task, id, ...rest }: RecordUnit): string {
  return `${JSON.stringify({ task, unit: id, ...rest } satisfies UnitRow)}\n`;
}

function* unitLines(units: readonly RecordUnit[]): Generator<string> {
  for (const unit of units) yield unitLine(unit);
}

/** Reads such a line. */
function readUnitLine(line: string): RecordUnit {
  const { task, unit, ...rest } = JSON.parse(line) as UnitRow;
  return { task, id: unit, ...rest };
}

interface RunRow extends Omit<RecordRun, 'id' | 'units'> {
  readonly run: string;
}

function runRow({ id, units: _, ...rest }: RecordRun): RunRow {
  return { run: id, ...rest };
}

function readRun({ run, ...rest }: RunRow): Omit<RecordRun, 'units'> {
  return { id: run, ...rest };
}

interface Drawn extends RecordDraw {
  readonly run: string;
}

function* drawLines(runs: readonly RecordRun[]): Generator<string> {
  for (const { id: run, units } of runs)
    for (const { unit, probability } of units)
      yield `${JSON.stringify({ run, unit, probability })}\n`;
}

interface RulingRow extends Omit<RecordRuling, 'decision'> {
  readonly answers?: Answers;
  readonly exclude?: true;
}

function rulingRow({ decision, ...rest }: RecordRuling): RulingRow {
  return decision.kind === 'answers'
    ? { ...rest, answers: decision.answers }
    : { ...rest, exclude: true };
}

function readRulingRow({ answers, exclude, ...rest }: RulingRow): RecordRuling {
  const decision: Ruling['decision'] =
    exclude === true ? { kind: 'exclude' } : { kind: 'answers', answers: answers ?? {} };
  return { ...rest, decision };
}
