import type { Threshold } from '../../domain/verdicts/policy.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { Path } from '../schema-faults.ts';
import { wrongAt } from '../schema-faults.ts';
import type { LegacyCondition, LegacyPolicy, PolicyNote } from './legacy-policy.ts';
import {
  limitlessDoubts,
  reachedVerdicts,
  shadowedRules,
  thresholdDoubts,
  ungivenVerdicts,
} from './policy-reach.ts';
import type { Doubt, ReachRule } from './policy-reach.ts';

type LegacyRule = LegacyPolicy['content']['normative']['decision']['rules'][number];

/**
 * What contradicts itself in a legacy policy, or can never apply. In Assay's own files these are
 * faults; legacy ones are read as they are on disk.
 */
export function legacyDoubts(
  { content }: LegacyPolicy,
  thresholds: readonly Threshold[] | null,
  ks: readonly number[],
): readonly PolicyNote[] {
  const { verdicts, rules } = content.normative.decision;
  const fallback = rules.find((rule) => rule.default)?.verdict ?? '';
  const own = { verdicts, fallback };
  const decision = ['normative', 'decision'];
  // Rules of words only are named in a note of their own.
  const given = rules.map((rule) => rule.verdict);
  if (thresholds === null)
    return [
      ...notesOf([...decision, 'rules'], shadowedRules(rules.map(reachRule))),
      ...notesOf([...decision, 'verdicts'], ungivenVerdicts(own, given)),
    ];
  const limits = [...thresholdDoubts(thresholds, own, ks), ...limitlessDoubts(thresholds, ks)];
  const listed = limits.map(({ path }) => thresholds[Number(path[0])]!.verdict);
  const reached = [...reachedVerdicts(thresholds, ks), ...listed];
  return [
    ...notesOf(['normative', 'scoring', 'thresholds'], limits),
    ...notesOf([...decision, 'verdicts'], ungivenVerdicts(own, reached)),
  ];
}

function notesOf(root: Path, doubts: readonly Doubt[]): readonly PolicyNote[] {
  return doubts.map(({ path: below, got, expected }) => {
    const path = [...root, ...below];
    return { path, message: wrongAt(path, got, expected).fault.message };
  });
}

/** Null for a rule that is never evaluated: the default, and rules of words only. */
function reachRule({ verdict, logic, conditions, default: isDefault }: LegacyRule) {
  const counted = conditions.filter((one): one is LegacyCondition => typeof one !== 'string');
  if (isDefault || counted.length === 0) return null;
  const rule: ReachRule = {
    verdict,
    logic: logic === 'ALL' ? 'all' : 'any',
    conditions: counted.map(
      ({ type, filter, requires, min_count: least, min_count_by_k: byK }) => ({
        meets: canonicalJson([filter, requires ?? null]),
        atLeast: type === 'exists' ? 1 : least,
        byK: type === 'exists' ? {} : (byK ?? {}),
      }),
    ),
  };
  return rule;
}
