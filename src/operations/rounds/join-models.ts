import { panelAnnotators } from '../../domain/judging/annotator.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import { setPerUnit, setRunAnnotators } from '../../store/rounds/work-runs.ts';
import { audit } from '../audit.ts';
import { projectProtocol } from '../project-protocol.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import { changeAnnotators, giveEverything } from './add-annotator.ts';
import { runWork } from './run-work.ts';

/** Runs of models that were put on the panel after a round was opened. */
export interface JoinedModels {
  readonly round: string;
  readonly joined: readonly string[];
}

/**
 * Lets runs of models join an open run of a round when a later version of the protocol put them on
 * the panel: they get a place of their own on every unit, and nothing is taken from others. Models
 * that were on the panel before and are not in the run stay out of it. Leads.
 */
export async function joinModels(
  context: WorkContext,
  run: string,
  asked: readonly string[],
): Promise<JoinedModels> {
  const work = await runWork(context, run, 'lead');
  const { facts, round, project } = work;
  const present = await projectProtocol(context.store, facts.project);
  const before = new Set(modelsOn(project.protocol.panel, facts.task));
  const added = modelsOn(present.protocol.panel, facts.task).filter(
    (one) => asked.includes(one) && !before.has(one),
  );
  if (added.length === 0) return { round: round.id, joined: [] };
  const joined: string[] = [];
  await changeAnnotators(context, work, async (tx, open, inRun) => {
    joined.push(...added.filter((one) => !inRun.includes(one)));
    if (joined.length === 0) return null;
    const annotators = [...inRun, ...joined].toSorted();
    const place = { project: facts.project, object: `run/${open.id}` };
    for (const annotator of joined) {
      await giveEverything(tx, work, annotator);
      const detail = { annotator, moved: 0 };
      audit(tx, context.actor, timeOf(context), 'annotator-add', { ...place, detail });
    }
    await setPerUnit(tx, open.id, open.perUnit + joined.length);
    await setRunAnnotators(tx, open.id, annotators);
    return { annotators, moved: 0 };
  });
  return { round: round.id, joined };
}

function modelsOn(panel: Panel, task: string): readonly string[] {
  return panelAnnotators(panel, task)
    .filter(({ kind }) => kind === 'model')
    .map(({ id }) => id);
}
