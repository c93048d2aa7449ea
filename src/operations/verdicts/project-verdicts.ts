import type { CodedText } from '../../domain/coded-text.ts';
import { inEnglish } from '../../domain/english.ts';
import { codedText } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import { recordEnd } from '../../store/fold/judgment-log.ts';
import type { Store } from '../../store/open-store.ts';
import { listRuns } from '../../store/rounds/rounds.ts';
import type { Topic } from '../../truth/verdicts/topic.ts';
import type { TopicTruths } from '../../truth/verdicts/topic-truths.ts';
import { verdictRow } from '../../truth/verdicts/verdict-row.ts';
import type { VerdictRow } from '../../truth/verdicts/verdict-row.ts';
import { tallyVerdicts } from '../../truth/verdicts/verdict-tally.ts';
import type { VerdictTally } from '../../truth/verdicts/verdict-tally.ts';
import { authorise, overseeingRoles } from '../authorise.ts';
import { cacheOf } from '../caches.ts';
import { runCooperatively } from '../cooperative-steps.ts';
import type { TaskRecord } from '../fold/task-record.ts';
import { refuseWhileBlind } from '../judging/blindness.ts';
import { projectProtocol } from '../project-protocol.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import { recentFollower } from '../recent-follower.ts';
import { unitNotes } from '../units/unit-notes.ts';
import type { Role, WorkContext } from '../work-context.ts';
import { recordTruths } from '../../truth/verdicts/record-truths.ts';
import { projectTopics, topicRecords } from './truth-from-record.ts';

/** The verdicts of one policy for one K on every subject, in the order in which subjects came. */
export interface VerdictTable {
  readonly tally: VerdictTally;
  readonly rows: readonly VerdictRow[];
  readonly topic: CurrentTopic;
}

/** One topic of a project with everything that its verdicts rest on. */
export interface CurrentTopic {
  readonly truths: TopicTruths;
  readonly record: TaskRecord;
}

/** The verdicts of a project as of now. */
export interface CurrentVerdicts {
  readonly ks: readonly number[];
  readonly topics: readonly CurrentTopic[];
  readonly tables: readonly VerdictTable[];
  /** What should be known before the verdicts are believed. */
  readonly problems: readonly CodedText[];
}

/**
 * Authorises access to verdicts and returns the role. Verdicts rest on everybody's answers, so
 * people who judge in an open run of the project do not see them.
 */
export async function authoriseVerdicts(context: WorkContext, project: string): Promise<Role> {
  const role = authorise(context.actor, project, ...overseeingRoles);
  await refuseWhileBlind(context, { project });
  return role;
}

/**
 * Gives `work` the current verdicts of a project. They are kept in memory and recomputed when the
 * project changes. One caller at a time per project, so that nothing changes under it.
 */
export async function withVerdicts<T>(
  store: Store,
  project: string,
  work: (current: CurrentVerdicts) => T | Promise<T>,
): Promise<T> {
  const latest = await projectProtocol(store, project);
  return await followerOf(store, latest).use(work);
}

/** The table of a policy and a K; the first ones when they are left out. */
export function chosenTable(
  { tables, ks }: CurrentVerdicts,
  policy: string | undefined,
  k: number | undefined,
): VerdictTable {
  const idOf = ({ tally }: VerdictTable): string => tally.policy.policy.policy;
  const ids = [...new Set(tables.map(idOf))];
  const own = tables.filter((table) => idOf(table) === (policy ?? ids[0]));
  const found = k === undefined ? own[0] : own.find((table) => table.tally.k === k);
  if (own.length === 0)
    refuse('unknown-policy', {
      got: policy ?? codedText('none-at-all'),
      expected: ids.length === 0 ? codedText('policies-in-protocol') : ids.join(', '),
    });
  return found ?? refuse('wrong-value', { field: 'k', got: String(k), expected: ks.join(', ') });
}

