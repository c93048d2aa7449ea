import type { Command } from 'commander';
import { defined } from '../domain/defined.ts';
import { chooseProject, withWorkspace } from '../operations/workspace/command-line.ts';
import type { WorkContext } from '../operations/work-context.ts';
import { byOption, databaseOption, jsonOption, projectOption } from './options.ts';

/** What every command on a project of a workspace takes. */
export interface ProjectOptions {
  readonly database: string;
  readonly project?: string;
  readonly by?: string;
  readonly json?: true;
}

/** Gives a command its description and these options. */
export function onProject(command: Command, description: string): Command {
  return command
    .description(description)
    .addOption(projectOption)
    .addOption(byOption)
    .addOption(databaseOption())
    .addOption(jsonOption);
}

/** Opens the workspace and acts in the project that is meant. */
export async function inProject(
  { database, project, by }: ProjectOptions,
  act: (context: WorkContext, project: string) => Promise<void>,
): Promise<void> {
  await withWorkspace({ database, ...defined({ by }) }, async (context) => {
    await act(context, await chooseProject(context, project));
  });
}
