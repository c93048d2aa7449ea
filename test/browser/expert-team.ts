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
import { labelAfter, roundSizes, truthOf } from './small-project.ts';
import type { Person, Workbench } from './workbench.ts';

type Answers = (expert: Expert, unit: string) => Ticks;
type Expert = (typeof experts)[number];

export const experts = ['ada', 'ben', 'cleo'] as const;
/** What they say once they agree. */
export const agreed: Answers = (_, unit) => truthOf(unit);
/** Before the guideline says what counts, each reads the chunks another way. */
export const apart: Answers = (expert, unit) =>
  ({
    ada: truthOf(unit),
    ben: { [labelAfter(unit, 0)]: 1, [labelAfter(unit, 1)]: 1 },
    cleo: { [labelAfter(unit, 2)]: 2 },
  })[expert];
/**
 * The people of the project, each at a browser window of their own; everything they do goes through
 * the keyboard.
 */
export class Team {
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
    const count = roundSizes[round as keyof typeof roundSizes];
    await Promise.all(
      who.map(async (expert) => {
        const page = this.page(expert);
        await page.keyboard.press('Alt+h');
        await enter(
          page,
          page.getByRole('region', { name: 'Open rounds' }).getByRole('link', { name: /^Start/ }),
        );
        let unit = await unitOnPage(page);
        for (let left = count; left > 0; left -= 1) {
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

  /** How many units stand where. */
  async standings(): Promise<object> {
    const scope = { project: this.#project, task: 'topics' };
    return (await monitorProgress(this.#senior.work, scope)).account!.standings;
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
