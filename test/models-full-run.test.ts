import { spawn } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readJudgedTask } from '../src/operations/evaluation/read-judged-task.ts';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import { UnitStandings } from '../src/truth/fold/unit-standings.ts';
import { answerBySchema } from './fake-provider/answers.ts';
import type { AnswerWith } from './fake-provider/answers.ts';
import { finishFolder } from './finish-models.ts';
import { modelsFolder } from './models-folder.ts';
import { policyExample } from './policy-record.ts';
import { binary, jsonLines, runAssay, temporaryFolder } from './run-assay.ts';
import { isThorough } from './tries.ts';

/** The size of the real ensemble where tests are thorough. */
const reviews = isThorough ? 2000 : 60;
const weights: Readonly<Record<string, number>> = {
  'gpt-5.1': 3,
  'gpt-5-mini': 2,
  'gpt-5-nano': 1,
};
const nine = 9 * reviews;
const ask = 'ask: Does the review say anything about food allergies';

interface Line {
  readonly unit: string;
  readonly annotator: string;
  readonly answers: Readonly<Record<string, unknown>>;
}

/** The answers that weighted votes give, counted here by hand; null where a question is tied. */
function voted(lines: readonly Line[]): Readonly<Record<string, unknown>> | null {
  const winner = (question: string): unknown => {
    const sums = new Map<unknown, number>();
    for (const { annotator, answers } of lines)
      if (answers[question] !== undefined)
        sums.set(
          answers[question],
          (sums.get(answers[question]) ?? 0) + weights[annotator.split('#')[0]!]!,
        );
    const most = Math.max(...sums.values());
    const first = [...sums].filter(([, weight]) => weight === most);
    return first.length === 1 ? first[0]![0] : undefined;
  };
  const relevant = winner('is_relevant');
  if (relevant === undefined) return null;
  if (relevant === false) return { is_relevant: false };
  const found: Record<string, unknown> = { is_relevant: true };
  for (const question of ['account_type', 'incident_severity', 'assurance_claim', 'staff_response'])
    found[question] = winner(question);
  return Object.values(found).includes(undefined) ? null : found;
}

/** The allergy example with further reviews, and a second task on the same reviews. */
function allergies(): string {
  const folder = temporaryFolder();
  cpSync(policyExample, folder, { recursive: true });
  for (const part of ['judgments', 'rulings']) rmSync(join(folder, part), { recursive: true });
  const units = Array.from({ length: reviews }, (_, at) => ({
    review_id: `X${at}`,
    business_id: `B${at % 40}`,
    name: `Place ${at % 40}`,
    categories: 'Thai',
    date: `2021-12-${String(1 + (at % 28)).padStart(2, '0')} 12:00:00`,
    stars: 1 + (at % 5),
    text: `Review number ${at}.`,
  }));
  writeFileSync(join(folder, 'units/reviews.jsonl'), jsonLines(units));
  const protocol = readFileSync(join(folder, 'protocol.yaml'), 'utf8')
    .replace(', complete: true', '')
    .replace(
      'units: { allergy: units/reviews.jsonl }',
      'units: { allergy: units/reviews.jsonl, noise: units/reviews.jsonl }',
    )
    .replace(/^rounds:\n(?: .*\n)+/m, '')
    .replace(
      '\npanel:',
      '\n  noise:\n    title: Noise\n' +
        '    unit: { id: review_id, subject: business_id, show: text }\n' +
        '    questions:\n      loud: { ask: Was it loud? }\n\npanel:',
    );
  writeFileSync(join(folder, 'protocol.yaml'), protocol);
  return folder;
}

/** An answer that keeps the rules of the task: what is not asked has no answer. */
const ruled: AnswerWith = (asked) => {
  const found = answerBySchema(asked) as Readonly<Record<string, unknown>>;
  if (!('is_relevant' in found)) return found;
  const given = Object.entries(found).map(([name, value]) => {
    if (name === 'is_relevant') return [name, value];
    const choices = asked.schema?.properties?.[name]?.enum?.filter(
      (one) => one !== 'not_applicable',
    );
    if (found['is_relevant'] !== true || choices === undefined) return [name, 'not_applicable'];
    return [name, value === 'not_applicable' ? choices[0] : value];
  });
  return Object.fromEntries(given) as unknown;
};

