import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { monitorProgress } from '../../src/operations/monitoring/monitor-progress.ts';
import { showRounds } from '../../src/operations/rounds/round-states.ts';
import type { RunView } from '../../src/operations/rounds/round-states.ts';
import { runUnits } from '../../src/store/rounds/rounds.ts';
import { listRulings } from '../../src/store/rulings/rulings.ts';
import { keysFor } from './annotate-labels.ts';
import type { Ticks } from './annotate-labels.ts';
import { nextOnPage, press, unitOnPage } from './annotate-rounds.ts';
import { enter, signInByKeyboard, tabTo, watchPointer } from './keyboard.ts';
import {
  definitionLine,
  labelAfter,
  loadSmallProject,
  roundSizes,
  truthOf,
} from './small-project.ts';
import type { Person, Workbench } from './workbench.ts';
import { test } from './workbench.ts';

type Answers = (expert: Expert, unit: string) => Ticks;
type Expert = (typeof experts)[number];

const experts = ['ada', 'ben', 'cleo'] as const;
/** What they say once they agree. */
const agreed: Answers = (_, unit) => truthOf(unit);
/** Before the guideline says what counts, each reads the chunks another way. */
const apart: Answers = (expert, unit) =>
  ({
    ada: truthOf(unit),
    ben: { [labelAfter(unit, 0)]: 1, [labelAfter(unit, 1)]: 1 },
    cleo: { [labelAfter(unit, 2)]: 2 },
  })[expert];

