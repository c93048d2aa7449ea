import { InvalidArgumentError } from 'commander';
import { auditVerify, readAuditHead } from '../../../operations/workspace/audit-verify.ts';
import type { AddCommand } from '../../commands.ts';
import { databaseOption, examples, jsonOption } from '../../options.ts';
import { count, note, print, printJson } from '../../output.ts';

interface Options {
  readonly database: string;
  readonly json?: true;
}

interface VerifyOptions extends Options {
  readonly head?: KeptHead;
}

interface KeptHead {
  readonly seq: number | null;
  readonly hash: string;
}

/** `assay audit`: whether the log of who did what is as it was written, and where it ends. */
export const addAudit: AddCommand = (program, exit) => {
  const audit = program.command('audit').description('the log of who did what and when');
  addVerify(audit, exit);
  addHead(audit, exit);
};

const addVerify: AddCommand = (audit, exit) => {
  audit
    .command('verify')
    .description('recompute the hash chain of the audit log and report every change')
    .addOption(databaseOption())
    .option('--head <seq:hash>', 'a head kept elsewhere that must still be in the log', keptHead)
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples(
        ['assay audit verify --head "$(cat audit-head)"'],
        'Keep what `assay audit head` prints in a safe place and pass it as --head. This\nalso ' +
          'detects a log that was replaced as a whole.',
      ),
    )
    .action(async (options: VerifyOptions) => {
      const { entries, head, faults, faultCount } = await auditVerify(
        options.database,
        options.head ?? null,
      );
      if (options.json)
        printJson({
          whole: faultCount === 0,
          entries,
          head: head.hash,
          head_seq: head.seq,
          faults,
          fault_count: faultCount,
        });
      else if (faultCount === 0) {
        print(`The audit log is whole: ${count(entries)} entries.`);
        print(`head ${head.seq}:${head.hash}`);
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

const addHead: AddCommand = (audit, exit) => {
  audit
    .command('head')
    .description('print where the audit log ends (number and hash), for keeping elsewhere')
    .addOption(databaseOption())
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples(['assay audit head --database .assay/workspace.db > audit-head']),
    )
    .action(async (options: Options) => {
      const { seq, hash, text, isWhole } = await readAuditHead(options.database);
      if (options.json) printJson({ seq, hash, whole: isWhole });
      else print(text);
      if (!isWhole)
        note('The log does not end where the workspace says. Run `assay audit verify`.');
      exit(isWhole ? 0 : 1);
    });
};

/** A head that is cut off would look like a rewritten log. The hash alone is enough. */
function keptHead(text: string): KeptHead {
  const [, seq, hash] = /^(?:(\d{1,15}):)?([0-9a-f]{64})$/.exec(text.trim()) ?? [];
  if (hash === undefined)
    throw new InvalidArgumentError(
      'expected a number, a colon and 64 digits and letters, as `assay audit head` prints them',
    );
  return { seq: seq === undefined ? null : Number(seq), hash };
}
