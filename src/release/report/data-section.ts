import type { Figures } from '../figures.ts';
import type { Spread, TaskFigures } from '../task-figures.ts';
import { answerName, isName } from './answer-names.ts';
import { count, counted, decimal, estimate, grouped, percent, plain, table } from './cells.ts';
import type { ReportBlock, ReportCell, ReportSection, ReportTable } from './report.ts';
import { standingTable } from './standing-table.ts';

/** What is in the data: sampling, labels and how often, lengths, weak labels, the split. */
export function dataSection(figures: Figures): ReportSection {
  const isOne = figures.tasks.length === 1;
  const blocks = figures.tasks.flatMap((task, at): readonly ReportBlock[] => [
    ...(isOne ? [] : [{ kind: 'heading' as const, text: task.title }]),
    ...standingBlocks(figures, task, at),
    ...samplingBlocks(task),
    ...labelBlocks(task, `tasks.${at}`),
    ...cooccurrenceBlocks(task),
    ...lengthBlocks(task),
    ...weakBlocks(task, `tasks.${at}`),
    ...splitBlocks(task, `tasks.${at}`),
    ...duplicateBlocks(task),
  ]);
  return { id: 'data', title: 'The data', blocks };
}

function standingBlocks(figures: Figures, task: TaskFigures, at: number): readonly ReportBlock[] {
  const decided = Object.entries(task.decisions).map(([rule, units]) => [
    plain(ruleTitles[rule] ?? rule),
    count(units, `tasks.${at}.decisions.${rule}`),
  ]);
  return [
    standingTable(figures, task, at),
    ...(decided.length === 0
      ? []
      : [table('How the released units were decided', ['Rule', '#Units'], decided)]),
  ];
}

/** The rules of decision in words. */
const ruleTitles: Readonly<Record<string, string>> = {
  single: 'One judgment',
  unanimous: 'Unanimous',
  majority: 'Majority',
  weighted: 'Weighted majority',
  'tie-break': 'Tie broken by the annotator with the most weight',
  'dawid-skene': 'Dawid–Skene',
  mace: 'MACE',
  ruling: 'Ruling',
  exclusion: 'Exclusion',
};

function samplingBlocks({ design }: TaskFigures): readonly ReportBlock[] {
  if (design === null) return [];
  return [
    { kind: 'heading', text: 'Sampling' },
    { kind: 'text', text: samplingText(design) },
  ];
}

/** How many units were drawn, for how many they stand, and which others the shares speak of. */
export function samplingText(design: NonNullable<TaskFigures['design']>): string {
  const { drawn, left, certain, unused, population, clustered } = design;
  const together = clustered ? ' Whole subjects were drawn together.' : '';
  const also =
    certain === 0
      ? ''
      : ` ${counted(certain, 'unit')} of earlier rounds have a truth, too, and represent only ` +
        `themselves, so that shares speak of ${counted(population, 'unit')}.`;
  const not =
    unused === 0
      ? ''
      : ` They do not speak of ${counted(unused, 'unit')} of earlier rounds without a truth, ` +
        'such as trainings.';
  return (
    `${grouped(drawn)} of ${counted(left, 'unit')} were drawn, each with a recorded probability, ` +
    `to represent all ${grouped(left)}.${together}${also}${not} ` +
    'Shares of the population are weighted by these probabilities.'
  );
}

function labelBlocks(task: TaskFigures, place: string): readonly ReportBlock[] {
  const labels = task.questions.flatMap((question, at) =>
    question.isLabel && question.prevalence !== null ? [{ question, at }] : [],
  );
  const shares = labels.map(({ question, at }) => ({
    label: question.title,
    value: question.prevalence!.value ?? 0,
    cell: estimate(question.prevalence!, `${place}.questions.${at}.prevalence`, percent),
  }));
  const said = shares.map(({ label, cell }) => `${label} ${cell.text}`).join('; ');
  const of = task.design === null ? 'released units' : 'the population';
  return [
    { kind: 'heading', text: 'Answers' },
    ...(shares.length === 0
      ? []
      : [
          {
            kind: 'bars' as const,
            caption: `How often each label applies, as a share of ${of}`,
            alternative: `Share of ${of} to which each label applies: ${said}.`,
            most: Math.max(...shares.map((one) => one.value), 0.01),
            rows: shares,
          },
        ]),
    answerTable(task, place),
  ];
}

