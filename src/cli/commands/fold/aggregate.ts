import { Option } from 'commander';
import type { ConsensusMethod } from '../../../domain/fold/consensus-plan.ts';
import { aggregate, aggregationMethods } from '../../../operations/fold/aggregate.ts';
import type { AggregatedUnit, Aggregation } from '../../../operations/fold/aggregate.ts';
import { columnNames, readVotes } from '../../../operations/fold/read-votes.ts';
import type { NamedColumns } from '../../../operations/fold/read-votes.ts';
import type { AddCommand } from '../../commands.ts';
import { examples, jsonOption, list, positiveWhole, seedOption } from '../../options.ts';
import { count, decimals, heading, number, numeric, print, table, wrap } from '../../output.ts';
import { progressBar } from '../../progress.ts';

interface Options extends NamedColumns {
  readonly method: ConsensusMethod;
  readonly seed: number;
  readonly iterations?: number;
  readonly json?: true;
  readonly all?: true;
}

/** `assay aggregate`: many votes, one answer per unit. */
export const addAggregate: AddCommand = (program, exit) => {
  program
    .command('aggregate')
    .description('turn votes into one answer per unit; a tie has no answer and needs a ruling')
    .argument('<votes>', 'CSV or JSONL: unit, annotator, answer, weight; - for standard input')
    .addOption(
      new Option('-m, --method <method>', 'how votes are counted')
        .choices([...aggregationMethods])
        .default('majority'),
    )
    .option('--unit <column>', `column of the unit (default: ${columnNames('unit')})`)
    .option(
      '--annotator <column>',
      `column of the annotator (default: ${columnNames('annotator')})`,
    )
    .option('--answer <column>', `column of the answer (default: ${columnNames('answer')})`)
    .option('--weight <column>', 'column of the weight (default: weight, or 1 for all)')
    .option('--columns <list>', 'all columns in order, where the file has no header', list)
    .addOption(seedOption)
    .option(
      '--iterations <number>',
      'iterations of dawid-skene or mace (default: until they converge)',
      positiveWhole,
    )
    .option('--all', 'print every unit, not only the first twenty')
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples([
        'assay aggregate --method dawid-skene votes.csv --json',
        'assay aggregate crowd.tsv --columns worker,item,label',
      ]),
    )
    .action((file: string, options: Options) => {
      const bar = progressBar('Reading votes');
      const named = readVotes(file, options, bar.step);
      bar.stop();
      const estimating = progressBar('Estimating');
      const result = aggregate(
        named,
        options.method,
        options.seed,
        options.iterations ?? null,
        estimating.step,
      );
      estimating.stop();
      if (options.json) writeJson(result);
      else print(report(result, options.all === true));
      exit(0);
    });
};

/** Written unit by unit, so that a large result is never held as one text. */
function writeJson(result: Aggregation): void {
  const { method, ties, overruled, answers, iterations, converged, seed, annotators, size } =
    result;
  const votes = { total_votes: result.votes, repeated_votes: result.repeats };
  const counts = { total_units: size, ...votes, empty_votes: result.empty };
  const outcome = { ties, overruled, answers, iterations, converged, seed, annotators };
  const head = JSON.stringify({ method, ...counts, ...outcome }, null, 2);
  print(`${head.slice(0, -2)},\n  "units": [`);
  for (let from = 0; from < size; from += unitsAtOnce) {
    let text = '';
    for (let at = from; at < Math.min(size, from + unitsAtOnce); at += 1)
      text += `${at === 0 ? '' : ',\n'}    ${result.unitJson(at)}`;
    process.stdout.write(text);
  }
  print('\n  ]\n}');
}

const unitsAtOnce = 2000;
const shownUnits = 20;

function report(result: Aggregation, all: boolean): string {
  const { size, ties, repeats, empty, annotators, method } = result;
  const shown = all ? size : Math.min(shownUnits, size);
  const parts = [
    heading(`${number(size, 'unit')}, ${number(result.votes, 'vote')}, ${method}`),
    table(
      ['unit', 'answer', numeric('confidence'), 'votes'],
      Array.from({ length: shown }, (_, at) => unitRow(result.unit(at))),
    ),
  ];
  if (shown < size)
    parts.push(`… and ${count(size - shown)} more; --all prints them, --json for programs`);
  const wait = ties === 1 ? 'it waits' : 'they wait';
  if (ties === 0) parts.push('Every unit has an answer.');
  else parts.push(`${count(ties)} without an answer: ${wait} for a ruling.`);
  parts.push(...overruledText(result));
  if (repeats > 0) {
    const repeat = `${number(repeats, 'vote')} ${repeats === 1 ? 'repeats' : 'repeat'}`;
    const what = 'an earlier one of the same annotator on the same unit; each counts.';
    parts.push(wrap(`${repeat} ${what}`));
  }
  if (empty > 0)
    parts.push(
      wrap(`${number(empty, 'row')} without an answer: no ${empty === 1 ? 'vote' : 'votes'}.`),
    );
  if (annotators.length > 0) {
    const settled = result.converged === true ? '' : ', not yet settled';
    const seed = result.seed === null ? '' : `, seed ${result.seed}`;
    parts.push(
      table(
        ['annotator', numeric('votes'), numeric(method === 'mace' ? 'competence' : 'reliability')],
        annotators.map((one) => [one.annotator, count(one.votes), decimals(one.reliability)]),
      ),
      `${number(result.iterations ?? 0, 'iteration')}${settled}${seed}`,
    );
  }
  return parts.join('\n\n');
}

/** Where a model decided against the votes: it may be right, and somebody should look. */
function overruledText({ method, overruled }: Aggregation): readonly string[] {
  if (overruled === null) return [];
  const { unanimous, majority } = overruled;
  if (unanimous + majority === 0) return [`${method} never decided against the most votes.`];
  const most = `against the majority of votes on ${number(majority, 'unit')}`;
  const all = `against a unanimous vote on ${number(unanimous, 'unit')}`;
  return [wrap(`${method} decided ${most} and ${all}; these are marked with !.`)];
}

function unitRow(one: AggregatedUnit): readonly string[] {
  const { unit, answer, tie, confidence, votes } = one;
  const weights = Object.entries(votes).map(
    ([voted, weight]) => `${voted} ${Number(weight.toFixed(3))}`,
  );
  const open = tie === null ? 'none' : `tie: ${tie.join(' / ')}`;
  const shown = one.overrules === undefined ? answer : `${answer} !`;
  return [unit, shown ?? open, decimals(confidence), weights.join(', ')];
}
