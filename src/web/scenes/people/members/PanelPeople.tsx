import { Button } from '@mantine/core';
import { useState } from 'react';
import type { MadeInvitation } from '../../../../server/routes/people/invitations.ts';
import type { PanelReply } from '../../../../server/routes/people/people.ts';
import { change, useResource } from '../../../api/cache.ts';
import { apiPath } from '../../../api/client.ts';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { FigureTable } from '../../../figures/FigureTable.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { MadeLinks } from './MadeLinks.tsx';
import styles from './people.module.css';
import { peopleTexts } from './texts.ts';

type PanelPerson = PanelReply['people'][number];

/** Those whom the panel names: who has come, who has not, and a link for each of them. */
export function PanelPeople({ project }: { readonly project: string }) {
  const texts = useTexts(peopleTexts).panel;
  const format = useFormat();
  const place = apiPath`/api/projects/${project}`;
  const panel = useResource<PanelReply>(`${place}/panel`, 1000);
  const [made, setMade] = useState<readonly MadeInvitation[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const invite = async (names: readonly string[]): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      for (const login of names) {
        const body = { role: 'annotator', login };
        const path = `${place}/invitations`;
        const one = await change<MadeInvitation>(path, { method: 'POST', body }, place);
        setMade((before) => [...before.filter((other) => other.login !== one.login), one]);
      }
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  const people = panel.data?.people ?? [];
  const waiting = people.filter((one) => one.arrival === 'not-invited' && one.is_login);
  const verb = ({ arrival }: PanelPerson): string =>
    arrival === 'not-invited' ? texts.invite : texts.again;
  if (panel.data?.is_open === true) return null;
  return (
    <Section
      title={texts.title}
      note={texts.note}
      aside={
        waiting.length === 0 ? undefined : (
          <Button
            size="compact-sm"
            loading={isBusy}
            onClick={() => void invite(waiting.map((one) => one.name))}
          >
            {texts.inviteAll(waiting.length)}
          </Button>
        )
      }
    >
      {failure === null ? null : <ErrorNotice error={failure} />}
      {made.length === 0 ? null : <MadeLinks made={made} />}
      <Loaded resource={panel}>
        {(data) => (
          <>
            <FigureTable
              caption={texts.title}
              rows={data.people}
              rowKey={(one) => `${one.entry} ${one.name}`}
              columns={(column) => [
                column.text('name', texts.name, (one) => one.name),
                column.cell('state', texts.state, (one) => <ArrivalMark one={one} />),
                column.text(
                  'seen',
                  texts.seen,
                  (one) => one.last_seen_at ?? '',
                  (at) => (at === '' ? '–' : format.time(at)),
                ),
                column.cell('judged', texts.judged, (one) => format.count(one.judged)),
                column.cell('actions', texts.actions, (one) =>
                  one.arrival === 'joined' || one.arrival === 'judged' || !one.is_login ? null : (
                    <Button
                      size="compact-sm"
                      variant="default"
                      disabled={isBusy}
                      aria-label={`${verb(one)}: ${one.name}`}
                      onClick={() => void invite([one.name])}
                    >
                      {verb(one)}
                    </Button>
                  ),
                ),
              ]}
            />
            {data.outsiders.length === 0 ? null : (
              <div className={styles.outsiders}>
                <Notice kind="warn" title={texts.outsiders(data.outsiders.length)}>
                  <p>{texts.outsidersWhy}</p>
                  <ul>
                    {data.outsiders.map((one) => (
                      <li key={one.login}>
                        {one.name} ({one.login}): {texts.judgments(format.count(one.judged))}
                      </li>
                    ))}
                  </ul>
                </Notice>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function ArrivalMark({ one }: { readonly one: PanelPerson }) {
  const texts = useTexts(peopleTexts).panel;
  const format = useFormat();
  if (one.arrival === 'judged') return <StateMark kind="good">{texts.arrivals.judged}</StateMark>;
  if (one.arrival === 'joined') return <StateMark kind="warn">{texts.arrivals.joined}</StateMark>;
  if (!one.is_login) return <StateMark kind="bad">{texts.arrivals.odd}</StateMark>;
  if (one.arrival === 'invited')
    return (
      <StateMark kind="active">
        {texts.arrivals.invited(format.date(one.invited_until ?? ''))}
      </StateMark>
    );
  return (
    <StateMark kind={one.arrival === 'expired' ? 'warn' : 'quiet'}>
      {one.arrival === 'expired' ? texts.arrivals.expired : texts.arrivals.none}
    </StateMark>
  );
}
