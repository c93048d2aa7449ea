import type { CodedText } from '../../../domain/coded-text.ts';
import { inEnglish } from '../../../domain/english.ts';
import { printChoice } from '../../../domain/text-values.ts';
import { measureNames } from '../../../domain/agreement/measure.ts';
import type { MeasureName } from '../../../domain/agreement/measure.ts';
import {
  agreementOnAnswers,
  kappaBands,
  kappaWords,
  leadingKappa,
} from '../../../operations/agreement/agree.ts';
import type { Agreement, Estimate } from '../../../operations/agreement/agree.ts';
import type { MatrixAgreement } from '../../../operations/agreement/agree-ratings.ts';
import {
  count,
  decimals,
  heading,
  interval,
  number,
  numeric,
  paragraph,
  table,
  wrap,
} from '../../output.ts';
import { shorten } from '../../text-width.ts';

/** A comparison of files for people. */
export function agreementReport(result: Agreement): string {
  const { matrix, measured } = result;
  const rows = result.recognised ? 'Rows recognised as those of' : 'Protocol';
  const simulated = result.simulated ? ' (its sample judgments are simulated)' : '';
  const [same, other] = [count(result.exactMatches), count(result.mismatches.length)];
  const percent = decimals(100 * (result.exactShare ?? 0), 1);
  const parts = [
    heading(`${result.task.id}: ${who(matrix.annotators)} on ${number(matrix.size, 'unit')}`),
    `${rows} ${result.protocol}${simulated}.\n` +
      (result.exactShare === null
        ? 'No unit was judged by two annotators.'
        : `${same} judged the same, ${other} differently: ${percent} % exact agreement.`),
  ];
  parts.push(measured.questions.length === 1 ? oneQuestion(result) : manyQuestions(result));
  if (result.families.length > 0) parts.push(familyReport(result));
  parts.push(gateReport(result));
  if (result.warnings.length > 0) parts.push(mind(result.warnings));
  return parts.join('\n\n');
}

/** A plain matrix for people. */
export function ratingsReport(result: MatrixAgreement): string {
  const origin = result.inferred
    ? 'as they occur; declare them with --categories where more are possible'
    : 'as declared';
  const { categories, annotators, warnings } = result;
  const names = categories.map((one) => shorten(one, 40)).join(', ');
  const listed = categories.length > 12 ? `${count(categories.length)} values` : names;
  const noun = categories.length === 1 ? 'Category' : 'Categories';
  const units = number(result.units, 'unit');
  return [
    heading(`${units}, ${annotators.length} annotators, ${result.scale} scale`),
    paragraph(`${noun} ${listed} (${origin}).`),
    measureTable(result.measures, result.named),
    ...(warnings.length === 0 ? [] : [mind(warnings)]),
  ].join('\n\n');
}

function mind(warnings: readonly CodedText[]): string {
  return ['Mind', ...warnings.map((warning) => wrap(`• ${inEnglish(warning)}`))].join('\n');
}

function oneQuestion(result: Agreement): string {
  const [one] = result.measured.questions;
  const kappa = leadingKappa(result);
  const word = kappaWords(result)[one!.question];
  const answers = Object.entries(agreementOnAnswers(result.measured)[one!.question]!);
  const rows = answers.map(([answer, estimate]) => [
    shorten(answer, 40),
    decimals(estimate.value),
    estimate.value === null ? '–' : interval(estimate.interval),
    count(estimate.n),
  ]);
  const columns = ['agreement on', ...estimateColumns];
  const valued = `of ${decimals(one!.measures[kappa].value)} is ${word}`;
  return [
    measureTable(one!.measures, result.measured.named),
    ...(word == null ? [] : [paragraph(`${landisKoch}, ${nameOf(result, kappa)} ${valued}.`)]),
    `${table(columns, rows)}\n${paragraph(onAnswersLegend)}`,
  ].join('\n\n');
}

