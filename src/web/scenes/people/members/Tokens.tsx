import { Button, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { MadeToken, Token } from '../../../../server/routes/people/tokens.ts';
import { change, useItems } from '../../../api/cache.ts';
import { apiPath } from '../../../api/client.ts';
import { Dialog } from '../../../components/Dialog.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { Section } from '../../../components/Section.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { SecretNotice } from './SecretNotice.tsx';
import { peopleTexts } from './texts.ts';
import { TokenTable } from './TokenTable.tsx';

/** Tokens with which programs act in the project. */
export function Tokens({ project }: { readonly project: string }) {
  const texts = useTexts(peopleTexts);
  const path = apiPath`/api/projects/${project}/tokens`;
  const tokens = useItems<Token>(path, 1000);
  const [isAsking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
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
        {({ items }) => <TokenTable caption={texts.tokens} path={path} tokens={items} />}
      </Loaded>
      {isAsking ? (
        <TokenDialog path={path} onClose={() => setAsking(false)} onMade={setSecret} />
      ) : null}
    </Section>
  );
}

interface TokenDialogProps {
  readonly path: string;
  readonly onClose: () => void;
  readonly onMade: (secret: string) => void;
}

function TokenDialog({ path, onClose, onMade }: TokenDialogProps) {
  const texts = useTexts(peopleTexts);
  const [name, setName] = useState('');
  const [scope, setScope] = useState('read');
  return (
    <Dialog
      title={texts.makeToken}
      confirm={texts.makeToken}
      isReady={name.trim() !== ''}
      onClose={onClose}
      onConfirm={async () => {
        const body = { name, scope };
        onMade((await change<MadeToken>(path, { method: 'POST', body }, path)).secret);
      }}
    >
      <TextInput
        label={texts.tokenName}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <Radio.Group label={texts.scope} value={scope} onChange={setScope}>
        <Stack gap={6} mt={6}>
          <Radio value="read" label={texts.scopes.read} />
          <Radio value="write" label={texts.scopes.write} />
        </Stack>
      </Radio.Group>
    </Dialog>
  );
}
