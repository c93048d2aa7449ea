import { inEnglish } from '../../../domain/english.ts';
import { noVerdict } from '../../../domain/verdicts/verdict.ts';
import type {
  AppliedThreshold,
  ConditionTrace,
  Incident,
  RuleTrace,
} from '../../../domain/verdicts/verdict.ts';
import type { Explained } from '../../../operations/verdicts/run-compute.ts';
import { decimals, heading, numeric, table, terminalWidth, wrap } from '../../output.ts';

type Explanation = Explained['explanations'][number];
type ExplainedUnit = Explanation['units'][number];

/** How a policy reached its verdict, for programs. */
export function explanationJson(explanation: Explanation): unknown {
  const { policy, topic, subject, verdict, rules, fallback, units } = explanation;
  const { reason } = verdict;
  return {
    policy_id: policy.policy,
    topic,
    subject: subject.id,
    name: subject.fields['name'] ?? null,
    k: verdict.k,
    verdict: verdict.verdict ?? noVerdict,
    insufficient_evidence: verdict.verdict === null,
    evidence: verdict.evidence,
    ...(reason.kind === 'points'
      ? {
          score: reason.score,
          threshold: reason.threshold,
          subject_modifiers: reason.subjectModifiers,
          incidents: reason.incidents,
        }
      : {}),
    ...(reason.kind === 'ladder' ? { matched_rule: reason.label, rules } : {}),
    default: fallback,
    units: units.map(({ ruling, ...unit }) => ({
      ...unit,
      ...(ruling === null ? {} : { _override_applied: true, override: ruling }),
    })),
  };
}

/** What says which subject it is stands first in its row. */
const mostFields = 3;

/** The same for people. */
export function explanationReport(explanation: Explanation): string {
  const { policy, subject, verdict, rules, fallback, units } = explanation;
  const { evidence, reason } = verdict;
  const about = Object.values(subject.fields)
    .filter((text) => typeof text === 'string' && text !== '' && text !== subject.id)
    .slice(0, mostFields)
    .join(' · ');
  const states = [
    `${evidence.judged} with a truth`,
    `${evidence.missing.length} missing`,
    `${evidence.open.length} open`,
    ...(evidence.excluded > 0 ? [`${evidence.excluded} excluded`] : []),
  ];
  const recent = `${evidence.units} of the ${verdict.k} most recent units`;
  const counts = `${recent}: ${states.join(', ')}.`;
  const parts = [
    heading(`${policy.policy} on ${subject.id}, K = ${verdict.k}: ${verdict.verdict ?? noVerdict}`),
    [policy.title, ...(about === '' ? [] : [about]), counts].join('\n'),
  ];
  if (reason.kind === 'points') {
    parts.push(pointsTable(explanation));
    const { threshold } = reason;
    const score = number(reason.score);
    parts.push(
      threshold === null
        ? `${fallback.verdict}, the default: no threshold holds for ${score}.`
        : `${threshold.verdict}: the score is ${score}, ${limitText(threshold)}.`,
    );
  }
  if (reason.kind === 'ladder')
    parts.push(
      ...rules!.map(ruleText),
      ...(rules!.some((rule) => rule.holds)
        ? []
        : [`${fallback.label}: ${fallback.verdict}, since no rule applies.`]),
    );
  if (reason.kind === 'insufficient')
    parts.push('There is no truth about any unit, so there is no verdict.');
  if (units.length > 0) parts.push(['Units', ...units.map(unitText)].join('\n\n'));
  return parts.join('\n\n');
}

