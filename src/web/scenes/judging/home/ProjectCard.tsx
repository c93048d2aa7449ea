import type { MyWorkReply } from '../../../../server/routes/judging/my-work.ts';
import type { QueueReply } from '../../../../server/routes/rulings/rulings.ts';
import type { RoundReply, RoundsReply } from '../../../../server/routes/rounds/rounds.ts';
import { gateOutcome } from '../../../../domain/rounds/gate-status.ts';
import { useResource } from '../../../api/cache.ts';
import { apiPath, withQuery } from '../../../api/client.ts';
import { GateMark } from '../../../components/GateMark.tsx';
import { Link } from '../../../components/Link.tsx';
import { SimulatedMark } from '../../../components/SimulatedMark.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import type { StateKind } from '../../../components/StateMark.tsx';
import type { IconName } from '../../../components/Icon.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useCodedSentence } from '../../../texts/error-sentence.ts';
import { useFormat } from '../../../texts/format.ts';
import { useSharedTexts } from '../../../texts/shared-texts.ts';
import { homeTexts } from './texts.ts';
import styles from './HomeScene.module.css';

/** A project that one looks after: where its rounds stand, and the way in. */
export function ProjectCard({ project }: { readonly project: MyWorkReply['projects'][number] }) {
  const texts = useTexts(homeTexts);
  const shared = useSharedTexts();
  const { data } = useResource<RoundsReply>(
    apiPath`/api/projects/${project.project}/rounds`,
    30_000,
  );
  const said = useCodedSentence();
  const rounds = data?.rounds ?? [];
  const tasks = [...new Set(rounds.map((round) => round.task))];
  // What stands before the next round, once somebody could open it.
  const next = rounds.find((round) => round.state === 'locked' && round.blocks.length > 0);
  const blocks = (next?.blocks ?? []).filter(({ kind }) => kind === 'gate').map(({ text }) => text);
  return (
    <li className={styles.project}>
      <div className={styles.projectHead}>
        <h3 className={styles.round}>
          <Link target={{ to: 'lead', params: { project: project.project } }}>{project.title}</Link>
        </h3>
        {project.simulated ? <SimulatedMark /> : null}
      </div>
      <p className={styles.facts}>
        {shared.roles[project.role]} · {texts.guideline(project.guideline)}
      </p>
      <ol className={styles.path}>
        {rounds.map((round) => (
          <RoundLine key={round.round} round={round} />
        ))}
      </ol>
      {blocks.length === 0 ? null : (
        <p className={styles.blocks}>{texts.blocked(blocks.map(said).join(' '))}</p>
      )}
      <p className={styles.more}>
        {project.role === 'reviewer' ? null : (
          <CasesWaiting project={project.project} tasks={tasks} />
        )}
        <Link target={{ to: 'agreement', params: { project: project.project } }}>
          {texts.agreementLink}
        </Link>
        <Link target={{ to: 'units', params: { project: project.project } }}>
          {texts.unitsLink}
        </Link>
      </p>
    </li>
  );
}

/** A round: how far it is, and what its gate says. A failed gate is no green tick. */
function RoundLine({ round }: Readonly<{ round: RoundReply }>) {
  const texts = useTexts(homeTexts);
  const shared = useSharedTexts();
  const format = useFormat();
  const figures = round.runs.at(-1)?.figures ?? null;
  const gate = figures === null ? null : gateOutcome(figures.status, figures.passed);
  const isSoFar = round.state === 'open' && (gate === 'passed' || gate === 'failed');
  const mark = marks[round.state];
  return (
    <li>
      <span>
        {round.round}
        {figures === null ? null : (
          <span className={styles.count}>
            {format.count(figures.judged)} {shared.of} {format.count(figures.wanted)}
          </span>
        )}
      </span>
      <span className={styles.marks}>
        {gate === null ? null : (
          <GateMark
            outcome={gate}
            say={() => (isSoFar ? texts.soFar(texts.gates[gate]) : texts.gates[gate])}
          />
        )}
        <StateMark kind={mark.kind} icon={mark.icon}>
          {shared.roundStates[round.state]}
        </StateMark>
      </span>
    </li>
  );
}

/** How many cases wait for a ruling, and the way there. */
function CasesWaiting({ project, tasks }: Readonly<{ project: string; tasks: readonly string[] }>) {
  return tasks.map((task) => (
    <TaskCases key={task} project={project} task={task} isOnly={tasks.length === 1} />
  ));
}

function TaskCases({
  project,
  task,
  isOnly,
}: Readonly<{ project: string; task: string; isOnly: boolean }>) {
  const texts = useTexts(homeTexts);
  const path = withQuery(apiPath`/api/projects/${project}/queue`, { task, limit: 1 });
  const { data } = useResource<QueueReply>(path, 30_000);
  if (data === null) return null;
  return (
    <Link target={{ to: 'adjudicate', params: { project }, search: { task } }}>
      {texts.cases(data.total)}
      {isOnly ? '' : ` (${task})`}
    </Link>
  );
}

const marks: Readonly<
  Record<RoundReply['state'], { readonly kind: StateKind; readonly icon: IconName }>
> = {
  locked: { kind: 'quiet', icon: 'lock' },
  ready: { kind: 'warn', icon: 'right' },
  open: { kind: 'active', icon: 'dot' },
  closed: { kind: 'quiet', icon: 'lock' },
};
