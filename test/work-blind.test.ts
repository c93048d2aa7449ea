import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { InputError } from '../src/domain/fault.ts';
import type { Answers } from '../src/domain/judging/judgment.ts';
import { addAnnotator } from '../src/operations/rounds/add-annotator.ts';
import { closeRound } from '../src/operations/rounds/close-round.ts';
import { createProject } from '../src/operations/protocol/create-project.ts';
import { exploreUnits } from '../src/operations/units/explore-units.ts';
import { showUnit } from '../src/operations/units/show-unit.ts';
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
import { newProtocolVersion } from '../src/operations/protocol/new-protocol-version.ts';
import { nextUnits } from '../src/operations/judging/next-unit.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { ownUnit, ownUnits } from '../src/operations/judging/own-units.ts';
import { addMember, removeMember } from '../src/operations/people/people.ts';
import { recordFact } from '../src/operations/judging/record-fact.ts';
import { removeAnnotator } from '../src/operations/rounds/remove-annotator.ts';
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
import { describeStores } from './stores.ts';
import type { TestDatabases } from './stores.ts';
import {
  judgeAll,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  trainingKey,
  truthOf,
  wrongOf,
} from './work-world.ts';

const rounds = `  training: { units: 4, key: key.jsonl, gate: ["cohen_kappa >= 0.1 against key"] }
  pilot: { units: 8, annotators: 2, draw: { by: keywords }, gate: ["fleiss_kappa >= 0.70 overall"] }
  full: { units: all, annotators: 2 }`;
const question = 'why: { title: Reason, scale: text, required: false }';

/** The files of every operation that an annotator may call; each is walked below. */
const walked = [
  'edge-cases.ts',
  'follow-progress.ts',
  'my-work.ts',
  'next-unit.ts',
  'own-units.ts',
  'record-fact.ts',
  'round-states.ts',
  'rule-changes.ts',
  'run-result.ts',
  'save-draft.ts',
  'save-judgment.ts',
  'show-project.ts',
  'tokens.ts',
];

