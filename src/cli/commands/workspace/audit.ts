import { InvalidArgumentError } from 'commander';
import { auditVerify } from '../../../operations/workspace/audit-verify.ts';
import type { AddCommand } from '../../commands.ts';
import { databaseOption, examples, jsonOption } from '../../options.ts';
import { count, note, print, printJson } from '../../output.ts';

interface Options {
  readonly database: string;
  readonly head?: string;
  readonly json?: true;
}

/** `assay audit verify`: whether the log of who did what is as it was written. */
export const addAudit: AddCommand = (program, exit) => {
  program
    .command('audit')
    .description('the log of who did what and when')
    .command('verify')
    .description('recompute the hash chain of the audit log and report every change')
    .addOption(databaseOption())
    .option('--head <hash>', 'a hash from an earlier run that must still be in the log', hash)
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples(
        ['assay audit verify --database .assay/workspace.db'],
        'Keep the printed hash in a safe place and pass it as --head next time. This ' +
          'also\ndetects a log that was replaced as a whole.',
      ),
    )
    .action(async (options: Options) => {
      const { entries, head, faults, faultCount } = await auditVerify(
        options.database,
        options.head ?? null,
      );
      if (options.json)
        printJson({
          whole: faultCount === 0,
          entries,
          head: head.hash,
          faults,
          fault_count: faultCount,
        });
      else if (faultCount === 0) {
        print(`The audit log is whole: ${count(entries)} entries.`);
        print(`head ${head.hash}`);
      } else {
        print(
          faults.map((found) => `entry ${found.seq} ${found.kind}: ${found.message}`).join('\n'),
        );
        if (faultCount > faults.length) print(`… and ${count(faultCount - faults.length)} more`);
        note(
          `The audit log was changed: ${count(faultCount)} ` +
            `${faultCount === 1 ? 'place' : 'places'}.`,
        );
      }
      exit(faultCount === 0 ? 0 : 1);
    });
};

/** A hash that is cut off would look like a rewritten log. */
function hash(text: string): string {
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new InvalidArgumentError('expected 64 digits and letters, as they were printed');
  return text;
}
