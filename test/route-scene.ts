import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createToken } from '../src/operations/people/tokens.ts';
import { invite } from '../src/operations/people/invite.ts';
import { saveJudgment } from '../src/operations/judging/save-judgment.ts';
import { closeRound } from '../src/operations/rounds/close-round.ts';
import { waiveGate } from '../src/operations/rounds/waive-gate.ts';
import type { KeptEvaluation } from '../src/operations/evaluation/workbench/kept-evaluations.ts';
import type { Workspace } from '../src/operations/workspace.ts';
import { insertImport } from '../src/store/exchange/imports.ts';
import { insertAttempts } from '../src/store/models/attempts.ts';
import { insertJob } from '../src/store/models/jobs.ts';
import { buildAttempt, buildJob } from './model-world.ts';
import { appendAudit } from '../src/store/workspace/audit.ts';
import { addProject, leadContext, openTestRound } from './server-project.ts';
import { makeServer, sessionHeaders } from './server-harness.ts';
import type { Person, TestServer } from './server-harness.ts';

/** Everybody who asks, in the order of the columns of the table. */
export const visitors = [
  'nobody',
  'annotator',
  'adjudicator',
  'lead',
  'reviewer',
  'foreign',
  'reader',
  'writer',
  'workspace',
] as const;
export type VisitorName = (typeof visitors)[number];

/** A workspace in a file, with what the table needs to name. */
export interface Scene {
  readonly file: string;
  readonly headers: Readonly<Record<VisitorName, Readonly<Record<string, string>>>>;
  /** By project: `pets` is that of everybody but the foreign visitor, `birds` is theirs. */
  readonly places: Readonly<Record<'pets' | 'birds', Place>>;
  /** What nobody may see who is to be blind: weak labels, scores, somebody else’s notes. */
  readonly secrets: readonly string[];
}

export interface Place {
  readonly project: string;
  /**
   * An open run; `held` is a unit that the annotator holds and has not judged, `judged` one that
   * they judged, `other` one that others hold.
   */
  readonly run: string;
  readonly held: string;
  readonly judged: string;
  readonly other: string;
  /** A run that was closed without passing, and its gate. */
  readonly closed: string;
  readonly gate: string;
  readonly invitation: string;
  readonly link: string;
  readonly import: string;
  readonly tokens: Readonly<Record<'lead' | 'foreign' | 'workspace', string>>;
}

/** Makes the scene: two projects, each with a closed pilot and an open full round. */
export async function prepareScene(file: string): Promise<Scene> {
  const server = await makeServer({ database: file });
  try {
    const people = {
      annotator: await server.person('anna', { pets: 'annotator' }),
      adjudicator: await server.person('ada', { pets: 'adjudicator' }),
      lead: await server.person('lea', { pets: 'lead' }),
      reviewer: await server.person('rex', { pets: 'reviewer' }),
      foreign: await server.person('fay', { birds: 'lead' }),
      workspace: await server.person('wes', { '*': 'lead' }),
    };
    const [ben, cora] = [
      await server.person('ben', { pets: 'annotator', birds: 'annotator' }),
      await server.person('cora', { pets: 'annotator', birds: 'annotator' }),
    ];
    await server.person('dora', { birds: 'annotator' });
    const places = {
      pets: await makePlace(server, people, 'pets', [people.annotator, ben, cora]),
      birds: await makePlace(server, people, 'birds', [ben, cora]),
    };
    const token = async (scope: 'read' | 'write'): Promise<string> =>
      (
        await createToken(
          { ...server.workspace, actor: personActor(people.lead, 'pets') },
          { project: 'pets', name: scope, scope, days: 1 },
        )
      ).secret;
    const [reader, writer] = [await token('read'), await token('write')];
    for (const project of ['pets', 'birds'])
      await releaseSomething(server.workspace, project, file);
    return {
      file,
      places,
      secrets: ['secret weak label', '0.987654', 'a note of ben', 'a reply of a model'],
      headers: {
        nobody: {},
        annotator: sessionHeaders(people.annotator),
        adjudicator: sessionHeaders(people.adjudicator),
        lead: sessionHeaders(people.lead),
        reviewer: sessionHeaders(people.reviewer),
        foreign: sessionHeaders(people.foreign),
        workspace: sessionHeaders(people.workspace),
        reader: { authorization: `Bearer ${reader}` },
        writer: { authorization: `Bearer ${writer}` },
      },
    };
  } finally {
    await server.close();
  }
}

type People = Readonly<Record<'annotator' | 'lead' | 'foreign' | 'workspace', Person>>;

