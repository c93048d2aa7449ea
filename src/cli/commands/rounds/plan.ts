import { InvalidArgumentError } from 'commander';
import { plan } from '../../../operations/rounds/plan.ts';
import type { CostOption, Plan, PlanRequest } from '../../../operations/rounds/plan.ts';
import type { AddCommand } from '../../commands.ts';
import {
  examples,
  fraction,
  jsonOption,
  numberAbove,
  positiveWhole,
  protocolOption,
} from '../../options.ts';
import {
  count,
  decimals,
  heading,
  interval,
  number,
  paragraph,
  print,
  printJson,
  table,
} from '../../output.ts';

interface Options extends PlanRequest {
  readonly json?: true;
}

/** `assay plan`: hours, weeks, cost and precision before anybody begins. */
export const addPlan: AddCommand = (program, exit) => {
  program
    .command('plan')
    .description('estimate hours, weeks, cost and precision, from the protocol or defaults')
    .addOption(protocolOption)
    .option('--units <number>', 'number of units', positiveWhole)
    .option('--annotators <number>', 'annotators per unit', positiveWhole)
    .option('--minutes <number>', 'minutes per unit and annotator', numberAbove(0))
    .option('--ruling-share <share>', 'share of units that need a ruling', fraction)
    .option('--ruling-minutes <number>', 'minutes per ruling', numberAbove(0, true))
    .option('--overhead-hours <number>', 'hours for training and meetings', numberAbove(0, true))
    .option('--people <number>', 'number of people', positiveWhole)
    .option('--hours-per-week <number>', 'hours per week and person', numberAbove(0))
    .option('--claimed-weeks <from-to>', 'promised weeks, to compare with: 7-9', weeksRange)
    .option('--prevalence <share>', 'share of units with a label, for precision', fraction, 0.1)
    .option('--kappa <value>', 'expected agreement', kappaValue, 0.7)
    .option('--width <value>', 'wanted width of the interval of κ', numberAbove(0), 0.1)
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples(['assay plan --units 2000 --annotators 3 --minutes 8 --people 3']),
    )
    .action((options: Options) => {
      const result = plan(options);
      if (options.json) printJson(planJson(result));
      else print(planReport(result));
      exit(0);
    });
};

function kappaValue(text: string): number {
  const value = numberAbove(-1)(text);
  if (value > 1) throw new InvalidArgumentError('expected a number above -1 and at most 1');
  return value;
}

function weeksRange(text: string): readonly [number, number] {
  const [from = Number.NaN, to = from, more] = text.split(/[-–]/).map(Number);
  if (more !== undefined || !(from > 0 && to >= from && to < Infinity))
    throw new InvalidArgumentError('expected weeks such as 7-9');
  return [from, to];
}

function planReport(result: Plan): string {
  const { effort, hours, precision } = result;
  const { units, annotators, minutes, ruling } = effort;
  const rows = [
    [
      'judging',
      `${number(units, 'unit')} × ${annotators} ` +
        `${annotators === 1 ? 'annotator' : 'annotators'} × ${minutes} min`,
      hourText(hours.judging),
    ],
    [
      'rulings',
      `${number(result.ruledUnits, 'unit')} (${percent(ruling.share)}) × ${ruling.minutes} min`,
      hourText(hours.rulings),
    ],
    ['overhead', 'training and meetings', hourText(hours.overhead)],
    ['total', '', hourText(hours.total)],
  ];
  const parts = [
    heading(`Plan: ${result.protocol ?? 'default figures'}`),
    table([{ title: 'effort' }, { title: 'reckoning' }, { title: 'hours', numeric: true }], rows),
    [
      `${effort.people === 1 ? '1 person' : `${effort.people} people`} × ${effort.hours_per_week} h a week = ${count(result.weeklyHours)} h a week: ${decimals(result.weeks, 1)} weeks.`,
      ...claimLines(result),
    ].join('\n'),
  ];
  if (result.options.length > 0)
    parts.push(
      costTable(result.options, result.currency),
      ...costNotes(result.options, hours.total),
    );
  parts.push(
    table(
      [
        { title: 'round' },
        { title: 'units', numeric: true },
        { title: 'width of κ’s interval', numeric: true },
        { title: 'interval', numeric: true },
      ],
      precision.rounds.map(({ round, units: size, expected }) => [
        round,
        count(size),
        decimals(expected.width),
        expected.width === null ? '–' : interval(expected.interval),
      ]),
    ),
    precisionLines(result)
      .map((line) => paragraph(line))
      .join('\n'),
  );
  return parts.join('\n\n');
}

