import { codedText } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import { findUnit } from '../../store/units/units.ts';
import type { GivenAnswers } from '../../truth/judging/faults.ts';
import { compilePolicy } from '../../truth/verdicts/compile-policy.ts';
import { scoreOf } from '../../truth/verdicts/verdict-row.ts';
import { verdicts } from '../../truth/verdicts/verdict.ts';
import { checkRuling, givenDecision } from '../rulings/check-ruling.ts';
import { namedTask, liveFold } from '../fold/live-fold.ts';
import { projectProtocol } from '../project-protocol.ts';
import { authoriseVerdicts, withVerdicts } from './project-verdicts.ts';
import type { CurrentTopic } from './project-verdicts.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';

/** A ruling that is thought about: answers to some or all questions of a unit, or its exclusion. */
export interface PreviewRequest {
  readonly project: string;
  readonly task?: string;
  readonly unit: string;
  readonly answers?: GivenAnswers;
  readonly exclude?: boolean;
}

/** What a policy says about a subject for one K, before and after. */
interface PreviewedVerdict {
  readonly policy: string;
  readonly k: number;
  readonly before: string | null;
  readonly after: string | null;
  readonly scoreBefore: number | null;
  readonly scoreAfter: number | null;
}

/** The verdicts before and after. */
export interface VerdictPreview {
  /** The subject of the unit, where a policy judges it. */
  readonly subjects: readonly {
    readonly subject: string;
    readonly policies: readonly PreviewedVerdict[];
  }[];
  /** Faults of the answers, by the rules for rulings; if there are any, nothing is shown. */
  readonly faults: readonly Fault[];
  /** Questions that neither the answers nor the votes decide: the unit would stay open. */
  readonly stillOpen: readonly string[];
}

/** What every policy would say after a ruling, without making it. For overseers. */
export async function previewVerdict(
  context: WorkContext,
  input: PreviewRequest,
): Promise<VerdictPreview> {
  await authoriseVerdicts(context, input.project);
  const decision = givenDecision(input);
  const task = namedTask(await projectProtocol(context.store, input.project), input.task);
  const place = { project: input.project, task };
  const unit = await context.store.read((db) => findUnit(db, { ...place, unit: input.unit }));
  if (unit === null) refuse('not-found', { what: codedText('unit', { id: input.unit }) });
  const live = await liveFold(context.store, place);
  const { compiled } = live.task;
  const checked = checkRuling(compiled, live.fold, input.unit, unit.fields, decision);
  if (!checked.ok) return { subjects: [], faults: checked.faults, stillOpen: [] };
  const author = { by: context.actor.login, reason: 'Preview', at: timeOf(context) };
  const ruling: Ruling = { unit: input.unit, task, ...author, decision: checked.decision };
  return await withVerdicts(context.store, input.project, ({ topics, ks }) => {
    const own = topics.filter(({ truths }) => truths.topic.task.id === task);
    const compared = own.flatMap((topic) => compare(topic, ruling, ks));
    const subjects = [...new Set(compared.map((one) => one.subject))];
    return {
      subjects: subjects.map((subject) => ({
        subject,
        policies: compared.filter((one) => one.subject === subject).flatMap((one) => one.policies),
      })),
      faults: [],
      stillOpen: checked.stillOpen,
    };
  });
}

function compare(
  { truths }: CurrentTopic,
  ruling: Ruling,
  ks: readonly number[],
): readonly { readonly subject: string; readonly policies: readonly PreviewedVerdict[] }[] {
  const after = truths.afterRuling(ruling);
  const before = after === null ? null : truths.subject(after.id);
  if (after === null || before === null) return [];
  const compared = truths.topic.policies.flatMap(({ policy }) => {
    const compiled = compilePolicy(policy, truths.topic.task);
    const present = verdicts(compiled, before, ks);
    return verdicts(compiled, after, ks).map((verdict, at): PreviewedVerdict => ({
      policy: policy.policy,
      k: verdict.k,
      before: present[at]!.verdict,
      after: verdict.verdict,
      scoreBefore: scoreOf(present[at]!.reason),
      scoreAfter: scoreOf(verdict.reason),
    }));
  });
  return [{ subject: after.id, policies: compared }];
}
