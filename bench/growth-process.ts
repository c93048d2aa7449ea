import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { exportFile } from '../src/operations/exchange/export-file.ts';
import { importFile } from '../src/operations/exchange/import-file.ts';
import { monitorOverview } from '../src/operations/monitoring/monitor-overview.ts';
import { nextUnits } from '../src/operations/judging/next-unit.ts';
import { saveJudgment } from '../src/operations/judging/save-judgment.ts';
import { createProject } from '../src/operations/protocol/create-project.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { showRounds } from '../src/operations/rounds/round-states.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import { openWorkspace } from '../src/operations/workspace.ts';
import { insertAccount } from '../src/store/people/accounts.ts';
import { grantRole } from '../src/store/people/memberships.ts';
import type { GrowthFigures, HeldUp } from './growth.ts';
import { watchLoop } from './loop-turns.ts';
import { quantile } from './running-server.ts';
import { writeLines } from './write-lines.ts';

// How everything grows with the units, in a process of its own, so that its memory is known:
// node bench/growth-process.ts <database> <units>. Others save all the while.
const [database, count] = [process.argv[2]!, Number(process.argv[3])];
const project = 'growth';
/** Units of somebody who saves a hundred times a second meanwhile. */
const others = 20_000;
/** Files are read as the server reads them. */
const apart = true;

const workspace = await openWorkspace(database, () => new Date(), true);
const contextOf = (login: string, role: 'lead' | 'annotator'): WorkContext => ({
  ...workspace,
  actor: { account: login, login, roleIn: () => role, via: 'cli' },
});
const lead = contextOf('bench', 'lead');
const people = ['anna', 'ben', 'other'].map((login) => contextOf(login, 'annotator'));
const [anna, , other] = people as [WorkContext, WorkContext, WorkContext];
const folder = mkdtempSync(join(tmpdir(), 'assay-growth-'));
// A server listens; without it, nothing would keep the process while the log is brought in.
const alive = setInterval(() => undefined, 1000);
try {
  process.stdout.write(`${JSON.stringify(await measure())}\n`);
} finally {
  clearInterval(alive);
  rmSync(folder, { recursive: true, force: true });
  await workspace.store.close();
}

async function measure(): Promise<GrowthFigures> {
  const protocol = `assay: 1
name: ${project}
guideline: { version: "1.0", file: guideline.md }
tasks:
  small: { unit: { id: id, show: text }, questions: { relevant: { ask: Is it? } } }
  large: { unit: { id: id, show: text }, questions: { relevant: { ask: Is it? } } }
rounds:
  first: { kind: full, task: small, units: all, annotators: 1 }
  full: { kind: full, task: large, units: all, annotators: 2 }
`;
  await createProject(lead, { source: protocol, guideline: '# Guideline\n', files: {} });
  await addPeople();
  await importUnits('small', unitFile('small', others));
  const first = await openRound(lead, { project, round: 'first', seed: 1, annotators: ['other'] });
  const saved = { run: first.run.id, next: 0, ids: await othersUnits(first.run.id) };
  const large = unitFile('large', count);
  const imported = await whileOthersSave(saved, () => importUnits('large', large));
  const asked = { project, round: 'full', seed: 1, annotators: ['anna', 'ben'] };
  let run = '';
  const opened = await whileOthersSave(saved, async () => {
    run = (await openRound(lead, asked)).run.id;
  });
  const memory = process.resourceUsage().maxRSS / 1024;
  const [next, save]: [number[], number[]] = [[], []];
  for (let at = 0; at < 300; at += 1) {
    const started = performance.now();
    const [unit] = (await nextUnits(anna, { run })).units;
    next.push(performance.now() - started);
    save.push(await timedSave(anna, run, unit!.unit));
  }
  next.sort((a, b) => a - b);
  save.sort((a, b) => a - b);
  const overview: number[] = [];
  for (let at = 0; at < 3; at += 1) {
    overview.push(await seconds(() => showRounds(lead, { project })));
    const [unit] = (await nextUnits(anna, { run })).units;
    await timedSave(anna, run, unit!.unit);
  }
  const exported = await whileOthersSave(saved, () => exportOf('units'));
  const judgments = judgmentFile();
  const judged = await whileOthersSave(saved, () => importJudgments(judgments));
  const truth = await whileOthersSave(saved, () => exportOf('truth'));
  // A server that has just started has no fold yet.
  const started = await openWorkspace(database, () => new Date(), true);
  const figures = await whileOthersSave(saved, async () => {
    await monitorOverview({ ...lead, ...started }, { project, task: 'large' });
  });
  await started.store.close();
  return {
    units: count,
    imported,
    opened,
    judged,
    memory,
    next: { p50: quantile(next, 0.5), p99: quantile(next, 0.99) },
    save: { p50: quantile(save, 0.5), p99: quantile(save, 0.99) },
    overview: { first: overview[0]! * 1000, later: overview[2]! * 1000 },
    exported,
    truth,
    figures,
  };
}

