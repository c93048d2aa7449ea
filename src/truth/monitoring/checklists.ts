import type { checklistTexts } from '../../domain/checklist-texts.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import {
  accountText,
  unitsDrawn,
  unitsToResolve,
  unitsWithTruth,
} from '../../domain/fold/account.ts';
import { codedGate } from '../../domain/rounds/gate-text.ts';
import { codedText } from '../../domain/text-values.ts';
import { hasValue } from '../../statistics/estimate.ts';
import type { GateCheck } from '../rounds/gate-report.ts';
import type { ChecklistFacts, GateFacts, SamplingFacts } from './checklist-facts.ts';

/** Whether a checklist item is done; `cannot` when there is nothing to compute it from yet. */
type ItemStatus = 'done' | 'not done' | 'cannot';

/** One item of a checklist, computed, with the numbers that it was computed from. */
interface ChecklistItem {
  readonly id: string;
  readonly title: CodedText;
  readonly status: ItemStatus;
  /** The numbers in a sentence. */
  readonly sentence: CodedText;
  readonly numbers: Readonly<Record<string, number | string | null>>;
}

/** The three checklists of quality control: before the work, week by week, and after it. */
export interface Checklists {
  readonly before: readonly ChecklistItem[];
  readonly weekly: readonly ChecklistItem[];
  readonly after: readonly ChecklistItem[];
}

/** Computes every item; nothing of it can be typed in. */
export function checklists(facts: ChecklistFacts): Checklists {
  return {
    before: [training(facts), gateItem('pilot', facts.pilot), tool(facts), sampling(facts)],
    weekly: [weeklyAgreement(facts), speed(facts), edgeCases(facts), questions(facts)],
    after: [
      gateItem('final-agreement', facts.full),
      rulings(facts),
      split(facts),
      documentation(facts),
      archive(facts),
    ],
  };
}

type ItemId = keyof typeof checklistTexts extends infer Code
  ? Code extends `checklist-${infer Id}`
    ? Id
    : never
  : never;

function item(
  id: ItemId,
  status: ItemStatus,
  sentence: CodedText,
  numbers: ChecklistItem['numbers'] = {},
): ChecklistItem {
  return { id, title: codedText(`checklist-${id}`), status, sentence, numbers };
}

function done(isDone: boolean): ItemStatus {
  return isDone ? 'done' : 'not done';
}

function training({ training: facts }: ChecklistFacts): ChecklistItem {
  if (facts === null) return item('training', 'cannot', codedText('no-training-round'));
  const people = facts.annotators.length;
  if (people === 0) return item('training', 'cannot', codedText('no-annotators-yet'));
  const missing = facts.annotators.flatMap((one) => (one.admitted ? [] : [one.annotator]));
  const admitted = people - missing.length;
  const code = missing.length === 0 ? 'all-admitted' : 'some-admitted';
  const [first] = facts.missed;
  const missed = first === undefined ? '' : codedText('also-missed', { first: gateText(first) });
  const sentence = codedText(code, { admitted, people, round: facts.round, missing, missed });
  return item('training', done(missing.length === 0), sentence, { annotators: people, admitted });
}

function gateItem(id: 'pilot' | 'final-agreement', facts: GateFacts | null): ChecklistItem {
  if (facts === null) return item(id, 'cannot', codedText('no-such-round'));
  const { round, run } = facts;
  if (run === null) return item(id, 'cannot', codedText('round-unopened', { round }));
  const { waived, checks, status } = run;
  const check = checks[0];
  const passed = checks.filter((one) => one.status === 'PASS').length;
  const numbers = {
    checks: checks.length,
    passed,
    waived,
    value: check?.actual ?? null,
    target: check?.target ?? null,
    n: check?.n ?? null,
  };
  const first = check === undefined ? codedText('no-gate') : gateText(check);
  if (!run.closed)
    return item(id, 'not done', codedText('round-running', { round, first }), numbers);
  if (status === 'NONE') return item(id, 'cannot', codedText('round-ungated', { round }), numbers);
  const superseded = checks.find((one) => one.status === 'SUPERSEDED');
  if (status === 'SUPERSEDED' && !run.passed) {
    const why = superseded?.why ?? '';
    return item(id, 'not done', codedText('gate-superseded', { round, why }), numbers);
  }
  const also = waived === 0 ? '' : codedText('also-waived', { count: waived });
  const values = { passed, all: checks.length, round, waived: also, first };
  return item(id, done(run.passed), codedText('conditions-hold', values), numbers);
}

function gateText({ gate, actual, n }: GateCheck): CodedText {
  const value = actual ?? codedText('no-value');
  return codedText('gate-value', { gate: codedGate(gate), value, n });
}

function tool({
  tool: { protocolVersion, units, annotators, judgments },
}: ChecklistFacts): ChecklistItem {
  const numbers = { units, annotators, judgments };
  const isDone = units > 0 && annotators > 0 && judgments > 0;
  const sentence = codedText('tool-facts', { version: protocolVersion, ...numbers });
  return item('tool', done(isDone), sentence, { protocol_version: protocolVersion, ...numbers });
}

function sampling({ sampling: facts }: ChecklistFacts): ChecklistItem {
  if (facts === null) return item('sampling', 'cannot', codedText('no-full-round'));
  const { units, opened } = facts;
  const { by, floor, hard } = facts.draw;
  const plan = [
    units === null ? codedText('plan-all-units') : codedText('plan-units', { count: units }),
    ...(by === null ? [] : [codedText('plan-strata', { by, floor })]),
    ...(hard === null ? [] : [codedText('plan-hard', { percent: 100 * hard })]),
  ];
  const sentence = codedText('sampling-facts', {
    round: facts.round,
    plan,
    by: facts.approvedBy,
    at: facts.approvedAt.slice(0, 10),
    drawn: drawing(opened),
  });
  return item('sampling', 'done', sentence, { units, floor, hard, seed: opened?.seed ?? null });
}

