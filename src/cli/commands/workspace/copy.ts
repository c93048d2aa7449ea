import { copyWorkspace } from '../../../operations/workspace/copy.ts';
import type { AddCommand } from '../../commands.ts';
import { databaseOption, examples, jsonOption, written } from '../../options.ts';
import { count, numeric, print, printJson, table } from '../../output.ts';
import { progressCount } from '../../progress.ts';

interface Options {
  readonly from: string;
  readonly to: string;
  readonly json?: true;
}

/** `assay copy`: a workspace from one database to another. */
export const addCopy: AddCommand = (program, exit) => {
  program
    .command('copy')
    .description('copy the whole workspace to another database and compare every table')
    .requiredOption('--to <address>', 'an empty database: a new file, or postgres://…', written)
    .addOption(databaseOption(undefined, '--from <address>'))
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples(['assay copy --from .assay/workspace.db --to postgres://assay@db/assay']),
    )
    .action(async (options: Options) => {
      const counted = progressCount('Copying', 'rows');
      const result = await copyWorkspace({
        from: options.from,
        to: options.to,
        progress: counted.step,
      });
      counted.stop();
      if (options.json) printJson(result);
      else {
        print(
          table(
            ['table', numeric('rows'), 'SHA-256, the same in both'],
            result.tables.map((one) => [one.table, count(one.rows), one.sha256.slice(0, 16)]),
          ),
        );
        print(`\n${result.from} was copied to ${result.to}.`);
      }
      exit(0);
    });
};
