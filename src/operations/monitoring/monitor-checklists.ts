import { codedText } from '../../domain/text-values.ts';
import type { Round } from '../../domain/rounds/round.ts';
import { emptyHead, headText, lastAudit, recordedHead } from '../../store/workspace/audit.ts';
import { listNotes } from '../../store/discussion/notes.ts';
import { listMembers } from '../../store/people/memberships.ts';
import { listRulings } from '../../store/rulings/rulings.ts';
import { guidelineSince } from '../../store/protocol/protocols.ts';
import { askedQuestions } from '../../store/rulings/monitor-cases.ts';
import { noValue } from '../../statistics/estimate.ts';
import { checklists } from '../../truth/monitoring/checklists.ts';
import type { Checklists } from '../../truth/monitoring/checklists.ts';
import { gateFacts, trainingFacts } from '../../truth/monitoring/checklist-facts.ts';
import type { ChecklistFacts } from '../../truth/monitoring/checklist-facts.ts';
import { openQuestions } from '../../truth/discussion/open-questions.ts';
import { edgeCaseRegister } from '../../truth/rulings/edge-cases.ts';
import { allSteps } from '../../statistics/all-steps.ts';
import { isoWeek } from '../../truth/judging/iso-week.ts';
import { speedOf } from '../../truth/monitoring/monitor-speed.ts';
import { knownReleases } from '../release/known-release.ts';
import { drawnSeed } from '../rounds/drawn-seed.ts';
import { remarksOf } from '../rulings/edge-cases.ts';
import type { FigureScope, LiveFold } from '../fold/live-fold.ts';
import { agreementOf, headOf, overseenFigures } from './monitor-figures.ts';
import type { FigureHead } from './monitor-figures.ts';
import { liveAccount, foldedAccountOf } from '../fold/live-account.ts';
import { projectRounds } from '../rounds/project-rounds.ts';
import type { ProjectRounds } from '../rounds/project-rounds.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';

/** The three checklists of a task, computed now. */
export interface ChecklistsView extends FigureHead, Checklists {
  /** The week that the weekly checklist is about. */
  readonly week: string;
}

/** The three quality control checklists, computed from the record. For overseers. */
export async function monitorChecklists(
  context: WorkContext,
  scope: Omit<FigureScope, 'run'>,
): Promise<ChecklistsView> {
  const { live } = await overseenFigures(context, scope, checkedSteps);
  const rounds = await projectRounds(context.store, scope.project);
  const week = isoWeek(timeOf(context));
  return { ...headOf(live), week, ...checklists(await factsOf(context, live, rounds, week)) };
}

function* checkedSteps(live: LiveFold): Generator<unknown, void> {
  yield* agreementOf(live);
  yield* foldedAccountOf(live);
}

async function factsOf(
  context: WorkContext,
  live: LiveFold,
  rounds: ProjectRounds,
  week: string,
): Promise<ChecklistFacts> {
  const { project } = live;
  const task = live.task.task.id;
  const place = { project: project.project, task };
  const own = project.protocol.rounds.filter((round) => round.task === task);
  const ofKind = (kind: Round['kind']) => own.filter((round) => round.kind === kind);
  const guideline = project.protocol.guideline.version;
  const found = await context.store.read(async (db) => ({
    members: await listMembers(db, project.project),
    rulings: await listRulings(db, place),
    questions: await askedQuestions(db, place),
    answers: await listNotes(db, { ...place, kinds: ['answer', 'withdrawal'] }),
    guideline: await guidelineSince(db, { project: project.project, guideline }),
    audit: { last: await lastAudit(db), recorded: await recordedHead(db) },
  }));
  const { last, recorded } = found.audit;
  const judging = found.members.filter((one) => one.role === 'annotator' && one.endedAt === null);
  const annotators = [...new Set(judging.map((one) => one.login))];
  const releases = await knownReleases(context, project.project);
  const account = await liveAccount(context.store, live);
  const proposals = found.rulings.filter((ruling) => ruling.guidelineProposal !== null);
  const { remarks, kept } = await remarksOf(context, live, project.project);
  const register = edgeCaseRegister(found.rulings, remarks, kept);
  const unanswered = openQuestions(found.questions, found.answers, found.rulings);
  return {
    training: trainingFacts(own, rounds.states, rounds.admissions.get(task), annotators),
    pilot: gateFacts(ofKind('pilot'), rounds.states),
    tool: {
      protocolVersion: project.version,
      units: account.units,
      annotators: annotators.length,
      judgments: live.fold.seen,
    },
    sampling: await samplingFacts(context, own, live),
    week: weekFacts(live, week),
    edgeCases: {
      registered: register.cases.length,
      thisWeek: register.cases.filter((one) => isoWeek(one.at) === week).length,
      flaggedOpen: live.fold.flaggedUnits.length,
    },
    questions: {
      asked: found.questions.length,
      open: unanswered.length,
      oldest: unanswered[0]?.at ?? null,
    },
    full: gateFacts(ofKind('full'), rounds.states),
    account,
    releases: releases.flatMap(({ version, tasks }) => {
      const held = tasks.find((one) => one.task === task);
      return held === undefined ? [] : [{ ...held, version }];
    }),
    guideline: project.guideline,
    // Pages put the titles in, in the language of the reader.
    questionNames: new Map(
      live.task.task.questions.flatMap(({ id, measured }) => (measured ? [[id, id]] : [])),
    ),
    openProposals: proposals.filter((ruling) => ruling.at > (found.guideline ?? '')).length,
    archive: {
      judgments: live.fold.seen,
      stale: live.fold.leftOut.stale,
      auditEntries: last.seq,
      auditIntact: headText(last) === headText(recorded ?? emptyHead),
    },
  };
}

async function samplingFacts(
  { store }: WorkContext,
  own: readonly Round[],
  { project, runs }: LiveFold,
): Promise<ChecklistFacts['sampling']> {
  const round = own.findLast((one) => one.kind === 'full');
  if (round === undefined) return null;
  const run = runs.findLast((one) => one.round === round.id);
  const opened = run === undefined ? null : { seed: await drawnSeed(store, run) };
  return {
    round: round.id,
    units: round.units,
    draw: round.draw,
    approvedBy: project.createdBy,
    approvedAt: project.createdAt,
    opened,
  };
}

function weekFacts(live: LiveFold, week: string): ChecklistFacts['week'] {
  const { fold, project } = live;
  const figures = allSteps(agreementOf(live));
  const point = figures.weeks.points.find((one) => one.label === week);
  const people = fold.times.annotators.filter(
    (annotator) => fold.times.of(annotator, week).judgments > 0,
  );
  return {
    name: week,
    shared: point?.estimate.n ?? 0,
    agreement: point?.estimate ?? noValue(codedText('idle-week')),
    measure: figures.names[figures.weekly]!,
    speeds: people.map((annotator) => ({
      annotator,
      ...speedOf(fold.times.of(annotator, week), project.protocol.monitor),
    })),
    isLimited: project.protocol.monitor.per_hour !== null,
  };
}
