import { restore } from '../../../operations/workspace/restore.ts';
import type { AddCommand } from '../../commands.ts';
import { databaseOption, examples, jsonOption } from '../../options.ts';
import { count, note, print, printJson } from '../../output.ts';
import { progressCount } from '../../progress.ts';

interface Options {
  readonly database: string;
  readonly identity?: string;
  readonly force?: true;
  readonly json?: true;
}

/** `assay restore`: a workspace from its backup. */
export const addRestore: AddCommand = (program, exit) => {
  program
    .command('restore')
    .description('restore a backup into a new database: all of it or nothing')
    .argument('<file>', 'the backup, in any of its formats')
    .addOption(databaseOption('a file, or an empty database at postgres://…'))
    .option('--identity <file>', 'the secret key of an encrypted backup, from age-keygen')
    .option('--force', 'move an existing database file aside, and any leftover log')
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples(['assay restore backups/2026-01-31.db --database .assay/workspace.db']),
    )
    .action(async (file: string, options: Options) => {
      const counted = progressCount('Restoring', 'rows');
      const result = await restore({
        file,
        database: options.database,
        force: options.force === true,
        ...(options.identity !== undefined && { identity: options.identity }),
        progress: counted.step,
      });
      counted.stop();
      if (options.json)
        printJson({
          database: result.database,
          kept_aside: result.keptAside,
          checksums: result.hasChecksums,
          tables: result.tables,
        });
      else {
        const rows = result.tables.reduce((sum, table) => sum + table.rows, 0);
        print(`${result.database}: ${count(rows)} rows in ${result.tables.length} tables`);
        note(result.hasChecksums ? compared : notCompared);
        if (result.keptAside !== null) note(`What was there before is now ${result.keptAside}.`);
      }
      exit(0);
    });
};

const compared = 'Every table was compared with its checksum, before and after restoring.';
const notCompared =
  'This file carries no checksums: it is a backup of an earlier version, or not a backup.\n' +
  'Its rows could only be compared with its own audit log. A head kept elsewhere tells more:\n' +
  'assay audit verify --head.';
