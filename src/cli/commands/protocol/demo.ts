import { exampleNames, tourExample } from '../../../operations/protocol/demo.ts';
import type { ExampleTour } from '../../../operations/protocol/demo.ts';
import { agreementJson } from '../agreement/agreement-json.ts';
import type { AddCommand } from '../../commands.ts';
import { examples, jsonOption, seedOption } from '../../options.ts';
import {
  count,
  decimals,
  heading,
  interval,
  note,
  numeric,
  print,
  printJson,
  table,
  wrap,
} from '../../output.ts';

interface Options {
  readonly seed: number;
  readonly json?: true;
}

/** `assay demo`: the four examples from judgments to truth; needs no setup and writes nothing. */
export const addDemo: AddCommand = (program, exit) => {
  program
    .command('demo')
    .description('run the four examples from judgments to truth and print the results')
    .argument('[examples...]', `which examples (default: ${exampleNames.join(', ')})`)
    .addOption(seedOption)
    .addOption(jsonOption)
    .addHelpText('after', examples(['assay demo trial-relevance']))
    .action((names: string[], options: Options) => {
      const unknown = names.filter((name) => !exampleNames.includes(name));
      if (unknown.length > 0) {
        note(`There is no example ${unknown.join(', ')}; expected ${exampleNames.join(', ')}.`);
        exit(2);
        return;
      }
      const tours = (names.length === 0 ? exampleNames : names).map((name) => {
        const tour = tourExample(name, options.seed);
        if (options.json !== true) print(`${report(tour)}\n\n`);
        return tour;
      });
      if (options.json) printJson(tours.map((tour) => json(tour, options.seed)));
      else print(closing);
      exit(tours.every((tour) => tour.validation.count === 0) ? 0 : 1);
    });
};

const closing = [
  'All judgments above are simulated, with annotators of known behaviour;',
  'see the README of each example.',
  'Start from one of them:  assay init trial-relevance',
].join('\n');

function json(tour: ExampleTour, seed: number): unknown {
  return {
    ...tour,
    simulated: true,
    chapters: tour.chapters.map((chapter) => ({
      title: chapter.title,
      agreement: agreementJson(chapter.agreement, seed),
    })),
  };
}

function report(tour: ExampleTour): string {
  const rows = tour.validation.files.reduce((sum, file) => sum + file.rows, 0);
  const checked =
    tour.validation.count === 0
      ? `${tour.validation.files.length} files, ${count(rows)} rows, no fault`
      : `${count(tour.validation.count)} faults; run assay validate`;
  return [
    heading(tour.title),
    `Simulated. Checked: ${checked}.`,
    chapters(tour),
    truths(tour),
  ].join('\n\n');
}

function chapters(tour: ExampleTour): string {
  const columns = [
    'stretch',
    numeric('n'),
    numeric('exact'),
    numeric('κ'),
    numeric('95 %'),
    numeric('α'),
    'gate',
  ];
  const rows = tour.chapters.map(({ title, agreement }) => {
    const independent = agreement.families.length || agreement.matrix.annotators.length;
    const leading = independent === 2 ? 'cohen_kappa' : 'fleiss_kappa';
    const kappa = agreement.measured.overall(leading, 'macro');
    const alpha = agreement.measured.overall('krippendorff_alpha', 'macro');
    const missed = agreement.gate?.checks.filter((check) => check.status !== 'PASS').length ?? 0;
    const { gate } = agreement;
    const share = missed === 0 ? '' : ` (${missed} of ${gate?.checks.length})`;
    return [
      title,
      count(agreement.matrix.size),
      `${decimals(100 * (agreement.exactShare ?? 0), 1)} %`,
      decimals(kappa.value),
      kappa.value === null ? '–' : interval(kappa.interval, 2),
      decimals(alpha.value),
      gate === null || gate.status === 'NONE' ? 'none' : `${gate.status}${share}`,
    ];
  });
  return table(columns, rows);
}

function truths(tour: ExampleTour): string {
  const lines = tour.truths.flatMap(({ task, settled, units, open, waiting }) => [
    `${task}: ${count(settled)} of ${count(units)} units settled` +
      (open === 0 ? '.' : `, ${count(open)} wait for a ruling, such as`),
    ...waiting.map(({ unit, why }) => wrap(`${short(unit)}: ${why}`)),
  ]);
  if (tour.split !== null) {
    const { dev, test, largestDeviation } = tour.split;
    const deviation = `largest prevalence deviation ${decimals(largestDeviation)}`;
    lines.push(`Split of what is settled: dev ${dev}, test ${test}, ${deviation}.`);
  }
  return lines.join('\n');
}

/** Ids made of hashes are too long to read. */
function short(unit: string): string {
  return unit.replace(/[0-9a-f]{64}/g, (hash) => `${hash.slice(0, 8)}…`);
}
