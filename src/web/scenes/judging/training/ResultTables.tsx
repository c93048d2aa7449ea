import { inLanguage } from '../../../../domain/local-text.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { Estimate } from '../../../../statistics/estimate.ts';
import { readEstimate } from '../../../api/estimate.ts';
import { DataTable, numberColumn } from '../../../components/DataTable.tsx';
import type { Column } from '../../../components/DataTable.tsx';
import { EstimateValue } from '../../../components/EstimateValue.tsx';
import type { EstimateStyle } from '../../../components/EstimateValue.tsx';
import { IntervalBar } from '../../../components/IntervalBar.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useServerSentence } from '../../../texts/error-sentence.ts';
import { useFormat } from '../../../texts/format.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { useSharedTexts } from '../../../texts/shared-texts.ts';
import type { RunResult } from './ResultScene.tsx';
import { trainingTexts } from './texts.ts';
import styles from './training.module.css';

type Check = NonNullable<RunResult['checks']>[number];
type QuestionResult = NonNullable<RunResult['training']>['questions'][number];
type Agreement = NonNullable<RunResult['agreement']>;

interface GateTableProps {
  readonly checks: readonly Check[];
  readonly actual: string;
}

/** The conditions of a gate with what came of them. */
export function GateTable({ checks, actual }: GateTableProps) {
  const said = useServerSentence();
  const texts = useTexts(trainingTexts);
  const shared = useSharedTexts();
  const format = useFormat();
  const state = (check: Check) =>
    check.status === 'PASS' ? (
      <StateMark kind="good">{shared.gate.passed}</StateMark>
    ) : check.status === 'FAIL' ? (
      <StateMark kind="bad">{shared.gate.failed}</StateMark>
    ) : (
      <StateMark kind="quiet">{shared.gate.missing}</StateMark>
    );
  const columns: readonly Column<Check>[] = [
    {
      id: 'gate',
      title: texts.gates,
      cell: (check) => (
        <>
          {said(check.gate)}
          <small className={styles.scope}>{said(check.scope)}</small>
        </>
      ),
    },
    {
      id: 'actual',
      title: actual,
      isNumeric: true,
      sort: (check) => check.actual,
      cell: (check) =>
        check.actual === null ? said(check.why ?? '–') : format.decimal(check.actual),
    },
    {
      id: 'target',
      title: texts.target,
      isNumeric: true,
      cell: (check) => format.decimal(check.target),
    },
    { id: 'state', title: texts.state, cell: state },
    { id: 'n', title: texts.units, isNumeric: true, cell: (check) => format.count(check.n) },
  ];
  return (
    <DataTable
      caption={texts.gates}
      columns={columns}
      rows={checks}
      rowKey={(check) => `${check.gate} ${check.scope}`}
    />
  );
}

interface TrainingTableProps {
  readonly task: Task;
  readonly questions: readonly QuestionResult[];
}

/** Label by label, against the key. */
export function TrainingTable({ task, questions }: TrainingTableProps) {
  const texts = useTexts(trainingTexts);
  const format = useFormat();
  const titleOf = useQuestionTitle(task);
  const columns: readonly Column<QuestionResult>[] = [
    {
      id: 'question',
      title: texts.question,
      sort: (row) => titleOf(row.question),
      cell: (row) => titleOf(row.question),
    },
    {
      id: 'kappa',
      title: texts.kappa,
      sort: (row) => row.kappa.value,
      cell: (row) => (
        <Measured
          estimate={readEstimate(row.kappa)}
          label={titleOf(row.question)}
          range={[-0.2, 1]}
        />
      ),
    },
    numberColumn('right', texts.rightColumn, (row) => row.right, format.count),
    numberColumn('wrong', texts.wrongColumn, (row) => row.wrong, format.count),
    numberColumn('missed', texts.missedColumn, (row) => row.missed, format.count),
    numberColumn('extra', texts.extraColumn, (row) => row.extra, format.count),
  ];
  return (
    <DataTable
      caption={texts.questions}
      columns={columns}
      rows={questions}
      rowKey={(row) => row.question}
      sortedBy={{ column: 'wrong', isDescending: true }}
    />
  );
}

interface AgreementTableProps {
  readonly task: Task;
  readonly agreement: Agreement;
}

/** Label by label, against the majority of the others. */
export function AgreementTable({ task, agreement }: AgreementTableProps) {
  const texts = useTexts(trainingTexts);
  const titleOf = useQuestionTitle(task);
  const rows = [{ question: '', agreement: agreement.overall }, ...agreement.questions];
  const name = (row: (typeof rows)[number]): string =>
    row.question === '' ? texts.overall : titleOf(row.question);
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { id: 'question', title: texts.question, cell: name },
    {
      id: 'agreement',
      title: texts.agreement,
      sort: (row) => row.agreement.value,
      cell: (row) => (
        <Measured
          estimate={readEstimate(row.agreement)}
          label={name(row)}
          range={[0, 1]}
          as="percent"
        />
      ),
    },
  ];
  return (
    <DataTable
      caption={texts.agreement}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.question}
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

function useQuestionTitle(task: Task): (question: string) => string {
  const language = useLanguage();
  return (id) =>
    inLanguage(task.questions.find((question) => question.id === id)?.title ?? id, language);
}
