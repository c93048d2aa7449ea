import type { CodedText } from '../../../domain/coded-text.ts';
import { codedText } from '../../../domain/text-values.ts';
import { noValue } from '../../../statistics/estimate.ts';
import { readEstimate } from '../../api/estimate.ts';
import type { EstimateReply } from '../../api/estimate.ts';
import { EstimateValue } from '../../components/EstimateValue.tsx';
import { IntervalBar } from '../../components/IntervalBar.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Section } from '../../components/Section.tsx';
import { decisiveTarget } from '../../../truth/monitoring/agreement-targets.ts';
import type { Bounded } from '../../../truth/monitoring/agreement-targets.ts';
import { kappaBand } from '../../../statistics/agreement/kappa-band.ts';
import type { AgreementReply } from '../../../server/routes/monitoring/monitor-replies.ts';
import type { RoundReply } from '../../../server/routes/rounds/rounds.ts';
import type { Search } from '../../router.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useCodedSentence } from '../../texts/error-sentence.ts';
import { useFormat } from '../../texts/format.ts';
import { AddressSelect } from '../../figures/AddressSelect.tsx';
import { barRange } from '../../figures/bar-range.ts';
import { Disclosure } from '../../figures/Disclosure.tsx';
import { FigureTable } from '../../figures/FigureTable.tsx';
import { useMeasureTitle } from '../../figures/measure-title.ts';
import { figureTexts } from '../../figures/texts.ts';
import { useQuestionTitles, useRounds } from '../../figures/use-scope.ts';
import type { Scope } from '../../figures/use-scope.ts';
import { agreementTexts } from './texts.ts';
import styles from './agreement.module.css';

interface Row {
  readonly id: string;
  readonly title: string;
  readonly measures: Readonly<Record<string, EstimateReply>>;
  readonly target: Bounded | null;
  readonly isOverall: boolean;
}

/** The most annotators to name: a count alone would not say that runs of a model are one. */
const mostNamed = 5;

interface LabelAgreementProps {
  readonly data: AgreementReply;
  readonly scope: Scope;
  readonly search: Search;
}

