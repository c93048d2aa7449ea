import { describe, expect, it } from 'vitest';
import { imported, judgment } from '../../../test/imported-files.ts';
import { jsonLines } from '../../../test/run-assay.ts';
import { describeStores, testDatabases } from '../../../test/stores.ts';
import {
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
} from '../../../test/work-world.ts';
import type { WorkWorld } from '../../../test/work-world.ts';
import { isBlindControl } from '../../truth/rounds/blind-control.ts';
import { streamJudgments } from '../../store/judging/judgments.ts';
import type { StoredJudgment } from '../../store/judging/judgments.ts';
import { monitorAgreement, monitorAssistance } from '../monitoring/monitor-figures.ts';
import { openRound } from '../rounds/open-round.ts';
import type { WorkContext } from '../work-context.ts';
import { nextUnits } from './next-unit.ts';
import { ownUnit } from './own-units.ts';
import { saveJudgment } from './save-judgment.ts';

const rounds = '  full: { annotators: 2, assisted: { by: keywords, control: 0.3 } }';
const plain = '  full: { annotators: 2 }';
const sqliteDatabases = testDatabases('sqlite');

/** Two people in an open assisted round of twenty units; keywords find A or B in each. */
async function assistedRound(world: WorkWorld, given = rounds) {
  await makeProject(world, protocolContent({ rounds: given }), 20);
  const [anna, ben] = [await world.person('anna'), await world.person('ben')];
  const { run } = await openRound(world.lead, { project, round: 'full', seed: 7 });
  return { anna: anna!, ben: ben!, run: run.id };
}

async function judgeAll(
  who: WorkContext,
  run: string,
  answer: (unit: string, isShown: boolean) => Readonly<Record<string, number>>,
): Promise<void> {
  for (;;) {
    const shown = (await nextUnits(who, { run })).units[0];
    if (shown === undefined) return;
    await saveJudgment(who, {
      run,
      unit: shown.unit,
      answers: answer(shown.unit, shown.suggestion !== null),
      seconds: shown.suggestion === null ? 60 : 30,
      suggestedBy: shown.suggestion?.by ?? null,
      idempotencyKey: shown.unit,
    });
  }
}

async function judged(world: WorkWorld): Promise<readonly StoredJudgment[]> {
  const found: StoredJudgment[] = [];
  for await (const one of streamJudgments(world.store, { project })) found.push(one);
  return found;
}

const suggestedOn = (unit: string): object =>
  Number(unit.slice(1)) % 2 === 1 ? { A: 1 } : { B: 1 };

describeStores('an assisted round', (databases) => {
  it('suggests what the rule finds, but not in the control share of the seed', async () => {
    const world = await makeWorld(await databases.open());
    const { anna, ben, run } = await assistedRound(world);
    for (const who of [anna, ben]) {
      const { units } = await nextUnits(who, { run, count: 10 });
      for (const { unit, suggestion } of units) {
        const annotator = who.actor.login;
        const isBlind = isBlindControl({ seed: 7, unit, annotator }, 0.3);
        const expected = isBlind ? null : { by: 'keywords', suggested: suggestedOn(unit) };
        expect(suggestion).toEqual(expected);
        expect((await ownUnit(who, { run, unit })).suggestion).toEqual(expected);
      }
      expect(units.filter((one) => one.suggestion === null)).not.toHaveLength(0);
    }
  });

  it('marks every judgment with what was suggested and whether it was shown, said or not', async () => {
    const world = await makeWorld(await databases.open());
    const { anna, run } = await assistedRound(world);
    const { units } = await nextUnits(anna, { run, count: 10 });
    const seen = units.find((one) => one.suggestion !== null)!;
    const blind = units.find((one) => one.suggestion === null)!;
    for (const { unit } of [seen, blind])
      await saveJudgment(anna, { run, unit, answers: truthOf(unit), idempotencyKey: unit });
    expect((await judged(world)).map(({ unit, asides }) => [unit, asides])).toEqual([
      [
        seen.unit,
        { assistance: { by: 'keywords', suggested: suggestedOn(seen.unit), shown: true } },
      ],
      [
        blind.unit,
        { assistance: { by: 'keywords', suggested: suggestedOn(blind.unit), shown: false } },
      ],
    ]);
  });

  it('refuses a judgment that claims a suggestion which was not shown', async () => {
    const world = await makeWorld(await databases.open());
    const { anna, run } = await assistedRound(world);
    const { units } = await nextUnits(anna, { run, count: 10 });
    const claim = async (unit: string, suggestedBy: string) =>
      await saveJudgment(anna, {
        run,
        unit,
        answers: truthOf(unit),
        suggestedBy,
        idempotencyKey: unit,
      });
    const blind = units.find((one) => one.suggestion === null)!.unit;
    const seen = units.find((one) => one.suggestion !== null)!.unit;
    const refused = { faults: [{ code: 'suggestion-not-shown' }] };
    await expect(claim(blind, 'keywords')).rejects.toMatchObject(refused);
    await expect(claim(seen, 'somebody')).rejects.toMatchObject(refused);
    expect(await judged(world)).toEqual([]);
  });

  it('is measured: acceptance, time saved, anchoring; and not as agreement', async () => {
    const world = await makeWorld(await databases.open());
    const { anna, ben, run } = await assistedRound(world);
    // Whoever sees a suggestion follows it; blind, they answer what is right.
    const follow = (unit: string, isShown: boolean) => {
      const taken = { A: 0, B: 0, C: 0, ...suggestedOn(unit) };
      return isShown ? taken : { A: 0, B: 0, C: 1 };
    };
    await judgeAll(anna, run, follow);
    await judgeAll(ben, run, follow);
    const figures = await monitorAssistance(world.lead, { project });
    expect(figures.shown + figures.control).toBe(40);
    expect(figures).toMatchObject({
      by: ['keywords'],
      accepted: { value: 1, n: figures.shown },
      blind: { value: 0, n: figures.control },
      anchoring: { value: 1, interval: [expect.any(Number), 1] },
      saved: { value: 30 },
    });
    expect(figures.annotators.map((one) => one.annotator)).toEqual(['anna', 'ben']);
    expect(figures.questions.map((one) => one.question)).toEqual(['A', 'B']);
    // Compared are only units that both judged blind.
    const all = await judged(world);
    const blind = (name: string): readonly string[] =>
      all
        .filter((one) => one.annotator === name && one.asides.assistance?.shown === false)
        .map((one) => one.unit);
    const both = blind('anna').filter((unit) => blind('ben').includes(unit));
    const agreement = await monitorAgreement(world.lead, { project });
    expect(agreement.questions[0]!.measures.percent_agreement!.n).toBe(both.length);
  });

  it('suggests nothing, and marks nothing, where the round is not assisted', async () => {
    const world = await makeWorld(await databases.open());
    const { anna, run } = await assistedRound(world, plain);
    const shown = (await nextUnits(anna, { run })).units[0]!;
    expect(shown.suggestion).toBeNull();
    const { unit } = shown;
    await saveJudgment(anna, { run, unit, answers: truthOf(unit), idempotencyKey: unit });
    expect((await judged(world))[0]!.asides).toEqual({});
  });
});