const estimateColumns = [numeric('value'), numeric('95 % interval'), numeric('n')];

const onAnswersLegend = 'Given that one annotator chose the answer, how often another did too.';

function measureTable(
  measures: Readonly<Record<MeasureName, Estimate>>,
  named: (measure: MeasureName) => CodedText,
): string {
  const columns = ['measure', ...estimateColumns];
  const rows: string[][] = [];
  const methods = new Map<string, string[]>();
  const reasons = new Map<string, string[]>();
  for (const name of measureNames) {
    const estimate = measures[name];
    const title = inEnglish(named(name));
    const [notes, note] =
      estimate.value === null
        ? [reasons, inEnglish(estimate.why)]
        : [methods, methodSentence(estimate)];
    notes.set(note, [...(notes.get(note) ?? []), title]);
    if (estimate.value !== null)
      rows.push([title, decimals(estimate.value), interval(estimate.interval), count(estimate.n)]);
  }
  const intervals = [...methods].map(([said, names]) =>
    wrap(methods.size === 1 ? said : `${names.join(', ')}: ${said}`),
  );
  const without = [...reasons].map(([why, names]) => wrap(`${names.join(', ')}: no value. ${why}`));
  const valued =
    rows.length === 0 ? [] : [table(columns, rows), ['Intervals', ...intervals].join('\n')];
  return [...valued, ...(without.length === 0 ? [] : [without.join('\n')])].join('\n\n');
}

/** How an interval was made; where there is none, why not, which is a sentence already. */
function methodSentence(estimate: Estimate & { readonly value: number }): string {
  const { interval: band, method } = estimate;
  return band === null ? inEnglish(method) : `${inEnglish(method)}.`;
}

function manyQuestions(result: Agreement): string {
  const kappa = leadingKappa(result);
  const isTwofold = result.measured.questions.every((one) => one.answers.length === 2);
  const measures: readonly MeasureName[] = [
    'percent_agreement',
    kappa,
    'krippendorff_alpha',
    'gwet_ac1',
    ...(isTwofold ? (['positive_agreement'] as const) : []),
  ];
  const rows = result.measured.questions.map((one) => {
    const estimate = one.measures[kappa];
    return [
      one.question,
      ...measures.map((name) => decimals(one.measures[name].value)),
      estimate.value === null ? '–' : interval(estimate.interval, 2),
      count(estimate.n),
    ];
  });
  const macro = measures.map((name) => result.measured.overall(name, 'macro'));
  const overall = macro[1]!;
  rows.push([
    'mean of questions',
    ...macro.map((estimate) => decimals(estimate.value)),
    overall.value === null ? '–' : interval(overall.interval, 2),
    count(overall.n),
  ]);
  const short: Readonly<Record<string, string>> = {
    percent_agreement: 'agree',
    cohen_kappa: 'κ',
    fleiss_kappa: 'κ',
    krippendorff_alpha: 'α',
    gwet_ac1: 'AC1',
    positive_agreement: 'yes',
  };
  const grid = table(
    ['question', ...measures.map((name) => numeric(short[name]!)), numeric('κ 95 %'), numeric('n')],
    rows,
  );
  const sets = result.measured.overall('krippendorff_alpha', 'sets');
  const masi = `${decimals(sets.value)} ${interval(sets.value === null ? null : sets.interval, 2)}`;
  const legend =
    `${measures.map((name) => `${short[name]}: ${nameOf(result, name)}`).join('; ')}.` +
    (sets.value === null ? '' : ` ${nameOf(result, 'krippendorff_alpha', 'sets')}: ${masi}.`);
  const kappas = [...result.measured.questions.map((one) => one.measures[kappa]), overall];
  const methods = [
    ...new Set(
      [...kappas, sets].flatMap((one) => {
        if (one.value === null) return [];
        return [(one.interval === null ? '' : 'Intervals: ') + methodSentence(one)];
      }),
    ),
  ];
  const lines = [legend, ...(methods.length === 0 ? [] : [methods.join(' ')]), bandLegend(result)];
  return [grid, ...lines.map((line) => paragraph(line))].join('\n');
}

