import { NativeSelect } from '@mantine/core';
import { readEstimate } from '../../api/estimate.ts';
import type { EstimateReply } from '../../api/estimate.ts';
import { DataTable } from '../../components/DataTable.tsx';
import type { Column } from '../../components/DataTable.tsx';
import { EstimateValue } from '../../components/EstimateValue.tsx';
import { IntervalBar } from '../../components/IntervalBar.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Section } from '../../components/Section.tsx';
import { kappaBand } from '../../../statistics/agreement/kappa-band.ts';
import type { AgreementReply } from '../../../server/routes/monitoring/monitor-replies.ts';
import type { RoundReply } from '../../../server/routes/rounds/rounds.ts';
import { navigate } from '../../router.ts';
import type { Search } from '../../router.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useServerSentence } from '../../texts/error-sentence.ts';
import { useFormat } from '../../texts/format.ts';
import { barRange } from '../../figures/bar-range.ts';
import { Disclosure } from '../../figures/Disclosure.tsx';
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
  readonly target: number | null;
  readonly isOverall: boolean;
}

/**
 * So many annotators are named: the runs of a model are one here, which their number alone would
 * not say.
 */
const mostNamed = 5;

interface LabelAgreementProps {
  readonly data: AgreementReply;
  readonly scope: Scope;
  readonly search: Search;
}

/**
 * Agreement label by label: one measure with its interval bar, and all coefficients beside each
 * other below.
 */
