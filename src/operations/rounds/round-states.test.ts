import { describe, expect, it } from 'vitest';
import { lastingWorld } from '../../../test/lasting-world.ts';
import { refusal } from '../../../test/refusals.ts';
import {
  judgeAll,
  judgeNext,
  makeProject,
  project,
  protocolContent,
  trainingKey,
  truthOf,
  wrongOf,
} from '../../../test/work-world.ts';
import { codedText } from '../../domain/text-values.ts';
import { addMember } from '../people/people.ts';
import { newProtocolVersion } from '../protocol/new-protocol-version.ts';
import { closeRound } from './close-round.ts';
import { openRound } from './open-round.ts';
import { showRounds, unmetText } from './round-states.ts';
import { runResult } from './run-result.ts';

const keyGate = 'cohen_kappa >= 0.7 against key';
const rounds = `  training: { units: 4, key: key.jsonl, gate: ["${keyGate}"] }
  pilot: { units: 4, annotators: 2, gate: ["percent_agreement >= 0.9 overall", "all quotas met"] }
  full: { units: 4, annotators: 1, assisted: { by: keywords, control: 0.2 } }`;
const place = { project, seed: 5 };

describe('the rounds of a project', () => {
  const made = lastingWorld(async (world) => {
    const key = trainingKey(4);
    await makeProject(world, protocolContent({ rounds, key }), 20);
    const [anna, ben, cora] = [
      await world.person('anna'),
      await world.person('ben'),
      await world.person('cora'),
    ];
    const rex = await world.person('rex', 'reviewer');
    const training = (await openRound(world.lead, { ...place, round: 'training' })).run.id;
    await judgeAll(anna, training, truthOf);
    await judgeAll(ben, training, truthOf);
    await judgeAll(cora, training, wrongOf);
    await closeRound(world.lead, { run: training });
    const people = ['anna', 'ben'];
    const open = { ...place, round: 'pilot', annotators: people };
    const pilot = (await openRound(world.lead, open)).run.id;
    await judgeAll(anna, pilot, truthOf);
    await judgeNext(ben, pilot, wrongOf);
    await addMember(world.lead, { project, login: 'cora', role: 'reviewer' });
    return { anna, ben, cora, rex, training, pilot };
  });

  it('are shown to overseers with progress, figures, access and what blocks them', async () => {
    const { world, pilot } = made();
    const view = await showRounds(world.lead, { project });
    expect(view).toMatchObject({
      project,
      version: 1,
      guideline: '1.0',
      retired: [],
      ruleChanges: [],
      stale: [],
    });
    const [training, second, full] = view.rounds;
    expect([training!.perUnit, second!.perUnit, full!.perUnit]).toEqual([null, 2, 1]);
    expect([second!.assisted, full!.assisted]).toEqual([null, { by: 'keywords', control: 0.2 }]);
    expect(training!.admissions).toEqual([]);
    expect(
      second!.admissions.map(({ annotator, status, admitted }) => [annotator, status, admitted]),
    ).toEqual([
      ['anna', 'admitted', true],
      ['ben', 'admitted', true],
      ['cora', 'failed', false],
    ]);
    expect(second).toMatchObject({ state: 'open', mayOpen: false });
    expect(second!.blocks).toEqual([
      { round: 'pilot', kind: 'running', run: pilot, text: codedText('round-is-open') },
    ]);
    expect(full!.blocks.map(({ kind }) => kind)).toEqual(['not-closed']);
    const [run] = second!.runs;
    expect(run).toMatchObject({
      run: pilot,
      id: pilot,
      seed: 5,
      stale: { questions: false, guideline: false },
      annotators: [
        { annotator: 'anna', held: 4, judged: 4 },
        { annotator: 'ben', held: 4, judged: 1 },
      ],
      figures: { wanted: 8, judged: 5, free: 0, leftOut: 0, status: 'FAIL', passed: false },
    });
    expect(run!.access).toMatchObject([{ by: 'lena', role: 'reviewer', takesPart: false }]);
    expect(unmetText(run!)).toMatchObject({ code: 'round-not-passed', values: { round: 'pilot' } });
  });

  it('are shown to annotators with their own progress, and nothing of others', async () => {
    const { ben, rex } = made();
    const view = await showRounds(ben, { project });
    const [training, second] = view.rounds;
    expect(second).toMatchObject({ state: 'open', mayOpen: false, blocks: [] });
    expect(second!.admissions.map(({ annotator }) => annotator)).toEqual(['ben']);
    const [run] = second!.runs;
    expect(run).toMatchObject({
      seed: null,
      annotators: [{ annotator: 'ben', held: 4, judged: 1 }],
      figures: null,
      access: [],
    });
    expect(training!.runs[0]!.annotators).toEqual([{ annotator: 'ben', held: 4, judged: 4 }]);
    expect(unmetText(run!)).toBe(null);
    // Who takes no part has no progress; a reviewer sees everybody's.
    const dora = { ...ben, actor: { ...ben.actor, login: 'dora' } };
    expect((await showRounds(dora, { project })).rounds[1]!.runs[0]!.annotators).toEqual([]);
    expect((await showRounds(rex, { project })).rounds[1]!.runs[0]!.annotators).toHaveLength(2);
  });

  it('hide what answers amount to from an overseer who judges in an open run', async () => {
    const { anna, pilot } = made();
    const overseer = { ...anna, actor: { ...anna.actor, roleIn: () => 'adjudicator' as const } };
    const view = await showRounds(overseer, { project });
    const [run] = view.rounds[1]!.runs;
    const why = codedText('figures-hidden');
    expect(run!.run).toBe(pilot);
    expect(run!.figures).toMatchObject({ status: 'UNDEFINED', passed: false });
    // How many are judged reveals nothing.
    expect(run!.figures!.checks).toMatchObject([
      { measure: 'percent_agreement', actual: null, n: 0, status: 'UNDEFINED', why },
      { measure: 'quotas', n: 5, status: 'FAIL' },
    ]);
    expect(run!.figures!.unmet).toEqual(run!.figures!.checks);
    expect(run!.annotators).toHaveLength(2);
    // In the training, which is closed, they are not blind.
    expect(view.rounds[0]!.runs[0]!.figures!.checks[0]!.actual).not.toBe(null);
  });

  it('are for members', async () => {
    const { world } = made();
    const stranger = await world.person('sam', 'annotator', 'elsewhere');
    expect(await refusal(showRounds(stranger, { project }))).toEqual([
      ['not-found', { what: codedText('project', { id: project }) }],
    ]);
  });

  it('end in a result: against the key at once, against others once closed', async () => {
    const { anna, cora, rex, training, pilot } = made();
    const result = await runResult(cora, { run: training });
    expect(result).toMatchObject({
      run: training,
      round: 'training',
      kind: 'training',
      closed: true,
      progress: { held: 4, judged: 4 },
      // 30 seconds each.
      perHour: { value: 120, n: 4, skipped: 0, interval: null },
      training: { annotator: 'cora', judged: 4, wanted: 4, status: 'failed', admitted: false },
      agreement: null,
      checks: null,
    });
    expect((await runResult(anna, { run: training })).training).toMatchObject({
      status: 'admitted',
      admitted: true,
      study: [],
    });
    expect(await runResult(anna, { run: pilot })).toMatchObject({
      kind: 'pilot',
      closed: false,
      training: null,
      agreement: null,
      checks: null,
    });
    expect((await refusal(runResult(rex, { run: training })))[0]![0]).toBe('role-needed');
  });
});

