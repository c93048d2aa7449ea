import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { openFolderWork, openWorkspaceWork } from '../../../operations/models/model-work.ts';
import type { ModelWork } from '../../../operations/models/model-work.ts';
import type { WorkContext } from '../../../operations/work-context.ts';
import { chooseProject, withWorkspace } from '../../../operations/workspace/command-line.ts';
import { taskOption } from '../../options.ts';
import { personalAccess } from './model-access.ts';
import type { AccessOptions } from './model-access.ts';
import { addPlaceOptions, chosenDatabase } from './place-options.ts';
import type { PlaceOptions } from './place-options.ts';

/** The options that say which task is meant. */
export interface WorkOptions extends PlaceOptions, AccessOptions {
  readonly task?: string;
  readonly topic?: string;
  readonly policy?: string;
  readonly outsideRounds?: true;
}

/** Adds the options that say which task is meant. */
export function addWorkOptions(command: Command): Command {
  return addPlaceOptions(command)
    .addOption(taskOption)
    .option('--topic <name>', 'the task of a topic')
    .option('--policy <id>', 'the task of a policy')
    .option(
      '--outside-rounds',
      'in a workspace: keep judgments outside rounds, where they do not count',
    );
}

/** Works on a task of the workspace or folder that the options name. */
export async function onWork<T>(
  options: WorkOptions,
  isReadOnly: boolean,
  act: (work: ModelWork, context: WorkContext | null) => Promise<T>,
): Promise<T> {
  const database = chosenDatabase(options);
  const { task, topic, policy, protocol } = options;
  const by = options.by ?? userInfo().username;
  const models = await personalAccess(options);
  if (database === null) {
    const work = openFolderWork({ protocol, task, topic, policy, by, isReadOnly, access: models });
    try {
      return await act(work, null);
    } finally {
      await work.ledger.close();
    }
  }
  return await withWorkspace({ database, by, models }, async (context) => {
    const project = await chooseProject(context, options.project);
    const outsideRounds = options.outsideRounds === true || isReadOnly;
    const asked = { project, task, topic, policy, outsideRounds };
    return await act(await openWorkspaceWork(context, asked), context);
  });
}