/** One row per question where all have the same answers, else one row per answer. */
function answerTable(task: TaskFigures, place: string): ReportTable {
  const { questions, design } = task;
  const scales = new Set(
    questions.map(({ answers }) =>
      JSON.stringify(answers.map(({ answer, title }) => [answer, title])),
    ),
  );
  const cell = (at: number, value: number): ReportCell => {
    const { units, share, population } = questions[at]!.answers[value]!;
    const own = `${place}.questions.${at}.answers.${value}`;
    const which = population === null ? 'share' : 'population';
    const { text, note } = estimate(population ?? share, undefined, percent);
    return { text: grouped(units), note: `${text} (${note ?? ''})`, figure: `${own}.${which}` };
  };
  const of = design === null ? 'of the released units' : 'of the population';
  const caption = `Every answer in the truth: units, and the share ${of}`;
  const shared = questions[0]?.answers ?? [];
  const isNamed = shared.every(({ title }) => isName(title));
  if (scales.size === 1 && shared.length <= 4 && isNamed)
    return table(
      caption,
      ['Question', ...shared.map(({ title }) => `#${title}`)],
      questions.map((question, at) => [
        plain(question.title),
        ...shared.map((_, value) => cell(at, value)),
      ]),
    );
  return table(
    caption,
    ['Question', 'Answer', '#Units'],
    questions.flatMap((question, at) =>
      question.answers.map((one, value) => [
        plain(value === 0 ? question.title : ''),
        answerName(one, areNames(question)),
        cell(at, value),
      ]),
    ),
  );
}

/** Whether all answers of a question have names. */
function areNames({ answers }: TaskFigures['questions'][number]): boolean {
  return answers.every(({ title }) => isName(title));
}

function cooccurrenceBlocks({ cooccurrence, questions }: TaskFigures): readonly ReportBlock[] {
  if (cooccurrence === null) return [];
  const titles = new Map(questions.map(({ question, title }) => [question, title]));
  const labels = cooccurrence.labels.map((label) => titles.get(label) ?? label);
  const pairs = labels.flatMap((one, row) =>
    labels
      .slice(row + 1)
      .map((other, at) => ({ one, other, units: cooccurrence.counts[row]![row + 1 + at]! })),
  );
  const frequent = pairs.toSorted((a, b) => b.units - a.units).slice(0, 5);
  const said = frequent.map(({ one, other, units }) => `${one} with ${other}: ${units}`).join('; ');
  return [
    {
      kind: 'matrix',
      caption: 'Labels that apply to the same unit',
      alternative: `The most frequent pairs: ${said}.`,
      labels,
      counts: cooccurrence.counts,
    },
  ];
}

function lengthBlocks({ texts }: TaskFigures): readonly ReportBlock[] {
  const rows = [
    spreadRow('Characters per unit', texts.characters),
    spreadRow('Words per unit', texts.words),
    ...(texts.subjects === null
      ? []
      : [
          spreadRow(
            `Units per subject (${grouped(texts.subjects)} subjects)`,
            texts.unitsPerSubject,
          ),
        ]),
  ].flatMap((row) => (row === null ? [] : [row]));
  const columns = ['Length', '#Least', '#Lower quartile', '#Median', '#Upper quartile', '#Most'];
  return rows.length === 0 ? [] : [table('Lengths', columns, rows)];
}

function spreadRow(title: string, spread: Spread | null): readonly ReportCell[] | null {
  if (spread === null) return null;
  const { least, lower, median, upper, most } = spread;
  return [title, ...[least, lower, median, upper, most].map(whole)].map(plain);
}

function whole(value: number): string {
  return grouped(Number.isInteger(value) ? value : Number(value.toFixed(1)));
}

