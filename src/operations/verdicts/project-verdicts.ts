import { setImmediate as breathe } from 'node:timers/promises';
import { InputError, printFault, refuse } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import type { Verdict } from '../../domain/verdicts/verdict.ts';
import type { VerdictHashes } from '../../formats/verdicts/verdict-json.ts';
import type { Store } from '../../store/open-store.ts';
import { listRuns } from '../../store/rounds/rounds.ts';
import { recordEnd } from '../../store/fold/verdict-log.ts';
import { cacheOf } from '../caches.ts';
import { compilePolicy } from '../../truth/verdicts/compile-policy.ts';
import type { CompiledPolicy } from '../../truth/verdicts/compile-policy.ts';
import type { SubjectTruth } from '../../truth/verdicts/subject-truth.ts';
import { verdicts } from '../../truth/verdicts/verdict.ts';
import { authorise, overseeingRoles } from '../authorise.ts';
import { refuseWhileBlind } from '../judging/blindness.ts';
import { projectTopics, recordTruths, unknownModels } from './truth-from-record.ts';
import { subjectFields, unitNotes } from './truth-from-files.ts';
import type { LoadedPolicy, Topic } from './load-policies.ts';
import { projectProtocol } from '../project-protocol.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import { TaskRecord } from '../fold/task-record.ts';
import type { TopicTruths } from '../fold/topic-truths.ts';
import type { Role, WorkContext } from '../work-context.ts';

/** The verdict on one subject, in a line. */
export interface VerdictRow {
  readonly subject: string;
  readonly fields: UnitFields;
  /** Null when there is no truth about any unit. */
  readonly verdict: string | null;
  /**
   * The rule that applied, by its short name; null with points. Without a verdict, `insufficient`.
   */
  readonly reason: string | null;
  readonly score: number | null;
  readonly incidents: number;
  readonly units: number;
  readonly missing: number;
  readonly open: number;
  /** Units that a ruling decided. */
  readonly rulings: number;
}

/** The verdicts of one policy for one K on every subject, in the order in which subjects came. */
export interface VerdictTable {
  readonly policy: LoadedPolicy;
  readonly k: number;
  readonly rows: readonly VerdictRow[];
  readonly distribution: Readonly<Record<string, number>>;
  readonly hashes: VerdictHashes;
}

/** One topic of a project with everything that its verdicts rest on. */
export interface CurrentTopic {
  readonly topic: Topic;
  readonly truths: TopicTruths;
  readonly record: TaskRecord;
  readonly policies: readonly {
    readonly loaded: LoadedPolicy;
    readonly compiled: CompiledPolicy;
  }[];
}

/** The verdicts of a project as of now. */
export interface CurrentVerdicts {
  readonly project: ProjectProtocol;
  readonly ks: readonly number[];
  readonly topics: readonly CurrentTopic[];
  readonly tables: readonly VerdictTable[];
  /** What should be known before the verdicts are believed, in sentences. */
  readonly problems: readonly string[];
  /** Why there can be no verdicts. */
  readonly faults: readonly Fault[];
}

/**
 * Lets those go on who may see verdicts, and says in which role. A verdict rests on what everybody
 * answered, on all tasks, so it is not shown to whoever judges in an open
 * run of the project.
 */
export async function authoriseVerdicts(context: WorkContext, project: string): Promise<Role> {
  const role = authorise(context.actor, project, ...overseeingRoles);
  await refuseWhileBlind(context, { project });
  return role;
}

/**
 * Hands the verdicts of a project, brought up to now, to some work. What was read of the record and
 * the verdicts on all subjects are kept in memory, and made
 * anew only when something about the project is new. One thing at a time per project, so that
 * nothing changes while it is looked at.
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
  current: CurrentVerdicts,
  policy: string | undefined,
  k: number | undefined,
): VerdictTable {
  if (current.faults.length > 0) throw new InputError(current.faults);
  const ids = current.tables.map((table) => table.policy.policy.policy);
  const own = current.tables.filter((table) => table.policy.policy.policy === (policy ?? ids[0]));
  const found = k === undefined ? own[0] : own.find((table) => table.k === k);
  if (own.length === 0)
    refuse('unknown-policy', {
      got: policy ?? 'at all',
      expected: ids.length === 0 ? 'a protocol that names policies' : [...new Set(ids)].join(', '),
    });
  if (found === undefined)
    refuse('wrong-value', { field: 'k', got: String(k), expected: current.ks.join(', ') });
  return found;
}

/** The topic of a policy. */
export function topicOf(current: CurrentVerdicts, table: VerdictTable): CurrentTopic {
  return current.topics.find((one) => one.topic.policies.includes(table.policy))!;
}

/** How many projects are kept, and how many judgments they hold together. */
const mostKept = 4;
const mostJudgments = 40_000_000;
/** For how long the verdicts are made before others get their turn, in milliseconds. */
const longestTurn = 15;

/**
 * What is to be said on a page of judgments under other questions: there they do not stop anything,
 * and nothing can be passed.
 */
function staleRemark({ id }: Topic, { stale }: TaskRecord): readonly string[] {
  if (stale.count === 0) return [];
  return [
    stale.count === 1
      ? `${id}: one judgment was given under older questions, and is left out until it is given anew.`
      : `${id}: ${stale.count} judgments were given under older questions, and are left out until they are given anew.`,
  ];
}

