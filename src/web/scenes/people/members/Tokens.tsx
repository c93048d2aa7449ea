import { Button, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { MadeToken, Token } from '../../../../server/routes/people/tokens.ts';
import { replies, useResource } from '../../../api/cache.ts';
import { apiPath, request } from '../../../api/client.ts';
import { DataTable, sortedColumn } from '../../../components/DataTable.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { Section } from '../../../components/Section.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { Dialog } from '../../../components/Dialog.tsx';
import { SecretNotice } from './SecretNotice.tsx';
import { peopleTexts } from './texts.ts';

/** Tokens with which programs act in the project. */
export function Tokens({ project }: { readonly project: string }) {
  const texts = useTexts(peopleTexts);
  const format = useFormat();
  const path = apiPath`/api/projects/${project}/tokens`;
  const tokens = useResource<{ readonly items: readonly Token[] }>(path, 1000);
  const [isAsking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const end = async (id: string): Promise<void> => {
    await request(`${path}/${encodeURIComponent(id)}`, { method: 'DELETE' });
    replies.refresh(path);
  };
  return (
    <Section
      title={texts.tokens}
      note={texts.tokensNote}
      aside={
        <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
          {texts.makeToken}
        </Button>
      }
    >
      {secret === null ? null : (
        <SecretNotice title={texts.secretMade} label={texts.secret} secret={secret} />
      )}
      <Loaded resource={tokens}>
        {(data) => (
          <DataTable
            caption={texts.tokens}
            rows={data.items}
            rowKey={(one) => one.id}
            columns={[
              sortedColumn('name', texts.tokenName, (one: Token) => one.name),
              sortedColumn(
                'scope',
                texts.scope,
                (one: Token) => one.scope,
                (key) => texts.scopes[key],
              ),
              sortedColumn('made', texts.made, (one: Token) => one.created_at, format.date),
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
        )}
      </Loaded>
      {isAsking ? (
        <TokenDialog
          path={path}
          onClose={() => setAsking(false)}
          onMade={({ secret: made }) => {
            setSecret(made);
            replies.refresh(path);
          }}
        />
      ) : null}
    </Section>
  );
}

function TokenDialog({
  path,
  onClose,
  onMade,
}: Readonly<{ path: string; onClose: () => void; onMade: (made: MadeToken) => void }>) {
  const texts = useTexts(peopleTexts);
  const [name, setName] = useState('');
  const [scope, setScope] = useState<'read' | 'write'>('read');
  return (
    <Dialog
      title={texts.makeToken}
      confirm={texts.makeToken}
      isReady={name.trim() !== ''}
      onClose={onClose}
      onConfirm={async () =>
        onMade(await request<MadeToken>(path, { method: 'POST', body: { name, scope } }))
      }
    >
      <TextInput
        label={texts.tokenName}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <Radio.Group
        label={texts.scope}
        value={scope}
        onChange={(next) => setScope(next as 'read' | 'write')}
      >
        <Stack gap={6} mt={6}>
          <Radio value="read" label={texts.scopes.read} />
          <Radio value="write" label={texts.scopes.write} />
        </Stack>
      </Radio.Group>
    </Dialog>
  );
}
