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
  start: async () => (await import('./commands/start.ts')).addStart,
  serve: async () => (await import('./commands/serve.ts')).addServe,
  import: async () => (await import('./commands/import.ts')).addImport,
  export: async () => (await import('./commands/export.ts')).addExport,
  rule: async () => (await import('./commands/rule.ts')).addRule,
  sample: async () => (await import('./commands/sample.ts')).addSample,
  assign: async () => (await import('./commands/assign.ts')).addAssign,
  agree: async () => (await import('./commands/agree.ts')).addAgree,
  aggregate: async () => (await import('./commands/aggregate.ts')).addAggregate,
  compute: async () => (await import('./commands/compute.ts')).addCompute,
  explain: async () => (await import('./commands/explain.ts')).addExplain,
  split: async () => (await import('./commands/split.ts')).addSplit,
  plan: async () => (await import('./commands/plan.ts')).addPlan,
  backup: async () => (await import('./commands/backup.ts')).addBackup,
  restore: async () => (await import('./commands/restore.ts')).addRestore,
  copy: async () => (await import('./commands/copy.ts')).addCopy,
  audit: async () => (await import('./commands/audit.ts')).addAudit,
  demo: async () => (await import('./commands/demo.ts')).addDemo,
};