describe('rounds under a later version', () => {
  const made = lastingWorld(async (world) => {
    const first =
      '  pilot: { units: 2, annotators: 2, gate: ["percent_agreement >= 0.9 overall"] }';
    await makeProject(world, protocolContent({ rounds: first }), 8);
    const people = [await world.person('anna'), await world.person('ben')];
    const { run } = await openRound(world.lead, { ...place, round: 'pilot' });
    await judgeAll(people[0]!, run.id, truthOf);
    await judgeAll(people[1]!, run.id, wrongOf);
    await closeRound(world.lead, { run: run.id });
    const second = '  full: { units: 2, annotators: 1 }';
    const content = protocolContent({ rounds: second, guideline: '2.0' });
    await newProtocolVersion(world.lead, { project, content, reason: 'No pilot any more.' });
    return { people, run: run.id };
  });

  it('show runs of rounds that are gone, and stale judgments, to overseers alone', async () => {
    const { world, people, run } = made();
    const view = await showRounds(world.lead, { project });
    expect([view.version, view.guideline]).toEqual([2, '2.0']);
    expect(view.retired).toMatchObject([
      { run, kind: 'pilot', stale: { questions: false, guideline: true } },
    ]);
    expect(view.rounds.map(({ round }) => round)).toEqual(['full']);
    expect(view.rounds[0]!.blocks).toMatchObject([{ kind: 'gate', run, retired: true }]);
    expect(view.stale).toEqual([{ task: 'topics', judgments: 4, byQuestions: 0, byGuideline: 4 }]);
    expect(view.ruleChanges.length).toBeGreaterThan(0);
    const own = await showRounds(people[0]!, { project });
    expect([own.retired, own.stale]).toEqual([[], []]);
  });

  it('tell people who judged how they agreed with the others', async () => {
    const { people, run } = made();
    const result = await runResult(people[0]!, { run });
    expect(result).toMatchObject({ closed: true, training: null });
    // Two annotators who say the opposite of each other.
    expect(result).toMatchObject({
      checks: [
        { measure: 'percent_agreement', actual: 0, status: 'FAIL' },
        { gate: 'same guideline', status: 'SUPERSEDED' },
      ],
      gate: 'failed',
    });
    expect(result.agreement).not.toBe(null);
  });
});