function drawing(opened: SamplingFacts['opened']): CodedText {
  if (opened === null) return codedText('not-drawn');
  const { seed } = opened;
  return seed === null ? codedText('taken-over') : codedText('drawn-with', { seed });
}

function weeklyAgreement({
  week: { name: week, shared: units, agreement, measure },
}: ChecklistFacts): ChecklistItem {
  const id = 'weekly-agreement';
  if (units === 0) return item(id, 'cannot', codedText('no-second-judgment', { week }), { units });
  if (!hasValue(agreement))
    return item(id, 'cannot', codedText('week-unvalued', { week, why: agreement.why }), { units });
  const { value, interval: bounds } = agreement;
  const [low, high] = bounds ?? [];
  const interval =
    low === undefined || high === undefined ? '' : codedText('week-interval', { low, high });
  const values = { week, measure, value, units, interval };
  return item(id, 'done', codedText('week-agreement', values), { value, units });
}

function speed({ week: { name: week, speeds, isLimited } }: ChecklistFacts): ChecklistItem {
  const all = speeds.length;
  if (all === 0)
    return item('speed', 'cannot', codedText('nobody-judged', { week }), { annotators: 0 });
  const known = speeds.filter(({ hours }) => hours > 0);
  const who = known.flatMap(({ annotator, perHour, flag }) =>
    flag === 'fast' || flag === 'slow'
      ? [codedText(`speed-${flag}`, { annotator, speed: perHour.value! })]
      : [],
  );
  const within = isLimited ? 'speeds-inside' : 'speeds-unlimited';
  const code = who.length === 0 ? within : 'speeds-outside';
  const sentence = codedText(code, { week, known: known.length, all, who });
  return item('speed', done(known.length === all), sentence, {
    annotators: all,
    known: known.length,
    flagged: who.length,
  });
}

function edgeCases({
  edgeCases: { registered, thisWeek: fresh, flaggedOpen: flagged },
  week: { name: week },
}: ChecklistFacts): ChecklistItem {
  const sentence = codedText('edge-case-facts', { registered, fresh, week, flagged });
  const numbers = { registered, this_week: fresh, waiting: flagged };
  return item('edge-cases', done(flagged === 0), sentence, numbers);
}

function questions({ questions: { asked, open, oldest } }: ChecklistFacts): ChecklistItem {
  const sentence =
    oldest === null
      ? codedText('questions-answered', { asked, open })
      : codedText('questions-open', { asked, open, at: oldest.slice(0, 10) });
  return item('questions', done(open === 0), sentence, { asked, unanswered: open });
}

function rulings({ account }: ChecklistFacts): ChecklistItem {
  const { units, standings } = account;
  const numbers = { units, ...standings };
  if (unitsDrawn(account) === 0)
    return item('rulings', 'cannot', codedText('no-unit-drawn', { units }), numbers);
  const sentence = codedText('account-facts', { account: accountText(account) });
  return item('rulings', done(unitsToResolve(account) === 0), sentence, numbers);
}

function split({ releases, account }: ChecklistFacts): ChecklistItem {
  const settled = unitsWithTruth(account);
  const last = releases.at(-1);
  if (last === undefined)
    return item('split', 'cannot', codedText('no-split', { settled }), { settled });
  const { version } = last;
  if (last.split === null)
    return item('split', 'cannot', codedText('release-unsplit', { version }), { settled });
  const { dev, test, stratified } = last.split;
  const sentence = codedText(stratified ? 'split-stratified' : 'split-plain', {
    version,
    dev,
    test,
  });
  return item('split', done(stratified && dev > 0 && test > 0), sentence, { dev, test });
}

function documentation({
  guideline: { version, cards },
  questionNames,
  openProposals: proposals,
}: ChecklistFacts): ChecklistItem {
  const lacking = [...questionNames].flatMap(([id, name]) => {
    const card = cards.find((one) => one.question === id);
    const isLacking =
      card === undefined ||
      card.definition === '' ||
      [card.include, card.exclude, card.positive, card.negative].some((part) => part.length === 0);
    return isLacking ? [name] : [];
  });
  const asked = questionNames.size;
  const sentence =
    lacking.length === 0
      ? codedText('guideline-whole', { version, questions: asked, proposals })
      : codedText('guideline-lacking', { version, questions: lacking, proposals });
  const numbers = { questions: asked, lacking: lacking.length, proposals };
  return item('documentation', done(lacking.length === 0 && proposals === 0), sentence, numbers);
}

function archive({
  archive: { judgments, stale, auditEntries: entries, auditIntact },
  releases,
}: ChecklistFacts): ChecklistItem {
  const kept = { judgments, stale, entries };
  const numbers = { judgments, stale, audit_entries: entries, releases: releases.length };
  if (!auditIntact) return item('archive', 'not done', codedText('archive-cut', kept), numbers);
  const last = releases.at(-1);
  if (last === undefined)
    return item('archive', 'cannot', codedText('archive-unreleased', kept), numbers);
  const { version, judgments: released } = last;
  const isWhole = released >= judgments;
  const code = isWhole ? 'archive-released' : 'archive-behind';
  const sentence = codedText(code, { ...kept, version, released });
  return item('archive', done(isWhole), sentence, numbers);
}
