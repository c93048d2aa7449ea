import { auditVerify } from '../../operations/audit-verify.ts';
import type { AddCommand } from '../commands.ts';
import { count, note, print, printJson } from '../output.ts';

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
    .description('recompute the chain of the audit log: finds any change, and says where')
    .option('-d, --database <address>', 'the workspace: a file or postgres://…', process.env['ASSAY_DATABASE'] ?? '.assay/workspace.db')
    .option('--head <hash>', 'a hash that an earlier verification printed, and that must still be in the log')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  assay audit verify --database .assay/workspace.db\n\nNote the hash that it prints in a safe place, and pass it as --head the next time:\nthen even a log that was written anew as a whole is found out.')
    .action(async (options: Options) => {
      const { entries, head, faults, faultCount } = await auditVerify(options.database, options.head ?? null);
      if (options.json) printJson({ whole: faultCount === 0, entries, head: head.hash, faults, fault_count: faultCount });
      else if (faultCount === 0) {
        print(`The audit log is whole: ${count(entries)} entries.`);
        print(`head ${head.hash}`);
      } else {
        print(faults.map((found) => `entry ${found.seq} ${found.kind}: ${found.message}`).join('\n'));
        if (faultCount > faults.length) print(`… and ${count(faultCount - faults.length)} more`);
        note(`The audit log was changed: ${count(faultCount)} ${faultCount === 1 ? 'place' : 'places'}.`);
      }
      exit(faultCount === 0 ? 0 : 1);
    });
};
