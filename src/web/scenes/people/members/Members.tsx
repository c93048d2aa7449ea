import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Person } from '../../../../server/routes/people/people.ts';
import { change, useItems } from '../../../api/cache.ts';
import { apiPath, withQuery } from '../../../api/client.ts';
import { rolesIn, useSession } from '../../../api/session.tsx';
import type { Role } from '../../../api/session.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { Section } from '../../../components/Section.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { FigureTable } from '../../../figures/FigureTable.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { useSharedTexts } from '../../../texts/shared-texts.ts';
import { Dialog } from '../../../components/Dialog.tsx';
import { MemberAccess } from './MemberAccess.tsx';
import { RoleChoice } from './RoleChoice.tsx';
import { peopleTexts } from './texts.ts';

/** The members with their roles, those who left included. */
export function Members({ project }: { readonly project: string }) {
  const texts = useTexts(peopleTexts);
  const { roles } = useSharedTexts();
  const format = useFormat();
  const path = apiPath`/api/projects/${project}/people`;
  const people = useItems<Person>(path, 1000);
  const [leaving, setLeaving] = useState<Person | null>(null);
  const [access, setAccess] = useState<Person | null>(null);
  const [isAdding, setAdding] = useState(false);
  const isWorkspaceLead = rolesIn(useSession(), '*').includes('lead');
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
          <FigureTable
            caption={texts.members}
            rows={data.items}
            rowKey={(one) => `${one.login} ${one.role}`}
            columns={(column) => [
              column.text('name', texts.name, (one) => one.name),
              column.text('login', texts.login, (one) => one.login),
              column.text('role', texts.role, (one) => roles[one.role]),
              column.text('since', texts.since, (one) => one.created_at, format.date),
              column.cell('state', texts.state, (one) => <MemberState one={one} />),
              column.cell('actions', texts.actions, (one) =>
                one.ended_at !== null ? null : (
                  <>
                    {isWorkspaceLead ? (
                      <Button
                        size="compact-sm"
                        variant="subtle"
                        aria-label={`${texts.access.open}: ${one.name}`}
                        onClick={() => setAccess(one)}
                      >
                        {texts.access.open}
                      </Button>
                    ) : null}
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      aria-label={texts.removeTitle(one.name, roles[one.role])}
                      onClick={() => setLeaving(one)}
                    >
                      {texts.remove}
                    </Button>
                  </>
                ),
              ),
            ]}
          />
        )}
      </Loaded>
      {leaving === null ? null : (
        <Dialog
          title={texts.removeTitle(leaving.name, roles[leaving.role])}
          confirm={texts.remove}
          onClose={() => setLeaving(null)}
          onConfirm={() => {
            const person = apiPath`/api/projects/${project}/people/${leaving.login}`;
            return change(withQuery(person, { role: leaving.role }), { method: 'DELETE' }, path);
          }}
        >
          <p>{texts.removeWhy}</p>
        </Dialog>
      )}
      {access === null ? null : (
        <MemberAccess login={access.login} name={access.name} onClose={() => setAccess(null)} />
      )}
      {isAdding ? <AddDialog path={path} onClose={() => setAdding(false)} /> : null}
    </Section>
  );
}

function MemberState({ one }: { readonly one: Person }) {
  const texts = useTexts(peopleTexts);
  const format = useFormat();
  if (one.disabled_at !== null) return <StateMark kind="bad">{texts.states.disabled}</StateMark>;
  if (one.ended_at === null) return <StateMark kind="good">{texts.states.active}</StateMark>;
  return <StateMark kind="quiet">{texts.left(format.date(one.ended_at))}</StateMark>;
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
      onConfirm={() => change(path, { method: 'POST', body: { login: login.trim(), role } }, path)}
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
