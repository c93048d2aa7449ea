import { describe, expect, it } from 'vitest';
import { lastingWorld } from '../../../test/lasting-world.ts';
import { faultsOf } from '../../../test/refusals.ts';
import { makeProject, project, protocolContent, truthOf } from '../../../test/work-world.ts';
import { openRound } from '../rounds/open-round.ts';
import { nextUnits } from './next-unit.ts';
import { ownUnit } from './own-units.ts';
import { saveJudgment } from './save-judgment.ts';

describe('a quote in an answer', () => {
  const question = 'quote: { scale: { quote: { from: text } }, required: false }';
  const made = lastingWorld(async (world) => {
    const rounds = '  full: { units: 2, annotators: 1 }';
    await makeProject(world, protocolContent({ rounds, question }), 2);
    const anna = await world.person('anna');
    const { run } = await openRound(world.lead, { project, round: 'full', seed: 1 });
    const { units } = await nextUnits(anna, { run: run.id, count: 2 });
    return { anna, run: run.id, units: units.map(({ unit }) => unit) };
  });

  it('stands in the text of its unit, word for word', async () => {
    const { anna, run, units } = made();
    const unit = units[0]!;
    const given = (quote: string) => ({
      run,
      unit,
      answers: { ...truthOf(unit), quote },
      idempotencyKey: 'one',
    });
    const refused = await faultsOf(saveJudgment(anna, given('something else')));
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({ field: 'quote' });
    const said = `text ${unit.slice(1)}`;
    expect(await saveJudgment(anna, given(said))).toMatchObject({ fresh: true });
    expect((await ownUnit(anna, { run, unit })).judgment!.answers).toEqual({
      ...truthOf(unit),
      quote: said,
    });
  });

  it('may be left out, and what is undefined is not stored', async () => {
    const { anna, run, units } = made();
    const unit = units[1]!;
    const answers = { ...truthOf(unit), quote: undefined };
    await saveJudgment(anna, { run, unit, answers, seconds: null, idempotencyKey: 'two' });
    const { judgment } = await ownUnit(anna, { run, unit });
    expect(Object.keys(judgment!.answers).toSorted()).toEqual(['A', 'B', 'C']);
  });
});
