import { Checkbox, NumberInput, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Person } from '../../../server/routes/people/people.ts';
import type { RoundReply } from '../../../server/routes/rounds/rounds.ts';
import { change, useItems } from '../../api/cache.ts';
import { apiPath } from '../../api/client.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { Link } from '../../components/Link.tsx';
import { Loading } from '../../components/Loading.tsx';
import { Notice } from '../../components/Notice.tsx';
import { LongWorkProgress } from '../../components/LongWorkProgress.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { overviewTexts } from './texts.ts';

interface RoundDialogProps {
  readonly project: string;
  readonly round: RoundReply;
  readonly onClose: () => void;
}
type RunDialogProps = RoundDialogProps & { readonly run: RoundReply['runs'][number] };

/** Opens a round, for the first time or again. */
export function OpenDialog({ project, round, onClose }: RoundDialogProps) {
  const texts = useTexts(overviewTexts);
  const { data } = useItems<Person>(apiPath`/api/projects/${project}/people`);
  const joined = (data?.items ?? []).filter(
    (one) => one.role === 'annotator' && one.ended_at === null && one.disabled_at === null,
  );
  const isAdmitted = (login: string): boolean =>
    round.kind === 'training' ||
    round.admissions.length === 0 ||
    round.admissions.some((one) => one.annotator === login && one.admitted);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [seed, setSeed] = useState<number | string>(round.runs.length + 1);
  const [handOut, setHandOut] = useState('balanced');
  const [opening, setOpening] = useState(false);
  const logins = joined.map((one) => one.login);
  const chosen = logins.filter((login) => !left.includes(login) && isAdmitted(login));
  return (
    <Dialog
      title={texts.openTitle(round.round)}
      confirm={round.runs.length === 0 ? texts.open : texts.repeat}
      isReady={typeof seed === 'number' && chosen.length > 0}
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
      {data === null ? <Loading lines={3} /> : null}
      {data === null || joined.length > 0 ? null : (
        <Notice
          kind="warn"
          actions={<Link target={{ to: 'people', params: { project } }}>{texts.invite}</Link>}
        >
          {texts.noAnnotators}
        </Notice>
      )}
      {joined.length === 0 ? null : (
        <Checkbox.Group
          label={texts.annotators}
          value={chosen}
          onChange={(now) => setLeft(logins.filter((login) => !now.includes(login)))}
        >
          <Stack gap={6} mt={6}>
            {joined.map(({ login, name }) => (
              <Checkbox
                key={login}
                value={login}
                disabled={!isAdmitted(login)}
                label={`${name} (${login})${isAdmitted(login) ? '' : `, ${texts.notAdmitted}`}`}
              />
            ))}
          </Stack>
        </Checkbox.Group>
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

/** Closes a run; if judgments are missing, only after a tick. */
export function CloseDialog({ project, round, run, onClose }: RunDialogProps) {
  const texts = useTexts(overviewTexts);
  const format = useFormat();
  const missing = run.figures === null ? 0 : Math.max(0, run.figures.wanted - run.figures.judged);
  const [isMeant, setMeant] = useState(false);
  return (
    <Dialog
      title={texts.closeTitle(round.round)}
      confirm={texts.close}
      isReady={missing === 0 || isMeant}
      onClose={onClose}
      onConfirm={() =>
        change(
          apiPath`/api/runs/${run.run}/close`,
          { method: 'POST', body: { incomplete: missing > 0 } },
          apiPath`/api/projects/${project}`,
        )
      }
    >
      <p>{texts.closeWhy}</p>
      {missing === 0 ? null : (
        <Checkbox
          checked={isMeant}
          onChange={(event) => setMeant(event.currentTarget.checked)}
          label={texts.closeIncomplete(format.count(missing))}
        />
      )}
    </Dialog>
  );
}

/** Lets the work go on although a gate did not pass, with a reason. */
export function WaiveDialog({
  round,
  run,
  onClose,
}: Pick<RunDialogProps, 'run' | 'onClose'> & { readonly round: Pick<RoundReply, 'round'> }) {
  const texts = useTexts(overviewTexts);
  const gates = [...new Set((run.figures?.unmet ?? []).map((check) => check.gate))];
  const [gate, setGate] = useState(gates[0] ?? '');
  return (
    <ReasonDialog
      title={texts.waiveTitle(round.round)}
      confirm={texts.waive}
      isReady={gate !== ''}
      onClose={onClose}
      onConfirm={(reason) => waive(run.run, { gate, reason })}
    >
      <Radio.Group label={texts.gate} value={gate} onChange={setGate}>
        <Stack gap={6} mt={6}>
          {gates.map((one) => (
            <Radio key={one} value={one} label={<code>{one}</code>} />
          ))}
        </Stack>
      </Radio.Group>
    </ReasonDialog>
  );
}

/** Takes a waiver back, with a reason. */
export function WithdrawDialog({
  run,
  waiver,
  onClose,
}: Readonly<{ run: string; waiver: string; onClose: () => void }>) {
  const texts = useTexts(overviewTexts);
  return (
    <Dialog
      title={texts.withdraw}
      confirm={texts.withdraw}
      reason={texts.reason}
      onClose={onClose}
      onConfirm={(reason) =>
        change(
          apiPath`/api/runs/${run}/waivers/${waiver}/withdraw`,
          { method: 'POST', body: { reason } },
          '/api/projects/',
        )
      }
    >
      <p>{texts.withdrawWhy}</p>
    </Dialog>
  );
}

/** Admits somebody after a training that they did not pass. */
export function AdmitDialog({
  admission,
  onClose,
}: Readonly<{ admission: RoundReply['admissions'][number]; onClose: () => void }>) {
  const texts = useTexts(overviewTexts);
  const { run, annotator, checks } = admission;
  return (
    <ReasonDialog
      title={`${texts.admit}: ${annotator}`}
      confirm={texts.admit}
      onClose={onClose}
      onConfirm={async (reason) => {
        for (const { gate, status } of checks)
          if (status !== 'PASS') await waive(run, { gate, reason, annotator });
      }}
    />
  );
}

interface ReasonDialogProps {
  readonly title: string;
  readonly confirm: string;
  readonly isReady?: boolean;
  readonly children?: ReactNode;
  readonly onClose: () => void;
  readonly onConfirm: (reason: string) => Promise<void>;
}

function ReasonDialog({ children, ...dialog }: ReasonDialogProps) {
  const texts = useTexts(overviewTexts);
  return (
    <Dialog {...dialog} reason={texts.reason}>
      <p>{texts.waiveWhy}</p>
      {children}
    </Dialog>
  );
}

function waive(
  run: string,
  body: Readonly<{ gate: string; reason: string; annotator?: string }>,
): Promise<void> {
  return change(apiPath`/api/runs/${run}/waivers`, { method: 'POST', body }, '/api/projects/');
}
