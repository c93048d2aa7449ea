import { inEnglish } from '../../../domain/english.ts';
import { codedText } from '../../../domain/text-values.ts';
import type { TextCode } from '../../../domain/texts.ts';
import { listRuns } from '../../../operations/models/overview/list-runs.ts';
import type { ModelRuns, RunSummary } from '../../../operations/models/overview/list-runs.ts';
import type { ModelComparison } from '../../../operations/models/compare-models.ts';
import type { ConsensusCounts } from '../../../operations/models/overview/model-consensus.ts';
import type { AddCommand } from '../../commands.ts';
import { examples, jsonOption } from '../../options.ts';
import { count, named, note, numeric, print, printJson, table, wrap } from '../../output.ts';
import { familiesJson, familiesReport } from '../evaluation/families-report.ts';
import { consensusOf, consensusText } from './consensus-text.ts';
import { addWorkOptions, onWork } from './model-source.ts';
import type { WorkOptions } from './model-source.ts';

interface Options extends WorkOptions {
  readonly allowPartial?: true;
  readonly json?: true;
}

/** `assay runs`: what each run of each model did and cost, and where models differ. */
export const addRuns: AddCommand = (program) => {
  const command = program
    .command('runs')
    .description('show what each run of each model answered and cost, and where models differ')
    .option('--allow-partial', 'also count consensus on units that lack runs, and mark it');
  addWorkOptions(command)
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples(
        ['assay runs', 'assay runs --task allergy --json'],
        'To find out whether a model may stand in for a person, run assay judge.',
      ),
    )
    .action(async (options: Options) => {
      await onWork(options, true, async (work) => {
        const runs = await listRuns(work);
        const isJudged = runs.runs.some(({ accepted }) => accepted > 0);
        const consensus = isJudged ? await consensusOf(work, options.allowPartial === true) : null;
        const comparison = isJudged ? await work.comparison() : null;
        if (options.json)
          printJson({
            ...runs,
            ...(consensus === null ? {} : { consensus }),
            ...(comparison === null ? {} : { comparison: familiesJson(comparison) }),
          });
        else report(runs, consensus, comparison);
      });
    });
};

function report(
  { runs, jobs, batches, currency }: ModelRuns,
  consensus: ConsensusCounts | null,
  comparison: ModelComparison | null,
): void {
  if (runs.length === 0) note('No model has been asked about this task yet.');
  else
    print(
      table(
        [
          named('run'),
          numeric('asked'),
          numeric('valid'),
          numeric('invalid'),
          numeric('refused'),
          numeric('no reply'),
          numeric('input'),
          numeric('output'),
          numeric('cost'),
          numeric('ms'),
        ],
        runs.map((run) => [
          run.annotator,
          count(run.asked),
          count(run.accepted),
          count(sumOf(run.rejected)),
          count(run.refused),
          count(sumOf(run.failed)),
          run.tokens === null ? 'unknown' : count(run.tokens.input),
          run.tokens === null ? 'unknown' : count(run.tokens.output),
          money(run),
          run.latency === null ? '–' : count(Math.round(run.latency)),
        ]),
      ),
    );
  if (runs.some(({ cost }) => cost !== null))
    note(`Cost in ${currency}; ≥ where not all is known.`);
  for (const { annotator, rejected, failed } of runs) {
    if (sumOf(rejected) > 0) note(wrap(`${annotator}, invalid: ${kinds(rejected)}`));
    if (sumOf(failed) > 0) note(wrap(`${annotator}, no reply: ${kinds(failed)}`));
  }
  if (consensus !== null) note(consensusText(consensus));
  if (comparison !== null && comparison.comparison.families.length > 0)
    print(`\n${familiesReport(comparison)}`);
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
  return Object.entries(counts)
    .map(([kind, one]) => `${kind} ${count(one)}`)
    .join(', ');
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, one) => sum + one, 0);
}

function money({ cost, uncertain }: RunSummary): string {
  if (cost === null) return 'unknown';
  return `${uncertain > 0 ? '≥ ' : ''}${cost.toFixed(4)}`;
}
