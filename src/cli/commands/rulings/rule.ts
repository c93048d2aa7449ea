import { printChoice } from '../../../domain/text-values.ts';
import { Option } from 'commander';
import type { Command } from 'commander';
import { defined } from '../../../domain/defined.ts';
import { refuse } from '../../../domain/fault.ts';
import { refuseUnknownActor } from '../../../operations/workspace/known-actor.ts';
import { chooseProject, withWorkspace } from '../../../operations/workspace/command-line.ts';
import { typedAnswers } from '../../../operations/judging/given-answers.ts';
import { importFile } from '../../../operations/exchange/import-file.ts';
import { liveFold } from '../../../operations/fold/live-fold.ts';
import { allowOwnRulings } from '../../../operations/rulings/own-rulings.ts';
import { makeRuling } from '../../../operations/rulings/make-ruling.ts';
import { rulingQueue } from '../../../operations/rulings/ruling-queue.ts';
import { showCase } from '../../../operations/rulings/show-case.ts';
import type { WorkContext } from '../../../operations/work-context.ts';
import type { AddCommand } from '../../commands.ts';
import {
  byOption,
  databaseOption,
  examples,
  jsonOption,
  projectOption,
  taskOption,
  wholeNumber,
} from '../../options.ts';
import { count, note, number, print, printJson } from '../../output.ts';
import { report } from '../exchange/import.ts';
import { printCase, queueText } from './case-report.ts';

interface Shared {
  readonly database: string;
  readonly project?: string;
  readonly task?: string;
  readonly by?: string;
  readonly json?: true;
}

interface AddOptions extends Shared {
  readonly set?: readonly string[];
  readonly exclude?: true;
  readonly reason: string;
  readonly seen?: string;
  readonly edgeCase?: true;
  readonly propose?: string;
}

