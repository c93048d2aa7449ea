import { newProtocolVersion } from '../src/operations/protocol/new-protocol-version.ts';
import { beginSession } from '../src/operations/people/sign-in.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { csrfToken } from '../src/operations/secret.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import { openWorkspace } from '../src/operations/workspace.ts';
import type { Workspace } from '../src/operations/workspace.ts';
import { insertImport } from '../src/store/exchange/imports.ts';
import { insertAttempts } from '../src/store/models/attempts.ts';
import { insertJob } from '../src/store/models/jobs.ts';
import { insertAccount } from '../src/store/people/accounts.ts';
import { grantRole } from '../src/store/people/memberships.ts';
import { insertUnits } from '../src/store/units/units.ts';
import { buildAttempt, buildJob } from '../test/model-world.ts';
import { prepareJudged } from './record-workspace.ts';
import { project } from './server-workspace.ts';

/** Somebody who is signed in. */
export interface Session {
  readonly login: string;
  readonly cookie: string;
  readonly csrf: string;
}

/** A large workspace, and what is in it. */
export interface LargeWorkspace {
  /** Leads the whole workspace. */
  readonly lead: Session;
  /** Judges in both runs. */
  readonly annotator: Session;
  /** The task of many units, its run, and the units that the annotator has not judged. */
  readonly task: string;
  readonly run: string;
  readonly open: readonly string[];
  readonly units: number;
  /** A run over a few units with long texts. */
  readonly longRun: string;
  readonly members: readonly string[];
}

/** As many characters as an import takes of a unit, nearly. */
const longText = 1_990_000;
const longUnits = 40;
const memberCount = 300;
const perExtraRound = 100;
const jobCount = 100;
const attemptCount = 5000;
const importCount = 200;

/** The task of many units. */
export const largeTask = 'task-3';

/**
 * Makes a workspace that is large in every way: units that three people have judged on fourteen
 * labels, texts of a million characters, members, rounds, models, policies, imports and attempts.
 */
export async function prepareLarge(database: string, units: number): Promise<LargeWorkspace> {
  const level = await prepareJudged(database, units, units / 4);
  const workspace = await openWorkspace(database);
  try {
    const context: WorkContext = {
      ...workspace,
      actor: { account: 'bench', login: 'bench', roleIn: () => 'lead', via: 'cli' },
    };
    const lead = await addPerson(workspace, 'lea', '*', 'lead');
    const members: string[] = [];
    for (let at = 1; at <= memberCount; at += 1) {
      const login = `member-${String(at).padStart(3, '0')}`;
      await addPerson(workspace, login, project, 'annotator');
      members.push(login);
    }
    await addVersion(context);
    await addLongUnits(workspace);
    await addSmallUnits(workspace);
    const { cookie, csrf, units: open } = level.clients[0]!;
    const annotator = { login: 'annotator-001', cookie, csrf };
    const { run } = await openRound(context, {
      project,
      round: 'long',
      seed: 1,
      annotators: [annotator.login],
    });
    await addModelWork(workspace);
    await addImports(workspace);
    const task = largeTask;
    return { lead, annotator, task, run: level.run, open, units, longRun: run.id, members };
  } finally {
    await workspace.store.close();
  }
}

async function addPerson(
  workspace: Workspace,
  login: string,
  place: string,
  role: 'lead' | 'annotator',
): Promise<Session> {
  const createdAt = workspace.clock().toISOString();
  const id = workspace.newId();
  const settings = { passwordHash: null, language: 'en', keymap: 'assay', createdAt } as const;
  return await workspace.store.write(async (tx) => {
    await insertAccount(tx, { id, login, name: login, ...settings });
    await grantRole(tx, { project: place, account: id, role, createdAt });
    const { secret } = await beginSession(tx, workspace, { id, login });
    return { login, cookie: `assay=${secret}`, csrf: csrfToken(secret) };
  });
}

/** A second version, with a task of long texts, many rounds, models, policies and a split. */
async function addVersion(context: WorkContext): Promise<void> {
  const latest = await context.store.read((db) =>
    db
      .selectFrom('protocol_version')
      .select(['source', 'guideline_source'])
      .where('project', '=', project)
      .executeTakeFirstOrThrow(),
  );
  const { source, guideline_source: guideline } = latest;
  await newProtocolVersion(context, {
    project,
    content: { source: grown(source), guideline, files: { 'risk.yaml': policy } },
    reason: 'The workspace of a benchmark.',
  });
}