/** Everything that anna gets to see of a project in which ben answers in the given way. */
interface Sight {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/**
 * Anna, who may be more than an annotator, and ben train, then work on a pilot; ben is done with it
 * before anna begins.
 */
async function sightOf(
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

async function answerAll(
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
async function walk(
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
    follows: await told(mayFollow(anna, project)),
    ...(await overseeing(anna, unit, told)),
  };
}

/** Calls what is for those who oversee the work. */
async function overseeing(
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

describeStores('what an annotator can see before a round is closed', (databases) => {
  it('does not depend on what another answered, and afterwards does', async () => {
    const [agreeing, differing] = [
      await sightOf(databases, truthOf),
      await sightOf(databases, wrongOf),
    ];
    expect(differing.before).toEqual(agreeing.before);
    expect(differing.after).not.toEqual(agreeing.after);
  });

  it.each(['lead', 'adjudicator', 'reviewer'] as const)(
    'does not depend on it either for an annotator who is also a %s',
    async (role) => {
      // Reviewers who judge do so as annotators: of two roles the one that may judge counts.
      const held = role === 'reviewer' ? 'annotator' : role;
      const [agreeing, differing] = [
        await sightOf(databases, truthOf, held),
        await sightOf(databases, wrongOf, held),
      ];
      expect(differing.before).toEqual(agreeing.before);
      expect(differing.after).not.toEqual(agreeing.after);
      expect(JSON.stringify(differing.before)).not.toMatch(
        /BEN-|HIDDEN|"score":|"band"|"flag":true/,
      );
    },
  );

  it('lets a lead who judges change the protocol without seeing its other files', async () => {
    const world = await makeWorld(await databases.open());
    const content = protocolContent({ rounds, question, key: trainingKey(4) });
    await makeProject(world, content, 24);
    const anna = await world.person('anna', 'lead');
    await openRound(world.lead, { project, round: 'training', seed: 1, annotators: ['anna'] });
    const { content: seen } = await showProtocol(anna, { project });
    expect(seen.files).toBeNull();
    const changed = protocolContent({
      rounds,
      question,
      key: trainingKey(4),
      title: 'Other labels',
    });
    expect(
      await newProtocolVersion(anna, { project, content: { ...changed, files: {} } }),
    ).toMatchObject({ version: 2, fresh: true });
    expect((await showProtocol(world.lead, { project })).content.files).toEqual(content.files);
  });

  it('lets nobody join who could see what was answered, nor look who left with answers of their own', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(
      world,
      protocolContent({ rounds: '  full: { units: all, annotators: 2 }' }),
      6,
    );
    const [ada, ben] = [await world.person('ada', 'adjudicator'), await world.person('ben')];
    await world.person('cora');
    const late = await world.person('lars', 'lead');
    const run = (
      await openRound(world.lead, {
        project,
        round: 'full',
        seed: 1,
        annotators: ['ada', 'ben', 'cora'],
      })
    ).run.id;
    await addAnnotator(world.lead, { run, annotator: 'lars' });
    await removeAnnotator(world.lead, { run, annotator: 'lars' });
    await judgeAll(ben, run, truthOf);
    expect(await rulingQueue(late, { project })).toMatchObject({ total: expect.any(Number) });
    await expect(addAnnotator(world.lead, { run, annotator: 'lars' })).rejects.toThrow(
      'lars could see the answers of others in this round',
    );
    const [next] = (await nextUnits(ada, { run })).units;
    await saveJudgment(ada, {
      run,
      unit: next!.unit,
      answers: truthOf(next!.unit),
      idempotencyKey: 'a',
    });
    await removeAnnotator(world.lead, { run, annotator: 'ada' });
    await expect(rulingQueue(ada, { project })).rejects.toMatchObject({
      faults: [{ code: 'takes-part' }],
    });
    // An annotator who became a reviewer after judging.
    const reviewing: WorkContext = { ...ben, actor: { ...ben.actor, roleIn: () => 'reviewer' } };
    await expect(monitorAgreement(reviewing, { project })).rejects.toMatchObject({
      faults: [{ code: 'takes-part' }],
    });
    await expect(exportFile(reviewing, { project, kind: 'judgments' })).rejects.toMatchObject({
      faults: [{ code: 'takes-part' }],
    });
    expect(await monitorProgress(reviewing, { project })).toMatchObject({
      judgedUnits: expect.any(Number),
      settled: null,
      waiting: null,
    });
    expect((await addAnnotator(world.lead, { run, annotator: 'ada' })).changed).toBe(true);
    await closeRound(world.lead, { run, incomplete: true });
    expect(await rulingQueue(ada, { project })).toMatchObject({ total: expect.any(Number) });
  });

  it.each(['lead', 'adjudicator', 'reviewer'] as const)(
    'lets nobody join who was %s when something was answered, and is an annotator now',
    async (role) => {
      const world = await makeWorld(await databases.open());
      await makeProject(
        world,
        protocolContent({ rounds: '  full: { units: 3, annotators: 2 }' }),
        6,
      );
      const ben = await world.person('ben');
      await world.person('cora');
      for (const login of ['early', 'late']) {
        await world.person(login, role);
        await addMember(world.lead, { project, login, role: 'annotator' });
      }
      const run = (
        await openRound(world.lead, {
          project,
          round: 'full',
          seed: 1,
          annotators: ['ben', 'cora'],
        })
      ).run.id;
      world.pass(1);
      await removeMember(world.lead, { project, login: 'early', role });
      world.pass(1);
      await judgeAll(ben, run, truthOf);
      world.pass(1);
      await removeMember(world.lead, { project, login: 'late', role });
      await expect(addAnnotator(world.lead, { run, annotator: 'late' })).rejects.toThrow(
        'late could see the answers of others in this round',
      );
      // There was nothing to see yet.
      expect((await addAnnotator(world.lead, { run, annotator: 'early' })).changed).toBe(true);
      // The next run begins with nothing to see.
      await closeRound(world.lead, { run, incomplete: true });
      const next = (
        await openRound(world.lead, {
          project,
          round: 'full',
          seed: 2,
          annotators: ['ben', 'cora'],
        })
      ).run.id;
      expect((await addAnnotator(world.lead, { run: next, annotator: 'late' })).changed).toBe(true);
    },
  );

  it('holds no word of another, no hidden field, no weak label, no score, and no known answer that was not earned', async () => {
    const { before } = await sightOf(databases, wrongOf);
    const text = JSON.stringify(before);
    expect(text).toContain('alpha text');
    expect(text).not.toMatch(/BEN-|HIDDEN|"score"|"band"|key\.jsonl"|"flag":true|"keywords"/);
    // The pilot's units have no known answers; those of the training were told to who gave an
    // answer, and only there.
    expect(text).not.toMatch(/Reason \d/);
  });
});

describeStores('an annotator', (databases) => {
  it('may do none of what leads do', async () => {
    const world = await makeWorld(await databases.open());
    const content = protocolContent({ rounds, question, key: trainingKey(4) });
    await makeProject(world, content, 24);
    const anna = await world.person('anna');
    const run = (await openRound(world.lead, { project, round: 'training', seed: 1 })).run.id;
    const forbidden = [
      createProject(anna, content),
      newProtocolVersion(anna, { project, content }),
      openRound(anna, { project, round: 'pilot', seed: 1 }),
      closeRound(anna, { run, incomplete: true }),
      waiveGate(anna, { run, gate: 'cohen_kappa >= 0.1 against key', reason: 'x' }),
      addAnnotator(anna, { run, annotator: 'anna' }),
      removeAnnotator(anna, { run, annotator: 'anna' }),
    ];
    for (const [at, outcome] of (await Promise.allSettled(forbidden)).entries()) {
      expect(
        outcome.status === 'rejected' &&
          outcome.reason instanceof InputError &&
          outcome.reason.faults.map((one) => one.code),
      ).toEqual([at === 0 ? 'workspace-lead-needed' : 'role-needed']);
    }
  });
});

describe('the walk', () => {
  it('goes through every operation that asks for an annotator’s role', () => {
    const folder = fileURLToPath(new URL('../src/operations', import.meta.url));
    // These decide by the role of somebody else, and are no way in.
    const aside = ['authorise.ts', 'leave-run.ts'];
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        file.endsWith('.ts') && !file.endsWith('.test.ts') && !aside.includes(basename(file)),
    );
    const meant = sources.filter((file) =>
      /\b(everyRole|judgingRoles)\b|authorise\([^)]*'annotator'/.test(
        readFileSync(`${folder}/${file}`, 'utf8'),
      ),
    );
    expect(meant.length).toBeGreaterThan(5);
    expect(meant.filter((file) => !walked.includes(basename(file)))).toEqual([]);
  });
});
