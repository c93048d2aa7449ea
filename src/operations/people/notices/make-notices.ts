import type { NoticeContent, NoticedRound, NoticeEvent } from '../../../domain/people/notice.ts';
import { listProjects } from '../../../store/protocol/protocols.ts';
import { insertNotice, noticeKeys } from '../../../store/people/notices.ts';
import { wholeWorkspace } from '../../../store/people/memberships.ts';
import { listWebhooks } from '../../../store/people/webhooks.ts';
import { listRuns } from '../../../store/rounds/rounds.ts';
import type { RoundRun } from '../../../store/rounds/rounds.ts';
import { openRuns, runAnnotators } from '../../../store/rounds/work-runs.ts';
import { isoWeek } from '../../../truth/judging/iso-week.ts';
import { isBlind } from '../../judging/blindness.ts';
import { ownProgress } from '../../judging/own-progress.ts';
import { liveFold } from '../../fold/live-fold.ts';
import { projectProtocol } from '../../project-protocol.ts';
import { projectRounds } from '../../rounds/project-rounds.ts';
import { orderOf } from '../../rulings/queue-order.ts';
import type { Workspace } from '../../workspace.ts';
import { recipients } from './recipients.ts';
import type { Recipient } from './recipients.ts';

const day = 86_400_000;
/** Older events are not sent any more, for instance after messages are switched on. */
const newsFor = 3 * day;
/** Keys are known for longer than anything is news. */
const keysFor = 30 * day;
/** The hour on Monday, in UTC, from which the summary of the week before is sent. */
const digestHour = 6;

/** Whom a message is for. */
type Addressee = { readonly account: string } | { readonly webhook: string };

interface Wanted {
  readonly key: string;
  readonly project: string;
  readonly to: Addressee;
  readonly content: NoticeContent;
}

/**
 * Finds the events that nobody was notified of, and puts them into the outbox: each key once,
 * however many servers look. It is derived from the record, so that no save waits for a message and
 * none is lost. Returns how many were added.
 */
export async function makeNotices(workspace: Workspace, hasMail: boolean): Promise<number> {
  const { store, clock } = workspace;
  const now = clock();
  const people = hasMail ? await recipients(workspace) : [];
  const { hooks, projects, known } = await store.read(async (db) => ({
    hooks: await listWebhooks(db),
    projects: await listProjects(db),
    known: await noticeKeys(db, new Date(now.getTime() - keysFor).toISOString()),
  }));
  let added = 0;
  for (const { id } of people.length + hooks.length === 0 ? [] : projects) {
    const own = hooks.filter(({ project }) => project === id || project === wholeWorkspace);
    const members = people.filter(({ context }) => context.actor.roleIn(id) !== null);
    if (own.length + members.length === 0) continue;
    const news = await projectNews(workspace, id, now);
    const found = await Promise.all([
      ...own.map((hook) =>
        hookNotices(news, hook.id, JSON.parse(hook.events) as readonly NoticeEvent[]),
      ),
      ...members.map((person) => personNotices(news, person, known)),
    ]);
    const wanted = found.flat().filter(({ key }) => !known.has(key));
    if (wanted.length === 0) continue;
    const createdAt = now.toISOString();
    added += await store.write(async (tx) => {
      let count = 0;
      for (const { key, project, to, content } of wanted) {
        const made = await insertNotice(tx, {
          id: workspace.newId(),
          key,
          event: content.event,
          project,
          account: 'account' in to ? to.account : null,
          webhook: 'webhook' in to ? to.webhook : null,
          content: JSON.stringify(content),
          createdAt,
          nextAt: createdAt,
        });
        if (made) count += 1;
      }
      return count;
    });
  }
  return added;
}

/** The events of a project, computed when somebody is to be notified. */
interface ProjectNews {
  readonly id: string;
  readonly title: string;
  readonly opened: readonly (RoundRun & { readonly annotators: readonly string[] })[];
  /** Runs that were closed lately. */
  readonly closed: readonly RoundRun[];
  /** Whether anybody judges at the moment. */
  readonly isOpen: boolean;
  readonly week: string | null;
  /** The runs that did not pass and are not waived. */
  readonly failed: () => Promise<readonly RoundRun[]>;
  readonly cases: () => Promise<number>;
  readonly progress: () => Promise<readonly NoticedRound[]>;
}

async function projectNews(workspace: Workspace, id: string, now: Date): Promise<ProjectNews> {
  const { store } = workspace;
  const since = new Date(now.getTime() - newsFor).toISOString();
  const { protocol } = await projectProtocol(store, id);
  const { runs, open, opened } = await store.read(async (db) => {
    const list = await listRuns(db, id);
    const fresh = list.filter((run) => run.closedAt === null && run.openedAt >= since);
    const withPeople: ProjectNews['opened'][number][] = [];
    for (const run of fresh)
      withPeople.push({ ...run, annotators: await runAnnotators(db, run.id) });
    return { runs: list, open: await openRuns(db, id), opened: withPeople };
  });
  const isDigest = now.getUTCDay() === 1 && now.getUTCHours() >= digestHour;
  const rounds = once(() => projectRounds(store, id));
  return {
    id,
    title: protocol.title,
    opened,
    closed: runs.filter(({ closedAt }) => closedAt !== null && closedAt >= since),
    isOpen: open.length > 0,
    week: isDigest ? isoWeek(new Date(now.getTime() - day).toISOString()) : null,
    failed: once(async () => {
      const { states } = await rounds();
      const last = states.flatMap((state) => state.runs.slice(-1));
      const unmet = new Set(
        last.filter((run) => run.closedAt !== null && !run.passed).map(({ run }) => run),
      );
      return runs.filter((run) => unmet.has(run.id));
    }),
    cases: once(async () => {
      let count = 0;
      for (const task of protocol.tasks)
        count += orderOf((await liveFold(store, { project: id, task: task.id })).fold).rows.length;
      return count;
    }),
    progress: once(async () =>
      (await rounds()).runs
        .filter(({ run }) => run.closedAt === null)
        .map(({ run, figures }) => ({
          round: run.round,
          done: figures.judged,
          wanted: figures.wanted,
        })),
    ),
  };
}

