import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cut, finishedProject, lastingFolder } from '../../../test/cut-releases.ts';
import { lastingWorld } from '../../../test/lasting-world.ts';
import { hashedFile, SecondReader } from './checked-files.ts';

const folder = lastingFolder();
const release = join(folder, 'release');
const releases = lastingWorld(async (world) => ({
  run: await finishedProject(world),
  made: await cut(world, release),
}));
const recordNames = (): readonly string[] =>
  readdirSync(join(release, 'record')).map((name) => `record/${name}`);

/** A reader of a copy of the release that was changed before. */
function readerOf(change: (path: (name: string) => string) => void): SecondReader {
  expect(releases().made.cut).toBe(true);
  const copy = join(folder, 'copy');
  rmSync(copy, { recursive: true, force: true });
  cpSync(release, copy, { recursive: true });
  change((name) => join(copy, name));
  return new SecondReader(copy);
}

describe('a second reader of a release', () => {
  it('finds the files of the record as they would be written, and the tables of units', () => {
    const reader = readerOf(() => undefined);
    const { hashed, asWritten, unitTables } = reader.files(['README.md', 'manifest.json']);
    expect(hashed).toEqual(['README.md', 'manifest.json'].map((name) => hashedFile(release, name)));
    expect(asWritten).toEqual(expect.arrayContaining([...recordNames()]));
    expect(unitTables).toEqual([{ name: 'data/units.parquet', task: 'topics' }]);
  });

  it('does not find what was changed or is gone', () => {
    const reader = readerOf((path) => {
      const text = readFileSync(path('record/judgments.jsonl'), 'utf8');
      writeFileSync(path('record/judgments.jsonl'), `\n${text}`);
      writeFileSync(path('data/units.parquet'), 'PAR1');
    });
    const { asWritten, unitTables } = reader.files([]);
    expect(asWritten).not.toContain('record/judgments.jsonl');
    expect(asWritten).toContain('record/units.jsonl');
    expect(unitTables).toEqual([]);
    const without = readerOf((path) => rmSync(path('data/units.parquet')));
    expect(without.files([]).unitTables).toEqual([]);
  });

  it('measures the runs, and writes the table of judgments, also after the files', () => {
    const reader = readerOf(() => undefined);
    expect(reader.runs()).toMatchObject([{ figures: { round: 'full', judged: 8 } }]);
    reader.files([]);
    const table = Buffer.from(
      reader.judgments(
        'topics',
        Array.from({ length: 8 }, () => null),
      ),
    );
    const released = readFileSync(join(release, 'data', 'judgments.parquet'));
    expect(table.equals(released)).toBe(true);
    const other = Buffer.from(
      reader.judgments('topics', ['stale', ...Array.from({ length: 7 }, () => null)]),
    );
    expect(other.equals(released)).toBe(false);
  });

  it('says nothing of a record that cannot be read or cannot be', () => {
    const torn = readerOf((path) => writeFileSync(path('record/record.json'), '{"half'));
    expect(torn.runs()).toBeNull();
    expect(torn.files(['README.md'])).toEqual({
      hashed: [hashedFile(release, 'README.md')],
      asWritten: [],
      unitTables: [],
    });
    const impossible = readerOf((path) => {
      const text = readFileSync(path('record/runs.jsonl'), 'utf8');
      writeFileSync(path('record/runs.jsonl'), text.replace('"version":1', '"version":9'));
    });
    expect(impossible.runs()).toBeNull();
  });
});