async function makePlace(
  server: TestServer,
  people: People,
  project: string,
  annotators: readonly Person[],
): Promise<Place> {
  const { workspace } = server;
  const lead = leadContext(workspace);
  await addProject(workspace, project);
  const logins = annotators.map((one) => one.login);
  const closed = await openTestRound(workspace, project, 'pilot', logins);
  // Everybody disagrees, so that the gate fails; ben notes something that only those who oversee
  // the work may read.
  for (const person of annotators)
    for (const unit of await unitsOf(server, closed, person.login))
      await judge(server, person, project, closed, unit, person.login === 'ben');
  await closeRound(lead, { run: closed });
  const gate = 'cohen_kappa >= 0.70 overall';
  await waiveGate(lead, { run: closed, gate, reason: 'For the test.' });
  const run = await openTestRound(workspace, project, 'full', logins);
  const first = annotators[0]!;
  const [judged, held] = await unitsOf(server, run, first.login);
  await judge(server, first, project, run, judged!, false);
  const mine = new Set(await unitsOf(server, run, first.login));
  const other =
    (await unitsOf(server, run, annotators[1]!.login)).find((unit) => !mine.has(unit)) ?? held!;
  if (other !== held) await judge(server, annotators[1]!, project, run, other, true);
  await askModel(workspace, project, held!, 'a reply of a model');
  const invitation = await invite(lead, { project, role: 'annotator', days: 7 });
  const tokenOf = async (person: Person): Promise<string> =>
    (
      await createToken(
        { ...workspace, actor: personActor(person, project) },
        { project, name: 'of the scene', scope: 'read', days: 1 },
      )
    ).id;
  return {
    project,
    run,
    judged: judged!,
    held: held!,
    other,
    closed,
    gate,
    invitation: invitation.id,
    link: invitation.secret,
    import: await importSomething(workspace, project),
    tokens: {
      lead: await tokenOf(people.lead),
      foreign: await tokenOf(people.foreign),
      workspace: await tokenOf(people.workspace),
    },
  };
}

/** A job that is paused, with an attempt on a unit and the reply to it. */
export async function askModel(
  { store, clock }: Workspace,
  project: string,
  unit: string,
  content: string,
): Promise<void> {
  const job = buildJob({
    id: `job-${project}`,
    task: 'animals',
    state: 'paused',
    plan: { runs: { 'gpt-5-mini': [1] } },
    createdAt: clock().toISOString(),
  });
  const attempt = buildAttempt({
    id: `request-${project}`,
    job: job.id,
    batch: null,
    unit,
    annotator: 'gpt-5-mini#1',
    message: content,
    reply: `hash of ${content}`,
    at: clock().toISOString(),
  });
  await store.write(async (tx) => {
    await insertJob(tx, { ...job, project });
    const replies = [{ hash: `hash of ${content}`, content }];
    await insertAttempts(tx, { project, task: 'animals' }, [attempt], replies);
  });
}

/** The folder for the releases of a scene. */
export function releasesOf(file: string): string {
  return join(dirname(file), 'releases');
}

/** Notes a release whose folder is here, as the audit log knows it. */
export async function releaseSomething(
  workspace: Workspace,
  project: string,
  file: string,
): Promise<void> {
  const folder = join(releasesOf(file), project, '1.0');
  mkdirSync(folder, { recursive: true });
  const manifest = '{"files":[]}';
  writeFileSync(join(folder, 'manifest.json'), manifest);
  writeFileSync(join(folder, 'report.html'), '<p>The report.</p>');
  writeFileSync(join(folder, 'annotation_report_v1.0.pdf'), 'The report.');
  const evaluation = join(`${folder}.evaluations`, 'e1');
  mkdirSync(evaluation, { recursive: true });
  writeFileSync(join(evaluation, 'evaluation.html'), '<p>The evaluation.</p>');
  const facts: KeptEvaluation = {
    id: 'e1',
    at: '2026-11-17T10:00:00.000Z',
    by: 'setup',
    systems: ['mine'],
    files: [],
    kind: 'labels',
    task: 'animals',
    split: 'dev',
    n: 0,
    measures: [],
    simulated: false,
    override: null,
    training: null,
    looks: null,
  };
  writeFileSync(join(evaluation, 'evaluation.json'), JSON.stringify(facts));
  const detail = {
    version: '1.0',
    manifest: hash('sha256', manifest),
    files: 3,
    bytes: 41,
    tasks: [],
  };
  await workspace.store.write(async (tx) =>
    appendAudit(tx, {
      at: workspace.clock().toISOString(),
      actor: 'setup',
      action: 'release',
      project,
      object: 'release/1.0',
      detail,
    }),
  );
}

/** Notes an import, and gives its id. */
export async function importSomething(workspace: Workspace, project: string): Promise<string> {
  const id = workspace.newId();
  const entry = {
    id,
    project,
    task: 'animals',
    name: 'units.jsonl',
    contentHash: 'hash',
    format: 'units units-jsonl',
    mode: 'reject' as const,
    counts: { inserted: 1 },
    changes: [],
    by: 'setup',
    at: workspace.clock().toISOString(),
  };
  await workspace.store.write((tx) => insertImport(tx, entry));
  return id;
}

/** The units that somebody holds in a run, in their order. */
export async function unitsOf(
  { workspace }: TestServer,
  run: string,
  annotator: string,
): Promise<readonly string[]> {
  const rows = await workspace.store.read((db) =>
    db
      .selectFrom('slot')
      .select('unit')
      .where('run', '=', run)
      .where('annotator', '=', annotator)
      .orderBy('position')
      .execute(),
  );
  return rows.map((row) => row.unit);
}

async function judge(
  { workspace }: TestServer,
  person: Person,
  project: string,
  run: string,
  unit: string,
  isBen: boolean,
): Promise<void> {
  const actor = personActor(person, project);
  await saveJudgment(
    { ...workspace, actor },
    {
      run,
      unit,
      answers: { cat: isBen, dog: !isBen },
      asides: isBen ? { notes: 'a note of ben', flag: true } : {},
      idempotencyKey: `${run} ${unit} ${person.login}`,
    },
  );
}

/** Somebody as the operations know a lead of the project, for setting the scene. */
export function personActor(person: Person, project: string) {
  return {
    account: person.account,
    login: person.login,
    via: 'session' as const,
    roleIn: (asked: string) => (asked === project ? ('lead' as const) : null),
  };
}
