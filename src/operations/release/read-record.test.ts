import { describe, expect, it } from 'vitest';
import { contestedIn, request } from '../../../test/contested-case.ts';
import { lastingWorld } from '../../../test/lasting-world.ts';
import { project, protocolContent } from '../../../test/work-world.ts';
import { insertUnits } from '../../store/units/units.ts';
import { recordHead } from '../../store/release/record-rows.ts';
import { recordFact } from '../judging/record-fact.ts';
import { openRound } from '../rounds/open-round.ts';
import { projectProtocol, taskOf } from '../project-protocol.ts';
import { newProtocolVersion } from '../protocol/new-protocol-version.ts';
import { closeRound } from '../rounds/close-round.ts';
import { makeRuling } from '../rulings/make-ruling.ts';
import { readRecord } from './read-record.ts';

const rounds =
  '  full: { units: 6, annotators: 2, gate: ["percent_agreement >= 0.5 overall"] }\n' +
  '  more: { kind: full, units: 2, annotators: 1 }';

/** A closed run, a ruling and a question; then an open run of a new version, on new units. */
const records = lastingWorld(async (world) => {
  const found = await contestedIn(world);
  const { ben, run, sam } = found;
  const detail = { text: 'Does it?' };
  await recordFact(ben, { run, unit: 'u4', kind: 'question', detail });
  const ruling = await makeRuling(sam, request({ edgeCase: true, guidelineProposal: 'Say so.' }));
  await closeRound(world.lead, { run });
  await world.person('cora');
  await world.person('wanda', 'annotator', '*');
  const content = protocolContent({ rounds, guideline: '1.1' });
  world.pass(1);
  await newProtocolVersion(world.lead, { project, content, reason: 'A second round.' });
  const fresh = ['u7', 'u8'].map((id) => {
    return { id, subject: 'd9', fields: { id, document: 'd9', text: `${id} is new` } };
  });
  const at = '2026-03-02T08:11:00.000Z';
  await world.store.write((tx) => insertUnits(tx, { project, task: 'topics' }, fresh, at));
  const given = { project, round: 'more', seed: 1, annotators: ['dan'] };
  await world.person('dan');
  const second = await openRound(world.lead, given);
  const { hash } = taskOf(await projectProtocol(world.store, project), 'topics');
  return { ...found, ruling, hash, second: second.run.id };
});

describe('the record of a project', () => {
  it('has every version, unit, judgment and ruling', async () => {
    const { world, ruling, hash, run } = records();
    const steps: (readonly [number, number])[] = [];
    const progress = (done: number, total: number): void => void steps.push([done, total]);
    const record = await readRecord(world.lead, project, { progress });
    expect(steps).toEqual([
      [1, 4],
      [2, 4],
      [4, 4],
    ]);
    expect(record.project).toBe(project);
    expect(
      record.versions.map(({ source: _, guideline: __, files: ___, ...version }) => version),
    ).toEqual([
      {
        version: 1,
        guidelineVersion: '1.0',
        at: '2026-03-02T08:00:00.000Z',
        by: 'lena',
        reason: null,
        former: false,
      },
      {
        version: 2,
        guidelineVersion: '1.1',
        at: '2026-03-02T08:11:00.000Z',
        by: 'lena',
        reason: 'A second round.',
        former: false,
      },
    ]);
    expect(record.versions[1]!.source).toContain('more: { kind: full');
    expect(record.versions[0]!.guideline).toContain('# Guideline 1.0');
    expect(Object.keys(record.versions[0]!.files)).toEqual(['rules.yaml']);
    expect(record.units.map(({ id, weak }) => [id, weak])).toEqual([
      ['u1', ['A']],
      ['u2', ['B']],
      ['u3', ['A']],
      ['u4', ['B']],
      ['u5', ['A']],
      ['u6', ['B']],
      ['u7', []],
      ['u8', []],
    ]);
    expect(record.judgments).toHaveLength(12);
    expect(record.judgments[0]).toEqual({
      seq: 1,
      task: 'topics',
      run,
      unit: expect.any(String),
      annotator: 'anna',
      answers: expect.stringMatching(/^\{"A":\d,"B":\d,"C":\d\}$/),
      asides: '{}',
      guideline: '1.0',
      taskHash: hash,
      at: '2026-03-02T08:00:00.000Z',
      seconds: 30,
      origin: 'workbench',
      untimed: false,
      recordedAt: null,
      reply: null,
    });
    expect(record.rulings).toEqual([
      {
        unit: 'u5',
        task: 'topics',
        by: 'sam',
        reason: ruling.reason,
        at: ruling.at,
        decision: ruling.decision,
        ownJudgment: false,
        edgeCase: true,
        guidelineProposal: 'Say so.',
        original: {},
      },
    ]);
    expect(record.remarks).toEqual([
      { task: 'topics', unit: 'u4', text: 'Does it?', at: '2026-03-02T08:10:00.000Z' },
    ]);
    expect([record.models, record.waivers]).toEqual([[], []]);
    expect(record.audit).toEqual(await world.store.read((db) => recordHead(db)));
  });

  it('has runs with their units, who took part, and what is still awaited', async () => {
    const { world, run, second, hash } = records();
    const { runs, people } = await readRecord(world.lead, project);
    const [first, open] = runs;
    expect(first).toEqual({
      id: run,
      round: 'full',
      attempt: 1,
      task: 'topics',
      version: 1,
      guideline: '1.0',
      taskHash: hash,
      seed: 1,
      perUnit: 2,
      openedAt: '2026-03-02T08:00:00.000Z',
      openedBy: 'lena',
      closedAt: '2026-03-02T08:10:00.000Z',
      closedBy: 'lena',
      unitDecision: null,
      wanted: 12,
      annotators: ['anna', 'ben'],
      units: ['u1', 'u2', 'u3', 'u4', 'u5', 'u6'].map((unit) => ({ unit, probability: 1 })),
      awaited: [],
    });
    expect(open).toMatchObject({
      id: second,
      version: 2,
      guideline: '1.1',
      closedAt: null,
      closedBy: null,
      unitDecision: null,
      wanted: 2,
      annotators: ['dan'],
    });
    expect(open!.awaited).toEqual(open!.units.map(({ unit }) => ({ unit, annotator: 'dan' })));
    // Whoever has or had the role, in the project or the whole workspace; nobody else.
    expect(people).toEqual(['anna', 'ben', 'cora', 'dan', 'wanda']);
  });
});
