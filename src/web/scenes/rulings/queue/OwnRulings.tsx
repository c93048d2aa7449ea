import { Button, Textarea } from '@mantine/core';
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

/**
 * Whether people may rule on what they judged themselves. Leads decide it, with a reason that is
 * kept.
 */
export function OwnRulings({ project }: { readonly project: string }) {
  const texts = useTexts(adjudicateTexts);
  const format = useFormat();
  const isLead = rolesIn(useSession(), project).includes('lead');
  const path = apiPath`/api/projects/${project}/own-rulings`;
  const decided = useResource<OwnRulingsReply>(path);
  const [isAsked, setAsked] = useState(false);
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
              <Decide allowed={!data.allowed} path={path} onClose={() => setAsked(false)} />
            ) : null}
          </Sheet>
        )}
      </Loaded>
    </Section>
  );
}

interface DecideProps {
  readonly allowed: boolean;
  readonly path: string;
  readonly onClose: () => void;
}

function Decide({ allowed, path, onClose }: DecideProps) {
  const texts = useTexts(adjudicateTexts);
  const [reason, setReason] = useState('');
  return (
    <Dialog
      title={allowed ? texts.ownAllow : texts.ownForbid}
      confirm={allowed ? texts.ownAllow : texts.ownForbid}
      isReady={reason.trim() !== ''}
      onClose={onClose}
      onConfirm={async () => {
        const reply = await request<OwnRulingsReply>(path, {
          method: 'PUT',
          body: { allowed, reason },
        });
        replies.change(path, () => reply);
      }}
    >
      <p>{texts.ownWhy}</p>
      <Textarea
        label={texts.ownReason}
        required
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
    </Dialog>
  );
}
