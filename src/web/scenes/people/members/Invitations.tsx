import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { Invitation, MadeInvitation } from '../../../../server/routes/people/invitations.ts';
import { change, useItems } from '../../../api/cache.ts';
import { apiPath } from '../../../api/client.ts';
import type { Role } from '../../../api/session.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { Section } from '../../../components/Section.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { FigureTable } from '../../../figures/FigureTable.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { useSharedTexts } from '../../../texts/shared-texts.ts';
import { Dialog } from '../../../components/Dialog.tsx';
import { RoleChoice } from './RoleChoice.tsx';
import { SecretNotice } from './SecretNotice.tsx';
import { peopleTexts } from './texts.ts';

/** Links by which people join, once each. */
export function Invitations({ project }: { readonly project: string }) {
  const texts = useTexts(peopleTexts);
  const { roles } = useSharedTexts();
  const format = useFormat();
  const path = apiPath`/api/projects/${project}/invitations`;
  const invitations = useItems<Invitation>(path, 1000);
  const [isAsking, setAsking] = useState(false);
  const [made, setMade] = useState<MadeInvitation | null>(null);
  const withdraw = (id: string): Promise<void> =>
    change(`${path}/${encodeURIComponent(id)}`, { method: 'DELETE' }, path);
  return (
    <Section
      title={texts.invitations}
      note={texts.invitationsNote}
      aside={
        <Button size="compact-sm" onClick={() => setAsking(true)}>
          {texts.invite}
        </Button>
      }
    >
      {made === null ? null : (
        <SecretNotice title={texts.linkMade} label={texts.link} secret={made.link}>
          {texts.linkWhy(roles[made.role], format.time(made.expires_at))}
        </SecretNotice>
      )}
      <Loaded resource={invitations}>
        {(data) => (
          <FigureTable
            caption={texts.invitations}
            rows={data.items}
            rowKey={(one) => one.id}
            columns={(column) => [
              column.text('role', texts.role, (one) => roles[one.role]),
              column.text('for', texts.invitedFor, (one) => one.login ?? '–'),
              column.text('by', texts.by, (one) => one.created_by),
              column.text('made', texts.made, (one) => one.created_at, format.time),
              column.text('until', texts.until, (one) => one.expires_at, format.time),
              column.cell('state', texts.state, (one) => <InvitationState one={one} />),
              column.cell('actions', texts.actions, (one) =>
                one.used_at !== null || one.revoked_at !== null ? null : (
                  <Button size="compact-sm" variant="subtle" onClick={() => void withdraw(one.id)}>
                    {texts.withdraw}
                  </Button>
                ),
              ),
            ]}
          />
        )}
      </Loaded>
      {isAsking ? (
        <InviteDialog path={path} onClose={() => setAsking(false)} onMade={setMade} />
      ) : null}
    </Section>
  );
}

function InvitationState({ one }: { readonly one: Invitation }) {
  const texts = useTexts(peopleTexts);
  const format = useFormat();
  if (one.used_at !== null)
    return <StateMark kind="good">{texts.used(format.date(one.used_at))}</StateMark>;
  if (one.revoked_at !== null) return <StateMark kind="quiet">{texts.states.withdrawn}</StateMark>;
  if (Date.parse(one.expires_at) < Date.now())
    return <StateMark kind="quiet">{texts.states.expired}</StateMark>;
  return <StateMark kind="active">{texts.states.open}</StateMark>;
}

function InviteDialog({
  path,
  onClose,
  onMade,
}: Readonly<{ path: string; onClose: () => void; onMade: (made: MadeInvitation) => void }>) {
  const texts = useTexts(peopleTexts);
  const [role, setRole] = useState<Role>('annotator');
  const [days, setDays] = useState<number | string>(14);
  return (
    <Dialog
      title={texts.inviteTitle}
      confirm={texts.make}
      isReady={typeof days === 'number'}
      onClose={onClose}
      onConfirm={async () => {
        const body = { role, days };
        onMade(await change<MadeInvitation>(path, { method: 'POST', body }, path));
      }}
    >
      <RoleChoice value={role} onChange={setRole} />
      <NumberInput
        label={texts.days}
        value={days}
        onChange={setDays}
        min={1}
        max={90}
        allowDecimal={false}
        w={160}
      />
    </Dialog>
  );
}
