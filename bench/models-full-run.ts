import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { table } from '../src/cli/output.ts';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import { FakeProvider } from '../test/fake-provider/fake-provider.ts';
import type { Report } from './benchmark.ts';

interface Step {
  readonly what: string;
  readonly found: string;
  readonly seconds: number;
}

/**
 * The whole ensemble at its real size, by batch: 2,000 reviews with nine runs, killed five times
 * with SIGKILL at random moments; then a model more, a changed question, and asking again. Fails
 * when a judgment is lost, doubled or paid twice by the ledger of the provider.
 */
export const report: Report<readonly Step[]> = {
  name: 'models full run',
  measure: async (quick) => await fullRun(quick ? 200 : 2000),
  print: (steps) =>
    table(
      ['step', 'found', 'seconds'],
      steps.map(({ what, found, seconds }) => [what, found, seconds.toFixed(0)]),
    ),
};

const binary = fileURLToPath(new URL('../bin/assay.js', import.meta.url));
const panel = 'gpt-5.1:1,gpt-5-mini:3,gpt-5-nano:5';
const question = 'Does the review speak of an allergy?';

async function fullRun(reviews: number): Promise<readonly Step[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-full-'));
  const provider = await FakeProvider.start();
  const random = seededRandom('full run');
  const steps: Step[] = [];
  const environment = { ...process.env, ...provider.environment };
  const words = (models: string): readonly string[] => [
    binary,
    'extract',
    '--protocol',
    folder,
    '--models',
    models,
    '--wait',
    '--interval',
    '0.2',
  ];
  const run = (
    given: readonly string[],
  ): Promise<{ readonly code: number | null; readonly text: string }> =>
    new Promise((done) => {
      const child = spawn(process.execPath, given, { env: environment });
      let text = '';
      child.stdout.on('data', (part: Buffer) => (text += part.toString()));
      child.stderr.on('data', (part: Buffer) => (text += part.toString()));
      child.once('exit', (code) => done({ code, text }));
    });
  const killed = async (): Promise<void> => {
    const child = spawn(process.execPath, words(panel), { env: environment, stdio: 'ignore' });
    const ended = new Promise<void>((done) => child.once('exit', () => done()));
    // Some requests after its start, and a moment more: also between two requests.
    const until = provider.ledger.requests.length + 1 + random.integer(6);
    while (child.exitCode === null && provider.ledger.requests.length < until)
      await new Promise((done) => setTimeout(done, 1));
    await new Promise((done) => setTimeout(done, random.integer(400)));
    // The command is a process below the one that starts the right Node.
    spawnSync('pkill', ['-KILL', '-P', String(child.pid)]);
    child.kill('SIGKILL');
    await ended;
  };
  const cells = (): readonly string[] =>
    readFileSync(join(folder, 'judgments/allergy.models.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const { unit, annotator } = JSON.parse(line) as Record<'unit' | 'annotator', string>;
        return `${annotator} ${unit}`;
      });
  const check = (is: boolean, what: string): void => {
    if (!is) throw new Error(what);
  };
  const timed = async (what: string, act: () => Promise<string>): Promise<void> => {
    const start = performance.now();
    const found = await act();
    steps.push({ what, found, seconds: (performance.now() - start) / 1000 });
  };
  try {
    write(folder, reviews, question);
    await timed('nine runs, killed five times', async () => {
      for (let kill = 0; kill < 5; kill += 1) await killed();
      const { code, text } = await run(words(panel));
      check(code === 0, text);
      const all = cells();
      const { executed } = provider.ledger;
      check(all.length === 9 * reviews, `${all.length} judgments`);
      check(new Set(all).size === all.length, 'a cell is there twice');
      check(executed.length === 9 * reviews, `${executed.length} were paid`);
      const decided = /Consensus: ([\d,]+) of/.exec(text)?.[1]?.replaceAll(',', '');
      const open = /decided, ([\d,]+) wait/.exec(text)?.[1]?.replaceAll(',', '');
      check(Number(decided) + Number(open) === reviews, text);
      return `${all.length} judgments, ${executed.length} paid, ${decided} decided, ${open} tied`;
    });
    await timed('one model more', async () => {
      const before = provider.ledger.executed.length;
      const { code, text } = await run(words(`${panel},micro:1`));
      check(code === 0, text);
      const asked = provider.ledger.executed.slice(before);
      check(asked.length === reviews, `${asked.length} were asked`);
      check(
        asked.every(({ model }) => model === 'micro'),
        'another model was asked again',
      );
      return `${asked.length} asked, all of micro`;
    });
    write(folder, reviews, `${question} Also a mild one.`);
    await timed('a changed question', async () => {
      const before = provider.ledger.executed.length;
      const { code, text } = await run(words(panel));
      check(code === 2 && text.includes('--invalidate'), text);
      check(provider.ledger.executed.length === before, 'something was asked');
      return text.trim().split('\n')[0]!.slice(0, 60);
    });
    await timed('--invalidate', async () => {
      const before = provider.ledger.executed.length;
      const { code, text } = await run([...words(panel), '--invalidate']);
      check(code === 0, text);
      const asked = provider.ledger.executed.length - before;
      check(asked === 9 * reviews, `${asked} were asked`);
      return `${asked} asked again`;
    });
    return steps;
  } finally {
    await provider.stop();
    rmSync(folder, { recursive: true });
  }
}

function write(folder: string, reviews: number, ask: string): void {
  const models = ['gpt-5.1: 3, 1', 'gpt-5-mini: 2, 3', 'gpt-5-nano: 1, 5', 'micro: 1, 1'].map(
    (one) => {
      const [name, weight, runs] = one.split(/[:,] /);
      return `  ${name}: { kind: model, weight: ${weight}, runs: ${runs}, provider: openai }\n`;
    },
  );
  const source = `assay: 1
name: reviews
guideline: { version: "1.0", file: guideline.md }
units: { allergy: reviews.jsonl }
tasks:
  allergy:
    unit: { id: id, subject: business, show: text }
    questions:
      relevant: { ask: "${ask}" }
panel:
${models.slice(0, 3).join('')}${models[3]}consensus: weighted
`;
  // The model that is added later is on the panel, and is not asked before.
  writeFileSync(join(folder, 'protocol.yaml'), source);
  writeFileSync(join(folder, 'guideline.md'), '# Guideline\n\n## relevant\n\nWhether it does.\n');
  const lines = Array.from({ length: reviews }, (_, at) =>
    JSON.stringify({ id: `r${at}`, business: `b${at % 40}`, text: `review number ${at}` }),
  );
  writeFileSync(join(folder, 'reviews.jsonl'), `${lines.join('\n')}\n`);
}
