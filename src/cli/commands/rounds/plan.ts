import { inEnglish } from '../../../domain/english.ts';
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
  numeric,
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
    .option('--gate <gate>', 'units for a gate: "fleiss_kappa.low >= 0.60 per question"')
    .option('--claimed-weeks <from-to>', 'promised weeks, to compare with: 7-9', weeksRange)
    .option('--prevalence <share>', 'share of units with a label, for precision', fraction, 0.1)
    .option('--kappa <value>', 'expected agreement', kappaValue, 0.7)
    .option('--width <value>', 'desired width of the interval of κ', numberAbove(0), 0.1)
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
  const people = effort.people === 1 ? '1 person' : `${effort.people} people`;
  const weekly = `${people} × ${effort.hours_per_week} h a week = ${count(result.weeklyHours)} h`;
  const judged = `${number(units, 'unit')} × ${number(annotators, 'annotator')} × ${minutes} min`;
  const ruled = `${number(result.ruledUnits, 'unit')} (${percent(ruling.share)})`;
  const rows = [
    ['judging', judged, hourText(hours.judging)],
    ['rulings', `${ruled} × ${ruling.minutes} min`, hourText(hours.rulings)],
    ['overhead', 'training and meetings', hourText(hours.overhead)],
    ['total', '', hourText(hours.total)],
  ];
  const parts = [
    heading(`Plan: ${result.protocol ?? 'default figures'}`),
    table(['effort', 'reckoning', numeric('hours')], rows),
    [`${weekly} a week: ${decimals(result.weeks, 1)} weeks.`, ...claimLines(result)].join('\n'),
  ];
  if (result.options.length > 0)
    parts.push(
      costTable(result.options, result.currency),
      ...costNotes(result.options, hours.total),
    );
  parts.push(
    table(
      ['round', numeric('units'), numeric('width of κ’s interval'), numeric('interval')],
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
  const claimed = `the claimed ${range(claim.weeks.map(String))} weeks`;
  const isLess = weeks < claim.weeks[0];
  if (claim.holds) return [`That is ${isLess ? 'less than' : 'within'} ${claimed}.`];
  const hours = range(claim.weeklyHours.map((one) => one.toFixed(0)));
  return [
    `That is not ${claimed} but ${decimals(weeks, 1)}: those would take ${hours} h a week,`,
    `which is ${range(claim.people.map(String))} people at these hours.`,
  ];
}

function costTable(options: readonly CostOption[], currency: string): string {
  const rows = options.flatMap((option) => [
    [option.id, option.title, '', ''],
    ...option.lines.map((line) => ['', `  ${line.what}`, line.how, count(line.amount)]),
    ['', '  total', `${count(option.hours)} h`, count(option.total)],
  ]);
  return table(['cost', 'option', numeric('reckoning'), numeric(currency)], rows);
}

function costNotes(options: readonly CostOption[], needed: number): readonly string[] {
  const notes = options.flatMap(({ id, hours, enough }) => {
    const paid = `Option ${id} pays for ${count(hours)} h`;
    const work = `the ${hourText(needed)} h that the work takes.`;
    if (!enough) return [`${paid} of ${work}`];
    return hours > muchMore * needed ? [`${paid}, more than ${work}`] : [];
  });
  return notes.length === 0 ? [] : [notes.join('\n')];
}

/** An option that pays for more than this many times the work was reckoned for other work. */
const muchMore = 1.25;

function precisionLines({ precision }: Plan): readonly string[] {
  const { kappa, prevalence, annotators, width, needed, rounds } = precision;
  const people = annotators === 1 ? 'one annotator' : `${annotators} annotators`;
  const assumed = `Expected for κ = ${kappa} at a prevalence of ${percent(prevalence)}`;
  const said = [`${assumed} with ${people}, level 95 %.`];
  const why = rounds.find((one) => one.expected.width === null)?.expected;
  if (why !== undefined && why.width === null) said.push(inEnglish(why.why));
  else if (needed.units !== null)
    said.push(`A width of ${width} needs ${count(needed.units)} units.`);
  return [...said, ...precision.gates.map(gateLine)];
}

function gateLine({ round, gate, units, needed }: Precision['gates'][number]): string {
  const which = round === null ? `"${gate}"` : `The gate "${gate}" of ${round}`;
  if (needed.units === null) return `${which}: ${inEnglish(needed.why)}`;
  const has = units === null ? '' : `; the round has ${count(units)}`;
  return `${which} needs ${count(needed.units)} units${has}.`;
}

function planJson(result: Plan): unknown {
  const { protocol, effort, hours, claim, precision, weeks, currency } = result;
  const { units, annotators, minutes, ruling, people, hours_per_week } = effort;
  const { judging, rulings, overhead, total } = hours;
  return {
    protocol,
    effort: {
      units,
      annotators,
      minutes,
      ruling_share: ruling.share,
      ruling_minutes: ruling.minutes,
      ruled_units: result.ruledUnits,
      people,
      hours_per_week,
    },
    hours: { judging, rulings, overhead, total },
    total_hours: total,
    weekly_hours: result.weeklyHours,
    weeks,
    claim: claim && {
      weeks: claim.weeks,
      holds: claim.holds,
      weekly_hours_needed: claim.weeklyHours,
      people_needed: claim.people,
    },
    currency,
    options: result.options.map(({ id, title, lines, total: sum, hours: paid, enough }) => {
      return { option: id, title, lines, total: sum, hours: paid, enough };
    }),
    precision: precisionJson(precision),
  };
}

function precisionJson({
  kappa,
  prevalence,
  annotators,
  rounds,
  width,
  needed,
  gates,
}: Precision): object {
  return {
    kappa,
    prevalence,
    annotators,
    rounds: rounds.map(({ round, units, expected }) =>
      expected.width === null
        ? { round, units, width: null, why: inEnglish(expected.why) }
        : { round, units, width: expected.width, interval: expected.interval },
    ),
    wanted_width: width,
    units_needed: needed.units,
    ...(needed.units === null ? { why: inEnglish(needed.why) } : {}),
    gates: gates.map(({ round, gate, units, needed: least }) => ({
      round,
      gate,
      units,
      units_needed: least.units,
      ...(least.units === null ? { why: inEnglish(least.why) } : {}),
    })),
  };
}

type Precision = Plan['precision'];

function range([from = '', to = '']: readonly string[]): string {
  return from === to ? from : `${from}–${to}`;
}

function hourText(hours: number): string {
  return hours.toLocaleString('en-GB', { maximumFractionDigits: 1 });
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}
