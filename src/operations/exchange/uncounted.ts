import type { CodedText } from '../../domain/coded-text.ts';
import { uncountedText } from '../../domain/fold/uncounted.ts';
import type { Uncounted } from '../../domain/fold/uncounted.ts';
import { refuse } from '../../domain/fault.ts';
import type { Judgment } from '../../domain/judging/judgment.ts';
import { codedText } from '../../domain/text-values.ts';
import { listRuns } from '../../store/rounds/rounds.ts';
import type { Store } from '../../store/open-store.ts';
import { projectRounds } from '../rounds/project-rounds.ts';
import { taskCounting } from '../fold/known-counting.ts';
import type { RunWork } from '../rounds/run-work.ts';
import { taskOf } from '../project-protocol.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import type { WorkContext } from '../work-context.ts';

type GivenKind = Pick<Judgment, 'annotator' | 'taskHash' | 'guideline'>;

/** How many judgments each annotator gave, by what decides whether they count. */
export class GivenJudgments {
  readonly #kinds = new Map<string, GivenKind & { count: number }>();

  add({ annotator, taskHash, guideline }: GivenKind): void {
    const key = `${annotator}\n${taskHash ?? ''}\n${guideline ?? ''}`;
    const known = this.#kinds.get(key);
    if (known !== undefined) known.count += 1;
    else {
      if (this.#kinds.size === mostKinds)
        refuse('too-large', { limit: codedText('so-many-annotators', { count: mostKinds }) });
      this.#kinds.set(key, { annotator, taskHash, guideline, count: 1 });
    }
  }

  get kinds(): readonly Readonly<GivenKind & { count: number }>[] {
    return [...this.#kinds.values()];
  }
}

/** All are kept in memory, with their names. */
const mostKinds = 100_000;

/** What was staged, as far as it decides what will count. */
interface Staged {
  readonly task: string;
  readonly hash: string;
  readonly guideline: string;
  readonly given: GivenJudgments;
  readonly run: RunWork | null;
}

/** How many judgments of a file will count, and what there is to say about the others. */
interface CountPreview {
  readonly count: number;
  readonly warnings: readonly CodedText[];
  /** Where those that belong to no round could go; null where all have one, or need none. */
  readonly wayIn: WayIn | null;
}

/** A round that judgments could be imported into, and what must be done before. */
export interface WayIn {
  /** Null where no round may be opened now. */
  readonly round: string | null;
  readonly isOpen: boolean;
}

/** Says before anything is written how many judgments will count, and why the others will not. */
export async function countPreview(
  { store }: Pick<WorkContext, 'store'>,
  project: ProjectProtocol,
  { task, hash, guideline, given, run }: Staged,
): Promise<CountPreview> {
  const runs = await store.read((db) => listRuns(db, project.project));
  const scope = { project, task: taskOf(project, task) };
  const { counting } = await taskCounting(store, scope, runs);
  const left = new Map<string, { annotator: string; why: Uncounted; count: number }>();
  let total = 0;
  for (const { annotator, count, ...kind } of given.kinds) {
    total += count;
    const versions = { taskHash: kind.taskHash ?? hash, guideline: kind.guideline ?? guideline };
    const why = counting.uncounted({ annotator, run: run?.facts.id ?? null, ...versions });
    if (why === null) continue;
    const key = `${annotator}\n${why.why}`;
    left.set(key, { annotator, why, count: (left.get(key)?.count ?? 0) + count });
  }
  const uncounted = [...left.values()];
  const isWaiting = ({ why }: { readonly why: Uncounted }): boolean =>
    why.why === 'round-not-passed';
  const shown = uncounted.slice(0, mostNamed).map((one) => {
    const { annotator, count, why } = one;
    return isWaiting(one)
      ? codedText('counted-once-passed', { annotator, count, round: why.round ?? '' })
      : codedText('uncounted-judgments', { annotator, count, why: uncountedText(why) });
  });
  const rest = uncounted.slice(mostNamed);
  const more = { count: new Set(rest.map((one) => one.annotator)).size };
  const count = total - sumOf(uncounted);
  const headline = uncounted.some(isWaiting) ? 'judgments-count-now' : 'judgments-count';
  const warnings = [
    ...(count === total ? [] : [codedText(headline, { count, total })]),
    ...shown,
    ...(rest.length === 0 ? [] : [codedText('more-uncounted', more)]),
  ];
  const isOutside = uncounted.some(({ why }) => why.why === 'outside-rounds');
  return { count, warnings, wayIn: isOutside ? await wayInto(store, project.project, task) : null };
}

/** The open round of a task, else the next that may be opened. */
async function wayInto(store: Store, project: string, task: string): Promise<WayIn> {
  const { states } = await projectRounds(store, project);
  const own = states.filter((state) => state.task === task && state.kind !== 'training');
  const open = own.find(({ state }) => state === 'open');
  const next = open ?? own.find(({ needed, mayOpen }) => needed && mayOpen);
  return { round: next?.round ?? null, isOpen: open !== undefined };
}

const mostNamed = 20;

function sumOf(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}
