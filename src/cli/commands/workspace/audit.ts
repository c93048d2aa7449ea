import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import {
  auditVerify,
  isHeadSigned,
  readAuditHead,
  saveSignature,
  signHead,
} from '../../../operations/workspace/audit-verify.ts';
import type { AddCommand } from '../../commands.ts';
import { databaseOption, examples, jsonOption, written } from '../../options.ts';
import { count, named, note, print, printJson, table } from '../../output.ts';

interface Options {
  readonly database: string;
  readonly json?: true;
}

interface VerifyOptions extends Options {
  readonly head?: KeptHead;
  readonly signature?: string;
  readonly signer?: string;
}

interface HeadOptions extends Options {
  readonly sign?: string;
  readonly signature?: string;
}

/** A head that was kept elsewhere, as `--head` takes it. */
export interface KeptHead {
  readonly seq: number | null;
  readonly hash: string;
}

/** `assay audit`: whether the log of who did what is as it was written, and where it ends. */
export const addAudit: AddCommand = (program, exit) => {
  const audit = program
    .command('audit')
    .description('verify the log of who did what and when, or print its head');
  addVerify(audit, exit);
  addHead(audit, exit);
};

const addVerify: AddCommand = (audit, exit) => {
  audit
    .command('verify')
    .description('check the audit log and every row that it covers, and report every change')
    .addOption(databaseOption())
    .option('--head <seq:hash>', 'a head kept elsewhere that must still be in the log', keptHead)
    .option('--signature <file>', 'a signature over that head, as `audit head --sign` makes it')
    .option('--signer <file>', 'the public Ed25519 key that must have signed it')
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
      if (!isSignatureRight(audit, options)) {
        note(`${options.signature} does not sign this head with the key in ${options.signer}.`);
        exit(1);
        return;
      }
      const verified = await auditVerify(options.database, options.head ?? null);
      const { entries, head, faults, faultCount, boundSince, hasKeptHead, notBound } = verified;
      if (options.json)
        printJson({
          whole: faultCount === 0,
          entries,
          head: head.hash,
          head_seq: head.seq,
          bound_since: boundSince,
          compared_with_kept_head: hasKeptHead,
          not_bound: notBound,
          faults,
          fault_count: faultCount,
        });
      else if (faultCount === 0) {
        print(
          `The audit log is intact: ${count(entries)} ${entries === 1 ? 'entry' : 'entries'}, ` +
            'and every row that it binds is as it was written.',
        );
        if (boundSince !== null && boundSince.seq > 1)
          print(`Rows are proven since entry ${boundSince.seq} (${boundSince.at}).`);
        print(`head ${head.seq}:${head.hash}`);
        print(hasKeptHead ? keptHeadHeld : notCompared);
        print(`\n${notBoundText(notBound)}`);
      } else {
        print(
          faults.map((found) => `entry ${found.seq} ${found.kind}: ${found.message}`).join('\n'),
        );
        if (faultCount > faults.length) print(`… and ${count(faultCount - faults.length)} more`);
        note(
          `The record was changed outside Assay: ${count(faultCount)} ` +
            `${faultCount === 1 ? 'place' : 'places'}.`,
        );
        if (!hasKeptHead) note(notCompared);
      }
      exit(faultCount === 0 ? 0 : 1);
    });
};

const keptHeadHeld = 'The kept head is in it: nothing up to it was changed.';
const notCompared =
  'Not compared with a kept head (--head): a log that was rewritten as a whole is not found.';

/** What is not compared, by name. */
function notBoundText(notBound: Awaited<ReturnType<typeof auditVerify>>['notBound']): string {
  const rows = notBound.map(({ table: name, column, why }) => [
    column === null ? name : `${name}.${column}`,
    why,
  ]);
  return table([named('not bound'), 'what it is'], rows);
}

const addHead: AddCommand = (audit, exit) => {
  audit
    .command('head')
    .description('print where the audit log ends (number and hash), to keep it elsewhere')
    .addOption(databaseOption())
    .option('--sign <file>', 'sign it with this private Ed25519 key, as ssh-keygen makes it')
    .option(
      '--signature <file>',
      'write the signature to this file instead of below the head',
      written,
    )
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples(
        [
          'assay audit head --database .assay/workspace.db > audit-head',
          'assay audit head --sign ~/.ssh/id_ed25519 --signature head.sig > audit-head',
        ],
        '`ssh-keygen -Y verify -n assay-audit-head` accepts the signature too.',
      ),
    )
    .action(async (options: HeadOptions) => {
      if (options.signature !== undefined && options.sign === undefined)
        audit.error('--signature needs --sign.');
      const { seq, hash, text, isWhole } = await readAuditHead(options.database);
      const signature = options.sign === undefined ? null : signHead(text, options.sign);
      if (signature !== null && options.signature !== undefined)
        saveSignature(options.signature, signature);
      const shown = options.signature === undefined ? signature : null;
      if (options.json)
        printJson({ seq, hash, whole: isWhole, ...(shown === null ? {} : { signature: shown }) });
      else print(shown === null ? text : `${text}\n${shown.trimEnd()}`);
      if (!isWhole)
        note('The log does not end where the workspace says. Run `assay audit verify`.');
      exit(isWhole ? 0 : 1);
    });
};

/** A signature belongs to a head with its number, and to a key that is known. */
function isSignatureRight(
  audit: Command,
  { head, signature, signer }: Pick<VerifyOptions, 'head' | 'signature' | 'signer'>,
): boolean {
  if (signature === undefined && signer === undefined) return true;
  if (signature === undefined || signer === undefined || head?.seq == null)
    audit.error('--signature and --signer belong together, with --head as it was signed.');
  return isHeadSigned(`${head.seq}:${head.hash}`, { signature, signer });
}

/** Reads such a head, or its hash alone. One that is cut off would look like a rewritten log. */
export function keptHead(text: string): KeptHead {
  const [, seq, hash] = /^(?:(\d{1,15}):)?([0-9a-f]{64})$/.exec(text.trim()) ?? [];
  if (hash === undefined)
    throw new InvalidArgumentError(
      'expected a number, a colon and 64 digits and letters, as `assay audit head` prints them',
    );
  return { seq: seq === undefined ? null : Number(seq), hash };
}
