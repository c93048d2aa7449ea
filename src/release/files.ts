import { citationFile, creatorsOf, datasetCard, licenceFile } from './about-files.ts';
import type { AboutRelease } from './about-files.ts';
import { croissant, tablePath } from './croissant.ts';
import type { HashedFile } from './croissant.ts';
import { dataTables, toldTasks } from './data-tables.ts';
import type { DataTable, ToldTask } from './data-tables.ts';
import { datasheet } from './datasheet.ts';
import type { Figures } from './figures.ts';
import { manifest, manifestName, sumsFile, sumsName } from './manifest.ts';
import { protocolFiles } from './protocol-files.ts';
import { recordFiles } from './record-files.ts';
import type { RecordFold } from './record-fold.ts';
import type { ReleaseChoice } from './record.ts';
import { jsonFile, joined, wholeFile } from './release-file.ts';
import type { ReleaseContent, ReleaseFiles } from './release-file.ts';
import { releaseSplit } from './release-split.ts';
import { truthJson } from './truth-rows.ts';

/** What a release is written from. */
export interface ReleaseSource {
  readonly fold: RecordFold;
  readonly figures: Figures;
  readonly choice: ReleaseChoice;
  /** The version of Assay that cut it. */
  readonly program: string;
  /** Files that are not made here, such as the report as a PDF. */
  readonly rendered: ReleaseFiles;
}

/** A release in two steps: its files, then the files that list them with their hashes. */
export interface PreparedRelease {
  readonly files: ReleaseFiles;
  /** Those of the files that are tables, by name. */
  readonly tables: ReadonlyMap<string, DataTable>;
  /** Takes the hash of each file that it gives, for the next one. */
  listing(
    hashed: readonly HashedFile[],
  ): Generator<readonly [name: string, text: string], void, HashedFile>;
}

/**
 * The files of a release. The same record and choices give the same bytes, wherever and however
 * often they are made.
 */
export function prepareRelease(source: ReleaseSource): PreparedRelease {
  const { fold, figures, choice, rendered } = source;
  const splits = new Map(
    fold.tasks.map((task) => [task.task.task.id, releaseSplit(fold, task)] as const),
  );
  const told = toldTasks(fold, splits);
  const tables = dataTables(fold, told);
  const plan = fold.present.protocol.release;
  const about: AboutRelease = { figures, plan, tables, creators: creatorsOf(fold) };
  const record = [...recordFiles({ record: fold.record, choice })].map(
    ([name, lines]): [string, ReleaseContent] => [name, () => joined(lines())],
  );
  const files = new Map<string, ReleaseContent>([
    ['README.md', wholeFile(datasetCard(about))],
    ['DATASHEET.md', wholeFile(datasheet(about))],
    ['CITATION.cff', wholeFile(citationFile(about))],
    ['LICENSE', wholeFile(licenceFile(about))],
    ['figures.json', jsonFile(figures)],
    ...told.map((one): [string, ReleaseContent] => [
      `truth${one.suffix}.jsonl`,
      () => joined(truthLines(one)),
    ]),
    ...tables.map((table): [string, ReleaseContent] => [
      tablePath(table),
      () => [new Uint8Array(table.parquet())],
    ]),
    ...protocolFiles(fold, told, choice.version, figures.asOf),
    ...record,
    ...rendered,
  ]);
  return {
    files,
    tables: new Map(tables.map((table) => [tablePath(table), table])),
    listing: (hashed) => listing(source, about, hashed),
  };
}

function* truthLines({ task, truths, sideOf }: ToldTask): Generator<string> {
  for (const truth of truths) yield `${truthJson(task, truth, sideOf(truth.unit.id))}\n`;
}

function* listing(
  source: ReleaseSource,
  about: AboutRelease,
  hashed: readonly HashedFile[],
): ReturnType<PreparedRelease['listing']> {
  const metadata = `${JSON.stringify(croissant(about, hashed), null, 2)}\n`;
  const described = [...hashed, yield ['croissant.json', metadata]];
  const listed = `${JSON.stringify(manifest(source, described), null, 2)}\n`;
  yield [sumsName, sumsFile([...described, yield [manifestName, listed]])];
}
