import { inEnglish } from '../../domain/english.ts';
import { groupBy } from '../../domain/group-by.ts';
import { grouped, plain, table } from '../../release/report/cells.ts';
import { blockHtml } from '../../release/report/report-html.ts';
import { escaped } from '../../release/report/report-markup.ts';
import type { ReportBlock, ReportCell } from '../../release/report/report.ts';
import { curvesHtml } from './evaluation-curves.ts';
import { mainMeasures } from './evaluation-content.ts';
import type {
  EvaluationContent,
  ShownLabel,
  ShownMeasure,
  WorstQuery,
} from './evaluation-content.ts';

/** A chapter of the page. */
export interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly html: string;
}

/** Everything that the page shows, chapter by chapter. */
export function chapters(content: EvaluationContent): readonly Chapter[] {
  const chapter = (
    id: string,
    title: string,
    blocks: readonly ReportBlock[],
    more = '',
  ): Chapter => ({
    id,
    title,
    html:
      `<section id="${id}"><h2>${escaped(title)}</h2>\n` +
      `${blocks.map(blockHtml).join('\n')}${more}\n</section>`,
  });
  const { slices, labels, confusion, comparisons, worst, differing, spread, weighted } = content;
  return [
    chapter('measures', 'Measures', measureBlocks(content)),
    ...(weighted === null
      ? []
      : [chapter('weighted', 'Counted by chance', weightedBlocks(content, weighted))]),
    ...(labels.length === 0
      ? []
      : [chapter('labels', 'Labels', [labelTable(content)], labels.map(labelCurves).join(''))]),
    ...(confusion === null ? [] : [chapter('confusion', 'Confusion', [confusionTable(confusion)])]),
    ...(slices === null
      ? []
      : [
          chapter('slices', content.kind === 'verdicts' ? 'By K' : `By ${slices.field}`, [
            sliceTable(content, slices),
          ]),
        ]),
    ...(spread.length === 0 ? [] : [chapter('votes', 'Over votes', [spreadTable(content)])]),
    ...(comparisons.length === 0
      ? []
      : [chapter('comparison', 'Comparison', comparisonBlocks(content))]),
    ...(differing === null
      ? []
      : [chapter('differing', 'Where the systems differ', differingBlocks(differing))]),
    ...(worst.length === 0
      ? []
      : [chapter('worst', 'Worst queries', [], worst.map(worstHtml).join(''))]),
  ];
}

function measureBlocks(content: EvaluationContent): readonly ReportBlock[] {
  const { measures, left } = content;
  const bounded = measures.filter(
    ({ value, low, high }) =>
      value !== null && (low ?? value) >= -1 && (high ?? value) <= 1 && low !== null,
  );
  const range = [Math.min(0, ...bounded.map(({ low }) => low!)), 1] as const;
  const missing = Object.entries(left).map(
    ([code, n]) => `${grouped(n)} ${leftWords[code] ?? code}`,
  );
  return [
    ...(bounded.length === 0
      ? []
      : [
          {
            kind: 'intervals' as const,
            caption: 'Values with 95 % intervals',
            alternative: bounded
              .map(({ name, value, low, high }) => `${name} ${four(value)} (${bounds(low, high)})`)
              .join('; '),
            range,
            target: null,
            rows: bounded.map(({ name, value, low, high }) => ({
              label: name,
              value,
              low,
              high,
              cell: { text: four(value), note: bounds(low, high) },
            })),
          },
        ]),
    measureTable('All measures', measures),
    methodList(measures),
    ...(missing.length === 0
      ? []
      : [{ kind: 'text' as const, text: `Left out: ${missing.join(', ')}.` }]),
  ];
}

const leftWords: Readonly<Record<string, string>> = {
  notPredicted: 'without a prediction',
  notTrue: 'predictions without truth',
  'not-in-run': 'queries that the run does not have',
  'not-in-qrels': 'queries without judgments',
  'mixed-chances': 'with rows of different chances, so nothing is weighted by chance',
  unjudged: 'retrieved documents without a judgment (taken as not relevant)',
};

