import { Checkbox, NumberInput, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { PanelReply, Person } from '../../../server/routes/people/people.ts';
import type { RoundReply } from '../../../server/routes/rounds/rounds.ts';
import { change, useItems, useResource } from '../../api/cache.ts';
import { apiPath } from '../../api/client.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { Link } from '../../components/Link.tsx';
import { Loading } from '../../components/Loading.tsx';
import { LongWorkProgress } from '../../components/LongWorkProgress.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import type { RoundDialogProps } from './RoundDialogs.tsx';
import { overviewTexts } from './texts.ts';

/** Opens a round, for the first time or again. */
export function OpenDialog({ project, round, onClose }: RoundDialogProps) {
  const texts = useTexts(overviewTexts);
  const candidates = useCandidates(project, round);
  const [changed, setChanged] = useState<readonly string[] | null>(null);
  const [seed, setSeed] = useState<number | string>(round.runs.length + 1);
  const [handOut, setHandOut] = useState('balanced');
  const [opening, setOpening] = useState(false);
  const chosen = changed ?? usualChoice(candidates ?? [], round);
  const needed = round.per_unit ?? 1;
  return (
    <Dialog
      title={texts.openTitle(round.round)}
      confirm={round.runs.length === 0 ? texts.open : texts.repeat}
      isReady={typeof seed === 'number' && chosen.length >= needed}
      onClose={onClose}
      onConfirm={async () => {
        setOpening(true);
        try {
          await change(
            apiPath`/api/projects/${project}/rounds/${round.round}/open`,
            { method: 'POST', body: { seed, annotators: chosen, hand_out: handOut } },
            apiPath`/api/projects/${project}`,
          );
        } finally {
          setOpening(false);
        }
      }}
    >
      <p>{texts.openWhy}</p>
      {opening ? (
        <LongWorkProgress project={project} kind="run" name={round.round} label={texts.opening} />
      ) : null}
      {candidates === null ? <Loading lines={3} /> : null}
      {candidates?.length === 0 ? (
        <Notice
          kind="warn"
          actions={<Link target={{ to: 'people', params: { project } }}>{texts.invite}</Link>}
        >
          {texts.noAnnotators}
        </Notice>
      ) : null}
      {candidates === null || candidates.length === 0 ? null : (
        <Checkbox.Group label={texts.annotators} value={[...chosen]} onChange={setChanged}>
          <Stack gap={6} mt={6}>
            {candidates.map(({ login, name, isAdmitted, isHere }) => (
              <Checkbox
                key={login}
                value={login}
                disabled={!isAdmitted}
                label={[
                  name === login ? login : `${name} (${login})`,
                  ...(isAdmitted ? [] : [texts.notAdmitted]),
                  ...(isHere ? [] : [texts.notHere]),
                ].join(', ')}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {candidates === null || candidates.length === 0 || chosen.length >= needed ? null : (
        <Notice kind="warn">{texts.tooFew(needed, chosen.length)}</Notice>
      )}
      {round.kind === 'training' ? null : (
        <Radio.Group label={texts.handOut} value={handOut} onChange={setHandOut}>
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

/** Somebody who may be given units of the round. */
interface Candidate {
  readonly login: string;
  readonly name: string;
  readonly isAdmitted: boolean;
  /** False for people whom the panel names and who have no account here yet. */
  readonly isHere: boolean;
}

/** Those whom the panel names, or all annotators where it names nobody; null until it is known. */
function useCandidates(project: string, round: RoundReply): readonly Candidate[] | null {
  const people = useItems<Person>(apiPath`/api/projects/${project}/people`).data;
  const panel = useResource<PanelReply>(apiPath`/api/projects/${project}/panel`).data;
  if (people === null || panel === null) return null;
  const here = people.items.filter((one) => one.ended_at === null && one.disabled_at === null);
  const isAdmitted = (login: string): boolean =>
    round.kind === 'training' ||
    round.admissions.length === 0 ||
    round.admissions.some((one) => one.annotator === login && one.admitted);
  if (panel.is_open)
    return here
      .filter(({ role }) => role === 'annotator')
      .map(({ login, name }) => ({ login, name, isAdmitted: isAdmitted(login), isHere: true }));
  return panel.people.map(({ name: login, arrival }) => ({
    login,
    name: here.find((one) => one.login === login)?.name ?? login,
    isAdmitted: isAdmitted(login),
    isHere: arrival === 'joined' || arrival === 'judged',
  }));
}

/** All who are here; if they are too few, also those who find their units when they come. */
function usualChoice(candidates: readonly Candidate[], round: RoundReply): readonly string[] {
  const able = candidates.filter((one) => one.isAdmitted);
  const here = able.filter((one) => one.isHere);
  return (here.length >= (round.per_unit ?? 1) ? here : able).map(({ login }) => login);
}
