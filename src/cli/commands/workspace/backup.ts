import { backup } from '../../../operations/workspace/backup.ts';
import type { AddCommand } from '../../commands.ts';
import { databaseOption, examples, forceOption, jsonOption, written } from '../../options.ts';
import { count, note, print, printJson } from '../../output.ts';
import { progressCount } from '../../progress.ts';

interface Options {
  readonly database: string;
  readonly to?: readonly string[];
  readonly force?: true;
  readonly json?: true;
}

/** `assay backup`: the whole workspace in one file. */
export const addBackup: AddCommand = (program, exit) => {
  program
    .command('backup')
    .description('back up the whole workspace into one file, even while it is served')
    .argument(
      '<file>',
      'the backup: a database file, portable as .jsonl or .jsonl.gz, or encrypted as .age',
      written,
    )
    .addOption(databaseOption())
    .option('--to <keys...>', 'encrypt to these public keys of age (age1…)')
    .addOption(forceOption)
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples([
        'assay backup backups/2026-01-31.jsonl.gz --database postgres://assay@db/assay',
        'assay backup backups/2026-01-31.age --to age1…',
      ]),
    )
    .action(async (file: string, options: Options) => {
      const counted = progressCount('Backing up', 'rows');
      const result = await backup({
        database: options.database,
        file,
        force: options.force === true,
        recipients: options.to ?? [],
        progress: counted.step,
      });
      counted.stop();
      if (options.json)
        printJson({
          file: result.file,
          form: result.form,
          bytes: result.bytes,
          version: result.version,
          tables: result.tables,
        });
      else {
        const rows = result.tables.reduce((sum, table) => sum + table.rows, 0);
        print(
          `${result.file}: ${count(rows)} rows in ${result.tables.length} tables, ` +
            `${count(result.bytes)} bytes`,
        );
        note('It was read back and is complete. It has a checksum per table for restoring.');
      }
      exit(0);
    });
};
