import { Checkbox, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { RoundReply } from '../../../server/routes/rounds/rounds.ts';
import { isShared } from '../../../truth/rounds/gate-report.ts';
import { change } from '../../api/cache.ts';
import { apiPath } from '../../api/client.ts';
import { GateSentence } from '../../components/GateSentence.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { overviewTexts } from './texts.ts';

export interface RoundDialogProps {
  readonly project: string;
  readonly round: RoundReply;
  readonly onClose: () => void;
}
type Run = RoundReply['runs'][number];
type RunDialogProps = RoundDialogProps & { readonly run: Run };

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
  const gates = waivableGates(run);
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
            <Radio key={one} value={one} label={<GateSentence gate={one} />} />
          ))}
        </Stack>
      </Radio.Group>
    </ReasonDialog>
  );
}

/** The gates of a closed run that may be waived for everybody: not what one person missed. */
export function waivableGates({ figures, closed_at: closedAt }: Run): readonly string[] {
  if (closedAt === null) return [];
  return [...new Set((figures?.unmet ?? []).filter(isShared).map((check) => check.gate))];
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