function grown(source: string): string {
  const from = source.indexOf(`  ${largeTask}:`);
  const to = source.indexOf('\nrounds:');
  const long = source.slice(from, to).replace(`  ${largeTask}:`, '  long:');
  const rounds = extraRounds.map(
    (round) =>
      `  ${round}: { kind: pilot, task: small, units: ${perExtraRound}, annotators: 2, ` +
      `gate: [ "${extraGate}" ] }\n`,
  );
  return (
    `${source.slice(0, to)}\n${long}${small}${source.slice(to)}` +
    `  long: { kind: full, task: long, units: all, annotators: 1 }\n${rounds.join('')}` +
    'panel:\n  people: { weight: 1 }\n' +
    '  gpt-5-mini: { kind: model, provider: openai, weight: 0, runs: 3 }\n' +
    'policies: { files: [risk.yaml], k: [5, 25] }\n' +
    'release: { split: { dev: 0.4, test: 0.6 } }\n'
  );
}

const small = `
  small:
    unit: { id: id, show: text }
    questions: { relevant: { ask: Is it relevant? }, clear: { ask: Is it clear? } }`;

/** The pilots of a third task, by number. */
export const extraRounds = Array.from({ length: 60 }, (_, at) => `extra-${at}`);
export const extraGate = 'fleiss_kappa >= 0.60 per question';

const policy = `policy: risk
title: Risk
task: ${largeTask}
verdicts: [low, high]
default: low
counts: Label01 >= 1
points:
  by: Label01
  values: { 1: 1, 2: 3 }
  thresholds:
    - { verdict: high, min: 4 }
`;

async function addLongUnits({ store, clock }: Workspace): Promise<void> {
  const text = 'The institution shall hold own funds against credit risk. '
    .repeat(longText / 50)
    .slice(0, longText);
  const units = Array.from({ length: longUnits }, (_, at) => ({
    id: `long-${at}`,
    subject: `book-${at >> 3}`,
    fields: { id: `long-${at}`, document: `book-${at >> 3}`, text: `${at} ${text}`, page: at },
  }));
  const at = clock().toISOString();
  for (const unit of units)
    await store.write((tx) => insertUnits(tx, { project, task: 'long' }, [unit], at));
}

async function addSmallUnits({ store, clock }: Workspace): Promise<void> {
  const units = Array.from({ length: extraRounds.length * perExtraRound }, (_, at) => ({
    id: `small-${at}`,
    subject: null,
    fields: { id: `small-${at}`, text: `Text ${at}.` },
  }));
  const at = clock().toISOString();
  await store.write((tx) => insertUnits(tx, { project, task: 'small' }, units, at));
}

async function addModelWork({ store }: Workspace): Promise<void> {
  const place = { project, task: largeTask };
  await store.write(async (tx) => {
    for (let at = 1; at <= jobCount; at += 1)
      await insertJob(tx, {
        ...buildJob({ id: `job-${at}`, task: largeTask, state: 'done' }),
        project,
      });
  });
  const content = JSON.stringify({ text: 'x'.repeat(longText), end: 'complete' });
  for (let from = 0; from < attemptCount; from += 500) {
    const attempts = Array.from({ length: 500 }, (_, at) =>
      buildAttempt({
        id: `attempt-${from + at}`,
        batch: null,
        annotator: `gpt-5-mini#${1 + (at % 3)}`,
        unit: `${largeTask}-${from + at}`,
        message: 'm'.repeat(400),
        reply: from + at === 0 ? 'long-reply' : null,
      }),
    );
    const replies = from === 0 ? [{ hash: 'long-reply', content }] : [];
    await store.write((tx) => insertAttempts(tx, place, attempts, replies));
  }
}

async function addImports({ store, clock, newId }: Workspace): Promise<void> {
  const changes = Array.from({ length: 1000 }, (_, at) => ({
    line: at + 1,
    field: 'Label01',
    from: 'yes',
    to: '1',
  }));
  for (let at = 0; at < importCount; at += 1) {
    const id = newId();
    await store.write((tx) =>
      insertImport(tx, {
        id,
        project,
        task: largeTask,
        name: `judgments-${at}.csv`,
        contentHash: id,
        format: 'judgments csv',
        mode: 'normalise',
        counts: { judgments: 0 },
        changes,
        at: clock().toISOString(),
        by: 'bench',
      }),
    );
  }
}