describe('suggestions of somebody whose judgments were imported', () => {
  const assisted = '  full: { annotators: 1, assisted: { by: olga, control: 0.01 } }';

  it('are what they said first, on what they judged, and never shown to themselves', async () => {
    const world = await makeWorld(await sqliteDatabases.open());
    await makeProject(world, protocolContent({ rounds: assisted }), 6);
    const [anna, olga] = [await world.person('anna'), await world.person('olga')];
    const kind = 'judgments' as const;
    const said = ['u1', 'u2', 'u3', 'u4'].map((unit) => judgment(unit, 'olga', ['C']));
    await imported(world, jsonLines(said), { kind });
    const { run } = await openRound(world.lead, { project, round: 'full', seed: 7 });
    const revised = [judgment('u1', 'olga', ['A']), judgment('u2', 'olga', ['A'])];
    await imported(world, jsonLines(revised), { kind });
    const shown = [
      ...(await nextUnits(anna, { run: run.id, count: 10 })).units,
      ...(await nextUnits(olga, { run: run.id, count: 10 })).units.map((one) => ({
        ...one,
        isOwn: true,
      })),
    ];
    expect(shown).toHaveLength(6);
    for (const one of shown) {
      const isSaid = ['u1', 'u2', 'u3', 'u4'].includes(one.unit) && !('isOwn' in one);
      const control = isBlindControl({ seed: 7, unit: one.unit, annotator: 'anna' }, 0.01);
      const suggested = { A: 0, B: 0, C: 1 };
      expect(one.suggestion).toEqual(isSaid && !control ? { by: 'olga', suggested } : null);
    }
    expect(shown.some((one) => one.suggestion !== null)).toBe(true);
    expect(shown.some((one) => one.suggestion === null)).toBe(true);
  });
});

describe('suggestions of keywords', () => {
  it('are yes to a question of yes or no, and none where no keyword is found', async () => {
    const world = await makeWorld(await sqliteDatabases.open());
    const content = protocolContent({
      rounds: '  full: { annotators: 1, assisted: { by: keywords, control: 0.01 } }',
      question: 'plain: {}',
    });
    const files = { ...content.files, 'rules.yaml': 'labels: { plain: [alpha], D: [beta] }\n' };
    await makeProject(world, { ...content, files }, 4);
    const anna = await world.person('anna');
    const { run } = await openRound(world.lead, { project, round: 'full', seed: 7 });
    const { units } = await nextUnits(anna, { run: run.id, count: 4 });
    for (const { unit, suggestion } of units) {
      const isShown = !isBlindControl({ seed: 7, unit, annotator: 'anna' }, 0.01);
      const isFound = Number(unit.slice(1)) % 2 === 1;
      expect(suggestion).toEqual(
        isShown && isFound ? { by: 'keywords', suggested: { plain: true } } : null,
      );
    }
  });
});