function claimLines({ claim, weeks }: Plan): readonly string[] {
  if (claim === null) return [];
  const claimed = range(claim.weeks.map(String));
  if (claim.holds)
    return [
      weeks < claim.weeks[0]
        ? `That is less than the claimed ${claimed} weeks.`
        : `That is within the claimed ${claimed} weeks.`,
    ];
  const people = range(claim.people.map(String));
  return [
    `That is not the claimed ${claimed} weeks but ${decimals(weeks, 1)}: those would ` +
      `take ${range(claim.weeklyHours.map((one) => one.toFixed(0)))} h a week,`,
    `which is ${people} people at these hours.`,
  ];
}

function costTable(options: readonly CostOption[], currency: string): string {
  const rows = options.flatMap((option) => [
    [option.id, option.title, '', ''],
    ...option.lines.map((line) => ['', `  ${line.what}`, line.how, count(line.amount)]),
    ['', '  total', `${count(option.hours)} h`, count(option.total)],
  ]);
  return table(
    [
      { title: 'cost' },
      { title: 'option' },
      { title: 'reckoning', numeric: true },
      { title: currency, numeric: true },
    ],
    rows,
  );
}

function costNotes(options: readonly CostOption[], needed: number): readonly string[] {
  const notes = options.flatMap((option) => {
    if (!option.enough)
      return [
        `Option ${option.id} pays for ${count(option.hours)} h of the ` +
          `${hourText(needed)} h that the work takes.`,
      ];
    return option.hours > muchMore * needed
      ? [
          `Option ${option.id} pays for ${count(option.hours)} h, more than the ` +
            `${hourText(needed)} h that the work takes.`,
        ]
      : [];
  });
  return notes.length === 0 ? [] : [notes.join('\n')];
}

/** An option that pays for more than this many times the work was reckoned for other work. */
const muchMore = 1.25;

function precisionLines({ precision }: Plan): readonly string[] {
  const { kappa, prevalence, annotators, width, needed, rounds } = precision;
  const said = [
    `Expected for κ = ${kappa} at a prevalence of ${percent(prevalence)} with ${annotators === 1 ? 'one annotator' : `${annotators} annotators`}, level 95 %.`,
  ];
  const why = rounds.find((one) => one.expected.width === null)?.expected;
  if (why !== undefined && why.width === null) said.push(why.why);
  else if (needed.units !== null)
    said.push(`A width of ${width} needs ${count(needed.units)} units.`);
  return said;
}

function planJson(result: Plan): unknown {
  const { effort, hours, claim, precision } = result;
  return {
    protocol: result.protocol,
    effort: {
      units: effort.units,
      annotators: effort.annotators,
      minutes: effort.minutes,
      ruling_share: effort.ruling.share,
      ruling_minutes: effort.ruling.minutes,
      ruled_units: result.ruledUnits,
      people: effort.people,
      hours_per_week: effort.hours_per_week,
    },
    hours: {
      judging: hours.judging,
      rulings: hours.rulings,
      overhead: hours.overhead,
      total: hours.total,
    },
    total_hours: hours.total,
    weekly_hours: result.weeklyHours,
    weeks: result.weeks,
    claim:
      claim === null
        ? null
        : {
            weeks: claim.weeks,
            holds: claim.holds,
            weekly_hours_needed: claim.weeklyHours,
            people_needed: claim.people,
          },
    currency: result.currency,
    options: result.options.map(({ id, title, lines, total, hours: paid, enough }) => ({
      option: id,
      title,
      lines,
      total,
      hours: paid,
      enough,
    })),
    precision: {
      kappa: precision.kappa,
      prevalence: precision.prevalence,
      annotators: precision.annotators,
      rounds: precision.rounds.map(({ round, units, expected }) =>
        expected.width === null
          ? { round, units, width: null, why: expected.why }
          : { round, units, width: expected.width, interval: expected.interval },
      ),
      wanted_width: precision.width,
      units_needed: precision.needed.units,
      ...(precision.needed.units === null ? { why: precision.needed.why } : {}),
    },
  };
}

function range([from = '', to = '']: readonly string[]): string {
  return from === to ? from : `${from}–${to}`;
}

function hourText(hours: number): string {
  return hours.toLocaleString('en-GB', { maximumFractionDigits: 1 });
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}
