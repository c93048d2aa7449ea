import { Button } from '@mantine/core';
import { useState } from 'react';
import type { MadeInvitation } from '../../../../server/routes/people/invitations.ts';
import { Notice } from '../../../components/Notice.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { useSharedTexts } from '../../../texts/shared-texts.ts';
import { peopleTexts } from './texts.ts';
import styles from './people.module.css';

/** The links that were just made, one per name; they are shown only once. */
export function MadeLinks({ made }: { readonly made: readonly MadeInvitation[] }) {
  const texts = useTexts(peopleTexts);
  const shared = useSharedTexts();
  const format = useFormat();
  const [copied, setCopied] = useState('');
  const copy = (name: string, text: string): void =>
    void navigator.clipboard.writeText(text).then(() => setCopied(name));
  const all = made.map(({ login, link }) => `${login ?? ''}\t${link}`).join('\n');
  return (
    <div className={styles.secret}>
      <Notice kind="good" title={texts.panel.made}>
        <p>{texts.panel.madeWhy(format.time(made[0]!.expires_at))}</p>
        {made.map(({ login, link }) => (
          <div key={login} className={styles.line}>
            <b className={styles.who}>{login}</b>
            <input
              className={styles.field}
              aria-label={`${texts.link}: ${login ?? ''}`}
              readOnly
              value={link}
              onFocus={(event) => event.currentTarget.select()}
            />
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${shared.copy}: ${login ?? ''}`}
              onClick={() => copy(login ?? '', link)}
            >
              {copied === login ? shared.copied : shared.copy}
            </Button>
          </div>
        ))}
        {made.length < 2 ? null : (
          <Button size="compact-sm" variant="default" onClick={() => copy('*', all)}>
            {copied === '*' ? shared.copied : texts.panel.copyAll}
          </Button>
        )}
      </Notice>
    </div>
  );
}
