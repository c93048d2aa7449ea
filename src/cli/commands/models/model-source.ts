import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { Option } from 'commander';
import type { Command } from 'commander';
import { refuse } from '../../../domain/fault.ts';
import { openFolderWork, openWorkspaceWork } from '../../../operations/models/model-work.ts';
import type { ModelWork } from '../../../operations/models/model-work.ts';
import type { WorkContext } from '../../../operations/work-context.ts';
import { chooseProject, withWorkspace } from '../../../operations/workspace/command-line.ts';
import { byOption, projectOption, protocolOption, taskOption } from '../../options.ts';

/** The options that say where units and judgments are. */
export interface PlaceOptions {
  readonly database?: string;
  readonly project?: string;
  readonly protocol?: string;
  readonly by?: string;
}

/** The options that say which task is meant. */
export interface WorkOptions extends PlaceOptions {
  readonly task?: string;
  readonly topic?: string;
  readonly policy?: string;
  readonly outsideRounds?: true;
}

const usualDatabase = '.assay/workspace.db';

/** Adds the options that say where units and judgments are. */
export function addPlaceOptions(command: Command): Command {
  return command
    .addOption(protocolOption)
    .addOption(projectOption)
    .addOption(
      new Option(
        '-d, --database <address>',
        'a workspace: a file or postgres://… (else ASSAY_DATABASE, .assay, or files)',
      ),
    )
    .addOption(byOption);
}

/** Adds the options that say which task is meant. */
export function addWorkOptions(command: Command): Command {
  return addPlaceOptions(command)
    .addOption(taskOption)
    .option('--topic <name>', 'the task of a topic')
    .option('--policy <id>', 'the task of a policy')
    .option('--outside-rounds', 'in a workspace: keep judgments that belong to no round');
}

/** The workspace that is meant; null for a folder of files. */
export function chosenDatabase({ database, project, protocol }: PlaceOptions): string | null {
  const isRecord = database !== undefined || project !== undefined;
  if (isRecord && protocol !== undefined)
    refuse('usage', {
      reason: '--protocol names a folder, --database and --project a workspace: pass one of them.',
    });
  if (protocol !== undefined) return null;
  const known = database ?? process.env['ASSAY_DATABASE'];
  return known ?? (isRecord || existsSync(usualDatabase) ? usualDatabase : null);
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
  if (database === null) {
    const work = openFolderWork({ protocol, task, topic, policy, by, isReadOnly });
    try {
      return await act(work, null);
    } finally {
      await work.ledger.close();
    }
  }
  return await withWorkspace({ database, by }, async (context) => {
    const project = await chooseProject(context, options.project);
    const outsideRounds = options.outsideRounds === true || isReadOnly;
    const asked = { project, task, topic, policy, outsideRounds };
    return await act(await openWorkspaceWork(context, asked), context);
  });
}
