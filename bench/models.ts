import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { table } from '../src/cli/output.ts';
import type { ModelJob } from '../src/domain/models/model-job.ts';
import { machineClock } from '../src/operations/models/engine.ts';
import type { Engine } from '../src/operations/models/engine.ts';
import { openFolderWork } from '../src/operations/models/model-work.ts';
import { openAskings } from '../src/operations/models/open-askings.ts';
import { jobCells, runNow } from '../src/operations/models/run-now.ts';
import type { Report } from './benchmark.ts';
import { runAssay } from './measure-child.ts';
import { measureIntake } from './models-intake.ts';

interface Line {
  readonly what: string;
  readonly value: string;
  readonly aim: string;
}

/** What asking models costs besides the models: per reply, per result of a batch, per poll. */
export const report: Report<readonly Line[]> = {
  name: 'models',
  measure: async (quick) => [
    await overhead(quick ? 2000 : 20_000),
    ...(await measureIntake(quick ? 100_000 : 1_000_000)),
    ...polls(),
  ],
  print: (lines) =>
    table(
      ['what', 'measured', 'aim'],
      lines.map(({ what, value, aim }) => [what, value, aim]),
    ),
};

const concurrency = 200;

/** How much longer 200 calls at once take with the engine than the same calls without it. */
async function overhead(units: number): Promise<Line> {
  const folder = notes(units);
  const file = fileURLToPath(new URL('models-server.mjs', import.meta.url));
  const server = fork(file, ['20']);
  try {
    const port = await new Promise<number>((done) => server.once('message', done));
    const environment = { OPENAI_API_KEY: 'bench', OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` };
    const work = openFolderWork({ protocol: folder, by: 'bench' });
    const { protocol, guideline } = work.content;
    const settings = { ...work.settings, environment };
    const asked = { protocol, guideline, task: work.task };
    const askings = await openAskings(asked, protocol.panel, settings);
    const asking = askings.get('bench')!;
    const provider = { ...asking.provider, concurrency };
    const job: ModelJob = {
      id: 'job',
      task: 'relevance',
      mode: 'now',
      run: null,
      plan: {
        runs: { bench: [1] },
        k: null,
        budget: null,
        invalidate: false,
        again: false,
        recording: null,
      },
      state: 'running',
      reason: null,
      createdAt: new Date().toISOString(),
      createdBy: 'bench',
    };
    await work.ledger.addJob(job);
    const engine: Engine = {
      ledger: work.ledger,
      job,
      taskHash: work.task.hash,
      askings: new Map([['bench', { ...asking, provider }]]),
      clock: machineClock,
      signal: new AbortController().signal,
      newId: work.newId,
      currency: 'USD',
    };
    const cells = await jobCells(engine);
    const fields = await work.ledger.unitFields(cells.open.map(({ unit }) => unit));
    const bare = async (): Promise<void> => {
      let next = 0;
      const caller = async (): Promise<void> => {
        for (let at = (next += 1) - 1; at < cells.open.length; at = (next += 1) - 1) {
          const { unit, annotator } = cells.open[at]!;
          const request = asking.request({ unit, annotator }, fields.get(unit)!, `b${at}`, 400);
          if ('code' in request) throw new Error(request.code);
          const { outcome } = await provider.ask(request, engine.signal);
          if (outcome.kind !== 'reply') throw new Error(outcome.failure.message);
        }
      };
      await Promise.all(Array.from({ length: concurrency }, caller));
    };
    const timed = async (act: () => Promise<unknown>): Promise<number> => {
      const start = performance.now();
      await act();
      return performance.now() - start;
    };
    const before = await timed(bare);
    const own = await timed(() => runNow(engine, cells, folder));
    const after = await timed(bare);
    const least = (before + after) / 2;
    await work.ledger.close();
    return {
      what: `engine per reply, ${concurrency} calls at once (${units} replies)`,
      value:
        `${((own - least) / units).toFixed(3)} ms ` +
        `(${(own / units).toFixed(3)} ms; the calls alone ${(least / units).toFixed(3)} ms)`,
      aim: 'under 1 ms',
    };
  } finally {
    server.disconnect();
    rmSync(folder, { recursive: true });
  }
}

/** `assay poll` with nothing to do, in a folder and in a workspace. */
function polls(): readonly Line[] {
  const folder = notes(100);
  const database = join(folder, 'w.db');
  try {
    runAssay(['import', join(folder, 'units.jsonl'), '-p', folder, '-d', database]);
    return [
      ['a folder', ['--protocol', folder]] as const,
      ['a workspace', ['--database', database]] as const,
    ].map(([where, words]) => {
      const runs = [1, 2, 3, 4, 5].map(() => runAssay(['poll', '--quiet', ...words]));
      const seconds = runs.map((run) => run.seconds).toSorted((a, b) => a - b)[2]!;
      const megabytes = Math.max(...runs.map((run) => run.megabytes));
      return {
        what: `assay poll with nothing to do, ${where}`,
        value: `${seconds.toFixed(2)} s, ${megabytes.toFixed(0)} MB`,
        aim: 'under 0.5 s, 80 MB',
      };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A folder with notes and one model. */
export function notes(units: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  writeFileSync(join(folder, 'protocol.yaml'), protocolSource);
  writeFileSync(join(folder, 'guideline.md'), '# Guideline\n\n## relevant\n\nWhether it is.\n');
  const lines = Array.from({ length: units }, (_, at) =>
    JSON.stringify({ id: `n${at}`, topic: `t${at % 100}`, text: `note number ${at}` }),
  );
  writeFileSync(join(folder, 'units.jsonl'), `${lines.join('\n')}\n`);
  return folder;
}

const protocolSource = `assay: 1
name: notes
guideline: { version: "1.0", file: guideline.md }
units: { relevance: units.jsonl }
tasks:
  relevance:
    unit: { id: id, subject: topic, show: text }
    questions:
      relevant: { ask: Is the note relevant? }
panel:
  bench: { kind: model, weight: 1, runs: 10, provider: openai }
`;
