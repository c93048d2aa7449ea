import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { openRound } from '../../src/operations/rounds/open-round.ts';
import { ownUnits } from '../../src/operations/judging/own-units.ts';
import { leadProject } from './lead-project.ts';
import type { Person, Workbench } from './workbench.ts';
import { judgmentRows } from '../record-rows.ts';

/** Work that goes on without a connection. */
export interface KeptWork {
  readonly expert: Person;
  readonly run: string;
  readonly project: string;
  readonly units: readonly string[];
}

/** An expert of the regulatory project with a pilot before them. */
export async function pilot(workbench: Workbench): Promise<KeptWork> {
  const { project, lead, experts } = await leadProject(workbench, { rounds: ['training'] });
  const { run } = await openRound(lead.work, { project, round: 'pilot', seed: 5 });
  const expert = experts[0]!;
  const { places } = await ownUnits(
    { ...workbench.workspace(), actor: expert.work.actor },
    { run: run.id, which: 'open' },
  );
  return { expert, run: run.id, project, units: places.map((place) => place.unit) };
}

/** Waits until the browser keeps the pages, and what lies ahead. */
export async function isStored(page: Page, run: string): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(() => keptUnits(page, run)).toBeGreaterThanOrEqual(40);
}

/** How many units of a run lie ready in the browser. */
export function keptUnits(page: Page, run: string): Promise<number> {
  return page.evaluate(
    (name) =>
      new Promise<number>((resolve) => {
        const request = indexedDB.open('assay-last-replies', 1);
        request.addEventListener('success', () => {
          const read = request.result
            .transaction('replies')
            .objectStore('replies')
            .get(name) as IDBRequest<{ units: unknown[] } | undefined>;
          read.addEventListener('success', () => {
            request.result.close();
            resolve(read.result?.units.length ?? 0);
          });
        });
      }),
    `next-units/${run}`,
  );
}

/** Says whether everything is saved. */
export const bar = (page: Page): Locator =>
  page
    .getByRole('banner')
    .getByRole('button')
    .filter({ hasText: /saved?|connection|Saving/ });

/** The units of the run on which the server has a judgment, in the order in which they came. */
export async function judgedUnits(
  workbench: Workbench,
  { project, run }: KeptWork,
): Promise<readonly string[]> {
  const all = await workbench.workspace().store.read((db) => judgmentRows(db, { project }));
  return all.filter((one) => one.run === run).map((one) => one.unit);
}
