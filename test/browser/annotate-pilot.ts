import type { Page } from '@playwright/test';
import { openRound } from '../../src/operations/rounds/open-round.ts';
import type { OpenedRound } from './annotate-rounds.ts';
import { leadProject } from './lead-project.ts';
import type { Person, Workbench } from './workbench.ts';

/** The pilot of the regulatory project, with the training behind. */
export async function pilot(
  workbench: Workbench,
): Promise<OpenedRound & { readonly expert: Person }> {
  const { project, lead, experts } = await leadProject(workbench, { rounds: ['training'] });
  const { run } = await openRound(lead.work, { project, round: 'pilot', seed: 5 });
  return { project, run: run.id, lead, people: experts, expert: experts[0]! };
}

export const ticked = (page: Page, name: string) =>
  page.getByRole('checkbox', { name, exact: true });