/** How many projects are kept, and how many judgments they hold together. */
const limits = { followers: 4, judgments: 40_000_000 };
/** For how long the verdicts are made before others get their turn, in milliseconds. */
const longestTurn = 15;

/** Follows the record of a project, one thing at a time, so that nothing changes meanwhile. */
export class ProjectFollower {
  readonly #store: Store;
  readonly #project: ProjectProtocol;
  readonly #topics: readonly Topic[];
  readonly #records: ReadonlyMap<string, TaskRecord>;
  #current: CurrentVerdicts | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Store, project: ProjectProtocol) {
    this.#store = store;
    this.#project = project;
    const { topics } = projectTopics(project, []);
    this.#topics = topics;
    this.#records = topicRecords(store, project, topics, { seed: 1, allowPartial: false });
  }

  get judgments(): number {
    return [...this.#records.values()].reduce((sum, record) => sum + record.judgments, 0);
  }

  use<T>(work: (current: CurrentVerdicts) => T | Promise<T>): Promise<T> {
    const next = this.#last.then(async () => await work(await this.#follow()));
    // A failure is reported to its caller; the next caller continues from where it was.
    this.#last = next.catch(() => undefined);
    return next;
  }

  async #follow(): Promise<CurrentVerdicts> {
    const end = await this.#store.read((db) => recordEnd(db));
    const runs = await this.#store.read((db) => listRuns(db, this.#project.project));
    // From the first change on, what was made before no longer holds, also when this fails halfway.
    for (const record of this.#records.values())
      if (await record.follow(end, runs)) this.#current = null;
    this.#current ??= await this.#compute();
    return this.#current;
  }

  async #compute(): Promise<CurrentVerdicts> {
    const { policies } = this.#project.protocol;
    const ks = [...new Set(policies?.k ?? [])].toSorted((a, b) => a - b);
    const records = [...this.#records.values()];
    const topics = this.#topics.map((topic): CurrentTopic => {
      const record = this.#records.get(topic.task.id)!;
      return { record, truths: recordTruths(topic, record) };
    });
    const tables: VerdictTable[] = [];
    for (const topic of topics) tables.push(...(await topicTables(topic, ks)));
    const notes = records.flatMap((record) => unitNotes(record.units));
    const problems: readonly CodedText[] = [
      ...topics.flatMap(staleRemark),
      ...topics.flatMap(({ truths: { overrides } }) => [
        ...overrides.unused.map(({ unit, why }) => codedText('ruling-unused', { unit, why })),
        ...overrides.stale.map(({ why }) => why),
      ]),
      ...new Map(notes.map((note) => [inEnglish(note), note])).values(),
    ];
    return { ks, topics, tables, problems };
  }
}

/** Judgments under older questions do not stop anything on a page. */
function staleRemark({ truths, record }: CurrentTopic): readonly CodedText[] {
  const { count } = record.fold.stale;
  return count === 0 ? [] : [codedText('older-questions', { topic: truths.topic.id, count })];
}

/** Makes the verdicts of all policies of a topic for all K, with pauses for others. */
async function topicTables(
  topic: CurrentTopic,
  ks: readonly number[],
): Promise<readonly VerdictTable[]> {
  const rows = new Map<VerdictTally, VerdictRow[]>();
  const steps = tallyVerdicts(topic.truths, ks, (tally) => {
    const own: VerdictRow[] = [];
    rows.set(tally, own);
    return (subject, verdict, marked) => void own.push(verdictRow(subject, verdict, marked));
  });
  const tallies = await runCooperatively(steps, longestTurn);
  return tallies.map((tally) => ({ tally, rows: rows.get(tally)!, topic }));
}

function followerOf(store: Store, project: ProjectProtocol): ProjectFollower {
  const kept = cacheOf(store, 'verdictFollowers', () => new Map());
  const key = JSON.stringify([project.project, project.version]);
  return recentFollower(kept, key, () => new ProjectFollower(store, project), limits);
}
