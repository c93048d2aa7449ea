import {
  verdictFileEnd,
  verdictFileEntry,
  verdictFileName,
  verdictFileStart,
} from '../formats/verdicts/verdict-json.ts';
import { recordTruths } from '../truth/verdicts/record-truths.ts';
import { tallyVerdicts } from '../truth/verdicts/verdict-tally.ts';
import type {
  TakeVerdict,
  VerdictHashes,
  VerdictSummary,
  VerdictTally,
} from '../truth/verdicts/verdict-tally.ts';
import type { RecordFold } from './record-fold.ts';

/** How the verdicts of a policy for one K come out, and what they were made from. */
export interface VerdictFigures {
  readonly policy: string;
  readonly topic: string;
  readonly k: number;
  readonly summary: VerdictSummary;
  readonly hashes: VerdictHashes;
}

/** The verdicts of all policies of the protocol, counted. */
export function verdictFigures(fold: RecordFold): readonly VerdictFigures[] {
  return tallied(fold, () => () => undefined).map(({ topic, tally }) => ({
    policy: tally.policy.policy.policy,
    topic,
    k: tally.k,
    summary: tally.summary,
    hashes: tally.hashes,
  }));
}

/** The verdict about a subject for one K; null where too little is known. */
export interface SubjectVerdict {
  readonly subject: string;
  readonly k: number;
  readonly verdict: string | null;
}

/** The verdicts of one policy about all subjects, for every K of the protocol. */
export function policyVerdicts(fold: RecordFold, name: string): readonly SubjectVerdict[] {
  const rows: SubjectVerdict[] = [];
  tallied(fold, ({ policy: { policy }, k }): TakeVerdict => {
    if (policy.policy !== name) return () => undefined;
    return (subject, { verdict }) => void rows.push({ subject: subject.id, k, verdict });
  });
  return rows;
}

/** The ground-truth file of every policy and K, in the format of `assay compute`. */
export function verdictFiles(fold: RecordFold, computedAt: string): ReadonlyMap<string, string> {
  const { project } = fold.record;
  const pieces = new Map<VerdictTally, string[]>();
  const all = tallied(fold, (tally, topic): TakeVerdict => {
    const { policy } = tally.policy;
    const head = { policy, topic, domain: project, k: tally.k, computedAt };
    const own = [verdictFileStart(head)];
    pieces.set(tally, own);
    return (subject, verdict, marked) => {
      own.push(verdictFileEntry(own.length === 1, policy, subject, verdict, marked));
    };
  });
  return new Map(
    all.map(({ tally }) => {
      const text = pieces.get(tally)!.join('') + verdictFileEnd(tally.summary, tally.hashes);
      return [verdictFileName(tally.policy.policy.policy, tally.k), text];
    }),
  );
}

function tallied(
  fold: RecordFold,
  take: (tally: VerdictTally, topic: string) => TakeVerdict,
): readonly { readonly topic: string; readonly tally: VerdictTally }[] {
  const ks = fold.present.protocol.policies?.k ?? [];
  return fold.topics.flatMap((topic) => {
    const task = fold.tasks.find((one) => one.task.task.id === topic.task.id)!;
    const truths = recordTruths(topic, task);
    const steps = tallyVerdicts(truths, ks, (tally) => take(tally, topic.id));
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    return step.value.map((tally) => ({ topic: topic.id, tally }));
  });
}
