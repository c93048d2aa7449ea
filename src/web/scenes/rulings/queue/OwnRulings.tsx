import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OwnRulingsReply } from '../../../../server/routes/rulings/rulings.ts';
import { replies, useResource } from '../../../api/cache.ts';
import { apiPath, request } from '../../../api/client.ts';
import { rolesIn, useSession } from '../../../api/session.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { Section, Sheet } from '../../../components/Section.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { Dialog } from '../../../components/Dialog.tsx';
import { adjudicateTexts } from './texts.ts';
import styles from './adjudicate.module.css';

/** Whether people may rule on what they judged themselves. Leads decide it, with a reason. */
export function OwnRulings({ project }: { readonly project: string }) {
  const texts = useTexts(adjudicateTexts);
  const format = useFormat();
  const isLead = rolesIn(useSession(), project).includes('lead');
  const path = apiPath`/api/projects/${project}/own-rulings`;
  const decided = useResource<OwnRulingsReply>(path);
  const [isAsked, setAsked] = useState(false);
  const decide = async (allowed: boolean, reason: string): Promise<void> => {
    const body = { allowed, reason };
    const reply = await request<OwnRulingsReply>(path, { method: 'PUT', body });
    replies.change(path, () => reply);
  };
  return (
    <Section title={texts.own}>
      <Loaded resource={decided}>
        {(data) => (
          <Sheet>
            <div className={styles.own}>
              <div>
                <p>{data.allowed ? texts.ownAllowed : texts.ownForbidden}</p>
                {data.by === null || data.at === null ? null : (
                  <p className={styles.soft}>
                    {texts.ownBy(data.by, format.time(data.at), data.reason ?? '')}
                  </p>
                )}
              </div>
              {isLead ? (
                <Button variant="default" onClick={() => setAsked(true)}>
                  {data.allowed ? texts.ownForbid : texts.ownAllow}
                </Button>
              ) : null}
            </div>
            {isAsked ? (
              <Dialog
                title={data.allowed ? texts.ownForbid : texts.ownAllow}
                confirm={data.allowed ? texts.ownForbid : texts.ownAllow}
                reason={texts.ownReason}
                onClose={() => setAsked(false)}
                onConfirm={(reason) => decide(!data.allowed, reason)}
              >
                <p>{texts.ownWhy}</p>
              </Dialog>
            ) : null}
          </Sheet>
        )}
      </Loaded>
    </Section>
  );
}
