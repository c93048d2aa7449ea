import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuse } from '../../domain/fault.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import { readRuling } from '../../formats/judging/whole-judgment.ts';
import { listAccounts, insertAccount, updateAccount } from '../../store/people/accounts.ts';
import { appendAudit } from '../../store/workspace/audit.ts';
import { grantRole } from '../../store/people/memberships.ts';
import { setWorkspaceValue, workspaceValue } from '../../store/workspace/workspace.ts';
import { createProject } from './create-project.ts';
import {
  completeFolder,
  examplePeople,
  examplesFolder,
  exampleStories,
  storiesFolder,
} from './example-stories.ts';
import type { ExampleStory } from './example-stories.ts';
import { exampleRounds } from './example-rounds.ts';
import type { ReadRound } from './example-rounds.ts';
import { importRun } from '../rounds/import-run.ts';
import { importFile } from '../exchange/import-file.ts';
import { loadFolder } from './load-folder.ts';
import { newProtocolVersion } from './new-protocol-version.ts';
import { protocolFolder } from './protocol-folder.ts';
import { readContent } from '../../formats/protocol/protocol-content.ts';
import type { ProtocolContent } from '../../formats/protocol/protocol-content.ts';
import { makeRuling } from '../rulings/make-ruling.ts';
import { chooseModelVotes } from '../rulings/model-votes.ts';
import { rulingQueue } from '../rulings/ruling-queue.ts';
import { readJsonRows } from '../read-rows.ts';
import { FaultList } from '../text-file.ts';
import type { PasswordHasher } from '../people/password.ts';
import type { WorkContext } from '../work-context.ts';
import type { Workspace } from '../workspace.ts';

/** What was loaded into a workspace. */
export interface LoadedExamples {
  /** False when they already existed. */
  readonly fresh: boolean;
  readonly projects: readonly ExampleProject[];
  /** Those who sign in with the password; people who set their own keep it. */
  readonly people: readonly string[];
}

/** An example as a project. */
interface ExampleProject {
  readonly project: string;
  readonly title: string;
  readonly units: number;
  readonly judgments: number;
  readonly rulings: number;
}

/**
 * Adds the examples, all four or some, to a workspace as projects: people, units, rounds with
 * judgments, rulings. All of it is simulated, and marked so. Times are shifted so that the work
 * ended a day ago. Existing projects are left alone; the people always get the password. When they
 * are to be complete, nobody has units left to judge, and everything that was open has a ruling.
 */
export async function loadExamples(
  workspace: Workspace,
  passwords: PasswordHasher,
  password: string,
  isComplete = false,
  stories: readonly ExampleStory[] = exampleStories,
): Promise<LoadedExamples> {
  const passwordHash = await passwords.hash(password);
  const kept = await workspace.store.read((db) => workspaceValue(db, keyName));
  if (kept !== null) {
    const { projects, passwordHash: before } = JSON.parse(kept) as KeptExamples;
    return {
      fresh: false,
      projects,
      people: await keepPassword(workspace, projects, passwordHash, before),
    };
  }
  // A workspace that was loaded halfway, or is not for the examples, is left alone.
  const others = await workspace.store.read((db) => listAccounts(db));
  if (others.length > 0)
    refuse('usage', {
      reason:
        `The workspace ${workspace.store.address} has accounts, but not all of the ` +
        'examples. Pass --fresh to make it new, or another --folder.',
    });
  await addPeople(workspace, passwordHash);
  const projects: ExampleProject[] = [];
  for (const story of stories) projects.push(await tell(workspace, story, isComplete));
  return {
    fresh: true,
    projects,
    people: await keepPassword(workspace, projects, passwordHash, passwordHash),
  };
}

const keyName = 'examples';

interface KeptExamples {
  readonly projects: readonly ExampleProject[];
  /** Identifies people who still have the password that was printed. */
  readonly passwordHash: string;
}

async function keepPassword(
  workspace: Workspace,
  projects: readonly ExampleProject[],
  passwordHash: string,
  before: string,
): Promise<readonly string[]> {
  const names = new Set(examplePeople.map((person) => person.login));
  return await workspace.store.write(async (tx) => {
    const theirs = (await listAccounts(tx)).filter(
      (account) =>
        names.has(account.login) && account.passwordHash === before && account.disabledAt === null,
    );
    for (const account of theirs) await updateAccount(tx, account.id, { passwordHash });
    await setWorkspaceValue(
      tx,
      keyName,
      JSON.stringify({ projects, passwordHash } satisfies KeptExamples),
    );
    return theirs.map((account) => account.login);
  });
}

async function addPeople(workspace: Workspace, passwordHash: string): Promise<void> {
  const createdAt = workspace.clock().toISOString();
  await workspace.store.write(async (tx) => {
    for (const { login, name, roles } of examplePeople) {
      const account = workspace.newId();
      if (
        !(await insertAccount(tx, {
          id: account,
          login,
          name,
          passwordHash,
          language: 'en',
          keymap: 'assay',
          createdAt,
        }))
      )
        refuse('login-taken', { login });
      for (const [project, role] of Object.entries(roles))
        await grantRole(tx, { project, account, role, createdAt });
      appendAudit(tx, {
        at: createdAt,
        actor: 'assay',
        action: 'account-create',
        project: null,
        object: `account/${login}`,
        detail: { simulated: true, roles },
      });
    }
  });
}

/** The story with every round worked through. */
function withoutLeft(story: ExampleStory): ExampleStory {
  return { ...story, rounds: story.rounds.map(({ left: _, ...round }) => round) };
}

