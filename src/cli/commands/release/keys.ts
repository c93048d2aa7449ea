import { newSigningKey } from '../../../operations/release/new-signing-key.ts';
import type { AddCommand } from '../../commands.ts';
import { examples, jsonOption, written } from '../../options.ts';
import { print, printJson } from '../../output.ts';

interface Options {
  readonly comment: string;
  readonly json?: true;
}

/** `assay keys`: make keys that sign releases. */
export const addKeys: AddCommand = (program, exit) => {
  const keys = program.command('keys').description('make keys that sign releases');
  keys
    .command('new')
    .description('make an Ed25519 key, as ssh-keygen does, without a passphrase')
    .argument('[file]', 'the private key; the public one gets .pub', written, 'assay-release-key')
    .option('--comment <text>', 'a comment in the public key', 'assay release')
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples(
        ['assay keys new release-key'],
        'To check a signature without Assay:\n' +
          '  echo "lead $(cat release-key.pub)" > allowed_signers\n' +
          '  ssh-keygen -Y verify -f allowed_signers -I lead -n assay-release \\\n' +
          '    -s manifest.json.sig < manifest.json',
      ),
    )
    .action((file: string, options: Options) => {
      const key = newSigningKey(file, options.comment);
      if (options.json) printJson({ private: key.secret, public: key.open, line: key.line });
      else print(`${key.secret}: keep it secret.\n${key.open}: give it to readers.\n${key.line}`);
      exit(0);
    });
};