function measureTable(caption: string, measures: readonly ShownMeasure[]): ReportBlock {
  return table(
    caption,
    ['Measure', '#Value', '#95 % interval', '#n', 'Left out'],
    measures.map(({ name, value, low, high, n, skipped }) => [
      plain(name),
      plain(four(value)),
      plain(bounds(low, high)),
      plain(grouped(n)),
      plain(
        Object.entries(skipped)
          .map(([code, count]) => `${grouped(count)}: ${inEnglish({ code, values: {} })}`)
          .join('; '),
      ),
    ]),
  );
}

/** How the intervals were computed, each way once. */
function methodList(measures: readonly ShownMeasure[]): ReportBlock {
  const byMethod = groupBy(measures, ({ method }) => inEnglish(method));
  return {
    kind: 'list',
    items: [...byMethod].map(([method, own]) => {
      const names = own.map(({ name }) => name).join(', ');
      return own.length === measures.length ? `Intervals: ${method}` : `${names}: ${method}`;
    }),
  };
}

function sliceTable(
  { measures }: EvaluationContent,
  { field, values }: NonNullable<EvaluationContent['slices']>,
): ReportBlock {
  const main = new Set(mainMeasures(measures).map(({ name }) => name));
  const names = measures.map(({ name }) => name).filter((name) => main.has(name));
  const row = (title: string, own: readonly ShownMeasure[]): readonly ReportCell[] => [
    plain(title),
    ...names.map((name) => {
      const one = own.find((measure) => measure.name === name);
      if (one === undefined) return plain('–');
      return { text: four(one.value), note: `${bounds(one.low, one.high)}, n = ${grouped(one.n)}` };
    }),
  ];
  return table(
    `By ${field}`,
    [field, ...names.map((name) => `#${name}`)],
    [
      ...values.map(({ value, measures: own }) => row(value === '' ? 'none' : value, own)),
      row('all', measures),
    ],
  );
}

/** The curves of a label, opened on demand: pages with many labels stay short. */
function labelCurves(label: ShownLabel): string {
  const curves = curvesHtml(label);
  if (curves === '') return '';
  return `<details><summary>Curves of ${escaped(label.label)}</summary>${curves}</details>`;
}

function weightedBlocks(
  { measures, withoutChance = 0 }: EvaluationContent,
  weighted: readonly ShownMeasure[],
): readonly ReportBlock[] {
  const plainOf = new Map(measures.map((one) => [one.name, one.value]));
  return [
    {
      kind: 'text',
      text:
        'Units were drawn with different chances. Here each is weighted by 1 over its chance ' +
        '(Horvitz and Thompson).' +
        (withoutChance === 0 ? '' : ` ${grouped(withoutChance)} without a chance count once.`),
    },
    table(
      'Plain and weighted',
      ['Measure', '#Plain', '#Weighted', '#95 % interval'],
      weighted.map(({ name, value, low, high }) => [
        plain(name),
        plain(four(plainOf.get(name) ?? null)),
        plain(four(value)),
        plain(bounds(low, high)),
      ]),
    ),
  ];
}

const shownOfLabels = ['P', 'R', 'F1', 'AP', 'AUROC', 'ECE'] as const;

function labelTable({ labels }: EvaluationContent): ReportBlock {
  return table(
    'Label by label',
    ['Label', ...shownOfLabels.map((name) => `#${name}`), '#True', '#Predicted'],
    labels.map(({ label, measures, counts }) => [
      plain(label),
      ...shownOfLabels.map((name) => {
        const one = measures.find((measure) => measure.name === `${name}[${label}]`);
        if (one === undefined) return plain('–');
        return { text: four(one.value), note: bounds(one.low, one.high) };
      }),
      plain(grouped(counts.truePositives + counts.falseNegatives)),
      plain(grouped(counts.truePositives + counts.falsePositives)),
    ]),
  );
}

function confusionTable({
  classes,
  counts,
}: NonNullable<EvaluationContent['confusion']>): ReportBlock {
  return table(
    'Rows are true, columns predicted',
    ['True', ...classes.map((name) => `#${name}`)],
    counts.map((row, at) => [
      plain(classes[at]!),
      ...row.map((n, other) =>
        other === at
          ? { text: grouped(n), tone: 'good' as const }
          : plain(n === 0 ? '·' : grouped(n)),
      ),
    ]),
  );
}

