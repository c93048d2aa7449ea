import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Token } from '../../../../server/routes/people/tokens.ts';
import { replies, useResource } from '../../../api/cache.ts';
import { apiPath, request } from '../../../api/client.ts';
import { DataTable, sortedColumn } from '../../../components/DataTable.tsx';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { Section } from '../../../components/Section.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { profileTexts } from './texts.ts';

/** Own tokens in a project that can still be revoked, also by somebody who is no longer a lead. */
export function OwnTokens({ project }: { readonly project: string }) {
  const texts = useTexts(profileTexts);
  const format = useFormat();
  const path = apiPath`/api/projects/${project}/tokens`;
  const { data } = useResource<{ readonly items: readonly Token[] }>(path, 1000);
  const [error, setError] = useState<unknown>(null);
  const [hasEnded, setHasEnded] = useState(false);
  const held = (data?.items ?? []).filter((one) => Date.parse(one.expires_at) > Date.now());
  if (!hasEnded && !held.some((one) => one.revoked_at === null)) return null;
  const end = async (id: string): Promise<void> => {
    setError(null);
    try {
      await request(`${path}/${encodeURIComponent(id)}`, { method: 'DELETE' });
      setHasEnded(true);
    } catch (failure) {
      setError(failure);
    }
    replies.refresh(path);
  };
  return (
    <Section title={texts.tokens(project)} note={texts.tokensNote}>
      {error === null ? null : <ErrorNotice error={error} />}
      <DataTable
        caption={texts.tokens(project)}
        rows={held}
        rowKey={(one) => one.id}
        columns={[
          sortedColumn('name', texts.tokenName, (one: Token) => one.name),
          sortedColumn(
            'scope',
            texts.scope,
            (one: Token) => one.scope,
            (key) => texts.scopes[key],
          ),
          sortedColumn('until', texts.until, (one: Token) => one.expires_at, format.date),
          {
            id: 'actions',
            title: texts.actions,
            cell: (one) =>
              one.revoked_at !== null ? (
                <StateMark kind="quiet">{texts.ended}</StateMark>
              ) : (
                <Button size="compact-sm" variant="subtle" onClick={() => void end(one.id)}>
                  {texts.end}
                </Button>
              ),
          },
        ]}
      />
    </Section>
  );
}