export class ProjectFollower {
  readonly #store: Store;
  readonly #project: ProjectProtocol;
  readonly #topics: readonly Topic[];
  readonly #notes: readonly string[];
  readonly #records = new Map<string, TaskRecord>();
  #current: CurrentVerdicts | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Store, project: ProjectProtocol) {
    this.#store = store;
    this.#project = project;
    const { topics, notes } = projectTopics(project, []);
    this.#topics = topics;
    this.#notes = notes;
    for (const { task } of topics) {
      const fields = subjectFields(topics.filter((topic) => topic.task.id === task.id));
      if (!this.#records.has(task.id))
        this.#records.set(
          task.id,
          new TaskRecord(store, project, project.tasks.get(task.id)!, fields),
        );
    }
  }

  get judgments(): number {
    return [...this.#records.values()].reduce((sum, record) => sum + record.raw.size, 0);
  }

  use<T>(work: (current: CurrentVerdicts) => T | Promise<T>): Promise<T> {
    const next = this.#last.then(async () => await work(await this.#follow()));
    // A failure belongs to who asked; the next one goes on from where the record is.
    this.#last = next.catch(() => undefined);
    return next;
  }

  async #follow(): Promise<CurrentVerdicts> {
    const end = await this.#store.read((db) => recordEnd(db));
    const runs = await this.#store.read((db) => listRuns(db, this.#project.project));
    let changed = this.#current === null;
    // Until it is made anew, what was made before holds no longer, also when this fails half-way.
    for (const record of this.#records.values()) {
      if (!(await record.follow(end, runs))) continue;
      changed = true;
      this.#current = null;
    }
    if (changed || this.#current === null) this.#current = await this.#compute();
    return this.#current;
  }

  async #compute(): Promise<CurrentVerdicts> {
    const ks = [...new Set(this.#project.protocol.policies?.k ?? [])].toSorted((a, b) => a - b);
    const records = [...this.#records.values()];
    const faults = records.flatMap(unknownModels);
    const topics = this.#topics.map((topic): CurrentTopic => {
      const record = this.#records.get(topic.task.id)!;
      const policies = topic.policies.map((loaded) => ({
        loaded,
        compiled: compilePolicy(loaded.policy, topic.task),
      }));
      return {
        topic,
        record,
        policies,
        truths: recordTruths(topic, record, { allowPartial: false, seed: 1 }),
      };
    });
    const stale = this.#topics.flatMap((topic) =>
      staleRemark(topic, this.#records.get(topic.task.id)!),
    );
    const tables: VerdictTable[] = [];
    if (faults.length === 0)
      for (const topic of topics) tables.push(...(await topicTables(topic, ks)));
    const remarks = topics.flatMap(({ truths }) => [
      ...truths.overrides.unused.map(({ unit, why }) => `The ruling on ${unit} is unused: ${why}.`),
      ...truths.overrides.stale.map(({ why }) => `${why}.`),
    ]);
    const problems = [
      ...faults.map(printFault),
      ...stale,
      ...remarks,
      ...this.#notes,
      ...new Set(records.flatMap((record) => unitNotes(record.units))),
    ];
    return { project: this.#project, ks, topics, tables, problems, faults };
  }
}

/**
 * Makes the verdicts of all policies of a topic for all K, letting others have their turn in
 * between.
 */
async function topicTables(
  { topic, truths, policies }: CurrentTopic,
  ks: readonly number[],
): Promise<readonly VerdictTable[]> {
  const tables = policies.map(({ loaded, compiled }) =>
    ks.map((k) => ({
      loaded,
      compiled,
      k,
      rows: [] as VerdictRow[],
      distribution: Object.fromEntries(loaded.policy.verdicts.map((verdict) => [verdict, 0])),
    })),
  );
  let turn = performance.now();
  for (const subject of truths.subjects()) {
    const ruled = subject.units.filter((unit) => unit.ruling !== null);
    for (const own of tables) {
      verdicts(own[0]!.compiled, subject, ks).forEach((verdict, at) => {
        const { rows, distribution } = own[at]!;
        rows.push(
          verdictRow(subject, verdict, ruled.filter((unit) => unit.rank < verdict.k).length),
        );
        if (verdict.verdict !== null) distribution[verdict.verdict]! += 1;
      });
    }
    if (performance.now() - turn < longestTurn) continue;
    await breathe();
    turn = performance.now();
  }
  const hashes = {
    term_hash: topic.termHash,
    weights_hash: truths.weightsHash,
    overrides_hash: truths.overridesHash,
  };
  return tables
    .flat()
    .map(({ loaded, k, rows, distribution }) => ({
      policy: loaded,
      k,
      rows,
      distribution,
      hashes: { ...hashes, policy_hash: loaded.hash },
    }));
}

function verdictRow(
  subject: SubjectTruth,
  { verdict, reason, evidence }: Verdict,
  rulings: number,
): VerdictRow {
  return {
    subject: subject.id,
    fields: subject.fields,
    verdict,
    reason:
      reason.kind === 'insufficient'
        ? 'insufficient'
        : reason.kind === 'ladder'
          ? reason.label
          : null,
    score: reason.kind === 'points' ? reason.score : null,
    incidents: reason.kind === 'points' ? reason.incidents.length : 0,
    units: evidence.units,
    missing: evidence.missing.length,
    open: evidence.open.length,
    rulings,
  };
}

function followerOf(store: Store, project: ProjectProtocol): ProjectFollower {
  const kept = cacheOf(store, 'verdictFollowers', () => new Map());
  const key = JSON.stringify([project.project, project.version]);
  const follower = kept.get(key) ?? new ProjectFollower(store, project);
  // The one that was asked for last is dropped last.
  kept.delete(key);
  kept.set(key, follower);
  let judgments = 0;
  for (const [at, [name, one]] of [...kept].toReversed().entries()) {
    judgments += one.judgments;
    if (name !== key && (at >= mostKept || judgments > mostJudgments)) kept.delete(name);
  }
  return follower;
}
