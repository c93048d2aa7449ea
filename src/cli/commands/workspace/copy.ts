import { copyWorkspace } from '../../../operations/workspace/copy.ts';
import type { AddCommand } from '../../commands.ts';
import { databaseOption } from '../../options.ts';
import { count, print, printJson, table } from '../../output.ts';
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
    .description(
      'copy the whole workspace to another database, checked table by table: all of it or nothing',
    )
    .requiredOption('--to <address>', 'an empty database: a file, which is made, or postgres://…')
    .addOption(databaseOption('--from <address>', 'the workspace: a file or postgres://…'))
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  assay copy --from .assay/workspace.db --to postgres://assay@db/assay',
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
            [
              { title: 'table' },
              { title: 'rows', numeric: true },
              { title: 'SHA-256, the same in both' },
            ],
            result.tables.map((one) => [one.table, count(one.rows), one.sha256.slice(0, 16)]),
          ),
        );
        print(`\n${result.from} was copied to ${result.to}.`);
      }
      exit(0);
    });
};
