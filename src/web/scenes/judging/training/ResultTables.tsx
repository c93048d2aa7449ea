import type { RunResultReply } from '../../../../server/routes/judging/my-work.ts';
import { gateOutcome } from '../../../../domain/rounds/gate-status.ts';
import { codedText } from '../../../../domain/text-values.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { Estimate } from '../../../../statistics/estimate.ts';
import { readEstimate } from '../../../api/estimate.ts';
import type { Column } from '../../../components/DataTable.tsx';
import { EstimateValue } from '../../../components/EstimateValue.tsx';
import type { EstimateStyle } from '../../../components/EstimateValue.tsx';
import { IntervalBar } from '../../../components/IntervalBar.tsx';
import { GateMark } from '../../../components/GateMark.tsx';
import { GateSentence } from '../../../components/GateSentence.tsx';
import { useTruthSentence } from '../../../figures/titled-text.ts';
import { useMeasureTitle } from '../../../figures/measure-title.ts';
import { FigureTable } from '../../../figures/FigureTable.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useCodedSentence } from '../../../texts/error-sentence.ts';
import { useFormat } from '../../../texts/format.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { questionTitle } from '../../../../formats/protocol/rule-words.ts';
import { trainingTexts } from './texts.ts';
import styles from './training.module.css';

type Check = NonNullable<RunResultReply['checks']>[number];
type QuestionResult = NonNullable<RunResultReply['training']>['questions'][number];
type Agreement = NonNullable<RunResultReply['agreement']>;

/** The conditions of a gate, each with its value and whether it passed. */
export function GateTable({
  task,
  checks,
  actual,
}: Readonly<{ task: Task; checks: readonly Check[]; actual: string }>) {
  const said = useCodedSentence();
  const titled = useTruthSentence(task);
  const texts = useTexts(trainingTexts);
  const format = useFormat();
  // Of the conditions that every label has to meet, the label comes first.
  const condition = (check: Check) => {
    const sentence = <GateSentence gate={check.gate} />;
    const isOfQuestion = check.scope.code === 'scope-question';
    return (
      <>
        {isOfQuestion ? titled(check.scope) : sentence}
        <small className={styles.scope}>{isOfQuestion ? sentence : titled(check.scope)}</small>
      </>
    );
  };
  const value = (check: Check): string =>
    check.actual === null ? said(check.why ?? codedText('no-value')) : format.decimal(check.actual);
  return (
    <FigureTable
      caption={texts.gates}
      rows={checks}
      rowKey={(check) => `${check.gate} ${check.scope.message}`}
      columns={(column) => [
        column.cell('gate', texts.gates, condition),
        { ...column.number('actual', actual, (check) => check.actual), cell: value },
        numeric(column.cell('target', texts.target, (check) => format.decimal(check.target))),
        column.cell('state', texts.state, (check) => (
          <GateMark outcome={gateOutcome(check.status, false)} />
        )),
        numeric(column.cell('n', texts.units, (check) => format.count(check.n))),
      ]}
    />
  );
}

function numeric<Row>(column: Column<Row>): Column<Row> {
  return { ...column, isNumeric: true };
}

/** Label by label, against the key. */
export function TrainingTable({
  task,
  questions,
}: Readonly<{ task: Task; questions: readonly QuestionResult[] }>) {
  const texts = useTexts(trainingTexts);
  const language = useLanguage();
  const measure = useMeasureTitle();
  const title = (row: QuestionResult): string => questionTitle(task, row.question, language);
  const kappa = (row: QuestionResult) => (
    <Measured estimate={readEstimate(row.kappa)} label={title(row)} range={[-0.2, 1]} />
  );
  return (
    <FigureTable
      caption={texts.questions}
      rows={questions}
      rowKey={(row) => row.question}
      sortedBy={{ column: 'wrong', isDescending: true }}
      columns={(column) => [
        column.text('question', texts.question, title),
        column.cell('kappa', texts.kappa(measure('cohen_kappa')), kappa, (row) => row.kappa.value),
        column.number('right', texts.rightColumn, (row) => row.right),
        column.number('wrong', texts.wrongColumn, (row) => row.wrong),
        column.number('missed', texts.missedColumn, (row) => row.missed),
        column.number('extra', texts.extraColumn, (row) => row.extra),
      ]}
    />
  );
}

/** Label by label, against the majority of the others. */
export function AgreementTable({
  task,
  agreement,
}: Readonly<{ task: Task; agreement: Agreement }>) {
  const texts = useTexts(trainingTexts);
  const language = useLanguage();
  const rows = [{ question: '', agreement: agreement.overall }, ...agreement.questions];
  type Row = (typeof rows)[number];
  const name = ({ question }: Row): string =>
    question === '' ? texts.overall : questionTitle(task, question, language);
  const value = (row: Row) => (
    <Measured
      estimate={readEstimate(row.agreement)}
      label={name(row)}
      range={[0, 1]}
      as="percent"
    />
  );
  return (
    <FigureTable
      caption={texts.agreement}
      rows={rows}
      rowKey={(row) => row.question}
      columns={(column) => [
        column.cell('question', texts.question, name),
        column.cell('agreement', texts.agreement, value, (row) => row.agreement.value),
      ]}
    />
  );
}

interface MeasuredProps {
  readonly estimate: Estimate;
  readonly label: string;
  readonly range: readonly [number, number];
  readonly as?: EstimateStyle;
}

/** A value on a line, and in numbers beside it. */
function Measured({ estimate, label, range, as = 'decimal' }: MeasuredProps) {
  return (
    <div className={styles.kappa}>
      <IntervalBar estimate={estimate} label={label} range={range} />
      <EstimateValue estimate={estimate} as={as} />
    </div>
  );
}
