import type { Command } from 'commander';
import type { ExitCode } from './output.ts';

/** Adds one verb to the program; `exit` says with which code the process is to end. */
export type AddCommand = (program: Command, exit: (code: ExitCode) => void) => void;

/** Every verb, in the order in which they are used and listed. */
export const commands: readonly AddCommand[] = [];
