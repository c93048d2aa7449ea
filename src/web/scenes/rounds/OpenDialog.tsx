import { Checkbox, NumberInput, Radio, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Person } from '../../../server/routes/people/people.ts';
import type { RoundReply } from '../../../server/routes/rounds/rounds.ts';
import { replies, useResource } from '../../api/cache.ts';
import { apiPath, request } from '../../api/client.ts';
import { Link } from '../../components/Link.tsx';
import { Loading } from '../../components/Loading.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { overviewTexts } from './texts.ts';

/** Opens a round, for the first time or again. */
export function OpenDialog({
  project,
  round,
  onClose,
}: Readonly<{ project: string; round: RoundReply; onClose: () => void }>) {
  const texts = useTexts(overviewTexts);
  const { data } = useResource<{ readonly items: readonly Person[] }>(
    apiPath`/api/projects/${project}/people`,
  );
  const joined = useMemo(
    () =>
      (data?.items ?? []).filter(
        (one) => one.role === 'annotator' && one.ended_at === null && one.disabled_at === null,
      ),
    [data],
  );
  const isAdmitted = (login: string): boolean =>
    round.kind === 'training' ||
    round.admissions.length === 0 ||
    round.admissions.some((one) => one.annotator === login && one.admitted);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [seed, setSeed] = useState<number | string>(round.runs.length + 1);
  const [handOut, setHandOut] = useState<'balanced' | 'open'>('balanced');
  const chosen = joined
    .filter((one) => !left.includes(one.login) && isAdmitted(one.login))
    .map((one) => one.login);
  return (
    <Dialog
      title={texts.openTitle(round.round)}
      confirm={round.runs.length === 0 ? texts.open : texts.repeat}
      isReady={typeof seed === 'number' && chosen.length > 0}
      onClose={onClose}
      onConfirm={async () => {
        await request(apiPath`/api/projects/${project}/rounds/${round.round}/open`, {
          method: 'POST',
          body: { seed, annotators: chosen, hand_out: handOut },
        });
        replies.refresh(apiPath`/api/projects/${project}`);
      }}
    >
      <p>{texts.openWhy}</p>
      {data === null ? (
        <Loading lines={3} />
      ) : joined.length === 0 ? (
        <Notice
          kind="warn"
          actions={<Link target={{ to: 'people', params: { project } }}>{texts.invite}</Link>}
        >
          {texts.noAnnotators}
        </Notice>
      ) : (
        <Checkbox.Group
          label={texts.annotators}
          value={chosen}
          onChange={(now) =>
            setLeft(joined.map((one) => one.login).filter((login) => !now.includes(login)))
          }
        >
          <Stack gap={6} mt={6}>
            {joined.map((one) => (
              <Checkbox
                key={one.login}
                value={one.login}
                disabled={!isAdmitted(one.login)}
                label={`${one.name} (${one.login})${isAdmitted(one.login) ? '' : `, ${texts.notAdmitted}`}`}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {round.kind === 'training' ? null : (
        <Radio.Group
          label={texts.handOut}
          value={handOut}
          onChange={(now) => setHandOut(now as 'balanced' | 'open')}
        >
          <Stack gap={6} mt={6}>
            <Radio value="balanced" label={texts.balanced} />
            <Radio value="open" label={texts.claimed} />
          </Stack>
        </Radio.Group>
      )}
      <NumberInput
        label={texts.seed}
        description={texts.seedWhy}
        value={seed}
        onChange={setSeed}
        allowDecimal={false}
        hideControls
        w={200}
      />
    </Dialog>
  );
}
