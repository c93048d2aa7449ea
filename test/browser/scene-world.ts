import type { Page } from '@playwright/test';
import { invite } from '../../src/operations/people/invite.ts';
import { modelAttempts } from '../../src/operations/models/overview/model-attempts.ts';
import { pollWorkspace } from '../../src/operations/models/poll-models.ts';
import { startModels } from '../../src/operations/models/overview/start-models.ts';
import { openRound } from '../../src/operations/rounds/open-round.ts';
import { rulingQueue } from '../../src/operations/rulings/ruling-queue.ts';
import type { WorkContext } from '../../src/operations/work-context.ts';
import { listRuns } from '../../src/store/rounds/rounds.ts';
import { addPolicyExample } from '../policy-record.ts';
import { discuss } from './discussed.ts';
import type { Discussed } from './discussed.ts';
import { guidelineChanged } from './guideline-changed.ts';
import { leadProject } from './lead-project.ts';
import type { LeadProject } from './lead-project.ts';
import { loadSmallProject } from './small-project.ts';
import type { Person, Workbench } from './workbench.ts';

/**
 * A project in the middle of its full round, one round of every kind of unit that waits, and people
 * of every role.
 */
export interface World {
  readonly workbench: Workbench;
  readonly story: LeadProject;
  /**
   * The same project on another server at an earlier time: the guideline has just been changed, and
   * the pilot is repeated.
   */
  readonly changed: {
    readonly workbench: Workbench;
    readonly story: LeadProject;
    readonly run: string;
  };
  readonly runs: Readonly<
    Record<
      | 'closedTraining'
      | 'closedPilot'
      | 'training'
      | 'pair'
      | 'rule'
      | 'retrieval'
      | 'grounding'
      | 'generation',
      string
    >
  >;
  readonly disputed: string;
  readonly discussed: Discussed;
  /** A project with models, and one of their attempts. */
  readonly asked: { readonly project: string; readonly attempt: string };
  readonly invitation: string;
  readonly usedLink: string;
  readonly people: Readonly<Record<'ada' | 'mara' | 'trials' | 'stranger', Person>>;
}
export async function tabAndOpen(shown: Page, name: string): Promise<void> {
  await shown.getByRole('button', { name, exact: true }).press('Enter');
}

/** Has the recorded models of the trials asked; gives one of the attempts. */
async function askedModel(who: WorkContext, where: string): Promise<string> {
  await startModels(who, {
    project: where,
    task: 'relevance',
    mode: 'now',
    models: 'gpt-5-mini:2,gpt-5-nano:1',
    replay: 'recordings/relevance.jsonl',
    budget: null,
    invalidate: false,
    again: false,
    outsideRounds: true,
  });
  const options = { signal: new AbortController().signal, wait: false, interval: 10 };
  await pollWorkspace(who, options, ['now']);
  const { attempts } = await modelAttempts(who, { project: where, task: 'relevance', limit: 1 });
  return attempts[0]!.id;
}

export async function makeWorld(workbench: Workbench, other: Workbench): Promise<World> {
  const story = await leadProject(workbench, {
    rounds: ['training', 'pilot', 'repilot'],
    full: 0.5,
  });
  const before = await leadProject(other, { rounds: ['training', 'pilot'] });
  const changed = { workbench: other, story: before, run: await guidelineChanged(before) };
  const [trials, rag, small] = [
    await workbench.load('trial-relevance'),
    await workbench.load('rag-tasks'),
    await loadSmallProject(workbench),
  ];
  await addPolicyExample(story.lead.work);
  const mara = await workbench.person('mara', { [rag]: 'annotator' });
  await workbench.person('jonas', { [rag]: 'annotator' });
  const annotator = await workbench.person('annotator_a', { [trials]: 'annotator' });
  await workbench.person('annotator_b', { [trials]: 'annotator' });
  const ada = await workbench.person('ada', { [small]: 'annotator' });
  const open = async (where: string, round: string): Promise<string> =>
    (await openRound(story.lead.work, { project: where, round, seed: 3 })).run.id;
  const past = await workbench.workspace().store.read((db) => listRuns(db, story.project));
  const runs = {
    closedTraining: past.find((run) => run.round === 'training')!.id,
    closedPilot: past.find((run) => run.round === 'pilot')!.id,
    training: await open(small, 'training'),
    pair: await open(trials, 'pilot'),
    rule: await open(trials, 'rules-pilot'),
    retrieval: await open(rag, 'retrieval'),
    grounding: await open(rag, 'grounding'),
    generation: await open(rag, 'generation'),
  };
  const { items } = await rulingQueue(story.senior.work, {
    project: story.project,
    task: 'topics',
  });
  const { secret } = await invite(story.lead.work, {
    project: story.project,
    role: 'annotator',
    days: 14,
  });
  return {
    workbench,
    story,
    changed,
    runs,
    disputed: items[0]!.unit,
    discussed: await discuss(workbench, story),
    asked: { project: trials, attempt: await askedModel(story.lead.work, trials) },
    invitation: secret,
    usedLink: 'used',
    people: { ada, mara, trials: annotator, stranger: await workbench.person('nora', {}) },
  };
}
