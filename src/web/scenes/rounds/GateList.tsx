import type { TaskReply } from '../../../server/routes/protocol/task-reply.ts';
import type { RoundReply } from '../../../server/routes/rounds/rounds.ts';
import { StateMark } from '../../components/StateMark.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { useServerSentence } from '../../texts/error-sentence.ts';
import { useFormat } from '../../texts/format.ts';
import { useSharedTexts } from '../../texts/shared-texts.ts';
import { Disclosure } from '../../figures/Disclosure.tsx';
import { useQuestionTitles } from '../../figures/use-scope.ts';
import { FigureTable } from '../../figures/FigureTable.tsx';
import { overviewTexts } from './texts.ts';
import styles from './overview.module.css';

type Figures = NonNullable<RoundReply['runs'][number]['figures']>;
type Check = Figures['checks'][number];

/** The gates of a round with their numbers: one line each, and behind it every condition. */
export function GateList({
  figures,
  isOpen,
  task,
}: Readonly<{ figures: Figures; isOpen: boolean; task: TaskReply }>) {
  const texts = useTexts(overviewTexts);
  const { checks, waivers } = figures;
  if (checks.length === 0) return null;
  const gates = [...Map.groupBy(checks, (check) => check.gate)];
  return (
    <div className={styles.gates}>
      <ul className={styles.gateList}>
        {gates.map(([gate, own]) => (
          <GateLine
            key={gate}
            gate={gate}
            checks={own}
            waiver={waivers.find((one) => one.gate === gate)}
            task={task}
          />
        ))}
      </ul>
      {isOpen ? <p className={styles.facts}>{texts.stillRunning}</p> : null}
      {checks.length > gates.length ? (
        <Disclosure title={texts.checks}>
          <CheckTable checks={checks} task={task} />
        </Disclosure>
      ) : null}
    </div>
  );
}

interface GateLineProps {
  readonly gate: string;
  readonly checks: readonly Check[];
  readonly waiver: Figures['waivers'][number] | undefined;
  readonly task: TaskReply;
}

function GateLine({ gate, checks, waiver, task }: GateLineProps) {
  const texts = useTexts(overviewTexts);
  const said = useServerSentence();
  const format = useFormat();
  const title = useQuestionTitles(task);
  const passed = checks.filter((check) => check.status === 'PASS').length;
  const [only] = checks;
  const lowest = checks
    .filter((check) => check.actual !== null)
    .toSorted((a, b) => a.actual! - a.target - (b.actual! - b.target))[0];
  const unvalued = checks.find((check) => check.actual === null);
  return (
    <li>
      <ResultMark checks={checks} isWaived={waiver !== undefined} />
      <code className={styles.gate}>{said(gate)}</code>
      <span className={styles.numbers}>
        {checks.length === 1 && only !== undefined
          ? only.actual === null || only.why !== undefined
            ? said(only.why ?? '')
            : texts.value(
                format.decimal(only.actual),
                format.decimal(only.target),
                format.count(only.n),
              )
          : texts.hold(format.count(passed), format.count(checks.length))}
        {checks.length > 1 && lowest !== undefined
          ? `; ${texts.lowest(said(title(lowest.scope)), format.decimal(lowest.actual!), format.count(lowest.n))}`
          : null}
        {checks.length > 1 && unvalued?.why !== undefined
          ? `; ${title(unvalued.scope)}: ${said(unvalued.why)}`
          : null}
      </span>
      {waiver === undefined ? null : (
        <span className={styles.waiver}>{texts.waivedBy(waiver.by, waiver.reason)}</span>
      )}
    </li>
  );
}

function CheckTable({ checks, task }: Readonly<{ checks: readonly Check[]; task: TaskReply }>) {
  const texts = useTexts(overviewTexts);
  const said = useServerSentence();
  const format = useFormat();
  const title = useQuestionTitles(task);
  return (
    <FigureTable
      caption={texts.checks}
      rows={checks}
      rowKey={(check) => `${check.gate}${check.scope}`}
      columns={(column) => [
        column.cell(
          'scope',
          texts.scope,
          (check) => said(title(check.scope)),
          (check) => title(check.scope),
        ),
        column.cell(
          'gate',
          texts.gate,
          (check) => <code>{said(check.gate)}</code>,
          (check) => check.gate,
        ),
        column.number(
          'actual',
          texts.actual,
          (check) => check.actual,
          (value) => format.decimal(value, 3),
        ),
        column.number('target', texts.target, (check) => check.target, format.decimal),
        column.number('n', 'n', (check) => check.n),
        column.cell(
          'result',
          texts.result,
          (check) => <ResultMark checks={[check]} isWaived={false} />,
          (check) => check.status,
        ),
      ]}
    />
  );
}

function ResultMark({
  checks,
  isWaived,
}: Readonly<{ checks: readonly Check[]; isWaived: boolean }>) {
  const texts = useSharedTexts().gate;
  if (checks.every((check) => check.status === 'PASS'))
    return <StateMark kind="good">{texts.passed}</StateMark>;
  if (isWaived) return <StateMark kind="warn">{texts.waived}</StateMark>;
  return checks.some((check) => check.status === 'FAIL') ? (
    <StateMark kind="bad">{texts.failed}</StateMark>
  ) : (
    <StateMark kind="warn">{texts.missing}</StateMark>
  );
}
