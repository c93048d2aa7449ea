import { Option } from 'commander';
import type { Command } from 'commander';
import { printChoice, refuse } from '../../../domain/fault.ts';
import { chooseProject, withWorkspace } from '../../../operations/workspace/command-line.ts';
import { typedAnswers } from '../../../operations/judging/given-answers.ts';
import { importFile } from '../../../operations/exchange/import-file.ts';
import { liveTally } from '../../../operations/fold/live-tally.ts';
import { allowOwnRulings } from '../../../operations/rulings/own-rulings.ts';
import { rule } from '../../../operations/rulings/make-ruling.ts';
import { rulingQueue } from '../../../operations/rulings/ruling-queue.ts';
import { showCase } from '../../../operations/rulings/show-case.ts';
import type { RulingCase } from '../../../operations/rulings/show-case.ts';
import type { WorkContext } from '../../../operations/work-context.ts';
import type { AddCommand } from '../../commands.ts';
import { databaseOption, wholeNumber } from '../../options.ts';
import {
  count,
  decimals,
  heading,
  note,
  number,
  print,
  printJson,
  table,
  wrap,
} from '../../output.ts';
import { report } from '../exchange/import.ts';

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
  shared(
    verb
      .command('list', { isDefault: true })
      .description('what waits for a ruling, lowest agreement first'),
  )
    .option('--limit <n>', 'how many', wholeNumber, 50)
    .addHelpText('after', '\nExample:\n  assay rule list --project regulatory-topics --limit 10')
    .allowExcessArguments()
    .action(async (options: Shared & { readonly limit: number }, { args: [word] }: Command) => {
      // The list is what stands without a word, so that a misspelt one comes here.
      if (word !== undefined)
        refuse('usage', {
          reason: `There is no assay rule ${word}, expected ${printChoice(verb.commands.map((one) => one.name()))}.`,
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
  shared(
    verb.command('show').description('the votes on a unit side by side, and what happened before'),
  )
    .argument('<unit>', 'the unit')
    .option('--names', 'with the names of the annotators')
    .addHelpText('after', '\nExample:\n  assay rule show MBA-CIR-2024-03_07')
    .action(async (unit: string, options: Shared & { readonly names?: true }) => {
      await run(options, async (context, scope) => {
        const shown = await showCase(context, { ...scope, unit, names: options.names === true });
        if (options.json) printJson(shown);
        else printCase(shown);
      });
      exit(0);
    });
  shared(
    verb
      .command('add')
      .description('rule on a unit: state answers, or exclude it, with the reason'),
  )
    .argument('<unit>', 'the unit')
    .option('--set <question=value...>', 'an answer; may be repeated, and some answers are enough')
    .option('--exclude', 'exclude the unit from the truth')
    .requiredOption('--reason <text>', 'why')
    .option(
      '--seen <ruling>',
      'the last ruling that was seen; when another was made since, this one is refused',
    )
    .option('--edge-case', 'put it into the register of edge cases')
    .option('--propose <text>', 'a change of the guideline that follows from it')
    .addHelpText(
      'after',
      '\nExample:\n  assay rule add MBA-CIR-2024-03_07 --set IRB=0 --reason "Only names IRB."',
    )
    .action(async (unit: string, options: AddOptions) => {
      if ((options.set === undefined) === (options.exclude === undefined))
        refuse('usage', {
          reason:
            'A ruling states answers with --set, or leaves the unit out with --exclude: pass one of the two.',
        });
      await run(options, async (context, scope) => {
        const { task } = await liveTally(context.store, scope);
        const before = options.seen ?? (await showCase(context, { ...scope, unit })).lastRuling;
        const made = await rule(context, {
          ...scope,
          unit,
          reason: options.reason,
          seen: before,
          idempotencyKey: context.newId(),
          ...(options.set === undefined ? {} : { answers: typedAnswers(task.task, options.set) }),
          ...(options.exclude === true ? { exclude: true } : {}),
          ...(options.edgeCase === true ? { edgeCase: true } : {}),
          ...(options.propose === undefined ? {} : { guidelineProposal: options.propose }),
        });
        if (options.json) return void printJson(made);
        print(`Ruled on ${unit} (${made.id}).`);
        if (made.ownJudgment) note('You judged this unit yourself; the ruling is marked.');
        if (made.stillOpen.length > 0)
          note(`It stays open: nobody answers ${made.stillOpen.join(', ')}.`);
      });
      exit(0);
    });
  shared(
    verb
      .command('import')
      .description(
        'add rulings from a file: our JSONL, or an override file of the policy document',
      ),
  )
    .argument('<file>', 'the file')
    .addOption(
      new Option('--format <format>', 'recognised when left out').choices([
        'rulings-jsonl',
        'override-file',
      ]),
    )
    .option('--topic <name>', 'of an override file: the topic, where it has several')
    .addHelpText('after', '\nExample:\n  assay rule import overrides.json --topic G1_allergy')
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
            ...(options.format === undefined ? {} : { format: options.format }),
            ...(options.topic === undefined ? {} : { mapping: { topic: options.topic } }),
          });
          if (options.json) printJson(result);
          else report(result);
        });
        exit(0);
      },
    );
  shared(
    verb
      .command('allow-own')
      .description(
        'let people rule on what they judged themselves (each such ruling is marked), or no longer',
      ),
  )
    .requiredOption('--reason <text>', 'why')
    .option('--forbid', 'no longer')
    .addHelpText('after', '\nExample:\n  assay rule allow-own --reason "There are only two of us."')
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

