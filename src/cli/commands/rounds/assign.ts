import { defined } from '../../../domain/defined.ts';
import { assign } from '../../../operations/rounds/assign.ts';
import type { AssignRequest, Handout } from '../../../operations/rounds/assign.ts';
import type { AddCommand } from '../../commands.ts';
import {
  examples,
  forceOption,
  list,
  positiveWhole,
  protocolOption,
  seedOption,
  taskOption,
  written,
} from '../../options.ts';
import { count, heading, note, numeric, print, printJson, table } from '../../output.ts';
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
    .description('assign units evenly, in a separate random order per annotator')
    .argument('[units]', 'JSONL or CSV (default: the units of the protocol); - for standard input')
    .option('-a, --annotators <names>', 'who judges: a,b,c (default: the panel)', list)
    .option('-k, --per-unit <number>', 'annotators per unit (default: the round’s)', positiveWhole)
    .addOption(seedOption)
    .addOption(protocolOption)
    .addOption(taskOption)
    .option('-r, --round <name>', 'the round (without a protocol: its name, default full)')
    .option('--existing <file>', 'earlier assignments; moved only if annotators join or leave')
    .option('--judgments <files...>', 'judgments so far; judged units never move')
    .option('--blind', 'write a task file per annotator with only what they may see')
    .option(
      '--out-dir <folder>',
      'folder for the task files (default: tasks); implies --blind',
      written,
    )
    .option('--show <fields>', 'fields that annotators may see, without a protocol', list)
    .option('--id <fields>', 'fields that identify a unit, without a protocol', list)
    .option('-o, --out <file>', '.jsonl or .csv for the assignments (default: standard output)')
    .addOption(forceOption)
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      examples(['assay assign pilot.jsonl -a anna,ben,cora -k 2 --show text --out-dir tasks']),
    )
    .action(
      (
        units: string | undefined,
        { json, judgments, blind, outDir, out, force, ...options }: Options,
      ) => {
        const bar = progressBar('Reading units');
        const tasks = outDir ?? (blind === true ? 'tasks' : undefined);
        const result = assign({
          ...options,
          ...defined({ units, tasks, out: out === '-' ? undefined : out }),
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
      `Moved or dropped: ${count(result.withdrawn)} of the existing assignments, none of ` +
        'them submitted.',
    );
  if (result.otherRounds > 0)
    lines.push(`Passed on as they are: ${count(result.otherRounds)} of other rounds.`);
  if (result.out !== null) lines.push(`Assignments: ${result.out}`);
  if (result.taskFiles.length > 0)
    lines.push('Task files:', ...result.taskFiles.map((file) => `  ${file}`));
  return [
    heading(
      `${result.round}: ${count(result.units)} units × ${perUnitText(result)}, seed ${result.seed}`,
    ),
    table(
      ['annotator', numeric('units'), numeric('submitted'), numeric('open'), numeric('new')],
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

/** How many annotators a unit has: `2`, or `2..3, 3 on 12 units` where some have further ones. */
function perUnitText({ perUnit, further }: Handout): string {
  if (further === null) return String(perUnit);
  return `${perUnit}..${further.upTo}, ${further.upTo} on ${count(further.units)}`;
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
    further:
      result.further === null ? null : { up_to: result.further.upTo, units: result.further.units },
    annotators: result.shares,
    withdrawn: result.withdrawn,
    other_rounds: result.otherRounds,
    assignments: result.assignments,
  };
}