export function LabelAgreement({ data, scope, search }: LabelAgreementProps) {
  const texts = useTexts(agreementTexts);
  const said = useServerSentence();
  const format = useFormat();
  const measureTitle = useMeasureTitle();
  const label = useQuestionTitles(scope.task);
  const rounds = useRounds(scope.project).data?.rounds ?? [];
  const names = [
    ...new Set(
      [data.overall, ...data.questions.map((one) => one.measures)].flatMap((one) =>
        Object.keys(one),
      ),
    ),
  ];
  const measure = names.find((name) => name === search['measure']) ?? data.leading;
  const rows: readonly Row[] = [
    {
      id: '',
      title: texts.overall,
      measures: data.overall,
      target: targetOf(data, rounds, scope, measure, null),
      isOverall: true,
    },
    ...data.questions.map((one) => ({
      id: one.question,
      title: label(one.question),
      measures: one.measures,
      target: targetOf(data, rounds, scope, measure, one.question),
      isOverall: false,
    })),
  ];
  const warned = data.questions.filter((one) => one.warning !== null);
  const choose = (next: string): void => {
    const { measure: _, ...rest } = search;
    navigate(
      {
        to: 'agreement',
        params: { project: scope.project },
        search: next === data.leading ? rest : { ...rest, measure: next },
      },
      { replace: true },
    );
  };
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
        ...(rows.some((row) => row.target !== null) ? [texts.targetNote] : []),
      ].join(' ')}
      aside={
        <NativeSelect
          size="xs"
          aria-label={texts.measure}
          value={measure}
          data={options}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      }
    >
      <MeasureTable rows={rows} measure={measure} />
      {warned.length === 0 ? null : (
        <div className={styles.after}>
          <Notice kind="info" title={texts.warnings}>
            <ul className={styles.plain}>
              {warned.map((one) => (
                <li key={one.question}>
                  {label(one.question)}: {said(one.warning ?? '')}
                </li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      <Disclosure title={texts.all}>
        <p className={styles.note}>{texts.allNote}</p>
        <AllMeasures rows={rows} names={names} />
      </Disclosure>
    </Section>
  );
}

function MeasureTable({
  rows,
  measure,
}: {
  readonly rows: readonly Row[];
  readonly measure: string;
}) {
  const texts = useTexts(agreementTexts);
  const shared = useTexts(figureTexts);
  const format = useFormat();
  const measureTitle = useMeasureTitle();
  const estimateOf = (row: Row) =>
    row.measures[measure] === undefined ? null : readEstimate(row.measures[measure]);
  const range = barRange(
    rows.flatMap((row) => estimateOf(row) ?? []),
    0,
  );
  const isKappa =
    measure !== 'percent_agreement' &&
    measure !== 'positive_agreement' &&
    measure !== 'negative_agreement';
  const columns: readonly Column<Row>[] = [
    {
      id: 'label',
      title: shared.label,
      cell: (row) => (row.isOverall ? <strong>{row.title}</strong> : row.title),
      sort: (row) => (row.isOverall ? '' : row.title),
    },
    {
      id: 'bar',
      title: shared.axis(
        measureTitle(measure),
        format.decimal(range[0], 1),
        format.decimal(range[1], 1),
      ),
      width: '32%',
      cell: (row) =>
        estimateOf(row) === null ? null : (
          <IntervalBar
            estimate={estimateOf(row)!}
            target={row.target}
            range={range}
            label={row.title}
          />
        ),
    },
    {
      id: 'value',
      title: shared.value,
      isNumeric: true,
      cell: (row) => {
        const estimate = estimateOf(row);
        return estimate === null || estimate.value === null ? (
          <EstimateValue estimate={estimate ?? { value: null, n: 0, skipped: 0, why: '' }} />
        ) : (
          <strong>{format.decimal(estimate.value)}</strong>
        );
      },
      sort: (row) => estimateOf(row)?.value ?? null,
    },
    {
      id: 'interval',
      title: shared.interval,
      isNumeric: true,
      cell: (row) => <Interval estimate={estimateOf(row)} />,
    },
    {
      id: 'n',
      title: shared.n,
      isNumeric: true,
      cell: (row) => format.count(estimateOf(row)?.n ?? 0),
      sort: (row) => estimateOf(row)?.n ?? null,
    },
    {
      id: 'band',
      title: texts.band,
      cell: (row) => {
        const value = estimateOf(row)?.value ?? null;
        return value === null || !isKappa ? '–' : shared.bands[kappaBand(value)];
      },
    },
  ];
  return (
    <DataTable
      caption={`${texts.labels}: ${measureTitle(measure)}`}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
    />
  );
}

function AllMeasures({
  rows,
  names,
}: {
  readonly rows: readonly Row[];
  readonly names: readonly string[];
}) {
  const said = useServerSentence();
  const texts = useTexts(agreementTexts);
  const shared = useTexts(figureTexts);
  const format = useFormat();
  const measureTitle = useMeasureTitle();
  const columns: readonly Column<Row>[] = [
    { id: 'label', title: shared.label, cell: (row) => row.title, sort: (row) => row.title },
    ...names.map((name): Column<Row> => ({
      id: name,
      title: measureTitle(name),
      isNumeric: true,
      cell: (row) => {
        const given = row.measures[name];
        if (given === undefined || given.value === null)
          return <span title={given?.why === undefined ? undefined : said(given.why)}>–</span>;
        const { interval, value } = readEstimate(given) as {
          readonly value: number;
          readonly interval: readonly [number, number] | null;
        };
        return (
          <span className={styles.cell}>
            {format.decimal(value)}
            <small>{interval === null ? null : format.interval(interval)}</small>
            <small>n = {format.count(given.n)}</small>
          </span>
        );
      },
      sort: (row) => row.measures[name]?.value ?? null,
    })),
  ];
  return <DataTable caption={texts.all} columns={columns} rows={rows} rowKey={(row) => row.id} />;
}

function Interval({ estimate }: { readonly estimate: ReturnType<typeof readEstimate> | null }) {
  const format = useFormat();
  return estimate === null || estimate.value === null || estimate.interval === null ? (
    '–'
  ) : (
    <span className={styles.nowrap}>{format.interval(estimate.interval)}</span>
  );
}

/**
 * What is asked of a measure, overall or of a label: by the gate of the run that is looked at, else
 * by the last round of the protocol that asks for it.
 */
function targetOf(
  { targets }: AgreementReply,
  rounds: readonly RoundReply[],
  scope: Scope,
  measure: string,
  question: string | null,
): number | null {
  if (scope.run === null)
    return (
      targets.findLast((target) => target.measure === measure && target.question === question)
        ?.target ?? null
    );
  const checks = rounds
    .filter((round) => round.kind !== 'training')
    .flatMap((round) =>
      round.runs.filter((run) => run.run === scope.run).flatMap((run) => run.figures?.checks ?? []),
    );
  return (
    checks.find(
      (check) => check.measure === measure && check.scope === (question ?? 'overall (macro)'),
    )?.target ?? null
  );
}
