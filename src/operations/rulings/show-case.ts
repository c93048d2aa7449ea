import type { CodedText } from '../../domain/coded-text.ts';
import { codedText } from '../../domain/text-values.ts';
import type { QuestionConsensus } from '../../domain/fold/consensus.ts';
import { isIndependent } from '../../domain/judging/assistance.ts';
import { uncountedText } from '../../domain/fold/uncounted.ts';
import type { Uncounted } from '../../domain/fold/uncounted.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import { groupBy } from '../../domain/group-by.ts';
import { refuse } from '../../domain/fault.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { judgmentsOfUnit } from '../../store/judging/judgments.ts';
import type { StoredJudgment } from '../../store/judging/judgments.ts';
import { listRulings } from '../../store/rulings/rulings.ts';
import type { StoredRuling } from '../../store/rulings/rulings.ts';
import { findUnit } from '../../store/units/units.ts';
import { factsOfUnit } from '../../store/judging/facts.ts';
import type { StoredFact } from '../../store/judging/facts.ts';
import { caseQuestions, caseSuggestion, caseVoices } from '../../truth/rulings/ruling-case.ts';
import type {
  CaseJudgment,
  CaseQuestion,
  CaseSuggestion,
  CaseVoice,
} from '../../truth/rulings/ruling-case.ts';
import { voicesOf } from '../../truth/models/voices.ts';
import { unitTruth } from '../../truth/fold/unit-truth.ts';
import { shownFields } from '../../truth/protocol/shown-fields.ts';
import { missingTexts } from '../../domain/fold/standing.ts';
import type { Standing, StandingName } from '../../domain/fold/standing.ts';
import { authorise } from '../authorise.ts';
import { refuseWhileBlind } from '../judging/blindness.ts';
import { liveFold } from '../fold/live-fold.ts';
import type { LiveFold } from '../fold/live-fold.ts';
import { withoutHidden } from '../../truth/rulings/without-hidden.ts';
import { modelVotes } from './model-votes.ts';
import { ownRulings } from './own-rulings.ts';
import { withSentence } from './ruling-queue.ts';
import type { QueueItem } from './ruling-queue.ts';
import type { WorkContext } from '../work-context.ts';

/** A ruling as it is shown. */
export type ShownRuling = Pick<
  StoredRuling,
  'id' | 'by' | 'at' | 'decision' | 'reason' | 'ownJudgment' | 'edgeCase' | 'guidelineProposal'
>;

/** Something in the history of a unit; who it was is hidden as in the votes. */
interface CaseEvent {
  readonly at: string;
  readonly what: 'judged' | 'revised' | 'ruled' | 'opened' | 'skipped' | 'question';
  readonly who: string;
  /** The guideline of a judgment, or what was said. */
  readonly detail: string | null;
}

/** Everything that is needed to rule on a unit. */
export interface RulingCase {
  readonly task: string;
  readonly unit: string;
  readonly subject: string | null;
  /** What annotators see of the unit: scores and bands would influence the adjudicator too. */
  readonly fields: UnitFields;
  readonly state: StandingName;
  /** Whether any vote counts; if not, the questions show what the votes of a pilot would decide. */
  readonly anyCounts: boolean;
  /** What is true of it and why. */
  readonly line: CodedText;
  readonly agreement: number | null;
  readonly reasons: QueueItem['reasons'];
  readonly voices: readonly ShownVoice[];
  /** Votes of models that are hidden from those who rule. */
  readonly hiddenVotes: number;
  readonly questions: readonly CaseQuestion[];
  readonly suggestion: CaseSuggestion | null;
  /** Oldest first; the last one counts. */
  readonly rulings: readonly ShownRuling[];
  /** The ruling that a new one must name as seen. */
  readonly lastRuling: string | null;
  readonly history: readonly CaseEvent[];
  /** Whether the reader may rule, and if not, why not. */
  readonly mayRule: {
    readonly allowed: boolean;
    readonly own: boolean;
    readonly why: CodedText | null;
  };
}

/** A vote, with why it does not count as a text. */
interface ShownVoice extends Omit<CaseVoice, 'uncounted'> {
  /** Whether it was given while a suggestion was shown. */
  readonly assisted: boolean;
  readonly counts: boolean;
  readonly uncounted: CodedText | null;
}