/** Agreement by label: one measure with its interval bar, and all coefficients below. */
export function LabelAgreement({ data, scope, search }: LabelAgreementProps) {
  const texts = useTexts(agreementTexts);
  const said = useCodedSentence();
  const format = useFormat();
  const measureTitle = useMeasureTitle(data.names);
  const label = useQuestionTitles(scope.task);
  const rounds = useRounds(scope.project).data?.rounds ?? [];
  const all = [data.overall, ...data.questions.map((one) => one.measures)];
  const names = [...new Set(all.flatMap((one) => Object.keys(one)))];
  const measure = names.find((name) => name === search['measure']) ?? data.leading;
  const rowOf = (question: string | null, measures: Row['measures']): Row => ({
    id: question ?? '',
    title: question === null ? texts.overall : label(question),
    measures,
    target: targetOf(data, rounds, scope, { measure, question, estimate: measures[measure] }),
    isOverall: question === null,
  });
  const rows = [
    rowOf(null, data.overall),
    ...data.questions.map((one) => rowOf(one.question, one.measures)),
  ];
  const warned = data.questions.filter((one) => one.warning !== null);
  const isNamed = data.targets.some((target) => target.measure === data.leading);
  const options = names.map((name) => ({
    value: name,
    label:
      isNamed && name === data.leading ? texts.leading(measureTitle(name)) : measureTitle(name),
  }));
  return (
    <Section
      title={texts.labels}
      note={[
        texts.labelsNote(
          measureTitle(measure),
          format.count(data.annotators.length),
          data.annotators.length > mostNamed ? '' : ` (${data.annotators.join(', ')})`,
          format.count(data.units),
        ),
        ...targetNotes(rows, texts),
      ].join(' ')}
      aside={
        <AddressSelect
          route="agreement"
          project={scope.project}
          search={search}
          parameter="measure"
          usual={data.leading}
          aria-label={texts.measure}
          value={measure}
          data={options}
        />
      }
    >
      <MeasureTable rows={rows} measure={measure} title={measureTitle(measure)} />
      {warned.length === 0 ? null : (
        <div className={styles.after}>
          <Notice kind="info" title={texts.warnings}>
            <ul className={styles.plain}>
              {warned.map((one) => (
                <li key={one.question}>
                  {label(one.question)}: {one.warning === null ? null : said(one.warning)}
                </li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      <Disclosure title={texts.all}>
        <p className={styles.note}>{texts.allNote}</p>
        <AllMeasures rows={rows} names={names} title={measureTitle} />
      </Disclosure>
    </Section>
  );
}

function MeasureTable({
  rows,
  measure,
  title,
}: Readonly<{ rows: readonly Row[]; measure: string; title: string }>) {
  const texts = useTexts(agreementTexts);
  const shared = useTexts(figureTexts);
  const format = useFormat();
  const estimateOf = (row: Row) =>
    row.measures[measure] === undefined ? null : readEstimate(row.measures[measure]);
  const range = barRange(
    rows.flatMap((row) => estimateOf(row) ?? []),
    0,
  );
  const [from, to] = range;
  const axis = shared.axis(title, format.decimal(from, 1), format.decimal(to, 1));
  const isKappa = !measure.endsWith('_agreement');
  const bar = (row: Row) => {
    const estimate = estimateOf(row);
    if (estimate === null) return null;
    return <IntervalBar estimate={estimate} target={row.target} range={range} label={row.title} />;
  };
  const value = (row: Row) => {
    const estimate = estimateOf(row) ?? noValue(codedText('no-value'));
    if (estimate.value === null) return <EstimateValue estimate={estimate} />;
    return <strong>{format.decimal(estimate.value)}</strong>;
  };
  const interval = (row: Row) => {
    const estimate = estimateOf(row);
    if (estimate === null || estimate.value === null || estimate.interval === null) return '–';
    return <span className={styles.nowrap}>{format.interval(estimate.interval)}</span>;
  };
  const band = (row: Row) => {
    const kappa = estimateOf(row)?.value ?? null;
    const words = kappa === null || !isKappa ? '–' : shared.bands[kappaBand(kappa)];
    return <span className={styles.nowrap}>{words}</span>;
  };
  return (
    <FigureTable
      caption={`${texts.labels}: ${title}`}
      rows={rows}
      rowKey={(row) => row.id}
      columns={(column) => [
        column.cell(
          'label',
          shared.label,
          (row) => (row.isOverall ? <strong>{row.title}</strong> : row.title),
          (row) => (row.isOverall ? '' : row.title),
        ),
        { ...column.cell('bar', axis, bar), width: '28%' },
        {
          ...column.number('value', shared.value, (row) => estimateOf(row)?.value ?? null),
          cell: value,
        },
        { ...column.cell('interval', shared.interval, interval), isNumeric: true },
        {
          ...column.number('n', shared.n, (row) => estimateOf(row)?.n ?? null),
          cell: (row) => format.count(estimateOf(row)?.n ?? 0),
        },
        column.cell('band', texts.band, band),
      ]}
    />
  );
}

function AllMeasures({
  rows,
  names,
  title,
}: Readonly<{
  rows: readonly Row[];
  names: readonly string[];
  title: (measure: string) => string;
}>) {
  const said = useCodedSentence();
  const texts = useTexts(agreementTexts);
  const shared = useTexts(figureTexts);
  const format = useFormat();
  const cell = (given: EstimateReply | undefined) => {
    const estimate = given === undefined ? null : readEstimate(given);
    if (estimate === null) return <span>–</span>;
    const { value, n } = estimate;
    if (value === null) return <span title={said(estimate.why)}>–</span>;
    const { interval } = estimate;
    return (
      <span className={styles.cell}>
        {format.decimal(value)}
        <small>{interval === null ? null : format.interval(interval)}</small>
        <small>n = {format.count(n)}</small>
      </span>
    );
  };
  return (
    <FigureTable
      caption={texts.all}
      rows={rows}
      rowKey={(row) => row.id}
      columns={(column) => [
        column.text('label', shared.label, (row) => row.title),
        ...names.map((name) => ({
          ...column.number(name, title(name), (row) => row.measures[name]?.value ?? null),
          cell: (row: Row) => cell(row.measures[name]),
        })),
      ]}
    />
  );
}

/** What the dashed line is: the target for the value, for the lower end, or one of both. */
function targetNotes(
  rows: readonly Row[],
  texts: Readonly<Record<'targetNote' | 'lowTargetNote' | 'bothTargetsNote', string>>,
): readonly string[] {
  const bounds = new Set(rows.flatMap(({ target }) => target?.bound ?? []));
  if (bounds.size === 2) return [texts.bothTargetsNote];
  if (bounds.size === 0) return [];
  return [bounds.has('low') ? texts.lowTargetNote : texts.targetNote];
}

/** The target of a measure: of the chosen run's gate, else of the last round that has one. */
function targetOf(
  { targets }: AgreementReply,
  rounds: readonly RoundReply[],
  scope: Scope,
  given: {
    readonly measure: string;
    readonly question: string | null;
    readonly estimate: EstimateReply | undefined;
  },
): Bounded | null {
  const { measure, question } = given;
  const estimate =
    given.estimate === undefined ? noValue(codedText('no-value')) : readEstimate(given.estimate);
  if (scope.run === null) {
    const isSought = (one: (typeof targets)[number]): boolean =>
      one.measure === measure && one.question === question;
    return decisiveTarget(targets.filter(isSought), estimate);
  }
  const checks = rounds
    .filter((round) => round.kind !== 'training')
    .flatMap((round) => round.runs.filter((run) => run.run === scope.run))
    .flatMap((run) => run.figures?.checks ?? []);
  const isOver = ({ code, values }: CodedText): boolean =>
    question === null ? code === 'scope-macro' : values['question'] === question;
  const own = checks.flatMap((one) => {
    const isLow = one.measure === `${measure}.low`;
    if (!isOver(one.scope) || !(isLow || one.measure === measure)) return [];
    const bound = isLow ? ('low' as const) : ('value' as const);
    return [{ round: '', target: one.target, bound }];
  });
  return decisiveTarget(own, estimate);
}
