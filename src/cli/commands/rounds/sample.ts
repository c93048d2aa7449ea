import { defined } from '../../../domain/defined.ts';
import { sample } from '../../../operations/rounds/sample.ts';
import type { Sample, SampleRequest } from '../../../operations/rounds/sample.ts';
import type { AddCommand } from '../../commands.ts';
import {
  examples,
  forceOption,
  fraction,
  list,
  positiveWhole,
  protocolOption,
  seedOption,
  taskOption,
  wholeNumber,
} from '../../options.ts';
import { count, heading, note, number, numeric, print, printJson, table } from '../../output.ts';
import { progressBar } from '../../progress.ts';

interface Options extends Omit<SampleRequest, 'units' | 'exclude' | 'force'> {
  readonly exclude?: string[];
  readonly force?: true;
  readonly json?: true;
}

/** `assay sample`: choose what will be judged. */
export const addSample: AddCommand = (program, exit) => {
  program
    .command('sample')
    .description('draw units: exact size, a minimum per label, a mix of easy and hard')
    .argument('[units]', 'JSONL or CSV (default: the units of the protocol); - for standard input')
    .option('-n, --n <number>', 'how many units (default: the size of the round)', positiveWhole)
    .addOption(seedOption)
    .addOption(protocolOption)
    .addOption(taskOption)
    .option('-r, --round <name>', 'the round whose size and plan apply')
    .option('--repeat', 'draw for a repeat of the round after its gate failed')
    .option('--by <field|rule>', 'labels: a field, a rule of the panel, or a YAML file of rules')
    .option('--floor <number>', 'at least this many units of each label', wholeNumber)
    .option('--hard <share>', 'share of hard units', fraction)
    .option('--hard-by <field>', 'a number (upper half is hard), or true and false')
    .option('--exclude <files...>', 'files with units used before: drawn, assigned or judged')
    .option('--id <fields>', 'fields that identify a unit, without a protocol', list)
    .option('--text <fields>', 'fields that rules read, without a protocol (default: text)', list)
    .option('-o, --out <file>', 'file for the drawn units (default: standard output)')
    .addOption(forceOption)
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      examples(['assay sample chunks.jsonl --n 100 --by rules.yaml --floor 5 -o pilot.jsonl']),
    )
    .action((units: string | undefined, { json, exclude, force, out, ...options }: Options) => {
      const bar = progressBar('Reading units');
      const result = sample({
        ...options,
        ...defined({ units, out: out === '-' ? undefined : out }),
        exclude: exclude ?? [],
        force: force === true,
        progress: bar.step,
        ...(json === true ? {} : { print: (text: string) => process.stdout.write(text) }),
      });
      bar.stop();
      if (json === true) printJson(sampleJson(result));
      else if (result.out === null) note(sampleReport(result));
      else print(sampleReport(result));
      exit(0);
    });
};

function sampleReport(result: Sample): string {
  const { units, corpus, labels, unlabelled, hard } = result;
  const parts = [heading(`${count(units.size)} of ${count(corpus)} units, seed ${result.seed}`)];
  const rows = labels.map((one) => [one.label, count(one.available), count(one.drawn)]);
  if (labels.length > 0)
    rows.push(['(no label)', count(unlabelled.available), count(unlabelled.drawn)]);
  if (hard !== null)
    rows.push(
      ['hard', count(hard.available), count(hard.drawn)],
      ['easy', count(corpus - hard.available), count(units.size - hard.drawn)],
    );
  if (rows.length > 0)
    parts.push(
      table(
        [
          { title: labels.length === 0 ? 'units' : 'label' },
          numeric('available'),
          numeric('drawn'),
        ],
        rows,
      ),
    );
  const floor = `, at least ${number(result.floor, 'unit')} of each`;
  const lines = [chanceLine(result)];
  if (labels.length > 0) lines.unshift(`Labels by ${result.by}${result.floor === 0 ? '' : floor}.`);
  if (result.used > 0) lines.push(`Left out because they were used before: ${count(result.used)}.`);
  if (result.usedElsewhere > 0)
    lines.push(`Listed as used, but not in ${result.file}: ${count(result.usedElsewhere)}.`);
  if (!result.exact)
    lines.push('The minimums per label left no room: the chances are approximate.');
  if (result.replaced)
    lines.push('The units carried an inclusion_probability already; it was replaced.');
  if (result.out !== null) lines.push(`Written to ${result.out}.`);
  return [...parts, lines.join('\n')].join('\n\n');
}

function chanceLine({ units }: Sample): string {
  let [least, most] = [Infinity, 0];
  for (const chance of units.values()) {
    least = Math.min(least, chance);
    most = Math.max(most, chance);
  }
  if (chanceText(least) === chanceText(most))
    return `Every unit had a chance of ${chanceText(least)} to be drawn.`;
  return (
    `Chances to be drawn: ${chanceText(least)} to ${chanceText(most)}, with each ` +
    'unit as inclusion_probability.'
  );
}

function chanceText(chance: number): string {
  return String(Number(chance.toPrecision(3)));
}

function sampleJson(result: Sample): unknown {
  return {
    file: result.file,
    out: result.out,
    round: result.round,
    seed: result.seed,
    id_fields: result.idFields,
    corpus: result.corpus,
    drawn: result.units.size,
    used_before: result.used,
    excluded_elsewhere: result.usedElsewhere,
    by: result.by,
    floor: result.floor,
    labels: result.labels,
    unlabelled: result.unlabelled,
    hard_share: result.hardShare,
    hard: result.hard,
    exact_probabilities: result.exact,
    units: Array.from(result.units, ([unit, probability]) => ({
      unit,
      inclusion_probability: probability,
    })),
  };
}
