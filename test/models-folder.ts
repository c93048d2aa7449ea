import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';
import { FakeProvider } from './fake-provider/fake-provider.ts';
import { noteLines, relevanceGuideline, relevanceProtocol } from './model-world.ts';
import { runAssay } from './run-assay.ts';
import type { Run } from './run-assay.ts';

/** A judgment as the folder has it. */
export interface FolderLine {
  readonly unit: string;
  readonly annotator: string;
  readonly answers: Readonly<Record<string, unknown>>;
}

/** A folder with notes, a fake provider, and the command line in between. */
export interface ModelsFolder {
  readonly provider: FakeProvider;
  readonly folder: string;
  extract(...words: readonly string[]): Promise<Run>;
  runs(): Promise<{ readonly runs: readonly RunRow[] }>;
  judgments(): readonly FolderLine[];
  write(protocol: string): void;
}

/** What `assay runs --json` says of a run, as far as tests read it. */
export interface RunRow {
  readonly annotator: string;
  readonly asked: number;
  readonly accepted: number;
  readonly refused: number;
  readonly rejected: Readonly<Record<string, number>>;
  readonly failed: Readonly<Record<string, number>>;
  readonly uncertain: number;
}

/** One run of one model, so that every request of a test is a cell. */
export const oneRun = relevanceProtocol.replace('runs: 2', 'runs: 1').replace(/ {2}mini:.*\n/, '');

/** Has the official SDKs ask this provider, until the test is over. */
export function pointAt(provider: FakeProvider): void {
  for (const [name, value] of Object.entries(provider.environment)) vi.stubEnv(name, value);
}

/** A fresh folder and provider for every test. */
export function modelsFolder(units: number, protocol = oneRun): ModelsFolder {
  const state = { provider: null as FakeProvider | null, folder: '' };
  beforeEach(async () => {
    state.provider = await FakeProvider.start();
    state.folder = mkdtempSync(join(tmpdir(), 'assay-models-'));
    writeFileSync(join(state.folder, 'protocol.yaml'), protocol);
    writeFileSync(join(state.folder, 'guideline.md'), relevanceGuideline);
    writeFileSync(join(state.folder, 'units.jsonl'), `${noteLines(units)}\n`);
    pointAt(state.provider);
  });
  afterEach(async () => {
    await state.provider?.stop();
    rmSync(state.folder, { recursive: true, force: true });
    vi.unstubAllEnvs();
  });
  return {
    get provider() {
      return state.provider!;
    },
    get folder() {
      return state.folder;
    },
    extract: (...words) => runAssay(['extract', '--protocol', '.', ...words], state.folder),
    runs: async () =>
      JSON.parse((await runAssay(['runs', '--protocol', '.', '--json'], state.folder)).out) as {
        readonly runs: readonly RunRow[];
      },
    judgments: () => {
      try {
        return readFileSync(join(state.folder, 'judgments/relevance.models.jsonl'), 'utf8')
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line) as FolderLine);
      } catch {
        // Nothing was accepted yet.
        return [];
      }
    },
    write: (text) => writeFileSync(join(state.folder, 'protocol.yaml'), text),
  };
}
