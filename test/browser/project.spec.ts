import { expect } from '@playwright/test';
import type { Ticks } from './annotate-labels.ts';
import { press } from './annotate-rounds.ts';
import { enter, tabTo } from './keyboard.ts';
import {
  definitionLine,
  labelAfter,
  loadSmallProject,
  roundSizes,
  truthOf,
} from './small-project.ts';
import { test } from './workbench.ts';
import { experts, agreed, apart, Team } from './expert-team.ts';

test('a whole regulatory project by keyboard alone, from training to a complete truth', async ({
  browser,
  workbench,
}) => {
  const project = await loadSmallProject(workbench);
  const team = await Team.arrive(browser, workbench, project);

  await test.step('training: two are admitted, the third studies and passes with other units', async () => {
    await team.openRound('training');
    await team.judge('training', experts, (expert, unit) =>
      expert === 'cleo' ? { Governance: 1 } : truthOf(unit),
    );
    for (const expert of ['ada', 'ben'] as const)
      await expect(
        team.page(expert).getByRole('heading', { name: 'You are admitted to the next round.' }),
      ).toBeVisible();
    const cleo = team.page('cleo');
    await expect(cleo.getByRole('heading', { name: 'Not passed yet.' })).toBeVisible();
    await expect(
      cleo.getByRole('region', { name: 'Study these again' }).locator('summary').first(),
    ).toBeVisible();

    await team.closeRound('training', 3 * roundSizes.training);
    const pilot = team.step('pilot');
    await expect(pilot).toContainText('Locked');
    await expect(pilot).toContainText(
      '3 admitted annotators are needed after the round training; there are 2.',
    );
    await expect(pilot.getByRole('listitem').filter({ hasText: 'cleo' })).toContainText(
      /Not admitted.*to study: /,
    );
    const first = new Set(await team.unitsOf('training'));
    await team.openRound('training', { button: 'Repeat with new units', without: ['ada', 'ben'] });
    await team.judge('training', ['cleo'], agreed);
    await expect(
      cleo.getByRole('heading', { name: 'You are admitted to the next round.' }),
    ).toBeVisible();
    await team.closeRound('training', roundSizes.training);
    expect((await team.unitsOf('training')).filter((unit) => first.has(unit))).toEqual([]);
  });

  await test.step('the pilot fails its gate, and what it blocks is said', async () => {
    await team.openRound('pilot');
    await team.judge('pilot', experts, apart);
    await team.closeRound('pilot', 3 * roundSizes.pilot);
    const run = await team.run('pilot');
    const [overall] = run.figures!.checks;
    expect(overall).toMatchObject({
      gate: 'fleiss_kappa >= 0.70 overall',
      status: 'FAIL',
      n: roundSizes.pilot,
    });
    expect(overall!.actual).toBeLessThan(0.7);
    await expect(team.step('pilot')).toContainText('Not passed');
    await expect(team.step('pilot')).toContainText(
      `${overall!.actual!.toFixed(2)}, target 0.70 (n = ${overall!.n})`,
    );
    await expect(team.step('full')).toContainText('Locked');
    await expect(team.step('full')).toContainText(
      'The round pilot did not pass. Fleiss’ κ at least 0.70 overall (fleiss_kappa >= 0.70 ',
    );
    await expect(team.step('full').getByRole('button', { name: 'Open the round' })).toHaveCount(0);
  });

  await test.step('the guideline is made more precise, and what was judged before is stale', async () => {
    const { lead } = team;
    await team.goTo('Protocol');
    await enter(lead, lead.getByRole('link', { name: 'Edit', exact: true }));
    await tabTo(lead, lead.getByRole('textbox', { name: 'protocol.yaml' }));
    await press(lead, 'Control+Home', ...times(4, 'ArrowDown'), 'Shift+End');
    await lead.keyboard.insertText('guideline: { version: "1.1", file: guideline.md }');
    await tabTo(lead, lead.getByRole('tab', { name: 'protocol.yaml' }));
    await press(lead, 'ArrowRight');
    await tabTo(lead, lead.getByRole('textbox', { name: 'guideline.md' }));
    await press(lead, 'Control+Home', 'End', 'Backspace');
    await lead.keyboard.type('1');
    await press(lead, ...times(definitionLine, 'ArrowDown'), 'End');
    await lead.keyboard.insertText(' What stands in so many words gets a 2.');
    await expect(lead.getByRole('button', { name: 'Save as version 2' })).toBeEnabled();
    await press(lead, 'Control+s');
    const stale = 4 * roundSizes.training + 3 * roundSizes.pilot;
    await expect(
      lead.getByText(`Version 2 is now active. ${stale} judgments are now stale.`),
    ).toBeVisible();
    await expect(lead.getByText('Guideline 1.0 → 1.1')).toBeVisible();
    await team.goTo('Overview');
    await expect(team.step('pilot')).toContainText(
      'Judged under a different guideline than the current one.',
    );
    expect(await team.run('pilot')).toMatchObject({
      guideline: '1.0',
      stale: { guideline: true, questions: false },
    });
  });

  await test.step('the pilot is repeated with units that nobody has seen, and passes', async () => {
    await team.openRound('repilot');
    const ada = team.page('ada');
    await ada.keyboard.press('Alt+h');
    const changes = ada.getByRole('region', { name: 'What changed since you last judged' });
    await expect(changes).toContainText('Guideline 1.0 is now 1.1');
    await expect(changes.locator('ins')).toHaveText(/in so many words/);
    const before = new Set([...(await team.unitsOf('pilot')), ...(await team.unitsOf('training'))]);
    expect((await team.unitsOf('repilot')).filter((unit) => before.has(unit))).toEqual([]);
    await team.judge('repilot', experts, agreed);
    await team.closeRound('repilot', 3 * roundSizes.repilot);
    const run = await team.run('repilot');
    expect(run).toMatchObject({
      guideline: '1.1',
      figures: { status: 'PASS', passed: true, judged: 36, wanted: 36, leftOut: 0 },
    });
    await expect(team.step('repilot')).toContainText(
      `1.00, target 0.70 (n = ${roundSizes.repilot})`,
    );
    await expect(team.step('repilot')).toContainText('14 of 14 passed');
    await expect(team.step('full')).toContainText('Ready');
  });

  await test.step('the full round, with three units on which all three differ', async () => {
    await team.openRound('full');
    const disputed = (await team.unitsOf('full')).toSorted().slice(0, 3);
    const split = (unit: string, grade: number): Ticks => ({ [labelAfter(unit, 0)]: grade });
    await team.judge('full', experts, (expert, unit) =>
      disputed.includes(unit)
        ? {
            ada: truthOf(unit),
            ben: { ...truthOf(unit), ...split(unit, 1) },
            cleo: withoutPoint(unit),
          }[expert]
        : truthOf(unit),
    );
    await team.closeRound('full', 3 * roundSizes.full);
    await expect(team.step('full')).toContainText(/0\.\d\d, target 0\.70/);
    expect(await team.run('full')).toMatchObject({ figures: { status: 'PASS', passed: true } });
    expect(await team.standings()).toMatchObject({ settled: 33, ruled: 0, excluded: 0, open: 3 });
    await expect(team.lead.getByText('3 waiting for a ruling')).toBeVisible();

    const { lead } = team;
    await team.goTo('Adjudicate');
    const queue = lead.getByRole('table', { name: 'Queue' });
    await expect(queue.getByRole('link')).toHaveCount(3);
    await enter(lead, lead.getByRole('link', { name: 'Start with the first' }));
    await team.rule(
      disputed,
      ['2', 'e', 'r'],
      'The first sentence sets out the rule itself.',
      'Rule and continue',
    );
    await team.rule(disputed, ['1', 'r'], 'Only a reference to the rule.', 'Rule and continue');
    await team.rule(
      disputed,
      ['x', 'r'],
      'The chunk is cut off in the middle.',
      'Exclude and continue',
    );
    await expect(lead.getByText('Nothing needs a ruling')).toBeVisible();
    await expect(
      lead
        .getByRole('table', { name: 'Edge cases and questions' })
        .getByText('The first sentence sets out the rule itself.'),
    ).toBeVisible();
    expect(disputed).toEqual([]);
    await team.goTo('Overview');
    await expect(lead.getByText('33 settled by judgments')).toBeVisible();
    await expect(lead.getByText('2 settled by a ruling')).toBeVisible();
    await expect(lead.getByText('1 excluded')).toBeVisible();
    await expect(lead.getByText('waiting for a ruling')).toHaveCount(0);
    expect(await team.standings()).toMatchObject({ settled: 33, ruled: 2, excluded: 1, open: 0 });
    expect(await team.rulings()).toEqual([
      {
        kind: 'answers',
        by: 'lena',
        reason: 'The first sentence sets out the rule itself.',
        edgeCase: true,
      },
      { kind: 'answers', by: 'lena', reason: 'Only a reference to the rule.', edgeCase: false },
      {
        kind: 'exclude',
        by: 'lena',
        reason: 'The chunk is cut off in the middle.',
        edgeCase: false,
      },
    ]);
  });

  expect(team.pointerUses()).toEqual([]);
  await team.leave();
});

function withoutPoint(unit: string): Ticks {
  return Object.fromEntries(
    Object.entries(truthOf(unit)).filter(([label]) => label !== labelAfter(unit, 0)),
  );
}

function times(count: number, key: string): readonly string[] {
  return Array.from({ length: count }, () => key);
}
