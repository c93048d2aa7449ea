import { createProject } from '../src/operations/protocol/create-project.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { csrfToken } from '../src/operations/secret.ts';
import { beginSession } from '../src/operations/people/sign-in.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import { openWorkspace } from '../src/operations/workspace.ts';
import type { Workspace } from '../src/operations/workspace.ts';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import { insertAccount } from '../src/store/people/accounts.ts';
import { grantRole } from '../src/store/people/memberships.ts';
import { undealtPositions } from '../src/store/rounds/own-order.ts';
import { insertUnits } from '../src/store/units/units.ts';

/** An annotator who is signed in, with the units they are to judge. */
export interface LoadClient {
  readonly cookie: string;
  readonly csrf: string;
  readonly units: readonly string[];
}

/** So many annotators at once, in a run of their own. */
export interface LoadLevel {
  readonly annotators: number;
  readonly run: string;
  readonly clients: readonly LoadClient[];
}

/**
 * Makes a workspace with units, annotators and a round for each number of annotators, with their
 * share of the units; everybody is signed in.
 */
export async function prepareWorkspace(
  database: string,
  units: number,
  levels: readonly number[],
  shares: readonly number[] = levels.map(() => 1 / levels.length),
): Promise<readonly LoadLevel[]> {
  const workspace = await openWorkspace(database);
  try {
    const context: WorkContext = {
      ...workspace,
      actor: { account: 'bench', login: 'bench', roleIn: () => 'lead', via: 'cli' },
    };
    await createProject(context, {
      source: protocolText(levels),
      guideline: '# Guideline\n',
      files: {},
    });
    for (const [at, level] of levels.entries())
      await addUnits(workspace, taskOf(level), Math.round(units * shares[at]!));
    const sessions = await addAnnotators(workspace, Math.max(...levels));
    const made: LoadLevel[] = [];
    for (const level of levels) {
      const logins = [...sessions.keys()].slice(0, level);
      const { run } = await openRound(context, {
        project,
        round: `full-${level}`,
        seed: 1,
        annotators: logins,
      });
      made.push({
        annotators: level,
        run: run.id,
        clients: await clientsOf(workspace, run.id, logins, sessions),
      });
    }
    return made;
  } finally {
    await workspace.store.close();
  }
}

/** Answers as an annotator gives them: a few of fourteen labels, graded. */
export function answersFor(number: number): Readonly<Record<string, number>> {
  return Object.fromEntries(
    labels.map((label, at) => [
      label,
      (number + at) % 7 === 0 ? 2 : (number * 3 + at) % 11 === 0 ? 1 : 0,
    ]),
  );
}

/** The name of the project under load. */
export const project = 'load';

const labels = Array.from({ length: 14 }, (_, at) => `Label${String(at + 1).padStart(2, '0')}`);

function taskOf(level: number): string {
  return `task-${level}`;
}

function protocolText(levels: readonly number[]): string {
  const questions = labels
    .map((label) => `      ${label}: { title: ${label}, scale: relevance }`)
    .join('\n');
  const task = (level: number): string => `  ${taskOf(level)}:
    unit: { id: id, subject: document, show: text, place: page, hidden: weak }
    form: labels
    scales: { relevance: { ordinal: [0: no, 1: somewhat, 2: highly], present: 1, ticked: 1 } }
    questions:
${questions}
    asides: [confidence, notes, flag]`;
  return `assay: 1
name: ${project}
guideline: { version: "1.0", file: guideline.md }
tasks:
${levels.map(task).join('\n')}
rounds:
${levels
  .map(
    (level) =>
      `  full-${level}: { kind: full, task: ${taskOf(level)}, units: all, annotators: ` +
      `${Math.min(3, level)} }`,
  )
  .join('\n')}
`;
}

async function addUnits({ store, clock }: Workspace, task: string, count: number): Promise<void> {
  const random = seededRandom(`units ${task}`);
  const at = clock().toISOString();
  const text = Array.from(
    { length: 200 },
    () => words[Math.floor(random.next() * words.length)],
  ).join(' ');
  for (let start = 0; start < count; start += 5000) {
    const units = Array.from({ length: Math.min(5000, count - start) }, (_, at2) => {
      const number = start + at2;
      const cut = number % 400;
      return {
        id: `${task}-${number}`,
        subject: `doc-${Math.floor(number / 40)}`,
        fields: {
          id: `${task}-${number}`,
          document: `doc-${Math.floor(number / 40)}`,
          text: text.slice(cut, cut + 800),
          page: number % 90,
          weak: ['Label01'],
        },
      };
    });
    await store.write((tx) => insertUnits(tx, { project, task }, units, at));
  }
}

const words =
  'the institution shall hold own funds against credit risk and report exposures to the competent authority within a month of the reference date'.split(
    ' ',
  );

type Session = Pick<LoadClient, 'cookie' | 'csrf'>;

async function addAnnotators(
  workspace: Workspace,
  count: number,
): Promise<ReadonlyMap<string, Session>> {
  const createdAt = workspace.clock().toISOString();
  const sessions = new Map<string, Session>();
  await workspace.store.write(async (tx) => {
    for (let number = 1; number <= count; number += 1) {
      const [id, login] = [workspace.newId(), `annotator-${String(number).padStart(3, '0')}`];
      await insertAccount(tx, {
        id,
        login,
        name: login,
        passwordHash: null,
        language: 'en',
        keymap: 'assay',
        createdAt,
      });
      await grantRole(tx, { project, account: id, role: 'annotator', createdAt });
      const { secret } = await beginSession(tx, workspace, { id, login });
      sessions.set(login, { cookie: `assay=${secret}`, csrf: csrfToken(secret) });
    }
  });
  return sessions;
}

async function clientsOf(
  { store }: Workspace,
  run: string,
  logins: readonly string[],
  sessions: ReadonlyMap<string, Session>,
): Promise<readonly LoadClient[]> {
  const units = new Map<string, string[]>(logins.map((login) => [login, []]));
  const dealt = await store.read((db) =>
    db
      .selectFrom('slot')
      .select(['annotator', 'unit'])
      .where('run', '=', run)
      .where('position', 'is not', null)
      .orderBy('annotator')
      .orderBy('position')
      .execute(),
  );
  for (const slot of dealt) units.get(slot.annotator!)?.push(slot.unit);
  // The server hands out what is dealt later behind it, and so must those who save without asking.
  const later = await store.read((db) => undealtPositions(db, run));
  return logins.map((login) => {
    const behind = [...(later.get(login) ?? [])].toSorted(([, a], [, b]) => a - b);
    const own = [...units.get(login)!, ...behind.map(([unit]) => unit)];
    return { ...sessions.get(login)!, units: own };
  });
}