function spreadTable({ spread }: EvaluationContent): ReportBlock {
  return table(
    'The value under each annotator’s own answers',
    ['Measure', '#Lowest', '#Highest', '#Mean', '#Annotators'],
    spread.map((one) => [
      plain(one.measure),
      plain(four(one.lowest)),
      plain(four(one.highest)),
      plain(four(one.mean)),
      plain(grouped(one.annotators)),
    ]),
  );
}

function comparisonBlocks({ comparisons }: EvaluationContent): readonly ReportBlock[] {
  const tests = comparisons.reduce((sum, pair) => sum + pair.comparisons.length, 0);
  return [
    {
      kind: 'text',
      text: `Paired randomisation test; p (Holm) is corrected for all ${tests} comparisons.`,
    },
    ...comparisons.map((pair) =>
      table(
        `${pair.names[1]} minus ${pair.names[0]}`,
        ['Measure', '#First', '#Second', '#Difference', '#95 % interval', '#p', '#p (Holm)'],
        pair.comparisons.map((one) => [
          plain(one.measure),
          plain(four(one.first)),
          plain(four(one.second)),
          plain(four(one.difference)),
          plain(bounds(one.low, one.high)),
          plain(four(one.p)),
          plain(four(one.corrected)),
        ]),
      ),
    ),
  ];
}

function differingBlocks(
  found: NonNullable<EvaluationContent['differing']>,
): readonly ReportBlock[] {
  const [first, second] = found.systems;
  const hasTruth = found.units.some(({ truth }) => truth !== '');
  const shown = found.units.length < found.count ? ` The first ${found.units.length} of them:` : '';
  return [
    {
      kind: 'text',
      text: hasTruth
        ? `${grouped(found.count)} answers differ; ${first} is right in ` +
          `${grouped(found.firstRight)} of them, ${second} in ` +
          `${grouped(found.secondRight)}.${shown}`
        : `${grouped(found.count)} queries differ; ${first} is better in ` +
          `${grouped(found.firstRight)}, ${second} in ${grouped(found.secondRight)}.${shown}`,
    },
    table(
      'Side by side',
      [hasTruth ? 'Unit' : 'Query', 'Of', ...(hasTruth ? ['True'] : []), first, second],
      found.units.map((one) => [
        { text: one.unit, ...(one.text === null ? {} : { note: one.text }) },
        plain(one.of ?? ''),
        ...(hasTruth ? [plain(one.truth)] : []),
        hasTruth ? answerCell(one.first, one.truth) : plain(one.first),
        hasTruth ? answerCell(one.second, one.truth) : plain(one.second),
      ]),
    ),
  ];
}

function answerCell(said: string, truth: string): ReportCell {
  return { text: said, tone: said === truth ? 'good' : 'bad' };
}

function worstHtml({ query, value, documents, missed }: WorstQuery): string {
  const rows = (
    list: WorstQuery['documents'],
    kind: 'found' | 'missed',
  ): readonly (readonly ReportCell[])[] =>
    list.map((one, at) => [
      plain(kind === 'found' ? String(at + 1) : 'missed'),
      { text: one.document, ...(one.text === null ? {} : { note: one.text }) },
      plain(one.score === null ? '–' : String(one.score)),
      one.grade === null
        ? plain('not judged')
        : { text: String(one.grade), tone: one.isRelevant ? ('good' as const) : ('bad' as const) },
    ]);
  const block = table(
    `What was retrieved for ${query}`,
    ['#Rank', 'Document', '#Score', '#Grade'],
    [...rows(documents, 'found'), ...rows(missed, 'missed')],
  );
  const summary = `<summary>${escaped(query)}: ${four(value)}</summary>`;
  return `<details>${summary}${blockHtml(block)}</details>`;
}

function four(value: number | null): string {
  return value === null ? '–' : value.toFixed(4).replace('-', '−');
}

function bounds(low: number | null, high: number | null): string {
  return low === null || high === null ? '–' : `${four(low)} to ${four(high)}`;
}
