import type { Command } from 'commander';
import type { ExitCode } from './output.ts';

/** Adds one verb to the program; `exit` says with which code the process is to end. */
export type AddCommand = (program: Command, exit: (code: ExitCode) => void) => void;

/**
 * Every verb, in the order in which they are used and listed. Each is loaded when it is called: what the others need (a database, a
 * server) would cost every call its time.
 */
export const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  init: async () => (await import('./commands/init.ts')).addInit,
  validate: async () => (await import('./commands/validate.ts')).addValidate,
  sample: async () => (await import('./commands/sample.ts')).addSample,
  assign: async () => (await import('./commands/assign.ts')).addAssign,
  agree: async () => (await import('./commands/agree.ts')).addAgree,
  aggregate: async () => (await import('./commands/aggregate.ts')).addAggregate,
  split: async () => (await import('./commands/split.ts')).addSplit,
  plan: async () => (await import('./commands/plan.ts')).addPlan,
  demo: async () => (await import('./commands/demo.ts')).addDemo,
};