/**
 * What a webhook gets. Its readers are not known: while anybody judges in the project, it gets
 * nothing that depends on answers.
 */
async function hookNotices(
  news: ProjectNews,
  webhook: string,
  events: readonly NoticeEvent[],
): Promise<readonly Wanted[]> {
  const { id, title } = news;
  const to = { webhook };
  const path = `/projects/${id}`;
  const found: Wanted[] = [];
  if (events.includes('round'))
    for (const { id: run, round, attempt } of news.opened)
      found.push({
        key: `round/${run}/${webhook}`,
        project: id,
        to,
        content: { event: 'round', title, path, round, attempt },
      });
  if (news.isOpen) return found;
  if (events.includes('gate') && news.closed.length > 0)
    for (const { id: run, round, attempt } of await news.failed())
      if (news.closed.some((one) => one.id === run))
        found.push({
          key: `gate/${run}/${webhook}`,
          project: id,
          to,
          content: { event: 'gate', title, path, round, attempt },
        });
  const last = latestOf(news.closed);
  const count = events.includes('cases') && last !== undefined ? await news.cases() : 0;
  if (count > 0)
    found.push({
      key: `cases/${last!.id}/${webhook}`,
      project: id,
      to,
      content: { event: 'cases', title, path: `${path}/adjudicate`, count },
    });
  if (events.includes('digest') && news.week !== null) {
    const failed = (await news.failed()).map(({ round }) => round);
    const whole = { rounds: [], cases: await news.cases(), failed };
    if (whole.cases + failed.length > 0)
      found.push({
        key: `digest/${news.week}/${id}/${webhook}`,
        project: id,
        to,
        content: { event: 'digest', title, path, week: news.week, own: [], whole },
      });
  }
  return found;
}

/** The run that was closed last. */
function latestOf(closed: readonly RoundRun[]): RoundRun | undefined {
  return closed.toSorted((a, b) => (a.closedAt! < b.closedAt! ? 1 : -1))[0];
}

async function personNotices(
  news: ProjectNews,
  { account, events, context }: Recipient,
  known: ReadonlySet<string>,
): Promise<readonly Wanted[]> {
  const { id, title } = news;
  const { login } = account;
  const role = context.actor.roleIn(id);
  const to = { account: account.id };
  const found: Wanted[] = [];
  const add = (key: string, content: NoticeContent): void =>
    void found.push({ key, project: id, to, content });
  if (events.includes('round'))
    for (const { id: run, round, attempt, annotators } of news.opened)
      if (annotators.includes(login))
        add(`round/${run}/${account.id}`, {
          event: 'round',
          title,
          path: `/work/${run}`,
          round,
          attempt,
        });
  // Nobody who judges in an open round gets anything that depends on answers, whatever their role.
  const isOverseer = role === 'lead' || role === 'adjudicator';
  const sees = isOverseer && !(await isBlind(context, { project: id }));
  if (sees && role === 'lead' && events.includes('gate') && news.closed.length > 0)
    for (const { id: run, round, attempt } of await news.failed())
      if (news.closed.some((one) => one.id === run))
        add(`gate/${run}/${account.id}`, {
          event: 'gate',
          title,
          path: `/projects/${id}`,
          round,
          attempt,
        });
  const last = latestOf(news.closed);
  const caseKey = `cases/${last?.id ?? ''}/${account.id}`;
  if (sees && events.includes('cases') && last !== undefined && !known.has(caseKey)) {
    const count = await news.cases();
    if (count > 0)
      add(caseKey, { event: 'cases', title, path: `/projects/${id}/adjudicate`, count });
  }
  const digestKey = `digest/${news.week ?? ''}/${id}/${account.id}`;
  if (events.includes('digest') && news.week !== null && !known.has(digestKey)) {
    const content = await digestOf(news, login, context, sees);
    if (content !== null) add(digestKey, content);
  }
  return found;
}

async function digestOf(
  news: ProjectNews,
  login: string,
  context: Recipient['context'],
  sees: boolean,
): Promise<NoticeContent | null> {
  const own: NoticedRound[] = [];
  const { store } = context;
  const open = await store.read((db) => openRuns(db, news.id));
  for (const run of open) {
    const names = await store.read((db) => runAnnotators(db, run.id));
    if (!names.includes(login)) continue;
    const { held, judged } = await ownProgress(context, run.id, login);
    if (judged < held) own.push({ round: run.round, done: judged, wanted: held });
  }
  const whole = sees
    ? {
        rounds: await news.progress(),
        cases: await news.cases(),
        failed: (await news.failed()).map(({ round }) => round),
      }
    : null;
  const isEmpty =
    own.length === 0 &&
    (whole === null || whole.rounds.length + whole.cases + whole.failed.length === 0);
  const path = sees ? `/projects/${news.id}` : '/';
  return isEmpty
    ? null
    : { event: 'digest', title: news.title, path, week: news.week!, own, whole };
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => (made ??= make());
}