async function addPeople(): Promise<void> {
  const createdAt = workspace.clock().toISOString();
  await workspace.store.write(async (tx) => {
    for (const { actor } of people) {
      const names = { id: actor.account!, login: actor.login, name: actor.login };
      const plain = { passwordHash: null, language: 'en', keymap: 'assay', createdAt };
      await insertAccount(tx, { ...names, ...plain });
      await grantRole(tx, { project, account: names.id, role: 'annotator', createdAt });
    }
  });
}

function unitFile(task: string, lines: number): string {
  const path = join(folder, `${task}.jsonl`);
  const text = 'All of this is to be read. '.repeat(10);
  const line = (at: number): string => `{"id":"${task}-${at}","text":"${text}${at}"}\n`;
  writeLines(path, { lines }, line);
  return path;
}

async function importUnits(task: string, path: string): Promise<void> {
  const file = { path, name: `${task}.jsonl`, kind: 'units', apart } as const;
  await importFile(lead, { project, task, ...file });
}

/** Judgments of Ben on all of his units. */
function judgmentFile(): string {
  const path = join(folder, 'judgments.jsonl');
  const about = '"task":"large","annotator":"ben","guideline":"1.0","answers":{"relevant":true}';
  writeLines(path, { lines: count }, (at) => `{"unit":"large-${at}",${about}}\n`);
  return path;
}

async function importJudgments(path: string): Promise<void> {
  const file = { path, name: 'judgments.jsonl', kind: 'judgments', apart } as const;
  await importFile(lead, { project, task: 'large', round: 'full', ...file });
}

async function exportOf(kind: 'units' | 'truth'): Promise<void> {
  const { pieces } = await exportFile(lead, { project, kind, task: 'large' });
  for await (const piece of pieces) void piece;
}

async function othersUnits(run: string): Promise<readonly string[]> {
  const rows = await workspace.store.read((db) =>
    db.selectFrom('slot').select('unit').where('run', '=', run).orderBy('id').execute(),
  );
  return rows.map((row) => row.unit);
}

/** Runs work while somebody else saves a hundred times a second, and says how long they waited. */
async function whileOthersSave(
  saved: { readonly run: string; readonly ids: readonly string[]; next: number },
  work: () => Promise<void>,
): Promise<HeldUp> {
  const state = { isOver: false };
  const waited: number[] = [];
  const saving = (async () => {
    while (!state.isOver && saved.next < saved.ids.length) {
      waited.push(await timedSave(other, saved.run, saved.ids[saved.next]!));
      saved.next += 1;
      await pause(10);
    }
  })();
  const { result: took, loop, turn } = await watchLoop(() => seconds(work));
  state.isOver = true;
  await saving;
  waited.sort((a, b) => a - b);
  return {
    seconds: took,
    saves: waited.length,
    p50: quantile(waited, 0.5),
    p99: quantile(waited, 0.99),
    worst: waited.at(-1) ?? Number.NaN,
    loop,
    turn,
  };
}

async function timedSave(who: WorkContext, run: string, unit: string): Promise<number> {
  const idempotencyKey = `${unit} ${who.actor.login}`;
  return (
    (await seconds(() =>
      saveJudgment(who, { run, unit, answers: { relevant: true }, seconds: 3, idempotencyKey }),
    )) * 1000
  );
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