test('a whole regulatory project by keyboard alone: training, a pilot that fails, a better guideline, a pilot that passes, the full round, and rulings until the truth is complete', async ({
  browser,
  workbench,
}) => {
  test.setTimeout(300_000);
  const project = await loadSmallProject(workbench);
  const team = await Team.arrive(browser, workbench, project);

  await test.step('training: two are admitted, the third is told what to study and passes with other units', async () => {
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
      'The round pilot did not pass. Expected fleiss_kappa >= 0.70 overall, got',
    );
    await expect(team.step('full').getByRole('button', { name: 'Open the round' })).toHaveCount(0);
  });

  await test.step('the guideline is made more precise, and what was judged before is stale', async () => {
    const { lead } = team;
    await team.goTo('Protocol');
    await enter(lead, lead.getByRole('button', { name: 'New version' }));
    const dialogue = lead.getByRole('dialog', { name: 'Add a version of the protocol' });
    await tabTo(lead, dialogue.getByRole('textbox', { name: 'Protocol file' }));
    await press(lead, 'Control+Home', ...times(4, 'ArrowDown'), 'Shift+End');
    await lead.keyboard.type('guideline: { version: "1.1", file: guideline.md }');
    await tabTo(lead, dialogue.getByRole('textbox', { name: 'Guideline' }));
    await press(lead, 'Control+Home', 'End', 'Backspace');
    await lead.keyboard.type('1');
    await press(lead, ...times(definitionLine, 'ArrowDown'), 'End');
    await lead.keyboard.type(' What stands in so many words gets a 2.');
    await enter(lead, dialogue.getByRole('button', { name: 'Check and activate' }));
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
    expect(await team.progress()).toMatchObject({ settled: 21, ruled: 0, excluded: 0, waiting: 3 });
    await expect(team.lead.getByText('3 need a ruling')).toBeVisible();

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
    await expect(lead.getByText('21 settled by consensus')).toBeVisible();
    await expect(lead.getByText('2 ruled on, 1 excluded')).toBeVisible();
    await expect(lead.getByText('0 need a ruling')).toBeVisible();
    expect(await team.progress()).toMatchObject({ settled: 21, ruled: 2, excluded: 1, waiting: 0 });
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

/**
 * The people of the project, each at a browser window of their own; everything they do goes through
 * the keyboard.
 */
class Team {
  readonly lead: Page;
  readonly #pages: ReadonlyMap<Expert, Page>;
  readonly #workbench: Workbench;
  readonly #project: string;
  readonly #senior: Person;
  readonly #pointers: readonly (() => readonly string[])[];

  private constructor(
    workbench: Workbench,
    project: string,
    senior: Person,
    lead: Page,
    pages: ReadonlyMap<Expert, Page>,
    pointers: readonly (() => readonly string[])[],
  ) {
    this.#workbench = workbench;
    this.#project = project;
    this.#senior = senior;
    this.lead = lead;
    this.#pages = pages;
    this.#pointers = pointers;
  }

  static async arrive(browser: Browser, workbench: Workbench, project: string): Promise<Team> {
    const pointers: (() => readonly string[])[] = [];
    const window = async (person: Person): Promise<Page> => {
      const context = await browser.newContext();
      pointers.push(await watchPointer(context));
      const page = await context.newPage();
      await signInByKeyboard(page, workbench.address, person);
      return page;
    };
    const senior = await workbench.person(
      'lena',
      { [project]: 'lead' },
      { name: 'Lena Lindqvist' },
    );
    const lead = await window(senior);
    const pages = new Map<Expert, Page>();
    for (const expert of experts)
      pages.set(expert, await window(await workbench.person(expert, { [project]: 'annotator' })));
    await enter(
      lead,
      lead.getByRole('region', { name: 'Projects' }).getByRole('link', { name: 'Topics in small' }),
    );
    return new Team(workbench, project, senior, lead, pages, pointers);
  }

  async leave(): Promise<void> {
    for (const page of [this.lead, ...this.#pages.values()]) await page.context().close();
  }

  page(expert: Expert): Page {
    return this.#pages.get(expert)!;
  }

  pointerUses(): readonly string[] {
    return this.#pointers.flatMap((uses) => uses());
  }

  /** A round on the lead's path. */
  step(round: string): ReturnType<Page['locator']> {
    return this.lead
      .getByRole('list')
      .locator('> li')
      .filter({
        has: this.lead.getByRole('heading', { level: 3, name: new RegExp(`^${round} `) }),
      });
  }

  async goTo(page: string): Promise<void> {
    await enter(
      this.lead,
      this.lead
        .getByRole('navigation', { name: 'Project' })
        .getByRole('link', { name: page, exact: true }),
    );
    await expect(this.lead.getByRole('heading', { level: 1, name: page })).toBeVisible();
  }

  async openRound(
    round: string,
    how: { readonly button?: string; readonly without?: readonly Expert[] } = {},
  ): Promise<void> {
    const { button = 'Open the round', without = [] } = how;
    await enter(this.lead, this.step(round).getByRole('button', { name: button }));
    const dialogue = this.lead.getByRole('dialog', { name: `Open ${round}` });
    for (const expert of experts)
      await expect(dialogue.getByRole('checkbox', { name: expert })).toBeChecked();
    for (const expert of without) {
      await tabTo(this.lead, dialogue.getByRole('checkbox', { name: expert }));
      await this.lead.keyboard.press('Space');
    }
    await enter(this.lead, dialogue.getByRole('button', { name: button }));
    await expect(dialogue).toHaveCount(0);
    await expect(this.step(round).getByText('Open', { exact: true })).toBeVisible();
  }

  /** Waits on the lead's page until everything is judged, and closes the round. */
  async closeRound(round: string, judgments: number): Promise<void> {
    await expect(this.step(round)).toContainText(`${judgments} of ${judgments}`);
    await enter(this.lead, this.step(round).getByRole('button', { name: 'Close the round' }));
    const dialogue = this.lead.getByRole('dialog', { name: `Close ${round}` });
    await enter(this.lead, dialogue.getByRole('button', { name: 'Close the round' }));
    await expect(dialogue).toHaveCount(0);
    await expect(this.step(round).getByText('Closed', { exact: true })).toBeVisible();
  }

  /** These people judge all their units of a round, at the same time. */
  async judge(round: string, who: readonly Expert[], answers: Answers): Promise<void> {
    const isTraining = round === 'training';
    await Promise.all(
      who.map(async (expert) => {
        const page = this.page(expert);
        await page.keyboard.press('Alt+h');
        await enter(
          page,
          page.getByRole('region', { name: 'Open rounds' }).getByRole('link', { name: /^Start/ }),
        );
        let unit = await unitOnPage(page);
        for (let left = isTraining ? roundSizes.training : roundSizes.pilot; left > 0; left -= 1) {
          await press(page, ...keysFor(answers(expert, unit)), 'k', 'Enter');
          if (isTraining) {
            await expect(
              page.getByRole('heading', { name: 'Compared with the key' }),
            ).toBeVisible();
            await page.keyboard.press('Enter');
          }
          if (left > 1) unit = await nextOnPage(page, unit);
        }
        if (!isTraining)
          await expect(
            page.getByText('You have judged all your units in this round.'),
          ).toBeVisible();
      }),
    );
  }

  /** Rules on the case that is shown; takes it off the list. */
  async rule(
    disputed: string[],
    keys: readonly string[],
    reason: string,
    button: string,
  ): Promise<void> {
    const unit = (await this.lead.getByRole('heading', { level: 1, name: /^CIR-/ }).textContent())!;
    expect(disputed).toContain(unit);
    disputed.splice(disputed.indexOf(unit), 1);
    await expect(this.lead.getByText('Annotator 1').first()).toBeVisible();
    await press(this.lead, ...keys);
    await this.lead.keyboard.type(reason);
    await expect(this.lead.getByRole('button', { name: button })).toBeEnabled();
    await this.lead.keyboard.press('Control+Enter');
    await expect(this.lead.getByRole('heading', { level: 1, name: unit })).toHaveCount(0);
  }

  /** The latest run of a round as the record has it. */
  async run(round: string): Promise<RunView> {
    const { rounds } = await showRounds(this.#senior.work, { project: this.#project });
    return rounds.find((one) => one.round === round)!.runs.at(-1)!;
  }

  async unitsOf(round: string): Promise<readonly string[]> {
    const { run } = await this.run(round);
    return (await this.#workbench.workspace().store.read((db) => runUnits(db, run))).map(
      (one) => one.unit,
    );
  }

  async progress(): ReturnType<typeof monitorProgress> {
    return await monitorProgress(this.#senior.work, { project: this.#project, task: 'topics' });
  }

  async rulings(): Promise<readonly object[]> {
    const all = await this.#workbench
      .workspace()
      .store.read((db) => listRulings(db, { project: this.#project }));
    return all.map((one) => ({
      kind: one.decision.kind,
      by: one.by,
      reason: one.reason,
      edgeCase: one.edgeCase,
    }));
  }
}

function withoutPoint(unit: string): Ticks {
  return Object.fromEntries(
    Object.entries(truthOf(unit)).filter(([label]) => label !== labelAfter(unit, 0)),
  );
}

function times(count: number, key: string): readonly string[] {
  return Array.from({ length: count }, () => key);
}
