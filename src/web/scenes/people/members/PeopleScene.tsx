import type { RoundsReply } from '../../../../server/routes/rounds/rounds.ts';
import { useResource } from '../../../api/cache.ts';
import { apiPath } from '../../../api/client.ts';
import { rolesIn, useSession } from '../../../api/session.tsx';
import { ButtonLink } from '../../../components/ButtonLink.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Link } from '../../../components/Link.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { PageHead } from '../../../components/PageHead.tsx';
import type { SceneProps } from '../../../scenes.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useSharedTexts } from '../../../texts/shared-texts.ts';
import { Invitations } from './Invitations.tsx';
import { Members } from './Members.tsx';
import { PanelPeople } from './PanelPeople.tsx';
import { Tokens } from './Tokens.tsx';
import { Webhooks } from './Webhooks.tsx';
import { peopleTexts } from './texts.ts';
import styles from './people.module.css';

/** Who takes part, and how more people and programs get access. */
export function PeopleScene({ params }: SceneProps) {
  const texts = useTexts(peopleTexts);
  const shared = useSharedTexts();
  const project = params['project']!;
  const isLead = rolesIn(useSession(), project).includes('lead');
  if (!isLead) {
    return (
      <EmptyState title={texts.onlyLeads}>
        <Link target={{ to: 'home' }}>{shared.backHome}</Link>
      </EmptyState>
    );
  }
  return (
    <>
      <PageHead title={texts.title}>{texts.lead}</PageHead>
      <FirstRound project={project} />
      <PanelPeople project={project} />
      <Members project={project} />
      <Invitations project={project} />
      <Tokens project={project} />
      <Webhooks project={project} />
    </>
  );
}

/** Where a new project goes on from here, until its first round is open. */
function FirstRound({ project }: { readonly project: string }) {
  const texts = useTexts(peopleTexts).first;
  const rounds = useResource<RoundsReply>(apiPath`/api/projects/${project}/rounds`).data?.rounds;
  const next = rounds?.find((round) => round.may_open);
  if (rounds === undefined || next === undefined) return null;
  if (rounds.some((round) => round.runs.length > 0)) return null;
  return (
    <div className={styles.first}>
      <Notice
        title={texts.title}
        actions={
          <ButtonLink target={{ to: 'lead', params: { project } }}>
            {texts.open(next.round)}
          </ButtonLink>
        }
      >
        <p>{texts.why}</p>
      </Notice>
    </div>
  );
}
