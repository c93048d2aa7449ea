import { Button } from '@mantine/core';
import { useState } from 'react';
import { gateOutcome } from '../../../domain/rounds/gate-status.ts';
import type { CodedText } from '../../../domain/coded-text.ts';
import { codedText } from '../../../domain/text-values.ts';
import type { TaskReply } from '../../../server/routes/protocol/task-reply.ts';
import type { RoundReply } from '../../../server/routes/rounds/rounds.ts';
import { worstStatus } from '../../../truth/rounds/gate-report.ts';
import { GateMark } from '../../components/GateMark.tsx';
import { GateSentence } from '../../components/GateSentence.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { useCodedSentence } from '../../texts/error-sentence.ts';
import { useFormat } from '../../texts/format.ts';
import { Disclosure } from '../../figures/Disclosure.tsx';
import { useQuestionTitles } from '../../figures/use-scope.ts';
import { FigureTable } from '../../figures/FigureTable.tsx';
import { WithdrawDialog } from './RoundDialogs.tsx';
import { overviewTexts } from './texts.ts';
import styles from './overview.module.css';

type Figures = NonNullable<RoundReply['runs'][number]['figures']>;
type Check = Figures['checks'][number];

/** The gates of a round with their numbers: one line each, and behind it every condition. */
export function GateList({
  run,
  figures,
  isOpen,
  task,
  mayAct,
}: Readonly<{ run: string; figures: Figures; isOpen: boolean; task: TaskReply; mayAct: boolean }>) {
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
            waivers={waivers.filter((one) => one.gate === gate)}
            task={task}
            run={mayAct ? run : null}
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
  readonly waivers: Figures['waivers'];
  readonly task: TaskReply;
  /** The run, for those who may withdraw its waivers. */
  readonly run: string | null;
}

function GateLine({ gate, checks, waivers, task, run }: GateLineProps) {
  const texts = useTexts(overviewTexts);
  const [asked, setAsked] = useState<string | null>(null);
  const inForce = waivers.filter((one) => one.withdrawn === null);
  const isWaived = (check: Check): boolean =>
    inForce.some((one) => one.annotator === null || one.annotator === check.annotator);
  const unmet = checks.filter((check) => check.status !== 'PASS');
  return (
    <li>
      <ResultMark checks={checks} isWaived={inForce.length > 0 && unmet.every(isWaived)} />
      <GateSentence gate={gate} />
      <span className={styles.numbers}>{useChecksWords(task)(checks)}</span>
      {waivers.map(({ id, by, reason, annotator, withdrawn }) => (
        <span key={id} className={styles.waiver}>
          {annotator === null ? '' : `${annotator}: `}
          {texts.waivedBy(by, reason)}
          {withdrawn === null ? '' : ` · ${texts.withdrawnBy(withdrawn.by, withdrawn.reason)}`}
          {withdrawn !== null || run === null ? null : (
            <Button size="compact-xs" variant="subtle" onClick={() => setAsked(id)}>
              {texts.withdraw}
            </Button>
          )}
        </span>
      ))}
      {asked === null || run === null ? null : (
        <WithdrawDialog run={run} waiver={asked} onClose={() => setAsked(null)} />
      )}
    </li>
  );
}

/** One check as value, target and n, or why it has no value. */
export function useCheckWords() {
  const texts = useTexts(overviewTexts);
  const said = useCodedSentence();
  const { decimal, count } = useFormat();
  return ({ actual, target, n, why }: Pick<Check, 'actual' | 'target' | 'n' | 'why'>): string =>
    actual === null
      ? said(why ?? codedText('no-value'))
      : texts.value(decimal(actual), decimal(target), count(n));
}

/** The checks of a gate: the only one, or how many passed, the lowest and one without a value. */
function useChecksWords(task: TaskReply) {
  const texts = useTexts(overviewTexts);
  const said = useCodedSentence();
  const { decimal, count } = useFormat();
  const over = useGateScope(task);
  const words = useCheckWords();
  return (checks: readonly Check[]): string => {
    const [only] = checks;
    if (checks.length === 1 && only !== undefined)
      return only.why === undefined ? words(only) : said(only.why);
    const passed = checks.filter((check) => check.status === 'PASS').length;
    const lowest = checks
      .filter((check) => check.actual !== null)
      .toSorted((a, b) => a.actual! - a.target - (b.actual! - b.target))[0];
    const unvalued = checks.find((check) => check.actual === null);
    const parts = [texts.hold(count(passed), count(checks.length))];
    if (lowest !== undefined)
      parts.push(texts.lowest(over(lowest.scope), decimal(lowest.actual!), count(lowest.n)));
    if (unvalued?.why !== undefined) parts.push(`${over(unvalued.scope)}: ${said(unvalued.why)}`);
    return parts.join('; ');
  };
}

/** What a condition was taken over, in words. */
function useGateScope(task: TaskReply): (scope: CodedText) => string {
  const said = useCodedSentence();
  const title = useQuestionTitles(task);
  return (scope) =>
    scope.code === 'scope-question' ? title(String(scope.values['question'])) : said(scope);
}

function CheckTable({ checks, task }: Readonly<{ checks: readonly Check[]; task: TaskReply }>) {
  const texts = useTexts(overviewTexts);
  const format = useFormat();
  const over = useGateScope(task);
  const threeDigits = (value: number): string => format.decimal(value, 3);
  return (
    <FigureTable
      caption={texts.checks}
      rows={checks}
      rowKey={(check) => `${check.gate} ${over(check.scope)}`}
      columns={(column) => [
        column.text('scope', texts.check.scope, (check) => over(check.scope)),
        column.cell('gate', texts.gate, (check) => <GateSentence gate={check.gate} />, 'gate'),
        column.number('actual', texts.check.actual, (check) => check.actual, threeDigits),
        column.number('target', texts.check.target, (check) => check.target, format.decimal),
        column.number('n', 'n', (check) => check.n),
        column.cell(
          'result',
          texts.check.result,
          (check) => <ResultMark checks={[check]} />,
          'status',
        ),
      ]}
    />
  );
}

function ResultMark({
  checks,
  isWaived = false,
}: Readonly<{ checks: readonly Check[]; isWaived?: boolean }>) {
  return <GateMark outcome={gateOutcome(worstStatus(checks), isWaived)} />;
}
