import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Person } from '../../../../server/routes/people/people.ts';
import { replies, useResource } from '../../../api/cache.ts';
import { apiPath, request, withQuery } from '../../../api/client.ts';
import type { Role } from '../../../api/session.tsx';
import { DataTable, sortedColumn } from '../../../components/DataTable.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { Section } from '../../../components/Section.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { useSharedTexts } from '../../../texts/shared-texts.ts';
import { Dialog } from '../../../components/Dialog.tsx';
import { RoleChoice } from './RoleChoice.tsx';
import { peopleTexts } from './texts.ts';

/** The members with their roles, those who left included. */
export function Members({ project }: { readonly project: string }) {
  const texts = useTexts(peopleTexts);
  const { roles } = useSharedTexts();
  const format = useFormat();
  const path = apiPath`/api/projects/${project}/people`;
  const people = useResource<{ readonly items: readonly Person[] }>(path, 1000);
  const [leaving, setLeaving] = useState<Person | null>(null);
  const [isAdding, setAdding] = useState(false);
  return (
    <Section
      title={texts.members}
      note={texts.membersNote}
      aside={
        <Button size="compact-sm" variant="default" onClick={() => setAdding(true)}>
          {texts.add}
        </Button>
      }
    >
      <Loaded resource={people}>
        {(data) => (
          <DataTable
            caption={texts.members}
            rows={data.items}
            rowKey={(one) => `${one.login} ${one.role}`}
            columns={[
              sortedColumn('name', texts.name, (one: Person) => one.name),
              sortedColumn('login', texts.login, (one: Person) => one.login),
              sortedColumn('role', texts.role, (one: Person) => roles[one.role]),
              sortedColumn('since', texts.since, (one: Person) => one.created_at, format.date),
              {
                id: 'state',
                title: texts.state,
                cell: (one) =>
                  one.disabled_at !== null ? (
                    <StateMark kind="bad">{texts.disabled}</StateMark>
                  ) : one.ended_at !== null ? (
                    <StateMark kind="quiet">{texts.left(format.date(one.ended_at))}</StateMark>
                  ) : (
                    <StateMark kind="good">{texts.active}</StateMark>
                  ),
              },
              {
                id: 'actions',
                title: texts.actions,
                cell: (one) =>
                  one.ended_at !== null ? null : (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      aria-label={texts.removeTitle(one.name, roles[one.role])}
                      onClick={() => setLeaving(one)}
                    >
                      {texts.remove}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      {leaving === null ? null : (
        <Dialog
          title={texts.removeTitle(leaving.name, roles[leaving.role])}
          confirm={texts.remove}
          onClose={() => setLeaving(null)}
          onConfirm={async () => {
            await request(
              withQuery(apiPath`/api/projects/${project}/people/${leaving.login}`, {
                role: leaving.role,
              }),
              { method: 'DELETE' },
            );
            replies.refresh(path);
          }}
        >
          <p>{texts.removeWhy}</p>
        </Dialog>
      )}
      {isAdding ? <AddDialog path={path} onClose={() => setAdding(false)} /> : null}
    </Section>
  );
}

function AddDialog({ path, onClose }: { readonly path: string; readonly onClose: () => void }) {
  const texts = useTexts(peopleTexts);
  const [login, setLogin] = useState('');
  const [role, setRole] = useState<Role>('annotator');
  return (
    <Dialog
      title={texts.addTitle}
      confirm={texts.add}
      isReady={login.trim() !== ''}
      onClose={onClose}
      onConfirm={async () => {
        await request(path, { method: 'POST', body: { login: login.trim(), role } });
        replies.refresh(path);
      }}
    >
      <TextInput
        label={texts.login}
        value={login}
        onChange={(event) => setLogin(event.currentTarget.value)}
        data-autofocus
        autoComplete="off"
      />
      <RoleChoice value={role} onChange={setRole} />
    </Dialog>
  );
}