/** What is asked for. */
export interface CaseRequest {
  readonly project: string;
  readonly task?: string;
  readonly unit: string;
  /** Leads may ask for the names. */
  readonly names?: boolean;
}

/**
 * The votes on a unit side by side, their consensus, what would make them consistent, and earlier
 * rulings. For adjudicators and leads who do not judge in an open run themselves.
 */
export async function showCase(context: WorkContext, input: CaseRequest): Promise<RulingCase> {
  const role = authorise(context.actor, input.project, 'adjudicator', 'lead');
  if (input.names === true && role !== 'lead') refuse('names-are-for-leads');
  const live = await liveFold(context.store, input);
  const place = { project: input.project, task: live.task.task.id, unit: input.unit };
  await refuseWhileBlind(context, place);
  const reader = context.actor.login;
  const found = await context.store.read(async (db) => ({
    unit: await findUnit(db, place),
    judgments: await judgmentsOfUnit(db, place),
    rulings: await listRulings(db, place),
    facts: await factsOfUnit(db, place),
    allowance: await ownRulings(db, input.project),
    areModelsShown: (await modelVotes(db, input.project)).shown,
  }));
  if (found.unit === null) refuse('not-found', { what: codedText('unit', { id: input.unit }) });
  const { fold, task } = live;
  const row = fold.units.find(input.unit);
  const truth = unitTruth(fold, input.unit);
  const { panel } = live.project.protocol;
  const votes = latestOf(found.judgments, live);
  const isShown = found.areModelsShown ? () => true : isNoModel(panel, votes);
  const voices = caseVoices(votes.filter(isShown), panel, {
    shown: input.names === true,
    seed: `${place.project}/${place.task}/${place.unit}`,
    reader,
  });
  const anyCounts = row >= 0 && fold.standings.counted.isJudged(row);
  const hiddenVotes = votes.length - votes.filter(isShown).length;
  // Until all votes are in, there is no result that a ruling would change: what hidden votes decide
  // so far stays hidden too.
  const isHidden = hiddenVotes > 0 && truth.standing.state === 'awaiting';
  const decided = decidedIn(live, isHidden ? -1 : row, anyCounts);
  const own = found.judgments.some((judgment) => judgment.annotator === reader);
  const why = own && !found.allowance.allowed ? codedText('own-unit') : null;
  return {
    task: place.task,
    unit: input.unit,
    subject: found.unit.subject,
    fields: shownFields(task.task.unit, found.unit.fields),
    anyCounts,
    state: truth.standing.state,
    line: input.names === true ? truth.line : (withoutPeople(truth.standing, panel) ?? truth.line),
    agreement: row < 0 ? null : fold.agreement(row),
    reasons: row < 0 ? [] : fold.standings.reasons(row).map(withSentence),
    voices: voices.map(shownVoice),
    hiddenVotes,
    questions: shownQuestions(caseQuestions(task.compiled, voices, decided), voices, hiddenVotes),
    suggestion: caseSuggestion(task.compiled, decided),
    rulings: found.rulings.map(shownRuling),
    lastRuling: found.rulings.at(-1)?.id ?? null,
    history: historyOf(
      { ...found, judgments: found.judgments.filter(isShown) },
      nameOf(found.judgments, voices, input.names === true),
    ),
    mayRule: { allowed: why === null, own, why },
  };
}

/**
 * Why a unit has no truth yet, without saying which people are missing: that would tell who has
 * voted. Runs of models have nothing to hide.
 */
function withoutPeople(standing: Standing, panel: Panel): CodedText | null {
  if (standing.state !== 'awaiting') return null;
  const { missing } = standing;
  const { families } = voicesOf(panel, missing);
  const models = new Set(families.flatMap(({ runs }) => runs));
  const named = missing.map((name) => (models.has(name) ? name : ''));
  return codedText('truth-awaiting', { why: missingTexts({ ...standing, missing: named }) });
}

/** A ruling without the fields that are only for the log. */
export function shownRuling(ruling: StoredRuling): ShownRuling {
  const { id, by, at, decision, reason, ownJudgment, edgeCase, guidelineProposal } = ruling;
  return { id, by, at, decision, reason, ownJudgment, edgeCase, guidelineProposal };
}

