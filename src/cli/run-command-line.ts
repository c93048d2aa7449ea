import { Command, CommanderError } from 'commander';
import { english } from '../domain/english.ts';
import { InputError } from '../domain/fault.ts';
import { packageVersion } from '../operations/package-files.ts';
import { commands } from './commands.ts';
import { note, printFaults } from './output.ts';
import type { ExitCode } from './output.ts';

/** Runs one command line; the one place where errors become exit codes. */
export async function runCommandLine(words: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = 0;
  const program = new Command('assay')
    .description(
      'Ground truth you can defend: judgments, agreement gates, rulings and verdicts ' +
        'whose every number can be recomputed.',
    )
    .version(packageVersion())
    // `--version` after a verb is the verb's own.
    .enablePositionalOptions()
    .addHelpText(
      'after',
      '\n' +
        'Exit status: 0 success, 1 a gate failed or a check found faults, 2 invalid input\n' +
        'or usage.',
    )
    .showHelpAfterError('Run assay --help, or assay <command> --help.')
    .exitOverride();
  for (const load of wanted(words)) (await load())(program, (result) => (code = result));
  try {
    await program.parseAsync(askedFor(words), { from: 'user' });
    return code;
  } catch (error) {
    (await import('./progress.ts')).stopProgress();
    // Folders and databases are made in many places, and all of them may be where nothing can be
    // written.
    return exitCodeOf((await import('../operations/write-files.ts')).unwritable(error) ?? error);
  }
}

/** Help on an unknown verb is answered like a call of it, with a suggestion. */
function askedFor(words: readonly string[]): readonly string[] {
  const [first, verb] = words;
  return first === 'help' && verb !== undefined && !Object.hasOwn(commands, verb) ? [verb] : words;
}

/** The verb that is called, or all of them where the help lists them. */
function wanted(words: readonly string[]): readonly (typeof commands)[string][] {
  const [first = ''] = words;
  if (first === '--version' || first === '-V') return [];
  return Object.hasOwn(commands, first) ? [commands[first]!] : Object.values(commands);
}

function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof InputError) {
    printFaults(error);
    return 2;
  }
  note(
    english('internal', {
      reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  );
  return 2;
}
