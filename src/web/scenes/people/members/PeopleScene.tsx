import { rolesIn, useSession } from '../../../api/session.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Link } from '../../../components/Link.tsx';
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

/** Who takes part, and how more people and programs come in. */
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
      <PanelPeople project={project} />
      <Members project={project} />
      <Invitations project={project} />
      <Tokens project={project} />
      <Webhooks project={project} />
    </>
  );
}