/** `assay rule`: what is open, one case, and rulings on it. */
export const addRule: AddCommand = (program, exit) => {
  const verb = program
    .command('rule')
    .description('list what waits for a ruling, show a case, add or import rulings');
  const list = verb.command('list', { isDefault: true });
  shared(list, 'list what waits for a ruling, lowest agreement first')
    .option('--limit <n>', 'how many', wholeNumber, 50)
    .addHelpText('after', examples(['assay rule list --project regulatory-topics --limit 10']))
    .allowExcessArguments()
    .action(async (options: Shared & { readonly limit: number }, { args: [word] }: Command) => {
      // The default command, so a misspelt one arrives here.
      if (word !== undefined)
        refuse('usage', {
          reason:
            `There is no assay rule ${word}, expected ` +
            `${printChoice(verb.commands.map((one) => one.name()))}.`,
        });
      await run(options, async (context, scope) => {
        const queue = await rulingQueue(context, { ...scope, limit: options.limit });
        if (options.json) return void printJson(queue);
        if (queue.total === 0) return void print('Nothing waits for a ruling.');
        print(queueText(queue.items));
        note(
          queue.items.length < queue.total
            ? `${count(queue.items.length)} of ${count(queue.total)} units; --limit shows more.`
            : `${number(queue.total, 'unit')}.`,
        );
      });
      exit(0);
    });
  shared(verb.command('show'), 'show the votes on a unit side by side, and earlier rulings')
    .argument('<unit>', 'the unit')
    .option('--names', 'show the names of the annotators')
    .addHelpText('after', examples(['assay rule show MBA-CIR-2024-03_07']))
    .action(async (unit: string, options: Shared & { readonly names?: true }) => {
      await run(options, async (context, scope) => {
        const shown = await showCase(context, { ...scope, unit, names: options.names === true });
        if (options.json) printJson(shown);
        else printCase(shown);
      });
      exit(0);
    });
  shared(verb.command('add'), 'rule on a unit: state answers, or exclude it')
    .argument('<unit>', 'the unit')
    .option(
      '--set <question=value...>',
      'an answer; may be repeated, and need not cover all questions',
    )
    .option('--exclude', 'exclude the unit from the truth')
    .requiredOption('--reason <text>', 'the reason')
    .option('--seen <ruling>', 'the last ruling you saw; refused if there is a later one')
    .option('--edge-case', 'add it to the register of edge cases')
    .option('--propose <text>', 'propose a change to the guideline')
    .addHelpText(
      'after',
      examples(['assay rule add MBA-CIR-2024-03_07 --set IRB=0 --reason "Only names IRB."']),
    )
    .action(async (unit: string, options: AddOptions) => {
      if ((options.set === undefined) === (options.exclude === undefined))
        refuse('usage', {
          reason:
            'A ruling states answers with --set, or leaves the unit out with --exclude: ' +
            'pass one of the two.',
        });
      await run(options, async (context, scope) => {
        await refuseUnknownActor(context, scope.project, 'lead', 'adjudicator');
        const { task } = await liveFold(context.store, scope);
        const before = options.seen ?? (await showCase(context, { ...scope, unit })).lastRuling;
        const made = await makeRuling(context, {
          ...scope,
          unit,
          reason: options.reason,
          seen: before,
          idempotencyKey: context.newId(),
          ...defined({
            answers: options.set === undefined ? undefined : typedAnswers(task.task, options.set),
            exclude: options.exclude,
            edgeCase: options.edgeCase,
            guidelineProposal: options.propose,
          }),
        });
        if (options.json) return void printJson(made);
        print(`Ruled on ${unit} (${made.id}).`);
        if (made.ownJudgment) note('You judged this unit yourself; the ruling is marked.');
        if (made.stillOpen.length > 0)
          note(`It stays open: nobody answers ${made.stillOpen.join(', ')}.`);
      });
      exit(0);
    });
  shared(verb.command('import'), 'add rulings from a JSONL file or an override file')
    .argument('<file>', 'the file')
    .addOption(
      new Option('--format <format>', 'the format (default: detected)').choices([
        'rulings-jsonl',
        'override-file',
      ]),
    )
    .option('--topic <name>', 'override file: the topic, if it has several')
    .addHelpText('after', examples(['assay rule import overrides.json --topic G1_allergy']))
    .action(
      async (
        file: string,
        options: Shared & {
          readonly format?: 'rulings-jsonl' | 'override-file';
          readonly topic?: string;
        },
      ) => {
        await run(options, async (context, scope) => {
          const result = await importFile(context, {
            ...scope,
            kind: 'rulings',
            path: file,
            name: file,
            ...defined({ format: options.format }),
            ...(options.topic === undefined ? {} : { mapping: { topic: options.topic } }),
          });
          if (options.json) printJson(result);
          else report(result);
        });
        exit(0);
      },
    );
  shared(
    verb.command('allow-own'),
    'allow people to rule on units that they judged (each ruling is marked), or forbid it',
  )
    .requiredOption('--reason <text>', 'the reason')
    .option('--forbid', 'forbid them again')
    .addHelpText('after', examples(['assay rule allow-own --reason "There are only two of us."']))
    .action(async (options: Shared & { readonly reason: string; readonly forbid?: true }) => {
      await run(options, async (context, scope) => {
        const decided = await allowOwnRulings(context, {
          project: scope.project,
          allowed: options.forbid !== true,
          reason: options.reason,
        });
        if (options.json) printJson(decided);
        else
          print(
            decided.allowed
              ? 'Own rulings are allowed, and marked.'
              : 'Own rulings are no longer allowed.',
          );
      });
      exit(0);
    });
};

function shared(command: Command, description: string): Command {
  return command
    .description(description)
    .addOption(projectOption)
    .addOption(taskOption)
    .addOption(byOption)
    .addOption(databaseOption())
    .addOption(jsonOption);
}

type Scope = { readonly project: string; readonly task?: string };

async function run(
  { database, project, task, by }: Shared,
  act: (context: WorkContext, scope: Scope) => Promise<void>,
): Promise<void> {
  await withWorkspace({ database, ...defined({ by }) }, async (context) => {
    const chosen = await chooseProject(context, project);
    await act(context, { project: chosen, ...defined({ task }) });
  });
}
