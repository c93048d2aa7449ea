import {
  headOf,
  looksOf,
  looksOfWorkspace,
  noteLooks,
} from '../../../operations/evaluation/release/known-looks.ts';
import type { KeptHead } from '../../../operations/evaluation/release/known-looks.ts';
import { ledgerOf } from '../../../operations/evaluation/release/looks-ledger.ts';
import { withWorkspace } from '../../../operations/workspace/command-line.ts';
import { defined } from '../../../domain/defined.ts';
import { refuse } from '../../../domain/fault.ts';
import type { AddCommand } from '../../commands.ts';
import { byOption, examples, jsonOption } from '../../options.ts';
import { note, print, printJson, table } from '../../output.ts';

interface Options {
  readonly head?: string;
  readonly database?: string;
  readonly note?: true;
  readonly by?: string;
  readonly json?: true;
}

/** `assay looks`: who has looked at the test split of a release, and whether all are there. */
export const addLooks: AddCommand = (program, exit) => {
  program
    .command('looks')
    .description('list the looks at the test split of a release, and prove that none was removed')
    .argument('<release>', 'the folder of the release')
    .option('--head <look:hash>', 'a head kept elsewhere that must still be in the ledger')
    .option('-d, --database <address>', 'compare with the audit log of this workspace')
    .option('--note', 'note the head in that audit log')
    .addOption(byOption)
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples(
        ['assay looks release-1.0 --head "$(cat looks-head)"'],
        'The ledger is a chain, so a changed look or a gap is always found. Looks that\n' +
          'were removed from its end are found only against a head that was kept\n' +
          'elsewhere: every evaluation prints it. Looks in the workbench are in the audit\n' +
          'log as well.',
      ),
    )
    .action(async (release: string, options: Options) => {
      const { database, head = null } = options;
      if (options.note && database === undefined)
        refuse('usage', { reason: 'Pass the workspace to note the head in with --database.' });
      const looks = looksOf(release, head === null ? null : keptHead(head));
      if (database !== undefined)
        await withWorkspace({ database, ...defined({ by: options.by }) }, async (context) => {
          await looksOfWorkspace(context, release);
          if (options.note) await noteLooks(context, release);
        });
      const ledger = ledgerOf(release);
      if (options.json) printJson({ ledger, head: headOf(looks), looks });
      else {
        const rows = looks.map(({ look, at, by, system, task, split, override }) => {
          return [String(look), at, by, system, `${task}, ${split}`, override ?? ''];
        });
        if (rows.length > 0)
          print(table(['look', 'at', 'by', 'system', 'truth', 'overridden'], rows, 160));
        print(looks.length === 0 ? `${ledger}: no looks.` : `head ${headOf(looks)!}`);
        if (options.note && looks.length > 0) note('The head was noted in the audit log.');
      }
      exit(0);
    });
};

function keptHead(text: string): KeptHead {
  const parts = /^(\d+):([0-9a-f]{16,64})$/.exec(text.trim());
  if (parts === null)
    refuse('usage', { reason: `--head is ${text}, expected what assay looks prints: 12:3f9a….` });
  return { look: Number(parts[1]), hash: parts[2]! };
}
