import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { appendAudit } from '../../src/store/workspace/audit.ts';
import type { Workbench } from './workbench.ts';

const root = new URL('../../', import.meta.url);
const binary = fileURLToPath(new URL('bin/assay.js', root));
const example = 'regulatory-topics';

/** A unit of the release with its truth. */
export interface ReleasedLine {
  readonly unit: string;
  readonly split: 'dev' | 'test';
  readonly answers: Readonly<Record<string, number | boolean>>;
}

/** A project that was released on this server: fourteen labels, with texts and names. */
export interface ReleasedProject {
  readonly project: string;
  readonly folder: string;
  readonly truth: readonly ReleasedLine[];
}

/** Loads an example, and releases its files as version 1.0. */
export async function loadReleased(workbench: Workbench): Promise<ReleasedProject> {
  const project = await workbench.load(example);
  const { store, clock } = workbench.workspace();
  const folder = join(dirname(store.address), 'releases', project, '1.0');
  const files = fileURLToPath(new URL(`examples/${example}`, root));
  const words = ['release', files, '--version', '1.0', '--out', folder, '--with-text', '--names'];
  const given = ['--allow-open', 'The meeting is next week.', '--date', '2026-11-01T00:00:00Z'];
  execFileSync(process.execPath, [binary, ...words, ...given], { stdio: 'ignore' });
  const manifest = hash('sha256', readFileSync(join(folder, 'manifest.json')));
  await store.write(async (tx) =>
    appendAudit(tx, {
      at: clock().toISOString(),
      actor: 'setup',
      action: 'release',
      project,
      object: 'release/1.0',
      detail: { version: '1.0', manifest, files: 1, bytes: 1, tasks: [] },
    }),
  );
  const lines = readFileSync(join(folder, 'truth.jsonl'), 'utf8').trim().split('\n');
  const truth = lines
    .map(
      (line) =>
        JSON.parse(line) as ReleasedLine & { readonly answers: ReleasedLine['answers'] | null },
    )
    .filter(({ answers, split }) => answers !== null && split !== null);
  return { project, folder, truth };
}

/** Predictions that are wrong on every so many answers, as a table with scores. */
export function predictionsOf(
  { truth }: ReleasedProject,
  wrongEvery: number,
): { readonly name: string; readonly mimeType: string; readonly buffer: Buffer } {
  const labels = Object.keys(truth[0]!.answers);
  const head = ['id', ...labels, ...labels.map((label) => `score_${label}`)].join(',');
  const rows = truth.map(({ unit, answers }, at) => {
    const said = labels.map((label, place) => {
      const isTrue = Number(answers[label] ?? 0) >= 1;
      return (at * 7 + place * 3) % wrongEvery === 0 ? !isTrue : isTrue;
    });
    const scores = said.map((yes, place) => {
      const share = ((at * 13 + place * 5) % 40) / 100;
      return (yes ? 0.55 + share : 0.05 + share).toFixed(2);
    });
    return [unit, ...said.map(Number), ...scores].join(',');
  });
  const buffer = Buffer.from(`${[head, ...rows].join('\n')}\n`);
  return { name: 'predictions.csv', mimeType: 'text/csv', buffer };
}