/** Repeats the work that the files of an example describe. */
async function tell(
  workspace: Workspace,
  told: ExampleStory,
  isComplete: boolean,
): Promise<ExampleProject> {
  const story = isComplete ? withoutLeft(told) : told;
  const folder = join(examplesFolder, story.name);
  const read = exampleRounds(story, workspace.clock().getTime());
  const early = read.filter((round) => round.guideline !== undefined);
  const late = read.filter((round) => round.guideline === undefined);
  const as = (login: string, at: string): WorkContext => ({
    ...workspace,
    clock: () => new Date(at),
    actor: actor(login),
  });
  const begin = shifted(read[0]!.openedAt, -2 * day);
  const content = protocolFolder(folder);
  await createProject(as('lead', begin), earlierContent(content, story));
  const { title, project, units } = await loadFolder(
    { ...workspace, clock: () => new Date(begin) },
    folder,
  );
  await adopt(early);
  if (story.earlierGuideline !== undefined)
    await newProtocolVersion(as('lead', shifted(early.at(-1)!.closedAt!, day)), {
      project,
      content,
    });
  await adopt(late);
  const end = read.reduce((latest, round) => (round.endedAt > latest ? round.endedAt : latest), '');
  const senior = as('senior', end);
  const rulings =
    (await importOverrides(as('lead', end), project, folder, story)) +
    (isComplete ? await ruleAll(senior, project) : await ruleSome(senior, project, story, late));
  // Where only models vote, a ruling would have nothing to go by.
  const { panel } = readContent(content).protocol;
  if (Object.values(panel).every(({ kind }) => kind === 'model'))
    await chooseModelVotes(as('lead', begin), {
      project,
      shown: true,
      reason: 'Only models judge here, so there are no votes of people to rule by.',
    });
  const judgments = read.reduce(
    (sum, round) => sum + round.work.filter((one) => one.at !== null).length,
    0,
  );
  return { project, title, units, judgments, rulings };

  async function adopt(rounds: readonly ReadRound[]): Promise<void> {
    for (const { round, work, openedAt, closedAt } of rounds)
      await importRun(as('lead', openedAt), {
        project,
        round,
        work,
        openedAt,
        closedAt,
        from: `the example ${story.name}, simulated`,
      });
  }
}

/** The protocol with the guideline of the first rounds, where that was another one. */
function earlierContent(
  { source, guideline, files }: ProtocolContent,
  { earlierGuideline }: ExampleStory,
): ProtocolContent {
  if (earlierGuideline === undefined) return { source, guideline, files };
  const { version, file } = earlierGuideline;
  // Keys name the guideline that they are for.
  const named = Object.entries(files).map(([name, text]) => [
    name,
    text.replaceAll(/"guideline_version":"[^"]*"/g, `"guideline_version":"${version}"`),
  ]);
  return {
    source: source.replace(/version: "[^"]*"/, `version: "${version}"`),
    guideline: readFileSync(join(storiesFolder, file), 'utf8'),
    files: Object.fromEntries(named),
  };
}

/** The senior decides the first that wait, as one of the annotators did. */
async function ruleSome(
  context: WorkContext,
  project: string,
  { rulings }: ExampleStory,
  rounds: readonly ReadRound[],
): Promise<number> {
  if (rulings === undefined) return 0;
  const { task, follow, reasons } = rulings;
  const own = new Map(
    rounds
      .filter((round) => round.task === task)
      .flatMap((round) =>
        round.work
          .filter((one) => one.at !== null && one.judgment.annotator === follow)
          .map((one) => [one.judgment.unit, one.judgment.answers]),
      ),
  );
  const { items } = await rulingQueue(context, { project, task });
  const chosen = items.filter((item) => own.has(item.unit)).slice(0, reasons.length);
  for (const [at, { unit }] of chosen.entries()) {
    await makeRuling(context, {
      project,
      task,
      unit,
      answers: own.get(unit)!,
      reason: `${reasons[at]!} (Simulated.)`,
      seen: null,
      edgeCase: at === 0,
      idempotencyKey: `example:${task}:${unit}`,
    });
  }
  return chosen.length;
}

/** The senior decides everything that waits, as the complete example says. */
async function ruleAll(context: WorkContext, project: string): Promise<number> {
  const found = new FaultList();
  const file = join(completeFolder(project), 'rulings', 'decided.jsonl');
  const rulings: Ruling[] = [];
  readJsonRows(file, found, (row, line) => {
    const read = readRuling(row);
    if (read.ok) rulings.push(read.value);
    else found.addAll(read.faults, { file, line });
  });
  found.throwIfAny();
  for (const [at, { task, unit, reason, decision }] of rulings.entries())
    await makeRuling(context, {
      project,
      task,
      unit,
      ...(decision.kind === 'exclude' ? { exclude: true } : { answers: decision.answers }),
      reason,
      seen: null,
      edgeCase: at === 1,
      idempotencyKey: `example:${task}:${unit}`,
    });
  return rulings.length;
}

async function importOverrides(
  context: WorkContext,
  project: string,
  folder: string,
  { overrides }: ExampleStory,
): Promise<number> {
  if (overrides === undefined) return 0;
  return (
    await importFile(context, {
      project,
      kind: 'rulings',
      name: overrides,
      path: join(folder, overrides),
    })
  ).inserted;
}

const day = 24 * 3_600_000;

function shifted(at: string, by: number): string {
  return new Date(Date.parse(at) + by).toISOString();
}

/**
 * The person who starts the server owns the database, and acts here for the people of the examples.
 */
function actor(login: string): WorkContext['actor'] {
  const roles = examplePeople.find((person) => person.login === login)?.roles ?? {};
  return {
    account: login,
    login,
    roleIn: (project) => roles[project] ?? roles['*'] ?? null,
    via: 'cli',
  };
}