/** The questions by the word for their kappa, the worst first. */
function bandLegend(result: Agreement): string {
  const words = Object.entries(kappaWords(result));
  const groups = kappaBands
    .map((band) => ({
      band,
      questions: words.flatMap(([question, word]) => (word === band ? [question] : [])),
    }))
    .filter(({ questions }) => questions.length > 0);
  if (groups.length === 0) return 'No question has a κ.';
  const said = groups.map(({ band, questions }) => {
    const isAll = questions.length === words.length && words.length > 1;
    return `${band} for ${isAll ? 'all questions' : printChoice(questions, 'and')}`;
  });
  return `${landisKoch}, κ is ${said.join('; ')}.`;
}

const landisKoch = 'In the words of Landis and Koch';

/** Who is compared: by name, or by number when there are many or their names are long. */
function who(annotators: readonly string[]): string {
  const names = annotators.join(', ');
  return annotators.length <= 4 && names.length <= 50 ? names : `${annotators.length} annotators`;
}

/** What a measure is called, by what it was computed from. */
function nameOf({ measured }: Agreement, measure: MeasureName, how?: 'macro' | 'sets'): string {
  return inEnglish(measured.named(measure, how));
}

/** Runs of one model are not independent: they are shown as stability, apart from agreement. */
function familyReport(result: Agreement): string {
  const columns = [
    'stability',
    ...result.families.map((one) =>
      numeric(`${shorten(one.family, 16)} × ${one.annotators.length}`),
    ),
  ];
  const rows = result.measured.questions.map(({ question }) => [
    question,
    ...result.families.map((one) => decimals(one.stability[question]!.value)),
  ]);
  const families = `The agreement above is between the ${result.families.length} families`;
  const legend =
    'How well the runs of one model (× their number) agree with each other. ' +
    `${families}, each represented by the majority of its runs.`;
  return `${table(columns, rows)}\n${paragraph(legend)}`;
}

function gateReport(result: Agreement): string {
  if (result.gate === null) return 'The protocol has no gate for this task.';
  if (result.gate.status === 'NONE') return `The round ${result.round!.id} has no gate.`;
  const columns = ['gate', 'over', numeric('target'), numeric('actual'), numeric('n'), ''];
  const rows = result.gate.checks.map((check) => [
    checkedMeasure(result, check),
    inEnglish(check.scope),
    targetText(check.target),
    actualText(check),
    count(check.n),
    check.status,
  ]);
  const reasons = result.gate.checks.flatMap((check) =>
    check.why === undefined
      ? []
      : [
          wrap(
            `${checkedMeasure(result, check)}, ${inEnglish(check.scope)}: ${inEnglish(check.why)}`,
          ),
        ],
  );
  const title = `Gate of round ${result.round!.id}: ${result.gate.status}`;
  return [title, table(columns, rows), ...reasons].join('\n');
}

/** The measure of a check by its name, and whether its lower end is meant. */
function checkedMeasure(result: Agreement, { gate, measure }: GateCheck): string {
  const [code] = measure.split('.');
  const name = measureNames.find((one) => one === code);
  if (name === undefined) return gate;
  return measure === name ? nameOf(result, name) : `${nameOf(result, name)}, lower end`;
}

/** As the protocol has it, with two decimals at least. */
function targetText(target: number): string {
  return decimals(target, Math.max(2, String(target).split('.')[1]?.length ?? 0));
}

type GateCheck = NonNullable<Agreement['gate']>['checks'][number];

/** With so many decimals that a value below its target does not look as if it reached it. */
function actualText({ actual, target, status }: GateCheck): string {
  let places = 3;
  if (actual !== null && status === 'FAIL')
    while (places < 12 && Number(actual.toFixed(places)) >= target) places += 1;
  return decimals(actual, places);
}
