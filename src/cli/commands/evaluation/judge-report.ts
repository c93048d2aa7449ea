import { measureText } from '../../../domain/agreement/measure.ts';
import { inEnglish } from '../../../domain/english.ts';
import { judgeCautions, judgeVerdict } from '../../../operations/evaluation/judge-record.ts';
import type {
  JudgeAssessment,
  QuestionAssessment,
} from '../../../operations/evaluation/judge-record.ts';
import type { PoweredRows } from '../../../operations/evaluation/prediction-rows.ts';
import { count, decimals, heading, number, numeric, paragraph, table, wrap } from '../../output.ts';

type Estimate = QuestionAssessment['withTruth']['percent'];
type Powered = Pick<QuestionAssessment['powered'][number], 'powered' | 'needed'>;

/** The assessment of a judge for people: the sentence to quote, then the numbers behind it. */
export function assessmentReport(assessment: JudgeAssessment, about: string): string {
  const { judge, members, people, questions } = assessment;
  const runs = members.length > 1 ? `, ${members.length} runs` : '';
  const parts = [
    heading(`May ${judge} stand in for a person?`),
    paragraph(inEnglish(judgeVerdict(assessment))),
    ...judgeCautions(assessment).map((caution) => paragraph(inEnglish(caution))),
    paragraph(`${about}${judge}${runs} beside ${listed(people)}.`),
    agreementTable(assessment),
    ...(people.length === 0 ? [] : [testTable(assessment)]),
    ...(questions.length === 1 ? [confusionTable(questions[0]!)] : []),
    errorTable(questions),
    ...(hasPowered(assessment) ? [poweredTable(assessment)] : []),
    biasReport(questions),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** A prediction-powered mean of a plain table, for people. */
export function poweredRowsReport(
  { powered, needed, skipped }: PoweredRows,
  { width, confidence }: { readonly width: number; readonly confidence: number },
): string {
  const { estimate, classical, lambda, unjudged, saved, caution, smallSample } = powered;
  if (estimate.value === null) return inEnglish(estimate.why);
  const rows = [
    ['human and model', ...valueCells(estimate), count(estimate.n), count(unjudged)],
    ...(smallSample === null || caution === null
      ? []
      : [['the same, for few', decimals(estimate.value), boundsText(smallSample), '', '']]),
    ['human alone', ...valueCells(classical), count(classical.n), ''],
  ];
  const columns = [
    'mean from',
    numeric('value'),
    numeric(`${Number((100 * confidence).toFixed(2))} % interval`),
    numeric('human'),
    numeric('model only'),
  ];
  const lines = [
    `λ = ${decimals(lambda)}: how much the model is trusted; 0 ignores it.`,
    ...(saved === null ? [] : [`The model saves ${number(saved, 'human judgment')}.`]),
    ...(needed === null ? [] : [moreText({ powered, needed }, width)]),
    ...(estimate.interval === null ? [inEnglish(estimate.method)] : []),
    ...(caution === null ? [] : [inEnglish(caution)]),
    ...(skipped === 0 ? [] : [`${number(skipped, 'row')} without a model value left out.`]),
  ];
  return [table(columns, rows), ...lines.map((line) => paragraph(line))].join('\n');
}

/** A table whose first column, the question, is left out where questions have no names. */
function questionTable(
  questions: readonly QuestionAssessment[],
  columns: readonly Parameters<typeof table>[0][number][],
  rows: readonly (readonly string[])[],
): string {
  if (questions.some((one) => one.question !== null)) return table(['question', ...columns], rows);
  return table(
    columns,
    rows.map((row) => row.slice(1)),
  );
}

function agreementTable({ people, questions, alphaName }: JudgeAssessment): string {
  const rows = questions.flatMap((one) => {
    const truth = ['the truth', one.withTruth] as const;
    const pairs = people.map((name, column) => [name, one.withPeople[column]!] as const);
    // With many questions the people are summed up by how far they agree among themselves.
    const shown = questions.length === 1 ? [truth, ...pairs] : [truth];
    const own = shown.map(([name, { percent, kappa }]) => [
      one.question ?? '',
      name,
      ...valueCells(percent),
      ...valueCells(kappa),
      count(percent.n),
    ]);
    if (people.length < 2) return own;
    const { percent, alpha } = one.amongPeople;
    const among = [
      one.question ?? '',
      'people together',
      ...valueCells(percent),
      ...valueCells(alpha),
      count(percent.n),
    ];
    return [...own, among];
  });
  const columns = [
    'agreement with',
    numeric('share'),
    numeric('95 %'),
    numeric('κ, α'),
    numeric('95 %'),
    numeric('n'),
  ];
  const legend =
    'The truth is made without the judge’s own family. ' +
    (people.length < 2
      ? `κ is ${cohen}.`
      : `κ is ${cohen}; "people together" is how well they agree among themselves, with ` +
        `${inEnglish(alphaName)}.`);
  return `${questionTable(questions, columns, rows)}\n${paragraph(legend)}`;
}

const cohen = inEnglish(measureText('cohen_kappa'));

function testTable({ questions, request, people }: JudgeAssessment): string {
  const rows = questions.map(({ question, alternative, outcome }) => {
    const { winningRate, advantageProbability, comparisons } = alternative;
    const won = comparisons.filter((one) => one.rejected).length;
    return [
      question ?? '',
      winningRate === null ? '–' : `${won} of ${comparisons.length}`,
      decimals(winningRate, 2),
      decimals(advantageProbability),
      count(comparisons.reduce((most, one) => Math.max(most, one.n), 0)),
      outcomeWords[outcome],
    ];
  });
  const columns = [
    numeric('people matched'),
    numeric('ω'),
    numeric('ρ'),
    numeric('n'),
    'stands in',
  ];
  const whys = new Set(
    questions.flatMap(({ alternative: { why } }) => (why === undefined ? [] : [inEnglish(why)])),
  );
  const single = questions.length === 1 ? comparisonLines(questions[0]!, people) : [];
  const legend =
    `Alternative annotator test, ε = ${request.epsilon}, ${request.scoring}: each person in turn ` +
    'is left out, and judge and person are compared with the others. ω is the share of people ' +
    'matched, ρ how often the judge is at least as close; from ω = 0.5 on it may stand in.';
  return [
    questionTable(questions, columns, rows),
    ...single,
    paragraph(legend),
    ...[...whys].map((why) => wrap(why)),
  ]
    .join('\n')
    .trimEnd();
}

const outcomeWords = { passed: 'yes', failed: 'not shown', unknown: 'unknown' } as const;

function comparisonLines({ alternative }: QuestionAssessment, people: readonly string[]): string[] {
  const { comparisons, skipped, dropped } = alternative;
  const lines = comparisons.map(({ annotator, n, pValue, rejected, judgeAdvantage }) =>
    wrap(
      `${people[annotator]}: ρ ${decimals(judgeAdvantage)} on ${number(n, 'unit')}, ` +
        `${pText(pValue)}, ${rejected ? 'matched' : 'not matched'}.`,
    ),
  );
  const left = skipped.map(({ annotator, n }) =>
    wrap(`${people[annotator]} was skipped: only ${number(n, 'unit')}.`),
  );
  const few = dropped === 0 ? [] : [wrap(`${number(dropped, 'unit')} with too few answers.`)];
  return [...lines, ...left, ...few];
}

function confusionTable({ answers, confusion }: QuestionAssessment): string {
  if (answers.length > 12) return '';
  const rows = answers.map((answer, row) => [
    answer,
    ...answers.map((_, column) => count(confusion[row]![column]!)),
  ]);
  return table(['truth ↓ judge →', ...answers.map((answer) => numeric(answer))], rows);
}

function errorTable(questions: readonly QuestionAssessment[]): string {
  const rows = questions.flatMap(({ question, byAnswer }) =>
    byAnswer.map(({ answer, sensitivity, specificity }) => [
      question ?? '',
      answer,
      ...valueCells(sensitivity),
      count(sensitivity.n),
      ...valueCells(specificity),
      count(specificity.n),
    ]),
  );
  const columns = [
    'answer',
    numeric('sensitivity'),
    numeric('95 %'),
    numeric('n'),
    numeric('specificity'),
    numeric('95 %'),
    numeric('n'),
  ];
  return `${questionTable(questions, columns, rows)}\nExact intervals.`;
}

function hasPowered({ questions }: JudgeAssessment): boolean {
  return questions.some((one) => one.powered.some((two) => two.powered.estimate.value !== null));
}

function poweredTable({ questions, request }: JudgeAssessment): string {
  const quantities = questions.flatMap(({ question, powered }) =>
    powered.map((one) => ({ question, ...one })),
  );
  const rows = quantities.map(({ question, answer, powered, corrected, needed }) => [
    question ?? '',
    answer ?? 'mean',
    ...poweredCells(powered),
    ...valueCells(powered.classical),
    decimals(corrected?.value),
    decimals(powered.lambda, 2),
    powered.saved === null ? '–' : count(powered.saved),
    moreCell({ powered, needed }),
  ]);
  const columns = [
    'share of',
    numeric('human + model'),
    numeric('95 %'),
    numeric('human'),
    numeric('95 %'),
    numeric('corrected'),
    numeric('λ'),
    numeric('saved'),
    numeric('more'),
  ];
  const legend =
    'Shares and means over all units of the judge, from few human and many model judgments ' +
    '(prediction-powered); corrected: the judge’s own share, corrected by its errors (Rogan and ' +
    'Gladen). Saved: human judgments that the model is worth. More: further human judgments ' +
    `for an interval of ${request.width}.` +
    (quantities.some(({ powered }) => powered.caution !== null && powered.smallSample !== null)
      ? ' * Few human judgments, or few of the answer: PPI++ would be too narrow, so this ' +
        'interval is the one for small samples.'
      : '');
  return `${questionTable(questions, columns, rows)}\n${paragraph(legend)}`;
}

/** Where PPI++ is too narrow, the interval for small samples stands in its place, marked. */
function poweredCells({ estimate, caution, smallSample }: Powered['powered']): readonly string[] {
  const cells = valueCells(estimate);
  if (caution === null || smallSample === null) return marked(cells, caution !== null);
  return marked([cells[0], boundsText(smallSample)], true);
}

function boundsText([low, high]: readonly [number, number]): string {
  return `[${decimals(low, 2)}, ${decimals(high, 2)}]`;
}

function biasReport(questions: readonly QuestionAssessment[]): string {
  const all = questions.flatMap(({ question, bias }) => bias.map((one) => ({ question, ...one })));
  if (all.length === 0) return 'Bias: there are no slices with enough units to compare.';
  const found = all.filter((one) => one.isBiased);
  const bys = [...new Set(all.map((one) => one.by))].join(', ');
  const looked = `${number(all.length, 'comparison')} by ${bys}`;
  if (found.length === 0) return `Bias: none shown in ${looked}.`;
  const rows = found.map(({ question, by, group, errors, difference }) => [
    question ?? '',
    `${by} ${group}`,
    ...valueCells(errors),
    ...valueCells(difference),
    count(errors.n),
  ]);
  const columns = [
    'units',
    numeric('error rate'),
    numeric('95 %'),
    numeric('more than elsewhere'),
    numeric('corrected 95 %'),
    numeric('n'),
  ];
  const legend = `Bias: ${found.length} of ${looked}. Intervals of differences hold together.`;
  return `${questionTable(questions, columns, rows)}\n${paragraph(legend)}`;
}

function moreText({ powered, needed }: Powered, width: number): string {
  const alone = `${count(needed!.alone)} without the model`;
  if (needed!.withModel === null)
    return `An interval of ${width} needs more than all ${count(powered.unjudged)} other units.`;
  const more = number(needed!.withModel, 'more human judgment');
  return `An interval of ${width} needs ${more} (${alone}).`;
}

function marked([value, shown]: readonly [string, string], isMarked: boolean): readonly string[] {
  return [value, isMarked && shown !== '–' ? `${shown}*` : shown];
}

function moreCell({ powered, needed }: Powered): string {
  if (needed === null) return '–';
  return needed.withModel === null ? `> ${count(powered.unjudged)}` : count(needed.withModel);
}

function pText(pValue: number | null): string {
  return pValue !== null && pValue < 0.0001 ? 'p < 0.0001' : `p = ${decimals(pValue, 4)}`;
}

function valueCells(estimate: Estimate): readonly [string, string] {
  if (estimate.value === null) return ['–', '–'];
  const { interval } = estimate;
  const bounds = interval?.map((bound) => decimals(bound, 2)).join(', ');
  return [decimals(estimate.value), bounds === undefined ? '–' : `[${bounds}]`];
}

function listed(people: readonly string[]): string {
  if (people.length === 0) return 'no people';
  return people.length <= 6 ? people.join(', ') : number(people.length, 'person').replace(/s$/, '');
}
