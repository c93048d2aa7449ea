import { hash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { cut, finishedProject, lastingFolder } from '../../../test/cut-releases.ts';
import { lastingWorld, latestAudit } from '../../../test/lasting-world.ts';
import { refusal } from '../../../test/refusals.ts';
import { project } from '../../../test/work-world.ts';
import { codedText } from '../../domain/text-values.ts';
import { figures as figuresOf } from '../../release/figures.ts';
import { foldRecord } from '../../release/record-fold.ts';
import { scriptOf } from '../../release/report/report-html.ts';
import { packageVersion } from '../package-files.ts';
import { makeRuling } from '../rulings/make-ruling.ts';
import { readReleaseRecord } from './release-record.ts';
import { programDifferences, renderedFiles } from './rendered-files.ts';
import { isKnownProgram, publishedPrograms, reportScript } from './report-script.ts';
import { draftReport, folderCards, projectCards, reportOfRelease } from './write-report.ts';

const folder = lastingFolder();
const place = (out: string, force = false) => ({ out: join(folder, out), force });
const textOf = (out: string): string => readFileSync(join(folder, out), 'utf8');
const isPdf = (out: string): boolean => textOf(out).startsWith('%PDF-');

const reports = lastingWorld(async (world) => {
  await finishedProject(world);
  await cut(world, join(folder, 'release'));
  return { anna: await world.person('ann') };
});

it('a draft of the report is for leads and reviewers', async () => {
  const drafted = draftReport(reports().anna, project, { seed: 1, names: false }, place('a.html'));
  expect((await refusal(drafted))[0]![0]).toBe('role-needed');
  expect(existsSync(join(folder, 'a.html'))).toBe(false);
});

it('a draft says that it is one, and hides names unless they are wanted', async () => {
  const { world } = reports();
  const rita = await world.person('rita', 'reviewer');
  await draftReport(rita, project, { seed: 1, names: true }, place('draft.html'));
  expect(textOf('draft.html')).toContain('<!doctype html>');
  expect(textOf('draft.html')).toMatch(/draft/i);
  expect(textOf('draft.html')).toContain('anna');
  expect((await latestAudit(world, 1))[0]!.action).not.toBe('release-secret');
  await draftReport(rita, project, { seed: 1, names: false }, place('hidden.HTML'));
  expect(textOf('hidden.HTML')).not.toContain('anna');
  expect((await latestAudit(world, 1))[0]!.action).toBe('release-secret');
});

it('the report of a release is made again, as a page or for print', async () => {
  await reportOfRelease(join(folder, 'release'), place('report.html'));
  expect(textOf('report.html')).toBe(textOf('release/report.html'));
  await reportOfRelease(join(folder, 'release'), place('report.pdf'));
  const printed = readFileSync(join(folder, 'report.pdf'));
  const released = readFileSync(join(folder, 'release', 'annotation_report_v1.0.pdf'));
  expect(printed.equals(released)).toBe(true);
  const [[code, values] = []] = await refusal(reportOfRelease(folder, place('none.html')));
  expect([code, values]).toMatchObject(['not-a-release', { folder }]);
});

it('the page of a release holds its record, and the program that computes it again', () => {
  const page = textOf('release/report.html');
  const [, packed] = /id="files">([^<]+)</.exec(page) ?? [];
  const files = JSON.parse(gunzipSync(Buffer.from(packed!, 'base64')).toString('utf8')) as Readonly<
    Record<string, string>
  >;
  expect(Object.keys(files)).toContain('record/units.jsonl');
  for (const [name, text] of Object.entries(files)) expect(text).toBe(textOf(`release/${name}`));
  const program = scriptOf(page);
  expect(program.length).toBeGreaterThan(1000);
  // It stands in the page as it is: nothing in it ends it, or is read as a comment.
  expect(program).not.toMatch(/<\/script|<!--/i);
});

it('a page keeps its own program only where a published version of Assay has it', async () => {
  const read = readReleaseRecord(join(folder, 'release'));
  if ('failure' in read) throw new Error(read.failure);
  const { record, choice } = read;
  const fold = foldRecord(record, choice.seed);
  const figures = figuresOf(fold, choice);
  const page = '<html><script>other()</script></html>';
  for (const program of ['0.0.1', packageVersion(), '__proto__', 'constructor']) {
    const rendered = await renderedFiles({ fold, figures, choice, program }, page);
    const made = [...rendered.get('report.html')!()].map(String).join('');
    expect(scriptOf(made).length).toBeGreaterThan(1000);
    const got = hash('sha256', 'other()');
    expect(await programDifferences(program, page)).toEqual([
      { file: 'report.html', what: codedText('differs-program', { got, version: program }) },
    ]);
  }
  const known = new Map([['0.0.1', hash('sha256', 'other()')]]);
  expect(await isKnownProgram('0.0.1', 'other()', known)).toBe(true);
  expect(await isKnownProgram('0.0.1', 'other() ', known)).toBe(false);
  expect(await isKnownProgram('0.0.2', 'other()', known)).toBe(false);
});

it('the program of every published version is known by its hash', async () => {
  const root = new URL('../../../', import.meta.url);
  const changes = readFileSync(new URL('CHANGELOG.md', root), 'utf8');
  const versions = [...changes.matchAll(/^## \[?(\d\S*?)\]?( |$)/gm)].map(([, version]) => version);
  const known = publishedPrograms();
  expect([...known.keys()].toSorted()).toEqual(versions.toSorted());
  const own = known.get(packageVersion());
  // Until it is published, the program of this version is the one that is built from its sources.
  if (own !== undefined) expect(own).toBe(hash('sha256', await reportScript()));
});

it('a report replaces a file only when that is wanted', async () => {
  const { world } = reports();
  writeFileSync(join(folder, 'there.html'), 'mine');
  const file = place('there.html');
  for (const refused of [
    reportOfRelease(join(folder, 'release'), file),
    draftReport(world.lead, project, { seed: 1, names: true }, file),
    projectCards(world.lead, project, file),
    folderCards(undefined, file),
  ])
    expect((await refusal(refused))[0]![0]).toBe('file-exists');
  expect(textOf('there.html')).toBe('mine');
  await draftReport(world.lead, project, { seed: 1, names: true }, place('there.html', true));
  expect(textOf('there.html')).not.toBe('mine');
});

it('cards of the labels are printed, and change with an edge case', async () => {
  const { world } = reports();
  await projectCards(world.lead, project, place('cards.pdf'));
  expect(isPdf('cards.pdf')).toBe(true);
  const before = readFileSync(join(folder, 'cards.pdf'));
  await projectCards(world.lead, project, place('same.pdf'));
  expect(readFileSync(join(folder, 'same.pdf')).equals(before)).toBe(true);
  await makeRuling(world.lead, {
    project,
    unit: 'u1',
    answers: { A: 2 },
    reason: 'It is all about A.',
    edgeCase: true,
    seen: null,
    idempotencyKey: 'k',
  });
  await projectCards(world.lead, project, place('more.pdf'));
  expect(readFileSync(join(folder, 'more.pdf')).equals(before)).toBe(false);
});