function shared(command: Command): Command {
  return command
    .option('-P, --project <name>', 'the project (else the only one)')
    .option('-t, --task <name>', 'the task (else the only one)')
    .option('--by <name>', 'in whose name (else yours)')
    .addOption(databaseOption('-d, --database <address>', 'the workspace: a file or postgres://…'))
    .option('--json', 'print JSON');
}

async function run(
  options: Shared,
  act: (
    context: WorkContext,
    scope: { readonly project: string; readonly task?: string },
  ) => Promise<void>,
): Promise<void> {
  await withWorkspace(
    { database: options.database, ...(options.by === undefined ? {} : { by: options.by }) },
    async (context) => {
      const project = await chooseProject(context, options.project);
      await act(context, {
        project,
        ...(options.task === undefined ? {} : { task: options.task }),
      });
    },
  );
}

function printCase(shown: RulingCase): void {
  print(
    heading(
      `${shown.unit} (${shown.state}${shown.agreement === null ? '' : `, agreement ${decimals(shown.agreement, 2)}`})`,
    ),
  );
  for (const [name, value] of Object.entries(shown.fields))
    print(wrap(`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`));
  const columns = [
    { title: 'question' },
    ...shown.voices.map((voice) => ({ title: voice.who })),
    { title: 'votes come to' },
    { title: 'possible' },
  ];
  const rows = shown.questions.map((one) => [
    one.question,
    ...one.answers.map((answer) => (answer === null ? '–' : String(answer))),
    one.consensus === null
      ? ''
      : one.consensus.answer === null
        ? 'open'
        : String(one.consensus.answer),
    one.possible.map(String).join(' '),
  ]);
  print(`\n${table(columns, rows)}`);
  for (const voice of shown.voices)
    print(
      wrap(
        `${voice.who}: guideline ${voice.guideline}${voice.counts ? '' : ', stale'}${voice.asides.confidence === undefined ? '' : `, ${voice.asides.confidence} confidence`}${voice.asides.flag === true ? ', flagged' : ''}${voice.asides.notes === undefined ? '' : `: ${voice.asides.notes}`}`,
      ),
    );
  for (const reason of shown.reasons) print(wrap(`Open: ${reason.sentence}`));
  for (const change of shown.suggestion?.changes ?? [])
    print(wrap(`Consistent with ${change.question} = ${String(change.to)} (${change.because})`));
  for (const ruling of shown.rulings)
    print(
      wrap(
        `${ruling.at.slice(0, 16)} ${ruling.by}: ${ruling.decision.kind === 'exclude' ? 'excluded' : JSON.stringify(ruling.decision.answers)}: ${ruling.reason}`,
      ),
    );
}

/** Beyond this a table would cut ids, which are needed whole for `rule show` and `rule add`. */
const longId = 30;

function queueText(items: Awaited<ReturnType<typeof rulingQueue>>['items']): string {
  const reasonsOf = (item: (typeof items)[number]): readonly string[] =>
    item.reasons.map((reason) => reason.sentence);
  if (items.some(({ unit }) => unit.length > longId)) {
    return items
      .map(
        (item) =>
          `${item.unit}\n${wrap(`agreement ${decimals(item.agreement, 2)}, ${number(item.judgments, 'vote')}: ${reasonsOf(item).join('; ')}`)}`,
      )
      .join('\n');
  }
  const rows = items.flatMap((item) => {
    const [first = '', ...others] = reasonsOf(item);
    return [
      [item.unit, decimals(item.agreement, 2), count(item.judgments), first],
      ...others.map((sentence) => ['', '', '', sentence]),
    ];
  });
  return table(
    [
      { title: 'unit' },
      { title: 'agree', numeric: true },
      { title: 'votes', numeric: true },
      { title: 'why' },
    ],
    rows,
  );
}
