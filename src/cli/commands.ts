import type { Command } from 'commander';
import { addAggregate } from './commands/aggregate.ts';
import { addAgree } from './commands/agree.ts';
import { addAssign } from './commands/assign.ts';
import { addDemo } from './commands/demo.ts';
import { addInit } from './commands/init.ts';
import { addPlan } from './commands/plan.ts';
import { addSample } from './commands/sample.ts';
import { addSplit } from './commands/split.ts';
import { addValidate } from './commands/validate.ts';
import type { ExitCode } from './output.ts';

/** Adds one verb to the program; `exit` says with which code the process is to end. */
export type AddCommand = (program: Command, exit: (code: ExitCode) => void) => void;

/** Every verb, in the order in which they are used and listed. */
export const commands: readonly AddCommand[] = [addInit, addValidate, addSample, addAssign, addAgree, addAggregate, addSplit, addPlan, addDemo];
