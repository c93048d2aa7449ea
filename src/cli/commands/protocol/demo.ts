import { exampleNames, tourExample } from '../../../operations/protocol/demo.ts';
import type { ExampleTour } from '../../../operations/protocol/demo.ts';
import { agreementJson } from '../agreement/agreement-report.ts';
import type { AddCommand } from '../../commands.ts';
import { examples, jsonOption, seedOption } from '../../options.ts';
import {
  count,
  decimals,
  heading,
  interval,
  note,
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
    { title: 'stretch' },
    { title: 'n', numeric: true },
    { title: 'exact', numeric: true },
    { title: 'κ', numeric: true },
    { title: '95 %', numeric: true },
    { title: 'α', numeric: true },
    { title: 'gate' },
  ];
  const rows = tour.chapters.map(({ title, agreement }) => {
    const independent = agreement.families.length || agreement.matrix.annotators.length;
    const kappa = agreement.measured.overall(
      independent === 2 ? 'cohen_kappa' : 'fleiss_kappa',
      'macro',
    );
    const alpha = agreement.measured.overall('krippendorff_alpha', 'macro');
    const missed = agreement.gate?.checks.filter((check) => check.status !== 'PASS').length ?? 0;
    const gate =
      agreement.gate === null
        ? 'none'
        : missed === 0
          ? agreement.gate.status
          : `${agreement.gate.status} (${missed} of ${agreement.gate.checks.length})`;
    return [
      title,
      count(agreement.matrix.size),
      `${decimals(100 * (agreement.percentAgreement ?? 0), 1)} %`,
      decimals(kappa.value),
      kappa.value === null ? '–' : interval(kappa.interval, 2),
      decimals(alpha.value),
      gate,
    ];
  });
  return table(columns, rows);
}

function truths(tour: ExampleTour): string {
  const lines = tour.truths.flatMap((one) => [
    `${one.task}: ${count(one.settled)} of ${count(one.units)} units settled${one.open === 0 ? '.' : `, ${count(one.open)} wait for a ruling, such as`}`,
    ...one.waiting.map((waiting) => wrap(`${short(waiting.unit)}: ${waiting.why}`)),
  ]);
  if (tour.split !== null)
    lines.push(
      `Split of what is settled: dev ${tour.split.dev}, test ${tour.split.test}, largest ` +
        `prevalence deviation ${decimals(tour.split.largestDeviation)}.`,
    );
  return lines.join('\n');
}

/** Ids made of hashes are too long to read. */
function short(unit: string): string {
  return unit.replace(/[0-9a-f]{64}/g, (hash) => `${hash.slice(0, 8)}…`);
}
