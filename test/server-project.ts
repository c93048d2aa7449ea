import { createProject } from '../src/operations/protocol/create-project.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import type { Workspace } from '../src/operations/workspace.ts';
import { insertUnits } from '../src/store/units/units.ts';

/**
 * A small protocol: two questions that exclude each other, a pilot that two judge, and the work
 * itself.
 */
export function protocolText(name: string, title = 'Cats and dogs'): string {
  return `assay: 1
name: ${name}
title: ${title}
guideline: { version: "1.0", file: guideline.md }
tasks:
  animals:
    unit: { id: id, subject: document, show: text, folded: answer, place: page, hidden: weak }
    questions:
      cat: { ask: Is it about a cat? }
      dog: { ask: Is it about a dog? }
    constraints: [cat => not dog]
    asides: [confidence, notes, flag]
rounds:
  pilot: { task: animals, units: 6, annotators: 2, gate: [ "cohen_kappa >= 0.70 overall" ] }
  full: { task: animals, units: all, annotators: 2 }
`;
}

export const guidelineText = `# Cats and dogs

## cat

**Definition.** A small animal that purrs.

## dog

**Definition.** An animal that barks.
`;

/** The context of somebody who may do everything, for setting the scene. */
export function leadContext(workspace: Workspace): WorkContext {
  return {
    ...workspace,
    actor: { account: 'setup', login: 'setup', roleIn: () => 'lead', via: 'cli' },
  };
}

/**
 * Makes the project with units; weak labels and scores are in fields that annotators must not see.
 */
export async function addProject(
  workspace: Workspace,
  name: string,
  units = 20,
  source = protocolText(name),
): Promise<void> {
  await createProject(leadContext(workspace), { source, guideline: guidelineText, files: {} });
  const rows = Array.from({ length: units }, (_, at) => {
    const id = `${name}-${String(at + 1).padStart(2, '0')}`;
    return {
      id,
      subject: 'doc',
      fields: {
        id,
        document: 'doc',
        text: `Text ${at + 1}.`,
        answer: 'folded away',
        page: at,
        weak: 'secret weak label',
        score: 0.987654,
      },
    };
  });
  await workspace.store.write((tx) =>
    insertUnits(tx, { project: name, task: 'animals' }, rows, workspace.clock().toISOString()),
  );
}

/** Opens a round for some annotators; gives the id of the run. */
export async function openTestRound(
  workspace: Workspace,
  project: string,
  round: string,
  annotators: readonly string[],
  handOut: 'balanced' | 'open' = 'balanced',
): Promise<string> {
  return (await openRound(leadContext(workspace), { project, round, seed: 1, annotators, handOut }))
    .run.id;
}