function pointsTable({ verdict, units, policy }: Explanation): string {
  if (verdict.reason.kind !== 'points') return '';
  const { incidents, subjectModifiers, score } = verdict.reason;
  const weighted = policy.points?.recency !== undefined || policy.points?.rounding !== 'none';
  const dateOf = (unit: string): string =>
    units.find((one) => one.id === unit)?.date?.slice(0, 10) ?? '';
  const columns = [
    'unit',
    'date',
    'answer',
    numeric('base'),
    'modifiers',
    numeric('points'),
    ...(weighted ? [numeric('weight'), numeric('counts')] : []),
  ];
  // A line for each modifier: cut off, the points would not add up for the reader.
  const lines = (incident: Incident): readonly (readonly string[])[] => {
    const [first = '', ...others] = incident.modifiers.map(
      (modifier) => `${modifier.title} ${signed(modifier.points)}`,
    );
    const row = [
      incident.unit,
      dateOf(incident.unit),
      incident.severity,
      number(incident.basePoints),
      first,
      number(incident.totalPoints),
      ...(weighted ? [number(incident.recencyWeight), number(incident.weightedPoints)] : []),
    ];
    return [row, ...others.map((modifier) => ['', '', '', '', modifier])];
  };
  const last = (first: string, words: string, points: number): string[] => [
    first,
    '',
    '',
    '',
    words,
    ...(weighted ? ['', ''] : []),
    number(points),
  ];
  return table(columns, [
    ...incidents.flatMap(lines),
    ...subjectModifiers.map((modifier) =>
      last('once', `${modifier.title} (${modifier.token})`, modifier.points),
    ),
    last('score', '', score),
  ]);
}

function ruleText(rule: RuleTrace): string {
  const { length } = rule.conditions;
  const conditions = length === 1 ? 'one condition' : `${length} conditions`;
  const applies = rule.holds ? 'applies' : 'does not apply';
  const head = `${rule.label}: ${rule.verdict} ${applies} (${rule.logic} of ${conditions})`;
  return [head, ...rule.conditions.map(conditionText)].join('\n');
}

function conditionText({
  text,
  condition,
  requires,
  needed,
  count,
  holds,
  units,
}: ConditionTrace): string {
  const asked = requires === null ? condition : `${condition}, and ${requires}`;
  const rest = units.length > 8 ? [`${units.length - 8} more`] : [];
  const named = units.length === 0 ? '' : `: ${[...units.slice(0, 8), ...rest].join(', ')}`;
  const title = text === null ? asked : `${text} (${asked})`;
  return wrap(`${holds ? '✓' : '✗'} ${title}: ${count} of at least ${needed}${named}`);
}

function unitText(unit: ExplainedUnit): string {
  const answers = answerTexts(unit.answers).join(' · ');
  const head = [
    unit.id,
    ...(unit.date === null ? [] : [unit.date]),
    ...(unit.state === 'known' ? [] : [unit.state]),
    ...(unit.isPartial ? ['not all runs have judged it'] : []),
  ];
  const lines = [head.join(' · ')];
  if (answers !== '') lines.push(wrap(answers));
  if (unit.grounds.line !== null) lines.push(wrap(inEnglish(unit.grounds.line)));
  const { consensus, votes, stored, quotes } = unit.grounds;
  for (const { question, answer, confidence, votes: weights } of consensus?.questions ?? []) {
    const shares = weights
      .map((vote) => `${String(vote.answer)} ${number(vote.weight)}`)
      .join(', ');
    const outcome = answer === null ? 'tied' : String(answer);
    const share = `${outcome} (${decimals(confidence)}) out of ${shares}`;
    lines.push(wrap(`${question}: ${weights.length === 0 ? 'no votes' : share}`));
  }
  for (const why of consensus?.open ?? []) lines.push(wrap(inEnglish(why)));
  for (const { annotator, weight, answers: given } of votes)
    lines.push(wrap(`${annotator} (${number(weight)}): ${answerTexts(given).join(', ')}`));
  if (votes.length === 0 && stored !== null)
    lines.push(wrap(`stored aggregate: ${answerTexts(stored).join(', ')}`));
  for (const quote of quotes)
    lines.push(wrap(`${quote.annotator}, ${quote.question}: “${quote.text}”`));
  if (unit.text !== null) lines.push(wrap(`“${shortened(unit.text, 4 * terminalWidth())}”`));
  return lines.join('\n');
}

function answerTexts(answers: ExplainedUnit['answers']): readonly string[] {
  return Object.entries(answers).map(([question, answer]) => `${question} ${String(answer)}`);
}

function limitText({ min, max }: AppliedThreshold): string {
  if (min !== null && max !== null) return `from ${number(min)} to ${number(max)}`;
  return min === null ? `at most ${number(max!)}` : `at least ${number(min)}`;
}

function number(value: number): string {
  return String(Math.round(value * 1e6) / 1e6).replace('-', '−');
}

function signed(value: number): string {
  return value > 0 ? `+${number(value)}` : number(value);
}

function shortened(text: string, length: number): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  return flat.length <= length
    ? flat
    : `${flat.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