describe('the whole ensemble by batch', () => {
  const world = modelsFolder(1);

  const edited = (folder: string, from: string, to: string): void => {
    const file = join(folder, 'protocol.yaml');
    const before = readFileSync(file, 'utf8');
    expect(before).toContain(from);
    writeFileSync(file, before.replace(from, to));
  };

  /** Starts it, and kills it some requests later, at any moment. */
  const killed = async (folder: string, requests: number, moment: number): Promise<void> => {
    const words = [binary, 'extract', '--task', 'allergy', '--wait', '--interval', '0.05'];
    const child = spawn(process.execPath, words, { cwd: folder, stdio: 'ignore' });
    // A test that runs out of time must not leave it waiting for batches.
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = new Promise<void>((done) => child.once('exit', () => done()));
    const { ledger } = world.provider;
    const until = ledger.requests.length + requests;
    while (child.exitCode === null && ledger.requests.length < until) await pause(1);
    await pause(moment);
    child.kill('SIGKILL');
    await ended;
  };

  it(
    `asks ${nine} cells once, killed five times at random`,
    async () => {
      const folder = allergies();
      world.provider.answerWith = ruled;
      const { ledger } = world.provider;
      const random = seededRandom('full run');
      for (let kill = 0; kill < 5; kill += 1)
        await killed(folder, 1 + random.integer(4), random.integer(300));
      expect(await finishFolder(folder, { task: 'allergy' })).toBe('done');
      const file = join(folder, 'judgments/allergy.models.jsonl');
      const lines = (): readonly Line[] =>
        readFileSync(file, 'utf8')
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line) as Line);
      const first = lines();
      const cells = first.map(({ unit, annotator }) => `${annotator} ${unit}`);
      expect([cells.length, new Set(cells).size, ledger.executed.length]).toEqual([
        nine,
        nine,
        nine,
      ]);

      // The consensus is what the votes come to when they are counted by hand.
      const request = { task: 'allergy', judgments: [], further: [], seed: 1 };
      const { judged } = readJudgedTask({ protocol: folder, ...request });
      const standings = new UnitStandings(judged.rules, judged.table, judged.units);
      const states = new Map<string, number>();
      for (let row = 0; row < judged.units.size; row += 1) {
        const unit = judged.units.at(row);
        const expected = voted(first.filter((one) => one.unit === unit));
        const { state } = standings.look(row);
        states.set(state, (states.get(state) ?? 0) + 1);
        expect([unit, state]).toEqual([unit, expected === null ? 'open' : 'settled']);
        if (expected === null) continue;
        const { questions } = standings.explain(row);
        const answers = questions.flatMap(({ question, answer }) =>
          answer === null ? [] : [[question, answer]],
        );
        expect([unit, Object.fromEntries(answers)]).toEqual([unit, expected]);
      }
      expect(states.get('settled')).toBeGreaterThan(0);

      // One model more: only its runs are asked.
      edited(folder, '\npanel:', '\npanel:\n  micro: { kind: model, weight: 1, provider: openai }');
      expect(await finishFolder(folder, { task: 'allergy' })).toBe('done');
      const added = ledger.executed.slice(nine);
      expect([added.length, new Set(added.map(({ model }) => model))]).toEqual([
        reviews,
        new Set(['micro']),
      ]);
      const noise = { task: 'noise', models: 'gpt-5-nano:1' };
      expect(await finishFolder(folder, noise)).toBe('done');

      // A changed term stops it, and names what to do; then that task alone is asked again.
      edited(folder, ask, `${ask}, even in passing`);
      const before = ledger.executed.length;
      const stopped = await runAssay(['extract', '--task', 'allergy'], folder);
      expect([stopped.code, stopped.err]).toEqual([
        2,
        expect.stringMatching(/made under other questions.*--invalidate/s),
      ]);
      expect(ledger.executed.length).toBe(before);
      expect(await finishFolder(folder, { task: 'allergy', invalidate: true })).toBe('done');
      expect(ledger.executed.length - before).toBe(nine + reviews);
      expect(await finishFolder(folder, noise)).toBe('done');
      expect(ledger.executed.length - before).toBe(nine + reviews);
    },
    isThorough ? 3_600_000 : 900_000,
  );
});
