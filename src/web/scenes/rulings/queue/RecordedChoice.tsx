import { Button } from '@mantine/core';
import { useState } from 'react';
import { replies, useResource } from '../../../api/cache.ts';
import { apiPath, request } from '../../../api/client.ts';
import { rolesIn, useSession } from '../../../api/session.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { Section, Sheet } from '../../../components/Section.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { adjudicateTexts } from './texts.ts';
import styles from './adjudicate.module.css';

/** Who decided something, when and why; null where nobody has. */
interface Decided {
  readonly by: string | null;
  readonly reason: string | null;
  readonly at: string | null;
}

/** Something that leads switch on or off for a project, with a reason that is kept. */
export function RecordedChoice<Reply extends Decided>({
  project,
  choice,
  isOn,
  body,
  texts,
}: {
  readonly project: string;
  /** The last part of its address. */
  readonly choice: string;
  readonly isOn: (reply: Reply) => boolean;
  readonly body: (isOn: boolean) => object;
  readonly texts: Readonly<Record<'title' | 'on' | 'off' | 'turnOn' | 'turnOff' | 'why', string>>;
}) {
  const shared = useTexts(adjudicateTexts);
  const format = useFormat();
  const isLead = rolesIn(useSession(), project).includes('lead');
  const path = `${apiPath`/api/projects/${project}`}/${choice}`;
  const decided = useResource<Reply>(path);
  const [isAsked, setAsked] = useState(false);
  const decide = async (turnOn: boolean, reason: string): Promise<void> => {
    const reply = await request<Reply>(path, { method: 'PUT', body: { ...body(turnOn), reason } });
    replies.change(path, () => reply);
  };
  return (
    <Section title={texts.title}>
      <Loaded resource={decided}>
        {(data) => {
          const turn = isOn(data) ? texts.turnOff : texts.turnOn;
          return (
            <Sheet>
              <div className={styles.own}>
                <div>
                  <p>{isOn(data) ? texts.on : texts.off}</p>
                  {data.by === null || data.at === null ? null : (
                    <p className={styles.soft}>
                      {shared.ownBy(data.by, format.time(data.at), data.reason ?? '')}
                    </p>
                  )}
                </div>
                {isLead ? (
                  <Button variant="default" onClick={() => setAsked(true)}>
                    {turn}
                  </Button>
                ) : null}
              </div>
              {isAsked ? (
                <Dialog
                  title={turn}
                  confirm={turn}
                  reason={shared.ownReason}
                  onClose={() => setAsked(false)}
                  onConfirm={(reason) => decide(!isOn(data), reason)}
                >
                  <p>{texts.why}</p>
                </Dialog>
              ) : null}
            </Sheet>
          );
        }}
      </Loaded>
    </Section>
  );
}