/** What the votes decide, question by question; those of a pilot where none counts. */
function decidedIn(
  { fold }: LiveFold,
  row: number,
  anyCounts: boolean,
): ReadonlyMap<string, QuestionConsensus | null> {
  const { standings, table } = fold;
  const votes = anyCounts ? standings : standings.pending;
  const { questions } = row < 0 ? { questions: [] } : votes.explain(row);
  const found = new Map(questions.map((one) => [one.question, one]));
  return new Map(table.questions.map(({ id }) => [id, found.get(id) ?? null]));
}

/** Decides who is not a model. */
function isNoModel(
  panel: Panel,
  votes: readonly CaseJudgment[],
): (one: Pick<CaseJudgment, 'annotator'>) => boolean {
  const { families } = voicesOf(
    panel,
    votes.map(({ annotator }) => annotator),
  );
  const models = new Set(families.flatMap(({ runs }) => runs));
  return ({ annotator }) => !models.has(annotator);
}

/** The questions of a case, without the weights of votes that are hidden. */
function shownQuestions(
  questions: readonly CaseQuestion[],
  voices: readonly CaseVoice[],
  hidden: number,
): readonly CaseQuestion[] {
  if (hidden === 0) return questions;
  const seen = voices.filter(({ uncounted }) => uncounted === null);
  return questions.map(({ consensus, ...question }) => ({
    ...question,
    consensus: consensus === null ? null : withoutHidden(consensus, seen),
  }));
}

/** The latest judgment of each annotator that counts, else the latest, and why it does not. */
function latestOf(
  judgments: readonly StoredJudgment[],
  { fold }: LiveFold,
): readonly CaseJudgment[] {
  return [...groupBy(judgments, (judgment) => judgment.annotator)].map(([annotator, own]) => {
    const whyNot = (judgment: StoredJudgment): Uncounted | null =>
      fold.uncounted({ ...judgment, answers: JSON.stringify(judgment.answers), asides: '' });
    const latest = own.findLast((one) => whyNot(one) === null) ?? own.at(-1)!;
    const { answers, asides, guideline, at, seconds } = latest;
    const about = { revisions: own.indexOf(latest), uncounted: whyNot(latest) };
    const weight = fold.plan.weightOf(annotator);
    return { annotator, answers, asides, guideline, at, seconds, weight, ...about };
  });
}

function shownVoice(voice: CaseVoice): ShownVoice {
  const { uncounted } = voice;
  return {
    ...voice,
    assisted: !isIndependent(voice.asides),
    counts: uncounted === null,
    uncounted: uncounted === null ? null : uncountedText(uncounted),
  };
}

/** Names people in the history as in the voices. */
function nameOf(
  judgments: readonly StoredJudgment[],
  voices: readonly CaseVoice[],
  shown: boolean,
): (annotator: string) => string {
  if (shown) return (annotator) => annotator;
  const names = new Map<string, string>();
  for (const judgment of judgments) {
    const voice = voices.find((one) => one.at === judgment.at && one.answers === judgment.answers);
    if (voice !== undefined) names.set(judgment.annotator, voice.who);
  }
  return (annotator) => names.get(annotator) ?? 'An annotator';
}

interface CaseLog {
  readonly judgments: readonly StoredJudgment[];
  readonly rulings: readonly StoredRuling[];
  readonly facts: readonly StoredFact[];
}

function historyOf(log: CaseLog, name: (annotator: string) => string): readonly CaseEvent[] {
  const events: CaseEvent[] = [];
  for (const { at, annotator, guideline, supersedes } of log.judgments) {
    const what = supersedes === null ? 'judged' : 'revised';
    events.push({ at, what, who: name(annotator), detail: guideline });
  }
  for (const { at, by, reason } of log.rulings)
    events.push({ at, what: 'ruled', who: by, detail: reason });
  for (const { at, kind, annotator, detail } of log.facts) {
    const [first] = Object.values(detail);
    const text = typeof first === 'string' ? first : null;
    events.push({ at, what: kind, who: name(annotator), detail: text });
  }
  return events.toSorted((a, b) => Number(a.at > b.at) - Number(a.at < b.at));
}
