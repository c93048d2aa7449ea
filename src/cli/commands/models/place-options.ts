import { existsSync } from 'node:fs';
import { Option } from 'commander';
import type { Command } from 'commander';
import { refuse } from '../../../domain/fault.ts';
import { byOption, projectOption, protocolOption } from '../../options.ts';

/** The options that say where units and judgments are. */
export interface PlaceOptions {
  readonly database?: string;
  readonly project?: string;
  readonly protocol?: string;
  readonly by?: string;
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
        'a workspace: a file or postgres://… (default: ASSAY_DATABASE, .assay, or files)',
      ),
    )
    .addOption(byOption);
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
