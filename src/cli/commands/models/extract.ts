import { resolve } from 'node:path';
import { Option } from 'commander';
import { inEnglish } from '../../../domain/english.ts';
import { moneyText } from '../../../domain/models/money-text.ts';
import { codedText } from '../../../domain/text-values.ts';
import type { TextCode } from '../../../domain/texts.ts';
import { extract, planExtract, shownPrompt } from '../../../operations/models/extract.ts';
import type { ExtractPlan, ExtractRequest } from '../../../operations/models/extract.ts';
import { projectRecordings } from '../../../operations/models/overview/recordings.ts';
import type { EngineProgress } from '../../../operations/models/engine.ts';
import type { RanJob } from '../../../operations/models/run-job.ts';
import type { AddCommand } from '../../commands.ts';
import { examples, jsonOption, numberAbove, positiveWhole } from '../../options.ts';
import { count, note, number, numeric, print, printJson, table, wrap } from '../../output.ts';
import { endAtLast } from '../../stop-signal.ts';
import { addAccessOptions } from './model-access.ts';
import { addWorkOptions, onWork } from './model-source.ts';
import type { WorkOptions } from './model-source.ts';
import { consensusOf, consensusText } from './consensus-text.ts';
import { progressLine } from './progress-line.ts';

interface Options extends WorkOptions {
  readonly models?: string;
  readonly replay?: string;
  readonly mode: 'now' | 'batch';
  readonly k?: number;
  readonly budget?: number;
  readonly wait?: true;
  readonly interval: number;
  readonly dryRun?: true;
  readonly invalidate?: true;
  readonly again?: true;
  readonly allowPartial?: true;
  readonly showPrompt?: string;
  readonly json?: true;
}

/** `assay extract`: asks the models of the panel for what is open. */
export const addExtract: AddCommand = (program, exit) => {
  const command = program
    .command('extract')
    .description('ask models for the judgments that are still missing, and for no others')
    .option(
      '--models <list>',
      'model:runs,… or a preset, such as high-quality (default: the panel)',
    )
    .addOption(
      new Option('--mode <mode>', 'in batches at a lower price, or immediately')
        .choices(['batch', 'now'])
        .default('batch'),
    )
    .option('--k <number>', 'only the K most recent units of each subject', positiveWhole)
    .option('--budget <amount>', 'stop before the task costs more than this', numberAbove(0))
    .option('--wait', 'with batches: wait until all have ended')
    .option(
      '--interval <seconds>',
      'with --wait: time between polls of the batches',
      numberAbove(0),
      30,
    )
    .option('--dry-run', 'print cells, tokens and cost; send nothing and write nothing')
    .option('--invalidate', 'ask again for judgments under other questions or prompts')
    .option('--again', 'ask again where every attempt failed')
    .option('--allow-partial', 'also count consensus on units that lack runs, and mark it')
    .option('--show-prompt <unit>', 'print what is sent about a unit, and stop')
    .option('--replay <file>', 'replay the replies of a recording instead of asking');
  addAccessOptions(addWorkOptions(command))
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples(
        [
          'assay extract --dry-run',
          'assay extract --models "gpt-5.1:1,gpt-5-mini:3,gpt-5-nano:5" --wait',
          'assay extract --mode now --budget 25',
        ],
        'Run it again at any time: it continues with what is missing.\n' +
          'Batches are collected by assay poll.',
      ),
    )
    .action(async (options: Options) => {
      const isLooking = options.dryRun === true || options.showPrompt !== undefined;
      await onWork(options, isLooking, async (work, context) => {
        const known = projectRecordings(work.content, work.task.task.id);
        const request = requestOf(options, context === null ? null : known);
        if (options.showPrompt !== undefined) {
          printJson(await shownPrompt(work, request, options.showPrompt));
          return;
        }
        if (options.dryRun === true) {
          const plan = await planExtract(work, request);
          if (options.json) printJson(plan);
          else printPlan(plan);
          return;
        }
        const ending = new AbortController();
        const stop = (): void => {
          ending.abort();
          endAtLast();
        };
        process.once('SIGINT', stop).once('SIGTERM', stop);
        const line = progressLine(work.content.protocol.prices?.currency ?? 'USD');
        try {
          const ran = await extract(work, request, {
            signal: ending.signal,
            wait: options.wait === true || options.mode === 'now',
            interval: options.interval * 1000,
            progress: (progress: EngineProgress) => line.step(progress),
            tell: (text) => line.note(inEnglish(text)),
            waiting: (pending, counts) => line.waiting(pending, counts),
          });
          line.stop();
          const isJudged = ran.counts.judged > 0 && !ending.signal.aborted;
          const consensus = isJudged
            ? await consensusOf(work, options.allowPartial === true)
            : null;
          if (options.json) printJson({ ...ran, ...(consensus === null ? {} : { consensus }) });
          else printRan(ran);
          if (consensus !== null && !options.json) note(consensusText(consensus));
          exit(ran.state === 'paused' || ran.counts.givenUp > 0 ? 1 : 0);
        } finally {
          line.stop();
          process.off('SIGINT', stop).off('SIGTERM', stop);
        }
      });
    });
};

/** In a workspace, a recording is one of the project, or a file that only this person can name. */
function requestOf(options: Options, recordings: readonly string[] | null): ExtractRequest {
  const { replay } = options;
  const isFile = replay !== undefined && recordings?.includes(replay) === false;
  return {
    models: options.models,
    replay: isFile ? resolve(replay) : replay,
    mode: options.mode,
    k: options.k ?? null,
    budget: options.budget ?? null,
    invalidate: options.invalidate === true,
    again: options.again === true,
  };
}

function printPlan({ task, counts, models, currency, priced }: ExtractPlan): void {
  const range = (low: number, high: number): string => `${count(low)} – ${count(high)}`;
  const money = (cost: ExtractPlan['models'][number]['cost']): string =>
    cost === null ? 'unknown' : `${moneyText(cost.low)} – ${moneyText(cost.high)} ${currency}`;
  print(
    table(
      ['model', numeric('runs'), numeric('requests'), numeric('input'), numeric('output'), 'cost'],
      models.map((one) => [
        one.entry,
        count(one.runs),
        count(one.requests),
        range(one.input.low, one.input.high),
        range(one.output.low, one.output.high),
        money(one.cost),
      ]),
    ),
  );
  note(
    `${task}: ${number(counts.cells, 'cell')}, of which ${count(counts.judged)} are judged, ` +
      `${count(counts.pending)} pending and ${count(counts.givenUp)} given up. ` +
      (priced === null ? 'There is no price table.' : `Prices of ${priced}.`),
  );
  if (counts.stale > 0)
    note(`${number(counts.stale, 'judgment')} under other questions or prompts: see --invalidate.`);
  note('Nothing was sent: this was a dry run.');
}

/** Prints how a job stands. */
export function printRan({ state, stops, counts, open, pending }: RanJob): void {
  print(
    table(
      [
        'state',
        numeric('cells'),
        numeric('judged'),
        numeric('open'),
        numeric('in batches'),
        numeric('given up'),
      ],
      [
        [
          state,
          count(counts.cells),
          count(counts.judged),
          count(open),
          count(counts.pending),
          count(counts.givenUp),
        ],
      ],
    ),
  );
  for (const { code, values } of stops)
    note(wrap(`Paused: ${inEnglish(codedText(code as TextCode, values))}.`));
  if (state === 'running' && pending > 0)
    note(`Pending batches: ${count(pending)}. Collect the results with assay poll.`);
  if (counts.givenUp > 0)
    note(`${number(counts.givenUp, 'cell')} given up: assay runs says why, --again retries them.`);
}
