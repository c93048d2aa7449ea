import { InputError } from '../src/domain/fault.ts';
import type { Answers } from '../src/domain/judging/judgment.ts';
import { closeRound } from '../src/operations/rounds/close-round.ts';
import { exploreUnits } from '../src/operations/units/explore-units.ts';
import { showUnit } from '../src/operations/units/show-unit.ts';
import { replyTo } from '../src/operations/discussion/reply.ts';
import { listThreads } from '../src/operations/discussion/threads.ts';
import { withdrawNotes } from '../src/operations/discussion/withdraw-notes.ts';
import { edgeCases } from '../src/operations/rulings/edge-cases.ts';
import { exportFile } from '../src/operations/exchange/export-file.ts';
import { mayFollow } from '../src/operations/judging/follow-progress.ts';
import { monitorChecklists } from '../src/operations/monitoring/monitor-checklists.ts';
import {
  monitorAgreement,
  monitorAnnotators,
  monitorPairs,
  monitorPairUnits,
  monitorSpeed,
} from '../src/operations/monitoring/monitor-figures.ts';
import { monitorLabels } from '../src/operations/monitoring/monitor-labels.ts';
import { monitorOverview } from '../src/operations/monitoring/monitor-overview.ts';
import { monitorProgress } from '../src/operations/monitoring/monitor-progress.ts';
import { myWork } from '../src/operations/judging/my-work.ts';
import { showRuleChanges } from '../src/operations/protocol/rule-changes.ts';
import { nextUnits } from '../src/operations/judging/next-unit.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { ownJudgments } from '../src/operations/judging/own-judgments.ts';
import { ownUnit, ownUnits } from '../src/operations/judging/own-units.ts';
import { recordFact } from '../src/operations/judging/record-fact.ts';
import { rulingQueue } from '../src/operations/rulings/ruling-queue.ts';
import { showRounds } from '../src/operations/rounds/round-states.ts';
import { showCase } from '../src/operations/rulings/show-case.ts';
import { runResult } from '../src/operations/rounds/run-result.ts';
import { saveDraft } from '../src/operations/judging/save-draft.ts';
import { saveJudgment } from '../src/operations/judging/save-judgment.ts';
import {
  compareProtocols,
  listProjects,
  listProtocolVersions,
  showGuideline,
  showProject,
  showProtocol,
} from '../src/operations/protocol/show-project.ts';
import { tokens } from '../src/operations/people/tokens.ts';
import { waiveGate } from '../src/operations/rounds/waive-gate.ts';
import type { Role, WorkContext } from '../src/operations/work-context.ts';
import type { TestDatabases } from './stores.ts';
import {
  makeProject,
  makeWorld,
  project,
  protocolContent,
  trainingKey,
  truthOf,
} from './work-world.ts';

export const rounds = `  training: { units: 4, key: key.jsonl, gate: ["cohen_kappa >= 0.1 against key"] }
  pilot: { units: 8, annotators: 2, draw: { by: keywords }, gate: ["fleiss_kappa >= 0.70 overall"] }
  full: { units: all, annotators: 2 }`;

export const question = 'why: { title: Reason, scale: text, required: false }';

