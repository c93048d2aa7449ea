import { Option } from 'commander';
import type { ConsensusMethod } from '../../../domain/fold/consensus-plan.ts';
import { aggregate, aggregationMethods } from '../../../operations/fold/aggregate.ts';
import type { AggregatedUnit, Aggregation } from '../../../operations/fold/aggregate.ts';
import { columnNames, readVotes } from '../../../operations/fold/read-votes.ts';
import type { NamedColumns } from '../../../operations/fold/read-votes.ts';
import type { AddCommand } from '../../commands.ts';
import { examples, jsonOption, positiveWhole, seedOption } from '../../options.ts';
import { count, decimals, heading, number, print, table, wrap } from '../../output.ts';
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
    .option('--annotator <column>', `of the annotator (default: ${columnNames('annotator')})`)
    .option('--answer <column>', `of the answer (default: ${columnNames('answer')})`)
    .option('--weight <column>', 'of the weight (default: weight, or 1 for all)')
    .addOption(seedOption)
    .option(
      '--iterations <number>',
      'iterations of dawid-skene or mace (default: until they converge)',
      positiveWhole,
    )
    .option('--all', 'print every unit, not only the first twenty')
    .addOption(jsonOption)
    .addHelpText('after', examples(['assay aggregate --method dawid-skene votes.csv --json']))
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
  const {
    method,
    votes,
    repeats,
    empty,
    ties,
    answers,
    iterations,
    converged,
    seed,
    annotators,
    size,
  } = result;
  const head = JSON.stringify(
    {
      method,
      total_units: size,
      total_votes: votes,
      repeated_votes: repeats,
      empty_votes: empty,
      ties,
      answers,
      iterations,
      converged,
      seed,
      annotators,
    },
    null,
    2,
  );
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
  const rows = Array.from(
    { length: all ? result.size : Math.min(shownUnits, result.size) },
    (_, at) => result.unit(at),
  );
  const votesOf = (unit: AggregatedUnit): string =>
    Object.entries(unit.votes)
      .map(([answer, weight]) => `${answer} ${Number(weight.toFixed(3))}`)
      .join(', ');
  const parts = [
    heading(`${number(result.size, 'unit')}, ${number(result.votes, 'vote')}, ${result.method}`),
    table(
      [
        { title: 'unit' },
        { title: 'answer' },
        { title: 'confidence', numeric: true },
        { title: 'votes' },
      ],
      rows.map((unit) => [
        unit.unit,
        unit.answer ?? (unit.tie === null ? 'none' : `tie: ${unit.tie.join(' / ')}`),
        decimals(unit.confidence),
        votesOf(unit),
      ]),
    ),
  ];
  if (rows.length < result.size)
    parts.push(
      `… and ${count(result.size - rows.length)} more; --all prints them, --json for programs`,
    );
  parts.push(
    result.ties === 0
      ? 'Every unit has an answer.'
      : `${count(result.ties)} without an answer: ` +
          `${result.ties === 1 ? 'it waits' : 'they wait'} for a ruling.`,
  );
  if (result.repeats > 0)
    parts.push(
      wrap(
        `${number(result.repeats, 'vote')} ` +
          `${result.repeats === 1 ? 'repeats' : 'repeat'} an earlier one of the same ` +
          'annotator on the same unit; each counts.',
      ),
    );
  if (result.empty > 0)
    parts.push(
      wrap(
        `${number(result.empty, 'row')} without an answer: no ` +
          `${result.empty === 1 ? 'vote' : 'votes'}.`,
      ),
    );
  if (result.annotators.length > 0) {
    parts.push(
      table(
        [
          { title: 'annotator' },
          { title: 'votes', numeric: true },
          { title: result.method === 'mace' ? 'competence' : 'reliability', numeric: true },
        ],
        result.annotators.map((one) => [
          one.annotator,
          count(one.votes),
          decimals(one.reliability),
        ]),
      ),
      `${number(result.iterations ?? 0, 'iteration')}${result.converged === true ? '' : ', not yet settled'}${result.seed === null ? '' : `, seed ${result.seed}`}`,
    );
  }
  return parts.join('\n\n');
}
