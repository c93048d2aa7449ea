import { inEnglish } from '../../../domain/english.ts';
import { codedText } from '../../../domain/text-values.ts';
import type { TextCode } from '../../../domain/texts.ts';
import { listRuns } from '../../../operations/models/list-runs.ts';
import type { ModelRuns, RunSummary } from '../../../operations/models/list-runs.ts';
import type { AddCommand } from '../../commands.ts';
import { examples, jsonOption } from '../../options.ts';
import { count, note, numeric, print, printJson, table } from '../../output.ts';
import { addWorkOptions, onWork } from './model-source.ts';
import type { WorkOptions } from './model-source.ts';

/** `assay runs`: what each run of each model did and cost. */
export const addRuns: AddCommand = (program) => {
  const command = program
    .command('runs')
    .description('what each run of each model was asked, answered and cost');
  addWorkOptions(command)
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples(
        ['assay runs', 'assay runs --task allergy --json'],
        'Where models and people agree: assay judge --families.',
      ),
    )
    .action(async (options: WorkOptions & { readonly json?: true }) => {
      const runs = await onWork(options, true, (work) => listRuns(work));
      if (options.json) printJson(runs);
      else report(runs);
    });
};

function report({ runs, jobs, batches, currency }: ModelRuns): void {
  if (runs.length === 0) note('No model was asked about this task yet.');
  else
    print(
      table(
        [
          'run',
          numeric('asked'),
          numeric('accepted'),
          numeric('refused'),
          'rejected',
          'no reply',
          numeric('input'),
          numeric('output'),
          'cost',
          numeric('ms'),
        ],
        runs.map((run) => [
          run.annotator,
          count(run.asked),
          count(run.accepted),
          count(run.refused),
          kinds(run.rejected),
          kinds(run.failed),
          count(run.tokens.input),
          count(run.tokens.output),
          money(run, currency),
          run.latency === null ? '–' : count(Math.round(run.latency)),
        ]),
      ),
    );
  for (const { id, mode, state, reason } of jobs.filter((job) => job.state !== 'done'))
    note(
      `Job ${id} (${mode}): ${state}` +
        (reason === null
          ? ''
          : `, ${inEnglish(codedText(reason.code as TextCode, reason.values))}`),
    );
  for (const { id, entry, requests, phase, notes } of batches) {
    const open = phase !== 'taken-in' && phase !== 'given-up';
    if (open) note(`Batch ${id} of ${entry}: ${count(requests)} requests, ${phase}`);
    for (const { code, values } of notes)
      note(`Batch ${id} of ${entry}: ${inEnglish(codedText(code as TextCode, values))}.`);
  }
}

function kinds(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).map(([kind, one]) => `${kind} ${count(one)}`);
  return parts.length === 0 ? '–' : parts.join(', ');
}

function money({ cost, uncertain }: RunSummary, currency: string): string {
  if (cost === null) return 'unknown';
  return `${uncertain > 0 ? '≥ ' : ''}${cost.toFixed(4)} ${currency}`;
}