function weakBlocks({ weak, questions }: TaskFigures, place: string): readonly ReportBlock[] {
  if (weak === null) return [];
  const titles = new Map(questions.map(({ question, title }) => [question, title]));
  const rows = weak.labels.map(({ question, truth, weak: rule, missed, extra }, at) => [
    plain(titles.get(question) ?? question),
    estimate(truth, `${place}.weak.labels.${at}.truth`, percent),
    estimate(rule, `${place}.weak.labels.${at}.weak`, percent),
    count(missed, `${place}.weak.labels.${at}.missed`),
    count(extra, `${place}.weak.labels.${at}.extra`),
  ]);
  return [
    { kind: 'heading', text: 'Truth against the keyword rules' },
    {
      kind: 'text',
      text:
        'The keyword rules drew the sample and have no weight in the truth. What they miss and ' +
        'what they find wrongly shows what the experts add.',
    },
    table(
      `Keyword rules on ${counted(weak.units, 'released unit')}`,
      ['Label', '#Truth', '#Rules', '#Missed by the rules', '#Only by the rules'],
      rows,
    ),
  ];
}

function splitBlocks({ split, questions }: TaskFigures, place: string): readonly ReportBlock[] {
  if (split === null) return [];
  const titles = new Map(
    questions.flatMap((one) => [
      [one.question, one.title],
      ...one.answers.map((given) => [
        `${one.question}=${String(given.answer)}`,
        `${one.title}: ${answerName(given, areNames(one)).text}`,
      ]),
    ]) as readonly (readonly [string, string])[],
  );
  const together = split.keepTogether ? ' No subject is on both sides.' : '';
  const deviation = split.largestDeviation;
  const worst =
    deviation === null
      ? ''
      : ` The largest deviation of a label’s share is ${decimal(deviation.value * 100)} ` +
        `percentage points (${titles.get(deviation.label) ?? deviation.label}), which is ` +
        `${split.quality!}.`;
  const rows = split.labels.map(({ label, prevalence, dev, test, deviation: off }, at) => [
    plain(titles.get(label) ?? label),
    { text: percent(prevalence), figure: `${place}.split.labels.${at}.prevalence` },
    dev === null ? plain('–') : { text: percent(dev), figure: `${place}.split.labels.${at}.dev` },
    test === null
      ? plain('–')
      : { text: percent(test), figure: `${place}.split.labels.${at}.test` },
    { text: `${decimal(off * 100)} pp`, figure: `${place}.split.labels.${at}.deviation` },
  ]);
  return [
    { kind: 'heading', text: 'Dev and test' },
    {
      kind: 'text',
      text:
        `${counted(split.sizes.dev, 'unit')} are dev, ${grouped(split.sizes.test)} are test, ` +
        `${rows.length === 0 ? 'drawn' : 'stratified by label'} from seed ${split.seed}.` +
        `${together}${worst}`,
    },
    ...(rows.length === 0
      ? []
      : [
          table(
            'Share of each label on both sides',
            ['Label', '#Overall', '#Dev', '#Test', '#Deviation'],
            rows,
          ),
        ]),
  ];
}

/** So many pairs are printed. */
const mostPairs = 20;

/** Nearly equal texts: how many, and which of them are on both sides of the split. */
function duplicateBlocks({ nearDuplicates, split }: TaskFigures): readonly ReportBlock[] {
  if (nearDuplicates === null) return [];
  const { pairs } = nearDuplicates;
  const across = split?.acrossSides ?? [];
  const which = split === null || pairs.length === 0 ? '' : sidesOf(across.length);
  const found =
    pairs.length === 0
      ? 'No two units have nearly the same text.'
      : `${counted(pairs.length, 'pair')} of units have nearly the same text.`;
  const shown = (across.length > 0 ? across : pairs).slice(0, mostPairs);
  const all = across.length > 0 ? across.length : pairs.length;
  const rest = all - shown.length;
  return [
    { kind: 'heading', text: 'Nearly equal texts' },
    { kind: 'text', text: `${found}${which}` },
    ...(shown.length === 0
      ? []
      : [
          table(
            across.length > 0 ? 'Nearly equal texts on both sides' : 'Nearly equal texts',
            ['Unit', 'Unit', '#Similarity'],
            shown.map(({ a, b, similarity }) => [a, b, decimal(similarity)].map(plain)),
          ),
        ]),
    ...(rest === 0
      ? []
      : [
          {
            kind: 'text' as const,
            text: `${counted(rest, 'further pair')} can be read in record/near-duplicates.jsonl.`,
          },
        ]),
  ];
}

function sidesOf(across: number): string {
  if (across === 0) return ' None of them has one text among dev and the other among test.';
  return (
    ` ${counted(across, 'of them has', 'of them have')} one text among dev and the other among ` +
    'test, so that a system tuned on dev may know them.'
  );
}
