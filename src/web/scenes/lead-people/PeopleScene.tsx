import { PageHead } from '../../components/PageHead.tsx';
import type { SceneProps } from '../../scenes.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { Invitations } from './Invitations.tsx';
import { Members } from './Members.tsx';
import { Tokens } from './Tokens.tsx';
import { peopleTexts } from './texts.ts';

/** Who takes part, and how more people and programs come in. */
export function PeopleScene({ params }: SceneProps) {
  const texts = useTexts(peopleTexts);
  const project = params['project']!;
  return (
    <>
      <PageHead title={texts.title}>{texts.lead}</PageHead>
      <Members project={project} />
      <Invitations project={project} />
      <Tokens project={project} />
    </>
  );
}
