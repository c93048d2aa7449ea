import { assign } from '../../../operations/rounds/assign.ts';
import type { AssignRequest, Handout } from '../../../operations/rounds/assign.ts';
import type { AddCommand } from '../../commands.ts';
import { list, positiveWhole, wholeNumber } from '../../options.ts';
import { count, heading, note, print, printJson, table } from '../../output.ts';
import { progressBar } from '../../progress.ts';

interface Options extends Omit<AssignRequest, 'units' | 'judgments' | 'force' | 'tasks'> {
  readonly judgments?: string[];
  readonly blind?: true;
  readonly outDir?: string;
  readonly force?: true;
  readonly json?: true;
}

/** `assay assign`: hand units out. */
export const addAssign: AddCommand = (program, exit) => {
  program
    .command('assign')
    .description(
      'hand units out: each to so many annotators, evenly, everybody in a random order of their own',
    )
    .argument(
      '[units]',
      'JSONL or CSV with the units (else those of the protocol); - for standard input',
    )
    .option(
      '-a, --annotators <names>',
      'who judges: anna,ben,cora (else the panel of the protocol)',
      list,
    )
    .option(
      '-k, --per-unit <number>',
      'how many annotators judge each unit (else as the round says)',
      positiveWhole,
    )
    .option('-s, --seed <number>', 'seed of the assignment', wholeNumber, 1)
    .option(
      '-p, --protocol <file>',
      'the protocol (else protocol.yaml in this folder, if there is one)',
    )
    .option('-t, --task <name>', 'the task, where the protocol has several')
    .option('-r, --round <name>', 'the round (without a protocol: its name, else full)')
    .option(
      '--existing <file>',
      'assignments of before: they stay, except what an annotator who left or joined makes move',
    )
    .option('--judgments <files...>', 'what was judged already: it never moves')
    .option(
      '--blind',
      'write a task file for each annotator with only what they may see (into --out-dir, else tasks)',
    )
    .option('--out-dir <folder>', 'where the task files go; implies --blind')
    .option('--show <fields>', 'the fields that annotators may see, without a protocol', list)
    .option('--id <fields>', 'the fields that name a unit, without a protocol', list)
    .option(
      '-o, --out <file>',
      'where the assignments go, .jsonl or .csv (else standard output, and the report to standard error)',
    )
    .option('--force', 'replace files that exist')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  assay assign pilot.jsonl -a anna,ben,cora -k 2 --show text --out-dir tasks',
    )
    .action(
      (
        units: string | undefined,
        { json, judgments, blind, outDir, force, ...options }: Options,
      ) => {
        const bar = progressBar('Reading units');
        const tasks = outDir ?? (blind === true ? 'tasks' : undefined);
        const result = assign({
          ...options,
          ...(units === undefined ? {} : { units }),
          ...(tasks === undefined ? {} : { tasks }),
          judgments: judgments ?? [],
          force: force === true,
          progress: bar.step,
          ...(json === true ? {} : { print: (text: string) => process.stdout.write(text) }),
        });
        bar.stop();
        if (json === true) printJson(handoutJson(result));
        else if (result.out === null) note(handoutReport(result));
        else print(handoutReport(result));
        exit(0);
      },
    );
};

function handoutReport(result: Handout): string {
  const { shares } = result;
  const lines: string[] = [];
  const loads = shares.filter((share) => !share.left).map((share) => share.units);
  if (Math.max(...loads) - Math.min(...loads) > 1)
    lines.push('Submitted work, which never moves, keeps the shares from being even.');
  if (result.withdrawn > 0)
    lines.push(
      `Moved or dropped: ${count(result.withdrawn)} of the existing assignments, none of them submitted.`,
    );
  if (result.otherRounds > 0)
    lines.push(`Passed on as they are: ${count(result.otherRounds)} of other rounds.`);
  if (result.out !== null) lines.push(`Assignments: ${result.out}`);
  if (result.taskFiles.length > 0)
    lines.push('Task files:', ...result.taskFiles.map((file) => `  ${file}`));
  return [
    heading(
      `${result.round}: ${count(result.units)} units × ${result.perUnit}, seed ${result.seed}`,
    ),
    table(
      [
        { title: 'annotator' },
        { title: 'units', numeric: true },
        { title: 'submitted', numeric: true },
        { title: 'open', numeric: true },
        { title: 'new', numeric: true },
      ],
      shares.map((share) => [
        share.left ? `${share.annotator} (left)` : share.annotator,
        count(share.units),
        count(share.submitted),
        count(share.open),
        count(share.added),
      ]),
    ),
    ...(lines.length === 0 ? [] : [lines.join('\n')]),
  ].join('\n\n');
}

function handoutJson(result: Handout): unknown {
  return {
    file: result.file,
    out: result.out,
    task_files: result.taskFiles,
    round: result.round,
    seed: result.seed,
    units: result.units,
    per_unit: result.perUnit,
    annotators: result.shares,
    withdrawn: result.withdrawn,
    other_rounds: result.otherRounds,
    assignments: result.assignments,
  };
}
