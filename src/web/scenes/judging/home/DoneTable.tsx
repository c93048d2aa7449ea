import type {
  MyRunReply,
  MyWorkReply,
  RunResultReply,
} from '../../../../server/routes/judging/my-work.ts';
import { inLanguage } from '../../../../domain/local-text.ts';
import { useResource } from '../../../api/cache.ts';
import { apiPath } from '../../../api/client.ts';
import { readEstimate } from '../../../api/estimate.ts';
import { EstimateValue } from '../../../components/EstimateValue.tsx';
import { FigureTable } from '../../../figures/FigureTable.tsx';
import { GateMark } from '../../../components/GateMark.tsx';
import { Link } from '../../../components/Link.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { useSharedTexts } from '../../../texts/shared-texts.ts';
import { questionTitle } from '../../../../formats/protocol/rule-words.ts';
import { useRunFacts } from '../annotate/use-run-facts.ts';
import { roundName } from './round-name.ts';
import { homeTexts } from './texts.ts';
import styles from './HomeScene.module.css';

interface DoneTableProps {
  readonly runs: readonly MyRunReply[];
  readonly projects: MyWorkReply['projects'];
}

/** Speed and agreement, round by round. */
export function DoneTable({ runs, projects }: DoneTableProps) {
  const texts = useTexts(homeTexts);
  const shared = useSharedTexts();
  const format = useFormat();
  const language = useLanguage();
  const titleOf = (run: MyRunReply): string =>
    projects.find((one) => one.project === run.project)?.title ?? run.project;
  const state = ({ closed_at: closed }: MyRunReply): string =>
    closed === null ? texts.stillOpen : texts.closedAt(format.date(closed));
  const round = (run: MyRunReply) => (
    <>
      <Link target={{ to: 'result', params: { run: run.run } }}>
        {roundName(run, shared.roundKinds)} · {inLanguage(run.task_title, language)}
      </Link>
      <span className={styles.small}>
        {`${titleOf(run)} · ${state(run)} · `}
        <Link className={styles.whole} target={{ to: 'judgments', params: { run: run.run } }}>
          {texts.mine}
        </Link>
      </span>
    </>
  );
  const judged = ({ progress }: MyRunReply) => (
    <span className={styles.whole}>
      {format.count(progress.judged)} {shared.of} {format.count(progress.held)}
    </span>
  );
  const speed = (run: MyRunReply) => <Speed run={run.run} />;
  return (
    <FigureTable
      caption={texts.doing}
      rows={runs}
      rowKey={(run) => run.run}
      empty={texts.nothingDone}
      columns={(column) => [
        column.cell('round', texts.round, round, (run) => run.opened_at),
        { ...column.number('judged', texts.judged, (run) => run.progress.judged), cell: judged },
        column.cell('gate', texts.gate, (run) => <GateState run={run.run} />),
        column.cell('agreement', texts.agreement, (run) => <Agreement run={run} />),
        { ...column.cell('speed', texts.unitsPerHour, speed), isNumeric: true },
      ]}
    />
  );
}

function useResult(run: string): RunResultReply | null {
  return useResource<RunResultReply>(apiPath`/api/runs/${run}/result`, 30_000).data;
}

function Speed({ run }: { readonly run: string }) {
  const result = useResult(run);
  return result === null ? (
    '…'
  ) : (
    <EstimateValue estimate={readEstimate(result.per_hour)} digits={1} />
  );
}

function Agreement({ run }: { readonly run: MyRunReply }) {
  const texts = useTexts(homeTexts);
  const format = useFormat();
  const result = useResult(run.run);
  if (result === null) return '…';
  if (result.agreement === null) return <span className={styles.small}>–</span>;
  const { overall, questions } = result.agreement;
  if (questions.length === 1)
    return <EstimateValue estimate={readEstimate(questions[0]!.agreement)} as="percent" />;
  if (overall.value === null) return <EstimateValue estimate={readEstimate(overall)} />;
  return (
    <>
      <strong>{format.percent(overall.value)}</strong>
      <span className={styles.small}>
        {texts.meanOf(format.count(overall.n), format.count(run.progress.judged))}
      </span>
    </>
  );
}

/** Which cards to read again, by the titles that they have on the page. */
function Study({ run, study }: { readonly run: string; readonly study: readonly string[] }) {
  const texts = useTexts(homeTexts);
  const format = useFormat();
  const language = useLanguage();
  const { data } = useRunFacts(run);
  if (data === null) return null;
  return (
    <span className={styles.small}>
      {texts.study(
        format.list(study.map((question) => questionTitle(data.task, question, language))),
      )}
    </span>
  );
}

function GateState({ run }: { readonly run: string }) {
  const texts = useTexts(homeTexts);
  const result = useResult(run);
  if (result === null) return '…';
  if (result.training !== null) {
    const { status, study } = result.training;
    return (
      <>
        <StateMark kind={admissionKinds[status]}>{texts.admission[status]}</StateMark>
        {status === 'failed' && study.length > 0 ? <Study run={run} study={study} /> : null}
      </>
    );
  }
  if (result.gate === null) return <span className={styles.small}>–</span>;
  return <GateMark outcome={result.gate} />;
}

const admissionKinds = {
  admitted: 'good',
  waived: 'good',
  failed: 'bad',
  awaiting: 'quiet',
  unfinished: 'quiet',
} as const;
