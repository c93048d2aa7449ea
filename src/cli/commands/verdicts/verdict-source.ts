import { existsSync } from 'node:fs';
import { chooseProject, withWorkspace } from '../../../operations/workspace/command-line.ts';
import { refuse } from '../../../domain/fault.ts';
import type { WorkContext } from '../../../operations/work-context.ts';
import type { SourceOptions } from './compute.ts';
import { note } from '../../output.ts';

/** Where the workspace is when nothing is said. */
const usualDatabase = '.assay/workspace.db';

/**
 * The workspace that verdicts are made from; null for files. Options that name files mean files,
 * and `--database` and `--project` mean the workspace. Otherwise a workspace that exists comes
 * before the protocol in this folder.
 */
export function verdictDatabase(options: SourceOptions): string | null {
  const { policies, terms, cache, dataset, protocol, judgments, overrides } = options;
  const { weights, models } = options;
  const sources = { policies, terms, cache, dataset, protocol, judgments, overrides };
  const files = Object.entries({ ...sources, weights, models });
  const named = files.filter(([, value]) => value !== undefined).map(([name]) => `--${name}`);
  const isRecord = options.database !== undefined || options.project !== undefined;
  if (isRecord && named.length > 0)
    refuse('usage', {
      reason: [
        `${named.join(' and ')} ${named.length === 1 ? 'names' : 'name'} files,`,
        '--database and --project a workspace: pass one or the other.',
        'Files are brought into a workspace with assay import and assay rule import.',
      ].join(' '),
    });
  if (named.length > 0) return null;
  const known = options.database ?? process.env['ASSAY_DATABASE'];
  return known ?? (isRecord || existsSync(usualDatabase) ? usualDatabase : null);
}

/** Works on a project of the workspace, and says which it is. */
export async function onRecord<T>(
  database: string,
  options: Pick<SourceOptions, 'project'>,
  work: (context: WorkContext, project: string) => Promise<T>,
): Promise<T> {
  return await withWorkspace({ database }, async (context) => {
    const project = await chooseProject(context, options.project);
    if (options.project === undefined) note(`From the project ${project} of the workspace.`);
    return await work(context, project);
  });
}
