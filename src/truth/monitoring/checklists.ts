import { hasValue } from '../../statistics/estimate.ts';
import type { GateCheck } from '../rounds/gate-report.ts';
import type { ChecklistFacts, GateFacts, SamplingFacts } from './checklist-facts.ts';

/** Whether a checklist item is done; `cannot` when there is nothing to compute it from yet. */
type ItemStatus = 'done' | 'not done' | 'cannot';

/** One item of a checklist, computed, with the numbers that it was computed from. */
interface ChecklistItem {
  readonly id: string;
  readonly title: string;
  readonly status: ItemStatus;
  /** The numbers in a sentence. */
  readonly sentence: string;
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
    before: [
      training(facts),
      gateItem('pilot', 'The pilot has reached its gate', facts.pilot),
      tool(facts),
      sampling(facts),
    ],
    weekly: [weeklyAgreement(facts), speed(facts), edgeCases(facts), questions(facts)],
    after: [
      gateItem('final-agreement', 'The final round has reached its gate', facts.full),
      rulings(facts),
      split(facts),
      documentation(facts),
      archive(facts),
    ],
  };
}

function item(
  id: string,
  title: string,
  status: ItemStatus,
  sentence: string,
  numbers: ChecklistItem['numbers'] = {},
): ChecklistItem {
  return { id, title, status, sentence, numbers };
}

function done(isDone: boolean): ItemStatus {
  return isDone ? 'done' : 'not done';
}

function training({ training: facts }: ChecklistFacts): ChecklistItem {
  const title = 'Every annotator has passed the training';
  if (facts === null)
    return item('training', title, 'cannot', 'The protocol has no training round for this task.');
  const people = facts.annotators.length;
  if (people === 0) return item('training', title, 'cannot', 'There are no annotators yet.');
  const missing = facts.annotators.filter((one) => !one.admitted);
  const admitted = people - missing.length;
  const names = missing.map((one) => one.annotator).join(', ');
  const rest = missing.length === 0 ? '' : `; not yet ${names}`;
  const sentence = `${admitted} of ${people} annotators are admitted after ${facts.round}${rest}.`;
  const numbers = { annotators: people, admitted };
  return item('training', title, done(missing.length === 0), sentence, numbers);
}

function gateItem(id: string, title: string, facts: GateFacts | null): ChecklistItem {
  if (facts === null)
    return item(id, title, 'cannot', 'The protocol has no such round for this task.');
  if (facts.run === null)
    return item(id, title, 'cannot', `The round ${facts.round} was not opened yet.`);
  const { closed, passed, waived, checks } = facts.run;
  const failed = checks.filter((check) => check.status !== 'PASS');
  const first = checks[0];
  const numbers = {
    checks: checks.length,
    passed: checks.length - failed.length,
    waived,
    value: first?.actual ?? null,
    target: first?.target ?? null,
    n: first?.n ?? null,
  };
  const shown = first === undefined ? 'it has no gate' : gateText(first);
  const waivers = waived === 0 ? '' : `, ${waived} waived`;
  const open = `The round ${facts.round} is still open; ${shown}.`;
  if (!closed) return item(id, title, 'not done', open, numbers);
  const held = `${numbers.passed} of ${checks.length} conditions of ${facts.round} hold`;
  return item(id, title, done(passed), `${held}${waivers}; ${shown}.`, numbers);
}

function gateText({ gate, actual, why, n }: GateCheck): string {
  return `${gate}: ${actual === null ? (why ?? 'no value') : actual.toFixed(3)} on ${n}`;
}

function tool({ tool: facts }: ChecklistFacts): ChecklistItem {
  const { protocolVersion, units, annotators, judgments } = facts;
  const isDone = units > 0 && annotators > 0 && judgments > 0;
  const sentence =
    `Protocol version ${protocolVersion}, ${units} units, ${annotators} annotators, ` +
    `${judgments} judgments saved in it.`;
  const numbers = { protocol_version: protocolVersion, units, annotators, judgments };
  return item('tool', 'The tool is set up and was tried', done(isDone), sentence, numbers);
}

function sampling({ sampling: facts }: ChecklistFacts): ChecklistItem {
  const title = 'The sampling plan is approved';
  if (facts === null)
    return item('sampling', title, 'cannot', 'The protocol has no full round for this task.');
  const { by, floor, hard } = facts.draw;
  const plan = [
    facts.units === null ? 'all units' : `${facts.units} units`,
    ...(by === null ? [] : [`by ${by} with at least ${floor} each`]),
    ...(hard === null ? [] : [`${100 * hard} % hard`]),
  ].join(', ');
  const sentence =
    `${facts.round}: ${plan}; in the protocol that ${facts.approvedBy} put in force ` +
    `on ${facts.approvedAt.slice(0, 10)}; ${drawing(facts.opened)}.`;
  const numbers = { units: facts.units, floor, hard, seed: facts.opened?.seed ?? null };
  return item('sampling', title, 'done', sentence, numbers);
}

function drawing(opened: SamplingFacts['opened']): string {
  if (opened === null) return 'not drawn yet';
  return opened.seed === null
    ? 'the units were taken over as they came, not drawn'
    : `drawn with seed ${opened.seed}`;
}

