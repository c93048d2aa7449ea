import { useState } from 'react';
import type { Token } from '../../../../server/routes/people/tokens.ts';
import { useItems } from '../../../api/cache.ts';
import { apiPath } from '../../../api/client.ts';
import { Section } from '../../../components/Section.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { TokenTable } from '../members/TokenTable.tsx';
import { profileTexts } from './texts.ts';

/** Own tokens in a project that can still be revoked, also by somebody who is no longer a lead. */
export function OwnTokens({ project }: { readonly project: string }) {
  const texts = useTexts(profileTexts);
  const path = apiPath`/api/projects/${project}/tokens`;
  const { data } = useItems<Token>(path, 1000);
  const [hasRevoked, setRevoked] = useState(false);
  const held = (data?.items ?? []).filter((one) => Date.parse(one.expires_at) > Date.now());
  if (!hasRevoked && !held.some((one) => one.revoked_at === null)) return null;
  return (
    <Section title={texts.tokens(project)} note={texts.tokensNote}>
      <TokenTable
        caption={texts.tokens(project)}
        path={path}
        tokens={held}
        isShort
        onRevoked={() => setRevoked(true)}
      />
    </Section>
  );
}
