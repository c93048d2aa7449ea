import type { Command } from 'commander';
import type { ExitCode } from './output.ts';

/** Adds one verb to the program; `exit` says with which code the process is to end. */
export type AddCommand = (program: Command, exit: (code: ExitCode) => void) => void;

/** Every verb, in the order of use and of help. A verb's modules load only when it is called. */
export const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  init: async () => (await import('./commands/protocol/init.ts')).addInit,
  validate: async () => (await import('./commands/protocol/validate.ts')).addValidate,
  start: async () => (await import('./commands/workspace/start.ts')).addStart,
  serve: async () => (await import('./commands/workspace/serve.ts')).addServe,
  protocol: async () => (await import('./commands/protocol/protocol.ts')).addProtocol,
  import: async () => (await import('./commands/exchange/import.ts')).addImport,
  export: async () => (await import('./commands/exchange/export.ts')).addExport,
  rule: async () => (await import('./commands/rulings/rule.ts')).addRule,
  round: async () => (await import('./commands/rounds/round.ts')).addRound,
  monitor: async () => (await import('./commands/monitoring/monitor.ts')).addMonitor,
  meeting: async () => (await import('./commands/discussion/meeting.ts')).addMeeting,
  sample: async () => (await import('./commands/rounds/sample.ts')).addSample,
  assign: async () => (await import('./commands/rounds/assign.ts')).addAssign,
  extract: async () => (await import('./commands/models/extract.ts')).addExtract,
  poll: async () => (await import('./commands/models/poll.ts')).addPoll,
  runs: async () => (await import('./commands/models/runs.ts')).addRuns,
  worker: async () => (await import('./commands/models/worker.ts')).addWorker,
  agree: async () => (await import('./commands/agreement/agree.ts')).addAgree,
  aggregate: async () => (await import('./commands/fold/aggregate.ts')).addAggregate,
  judge: async () => (await import('./commands/evaluation/judge.ts')).addJudge,
  compute: async () => (await import('./commands/verdicts/compute.ts')).addCompute,
  explain: async () => (await import('./commands/verdicts/explain.ts')).addExplain,
  evaluate: async () => (await import('./commands/evaluation/evaluate.ts')).addEvaluate,
  looks: async () => (await import('./commands/evaluation/looks.ts')).addLooks,
  split: async () => (await import('./commands/release/split.ts')).addSplit,
  release: async () => (await import('./commands/release/release.ts')).addRelease,
  report: async () => (await import('./commands/release/report.ts')).addReport,
  verify: async () => (await import('./commands/release/verify.ts')).addVerify,
  diff: async () => (await import('./commands/release/diff.ts')).addDiff,
  keys: async () => (await import('./commands/release/keys.ts')).addKeys,
  plan: async () => (await import('./commands/rounds/plan.ts')).addPlan,
  backup: async () => (await import('./commands/workspace/backup.ts')).addBackup,
  restore: async () => (await import('./commands/workspace/restore.ts')).addRestore,
  copy: async () => (await import('./commands/workspace/copy.ts')).addCopy,
  audit: async () => (await import('./commands/workspace/audit.ts')).addAudit,
  demo: async () => (await import('./commands/protocol/demo.ts')).addDemo,
};
