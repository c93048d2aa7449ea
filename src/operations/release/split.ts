import { refuse } from '../../domain/fault.ts';
import { basename, extname, join } from 'node:path';
import { nearDuplicates } from '../../statistics/release/near-duplicates.ts';
import { sides, split as splitUnits } from '../../truth/release/split.ts';
import type { Side, Split } from '../../truth/release/split.ts';
import { withRereadable } from '../rereadable-input.ts';
import { checkNames, writeFiles } from '../write-files.ts';
import type { FileContent } from '../write-files.ts';
import { copyRows, readLabels } from './split-rows.ts';
import type { SplitRowsRequest } from './split-rows.ts';

/** What to split, and where the two files go. */
export interface SplitFileRequest extends SplitRowsRequest {
  readonly file: string;
  readonly dev: number;
  readonly seed: number;
  readonly folder: string;
  readonly force: boolean;
}

/** A split with its files. */
export interface SplitFiles extends Split {
  readonly file: string;
  readonly rows: number;
  readonly dev: number;
  readonly seed: number;
  readonly group: string | null;
  readonly files: Readonly<Record<Side, string>>;
  /** Rows of our own exports without a truth, by what they are: excluded, open, awaiting. */
  readonly leftOut: ReadonlyMap<string, number>;
  /** Nearly equal texts on both sides; null when no column of texts was named. */
  readonly acrossSides: readonly AcrossSides[] | null;
}

/** Two rows with nearly the same text, by their lines in the file. */
interface AcrossSides {
  readonly dev: number;
  readonly test: number;
  readonly similarity: number;
}

/** Splits a CSV file into `dev_<name>.csv` and `test_<name>.csv`, keeping columns and order. */
export function split(request: SplitFileRequest): SplitFiles {
  const { file, dev, seed } = request;
  const name = file === '-' ? 'rows' : basename(file, extname(file));
  const files = {
    dev: join(request.folder, `dev_${name}.csv`),
    test: join(request.folder, `test_${name}.csv`),
  };
  checkNames(Object.values(files), request.force);
  return withRereadable(file, (path) => {
    const table = readLabels(path, request);
    const { labels, has, groups, group, leftOut, texts, lines, places } = table;
    const rows = lines.length;
    if (rows < 2) {
      const few = rows === 0 ? 'there are no rows' : 'there is one row';
      refuse('cannot-split', { detail: `${few}, expected at least two.` }, { file });
    }
    const options = { dev, seed, ...(groups === null ? {} : { groups }) };
    const result = splitUnits(labels, { units: rows, labels: labels.length, has }, options);
    const empty = sides.find((side) => result.sizes[side] === 0);
    if (empty !== undefined) {
      const groupCount = result.groups === null ? null : result.groups.dev + result.groups.test;
      const all = `${rows} rows${groupCount === null ? '' : ` in ${groupCount} groups`}`;
      const detail = `${empty} would have no rows: ${all}, of which dev takes ${dev}.`;
      refuse('cannot-split', { detail });
    }
    const isOn = (side: number, place: number): boolean =>
      place >= 0 && result.part[place] === side;
    const acrossSides = texts === null ? null : pairsAcross(texts, result, lines);
    const contents = sides.map((side, at): [string, FileContent] => [
      files[side],
      (write) => copyRows(path, request.header, (row) => isOn(at, places[row]!), write),
    ]);
    writeFiles(new Map(contents), { force: request.force });
    return { ...result, file, rows, dev, seed, group, files, leftOut, acrossSides };
  });
}

/** The pairs of nearly equal texts with one row on each side, nearest first. */
function pairsAcross(
  texts: readonly string[],
  { part }: Pick<Split, 'part'>,
  lines: readonly number[],
): readonly AcrossSides[] {
  return nearDuplicates(texts)
    .filter(({ a, b }) => part[a] !== part[b])
    .map(({ a, b, similarity }) => {
      const [dev, test] = part[a] === 0 ? [a, b] : [b, a];
      return { dev: lines[dev]!, test: lines[test]!, similarity };
    })
    .toSorted((one, other) => other.similarity - one.similarity || one.dev - other.dev);
}
