import type { MyWorkReply } from '../../../../server/routes/judging/my-work.ts';
import type { RoundReply, RoundsReply } from '../../../../server/routes/rounds/rounds.ts';
import { useResource } from '../../../api/cache.ts';
import { apiPath } from '../../../api/client.ts';
import { Link } from '../../../components/Link.tsx';
import { SimulatedMark } from '../../../components/SimulatedMark.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import type { StateKind } from '../../../components/StateMark.tsx';
import type { IconName } from '../../../components/Icon.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
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
        {(data?.rounds ?? []).map((round) => (
          <li key={round.round}>
            <span>{round.round}</span>
            <StateMark kind={marks[round.state].kind} icon={marks[round.state].icon}>
              {shared.roundStates[round.state]}
            </StateMark>
          </li>
        ))}
      </ol>
      {project.role === 'reviewer' ? null : (
        <p className={styles.more}>
          <Link target={{ to: 'adjudicate', params: { project: project.project } }}>
            {texts.adjudicate}
          </Link>
        </p>
      )}
    </li>
  );
}

const marks: Readonly<
  Record<RoundReply['state'], { readonly kind: StateKind; readonly icon: IconName }>
> = {
  locked: { kind: 'quiet', icon: 'lock' },
  ready: { kind: 'warn', icon: 'right' },
  open: { kind: 'active', icon: 'dot' },
  closed: { kind: 'good', icon: 'check' },
};