/** Everything that anna gets to see of a project in which ben answers in the given way. */
export interface Sight {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/**
 * Anna, who may be more than an annotator, and ben train, then work on a pilot; ben is done with it
 * before anna begins.
 */
export async function sightOf(
  databases: TestDatabases,
  bensAnswer: (unit: string) => Answers,
  role: Role = 'annotator',
): Promise<Sight> {
  const world = await makeWorld(await databases.open());
  const content = protocolContent({ rounds, question, key: trainingKey(4) });
  await makeProject(world, content, 24);
  const [anna, ben] = [await world.person('anna', role), await world.person('ben')];
  const annotators = ['anna', 'ben'];
  const training = (
    await openRound(world.lead, { project, round: 'training', seed: 1, annotators })
  ).run.id;
  await answerAll(anna, training, truthOf);
  // Alike in both worlds, or ben would not be admitted in one of them.
  await answerAll(ben, training, truthOf);
  const pilot = (await openRound(world.lead, { project, round: 'pilot', seed: 2, annotators })).run
    .id;
  await answerAll(ben, pilot, bensAnswer);
  await recordFact(ben, {
    run: pilot,
    unit: (await ownUnits(ben, { run: pilot, which: 'judged' })).places[0]!.unit,
    kind: 'question',
    detail: { text: 'BEN-ASKS' },
  });
  const before = await walk(anna, training, pilot);
  await answerAll(anna, pilot, truthOf);
  const late = await walk(anna, training, pilot);
  await closeRound(world.lead, { run: pilot });
  return { before: { ...before, late }, after: { result: await runResult(anna, { run: pilot }) } };
}

export async function answerAll(
  who: WorkContext,
  run: string,
  answer: (unit: string) => Answers,
): Promise<void> {
  const isBen = who.actor.login === 'ben';
  for (
    let [next] = (await nextUnits(who, { run })).units;
    next !== undefined;
    [next] = (await nextUnits(who, { run })).units
  ) {
    const { unit } = next;
    const why = isBen ? { why: `BEN-ANSWER ${String(answer(unit)['A'])}` } : {};
    await saveJudgment(who, {
      run,
      unit,
      answers: { ...answer(unit), ...why },
      idempotencyKey: `${run} ${unit} ${who.actor.login}`,
      asides: isBen ? { notes: 'BEN-NOTE', flag: true, confidence: 'low' } : {},
      seconds: isBen ? 61 : 30,
    });
  }
}

/** Calls everything that an annotator may call, and gathers what comes back, refusals included. */
export async function walk(
  anna: WorkContext,
  training: string,
  pilot: string,
): Promise<Readonly<Record<string, unknown>>> {
  const told = async (work: Promise<unknown>): Promise<unknown> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof InputError) return { refused: error.faults };
      throw error;
    }
  };
  const own = [
    ...(await ownUnits(anna, { run: pilot, which: 'open' })).places,
    ...(await ownUnits(anna, { run: pilot, which: 'judged' })).places,
  ];
  const unit = own[0]!.unit;
  const given = {
    run: pilot,
    unit,
    answers: truthOf(unit),
    idempotencyKey: `walk ${unit}`,
    seconds: 1,
  };
  return {
    projects: await told(listProjects(anna)),
    project: await told(showProject(anna, { project })),
    guideline: await told(showGuideline(anna, { project })),
    protocol: await told(showProtocol(anna, { project })),
    versions: await told(listProtocolVersions(anna, { project })),
    ruleChanges: await told(showRuleChanges(anna, { project })),
    changes: await told(compareProtocols(anna, { project, from: 1 })),
    rounds: await told(showRounds(anna, { project })),
    work: await told(myWork(anna)),
    tokens: await told(tokens(anna, project)),
    own,
    judgments: await told(ownJudgments(anna, { run: pilot })),
    next: await told(nextUnits(anna, { run: pilot, count: 10 })),
    units: await Promise.all(own.map((one) => told(ownUnit(anna, { run: pilot, unit: one.unit })))),
    draft: await told(
      saveDraft(anna, { run: pilot, unit: own[1]!.unit, answers: { A: 1 }, revision: 1 }),
    ),
    fact: await told(
      recordFact(anna, { run: pilot, unit, kind: 'opened', detail: { field: 'source' } }),
    ),
    saved: await told(saveJudgment(anna, given)),
    savedTwice: await told(saveJudgment(anna, given)),
    faulty: await told(
      saveJudgment(anna, { ...given, answers: { A: 7 }, idempotencyKey: 'faulty' }),
    ),
    ofBen: await told(saveJudgment(anna, { ...given, idempotencyKey: `${pilot} ${unit} ben` })),
    result: await told(runResult(anna, { run: pilot })),
    trainingResult: await told(runResult(anna, { run: training })),
    edgeCases: await told(edgeCases(anna, { project })),
    threads: await told(listThreads(anna, { project })),
    reply: await Promise.all(
      [1, 2, 3].map((number) =>
        told(replyTo(anna, { project, question: number, text: 'Hm.', idempotencyKey: 'walk' })),
      ),
    ),
    withdrawn: await told(
      withdrawNotes(anna, { project, notes: ['none'], idempotencyKey: 'walk back' }),
    ),
    follows: await told(mayFollow(anna, project)),
    ...(await overseeing(anna, unit, told)),
  };
}

/** Calls what is for those who oversee the work. */
export async function overseeing(
  anna: WorkContext,
  unit: string,
  told: (work: Promise<unknown>) => Promise<unknown>,
): Promise<Readonly<Record<string, unknown>>> {
  const place = { project, task: 'topics', unit };
  return {
    queue: await told(rulingQueue(anna, { project })),
    case: await told(showCase(anna, { project, unit })),
    browsed: await told(exploreUnits(anna, { project, task: 'topics', offset: 0, limit: 30 })),
    unit: await told(showUnit(anna, place)),
    exported: await Promise.all(
      (['units', 'judgments', 'truth', 'rulings'] as const).map((kind) =>
        told(exportFile(anna, { project, kind })),
      ),
    ),
    figures: await Promise.all(
      [
        monitorOverview,
        monitorSpeed,
        monitorAgreement,
        monitorPairs,
        monitorAnnotators,
        monitorLabels,
        monitorProgress,
        monitorChecklists,
      ].map((figure) => told(figure(anna, { project }))),
    ),
    pairUnits: await told(monitorPairUnits(anna, { project, first: 'anna', second: 'ben' })),
    waived: await told(waiveGate(anna, { run: 'none', gate: 'x', reason: 'y' })),
  };
}