function weeklyAgreement({ week }: ChecklistFacts): ChecklistItem {
  const { name, shared: units, agreement, measure } = week;
  const own = (status: ItemStatus, sentence: string, numbers: object = {}): ChecklistItem => ({
    id: 'weekly-agreement',
    title: 'Agreement is measured on units that several judged',
    status,
    sentence,
    numbers: { ...numbers, units },
  });
  if (units === 0) return own('cannot', `No unit got a second judgment in ${name}.`);
  if (!hasValue(agreement)) return own('cannot', `${name}: ${agreement.why}`);
  const { value, interval } = agreement;
  const bounds = interval?.map((bound) => bound.toFixed(3)).join(' to ');
  const shown = bounds === undefined ? '' : `, interval ${bounds}`;
  const sentence = `${name}: ${measure} ${value.toFixed(3)} on ${units} units${shown}.`;
  return own('done', sentence, { value });
}

function speed({ week: { name, speeds } }: ChecklistFacts): ChecklistItem {
  const title = 'Speed is watched';
  if (speeds.length === 0)
    return item('speed', title, 'cannot', `Nobody judged in ${name}.`, { annotators: 0 });
  const known = speeds.filter((one) => one.perHour.value !== null);
  const flagged = known.filter((one) => one.flag === 'fast' || one.flag === 'slow');
  const named = flagged.map(
    ({ annotator, perHour, flag }) => `${annotator} ${perHour.value!.toFixed(1)} an hour (${flag})`,
  );
  const limits = 'outside of the limits';
  const outside = named.length === 0 ? `none ${limits}` : `${limits}: ${named.join(', ')}`;
  const all = speeds.length;
  const share = `the speed of ${known.length} of ${all} annotators is known`;
  const sentence = `${name}: ${share}; ${outside}.`;
  const numbers = { annotators: all, known: known.length, flagged: flagged.length };
  return item('speed', title, done(known.length === all), sentence, numbers);
}

function edgeCases({ edgeCases: facts, week }: ChecklistFacts): ChecklistItem {
  const { registered, thisWeek, flaggedOpen: waiting } = facts;
  const sentence =
    `${registered} in the register, ${thisWeek} of them from ${week.name}; ` +
    `${waiting} flagged units wait for a ruling.`;
  const numbers = { registered, this_week: thisWeek, waiting };
  return item('edge-cases', 'Edge cases are written down', done(waiting === 0), sentence, numbers);
}

function questions({ questions: { asked, open, oldest } }: ChecklistFacts): ChecklistItem {
  const since = oldest === null ? '' : `, the oldest from ${oldest.slice(0, 10)}`;
  const sentence = `${asked} asked, ${open} unanswered${since}.`;
  const title = 'Annotators’ questions are answered';
  return item('questions', title, done(open === 0), sentence, { asked, unanswered: open });
}

function rulings({ truth }: ChecklistFacts): ChecklistItem {
  const { units, settled, excluded, waiting, missing } = truth;
  const title = 'No unit waits for a ruling';
  if (units === 0) return item('rulings', title, 'cannot', 'No unit was judged yet.');
  const sentence =
    `Of ${units} judged units ${settled} are settled, ${excluded} excluded, ` +
    `${waiting} wait for a ruling; ${missing} judgments are still to come.`;
  const numbers = { units, settled, excluded, waiting, missing };
  return item('rulings', title, done(waiting === 0 && missing === 0), sentence, numbers);
}

function split({ releases, truth }: ChecklistFacts): ChecklistItem {
  const title = 'Dev and test are split';
  const { settled } = truth;
  const last = releases.at(-1);
  if (last === undefined) {
    const sentence = `No release was cut yet; ${settled} settled units could be split.`;
    return item('split', title, 'cannot', sentence, { settled });
  }
  const { version, dev, test, stratified } = last;
  const how = stratified ? 'stratified' : 'not stratified';
  const sentence = `Release ${version}: ${dev} dev, ${test} test, ${how}.`;
  return item('split', title, done(stratified && dev > 0 && test > 0), sentence, { dev, test });
}

function documentation({ guideline, questionIds, openProposals }: ChecklistFacts): ChecklistItem {
  const lacking = questionIds.filter((id) => {
    const card = guideline.cards.find((one) => one.question === id);
    if (card === undefined) return true;
    const { definition, include, exclude, positive, negative } = card;
    return [definition, include, exclude, positive, negative].some((part) => part.length === 0);
  });
  const asked = questionIds.length;
  const all = `all ${asked} questions are explained`;
  const parts = lacking.length === 0 ? all : `not fully explained: ${lacking.join(', ')}`;
  const proposed = `${openProposals} proposed changes are not in it`;
  const sentence = `Guideline ${guideline.version}: ${parts}; ${proposed}.`;
  const isDone = lacking.length === 0 && openProposals === 0;
  const numbers = { questions: asked, lacking: lacking.length, proposals: openProposals };
  return item('documentation', 'The dataset is documented', done(isDone), sentence, numbers);
}

function archive({ archive: facts, releases }: ChecklistFacts): ChecklistItem {
  const { judgments, stale, auditEntries, auditIntact } = facts;
  const title = 'The judgments are archived under a version';
  const cut = auditIntact ? '' : ', whose end was cut off';
  const kept =
    `${judgments} judgments with their versions (${stale} stale), ` +
    `${auditEntries} audit entries${cut}`;
  const numbers = { judgments, stale, audit_entries: auditEntries, releases: releases.length };
  if (!auditIntact) return item('archive', title, 'not done', `${kept}.`, numbers);
  const last = releases.at(-1);
  return last === undefined
    ? item('archive', title, 'cannot', `${kept}; no release was cut yet.`, numbers)
    : item('archive', title, 'done', `${kept}; release ${last.version}.`, numbers);
}
