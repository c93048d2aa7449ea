import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { nextUnits } from '../../src/operations/judging/next-unit.ts';
import { openRound } from '../../src/operations/rounds/open-round.ts';
import { saveJudgment } from '../../src/operations/judging/save-judgment.ts';
import type { StoredJudgment } from '../../src/store/judging/judgments.ts';
import type { Person, Workbench } from './workbench.ts';
import { factRows, judgmentRows } from '../record-rows.ts';

/** A round that waits for people. */
export interface OpenedRound {
  readonly project: string;
  readonly run: string;
  readonly lead: Person;
  readonly people: readonly Person[];
}

/** Loads an example, makes its people, and opens one of its rounds for them. */
export async function openedRound(
  workbench: Workbench,
  given: {
    readonly example: string;
    readonly round: string;
    readonly people: readonly string[];
    readonly language?: 'en' | 'de';
    readonly keymap?: string;
  },
): Promise<OpenedRound> {
  const project = await workbench.load(given.example);
  const lead = await workbench.person('lena', { [project]: 'lead' });
  const people: Person[] = [];
  for (const login of given.people)
    people.push(
      await workbench.person(
        login,
        { [project]: 'annotator' },
        {
          ...(given.language === undefined ? {} : { language: given.language }),
          ...(given.keymap === undefined ? {} : { keymap: given.keymap }),
        },
      ),
    );
  const { run } = await openRound(lead.work, {
    project,
    round: given.round,
    seed: 3,
    annotators: given.people,
  });
  return { project, run: run.id, lead, people };
}

/** Signs in and opens the round at its first unit. */
export async function goToWork(
  page: Page,
  workbench: Workbench,
  person: Person,
  run: string,
): Promise<void> {
  await workbench.signIn(page.context(), person);
  await page.goto(`${workbench.address}/work/${run}`);
  await unitOnPage(page);
}

/** The unit that is shown. */
export async function unitOnPage(page: Page): Promise<string> {
  const work = page.locator('[data-unit]');
  await expect(work).toHaveCount(1);
  return (await work.getAttribute('data-unit')) ?? '';
}

/** Waits until another unit is shown; gives it. */
export async function nextOnPage(page: Page, before: string): Promise<string> {
  await expect(page.locator('[data-unit]')).not.toHaveAttribute('data-unit', before);
  return await unitOnPage(page);
}

/** Presses keys one after the other. */
export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** The judgments of somebody in a round as the database has them. */
export async function judgmentsOf(
  workbench: Workbench,
  { project, run }: Pick<OpenedRound, 'project' | 'run'>,
  person: Person,
): Promise<readonly StoredJudgment[]> {
  const all = await workbench.workspace().store.read((db) => judgmentRows(db, { project }));
  return all.filter((one) => one.run === run && one.annotator === person.login);
}

/** What somebody opened, as the database has it: the fields in order. */
export async function openedFields(
  workbench: Workbench,
  { project, run }: Pick<OpenedRound, 'project' | 'run'>,
  person: Person,
): Promise<readonly unknown[]> {
  const facts = await workbench.workspace().store.read((db) => factRows(db, project));
  const isTheirs = (fact: (typeof facts)[number]): boolean =>
    fact.run === run && fact.annotator === person.login && fact.kind === 'opened';
  return facts.filter(isTheirs).map((fact) => fact.detail['field']);
}

/** Judges all of somebody's units without the page. */
export async function judgeAll(
  person: Person,
  run: string,
  answersOf: (unit: string) => Readonly<Record<string, unknown>>,
): Promise<void> {
  for (
    let { units } = await nextUnits(person.work, { run, count: 10 });
    units.length > 0;
    { units } = await nextUnits(person.work, { run, count: 10 })
  ) {
    for (const { unit } of units)
      await saveJudgment(person.work, {
        run,
        unit,
        answers: answersOf(unit),
        seconds: 300,
        idempotencyKey: `${run}/${person.login}/${unit}`,
      });
  }
}
