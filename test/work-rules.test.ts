import { expect, it } from 'vitest';
import { inEnglish } from '../src/domain/english.ts';
import type { InputError } from '../src/domain/fault.ts';
import { closeRound } from '../src/operations/rounds/close-round.ts';
import {
  newProtocolVersion,
  previewProtocolVersion,
} from '../src/operations/protocol/new-protocol-version.ts';
import { showRuleChanges } from '../src/operations/protocol/rule-changes.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { showRounds } from '../src/operations/rounds/round-states.ts';
import { waiveGate, withdrawWaiver } from '../src/operations/rounds/waive-gate.ts';
import { listAudit } from '../src/store/workspace/audit.ts';
import { describeStores } from './stores.ts';
import {
  judgeAll,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
  wrongOf,
} from './work-world.ts';
import type { WorkWorld } from './work-world.ts';

const gate = 'fleiss_kappa >= 0.70 overall';
const pilot = (target = '0.70', more = ''): string =>
  `  pilot: { units: 10, annotators: 2, gate: ["fleiss_kappa >= ${target} overall"]${more} }`;
const full = '  full: { units: all, annotators: 2 }';
const rounds = (...lines: readonly string[]): string => lines.join('\n');

/** A project whose pilot was judged by two people who disagree, and closed. */
async function redPilot(world: WorkWorld): Promise<string> {
  await makeProject(world, protocolContent({ rounds: rounds(pilot(), full) }), 60);
  const [anna, ben] = [await world.person('anna'), await world.person('ben')];
  const { run } = await openRound(world.lead, { project, round: 'pilot', seed: 3 });
  await judgeAll(anna, run.id, truthOf);
  await judgeAll(ben, run.id, wrongOf);
  await closeRound(world.lead, { run: run.id });
  return run.id;
}

const update = (world: WorkWorld, lines: string, reason?: string) =>
  newProtocolVersion(world.lead, {
    project,
    content: protocolContent({ rounds: lines }),
    ...(reason === undefined ? {} : { reason }),
  });
const open = (world: WorkWorld, round: string) =>
  openRound(world.lead, { project, round, seed: 5 });

describeStores('the rules', (databases) => {
  it('change after the first judgment only with a reason, which is kept and shown', async () => {
    const world = await makeWorld(await databases.open());
    await redPilot(world);
    const lowered = rounds(pilot('0.10'), full);
    const content = protocolContent({ rounds: lowered });
    expect(await previewProtocolVersion(world.lead, { project, content })).toMatchObject({
      version: 2,
      fresh: true,
      reasonRequired: true,
      changes: { list: [{ class: 'rules', round: 'pilot' }] },
    });
    for (const reason of [undefined, ' '])
      await expect(update(world, lowered, reason)).rejects.toMatchObject({
        faults: [{ code: 'reason-required', field: 'reason' }],
      });
    const error = await update(world, lowered).catch((one: InputError) => one);
    expect((error as InputError).message).toContain(
      `gate of the round pilot: ${gate} → fleiss_kappa >= 0.10 overall`,
    );
    const added = await update(world, lowered, 'the labels are rare');
    expect(added).toMatchObject({ version: 2, reason: 'the labels are rare' });
    const [change, ...none] = await showRuleChanges(world.lead, { project });
    expect(none).toEqual([]);
    expect(change).toMatchObject({ version: 2, by: 'lena', reason: 'the labels are rare' });
    expect(change!.changes.map(({ text }) => inEnglish(text))).toEqual([
      `gate of the round pilot: ${gate} → fleiss_kappa >= 0.10 overall`,
    ]);
    expect((await showRounds(world.lead, { project })).ruleChanges).toHaveLength(1);
    const entries = await world.store.read((db) => listAudit(db, { limit: 1000 }));
    const last = entries.findLast((one) => one.action === 'protocol-version');
    expect(last?.detail).toContain('the labels are rare');
  });

  it('change without a reason before anything was judged, and wording always', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: rounds(pilot(), full) }), 60);
    expect(await update(world, rounds(pilot('0.60'), full))).toMatchObject({ version: 2 });
  });

  it('do not make a red gate go away, whatever a later version says', async () => {
    const world = await makeWorld(await databases.open());
    const run = await redPilot(world);
    const tricks: readonly (readonly [string, string])[] = [
      [rounds(pilot('0.10'), full), 'full'],
      [full, 'full'],
      [rounds(full, pilot()), 'full'],
      [rounds(pilot('0.70', ', kind: full')), 'pilot'],
      ['  main: { kind: full, units: all, annotators: 2 }', 'main'],
      [rounds(pilot(), '  full: { kind: pilot, units: all, annotators: 2 }'), 'full'],
    ];
    for (const [lines, wanted] of tricks) {
      await update(world, lines, 'trying');
      const error = await open(world, wanted).catch((one: InputError) => one);
      expect([lines, (error as InputError).faults?.[0]?.code]).toEqual([lines, 'round-locked']);
      expect((error as InputError).message).toContain(gate);
    }
    await update(world, full, 'without the pilot');
    const { retired } = await showRounds(world.lead, { project });
    expect(retired).toMatchObject([
      { run, round: 'pilot', kind: 'pilot', figures: { passed: false } },
    ]);
    expect(retired[0]!.figures!.checks[0]).toMatchObject({ gate, target: 0.7, status: 'FAIL' });
  });

  it('let a gate of a round that is gone be waived, and the waiver be withdrawn', async () => {
    const world = await makeWorld(await databases.open());
    const run = await redPilot(world);
    await update(world, full, 'without the pilot');
    const waiver = await waiveGate(world.lead, { run, gate, reason: 'rare labels' });
    expect(waiver).toMatchObject({ gate, annotator: null, by: 'lena', withdrawn: null });
    expect((await showRounds(world.lead, { project })).rounds[0]).toMatchObject({ mayOpen: true });
    const input = { run, waiver: waiver.id, reason: 'too early' };
    await expect(withdrawWaiver(world.lead, { ...input, reason: ' ' })).rejects.toMatchObject({
      faults: [{ code: 'reason-required' }],
    });
    const withdrawn = { by: 'lena', reason: 'too early' };
    expect(await withdrawWaiver(world.lead, input)).toMatchObject({ withdrawn });
    expect(await withdrawWaiver(world.lead, { ...input, reason: 'again' })).toMatchObject({
      withdrawn,
    });
    await expect(open(world, 'full')).rejects.toMatchObject({ faults: [{ code: 'round-locked' }] });
    const shown = await showRounds(world.lead, { project });
    expect(shown.retired[0]!.figures!.waivers).toMatchObject([{ id: waiver.id, withdrawn }]);
    await waiveGate(world.lead, { run, gate, reason: 'now' });
    await open(world, 'full');
    await expect(withdrawWaiver(world.lead, { ...input, waiver: 'nobody' })).rejects.toMatchObject({
      faults: [{ code: 'not-found' }],
    });
  });
});
