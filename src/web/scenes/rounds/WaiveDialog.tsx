import { Radio, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { RoundReply } from '../../../server/routes/rounds/rounds.ts';
import { replies } from '../../api/cache.ts';
import { apiPath, request } from '../../api/client.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { overviewTexts } from './texts.ts';

interface WaiveDialogProps {
  readonly project: string;
  readonly round: RoundReply;
  readonly run: RoundReply['runs'][number];
  readonly onClose: () => void;
}

/** Lets the work go on although a gate did not pass, with a reason. */
export function WaiveDialog({ project, round, run, onClose }: WaiveDialogProps) {
  const texts = useTexts(overviewTexts);
  const gates = [...new Set((run.figures?.unmet ?? []).map((check) => check.gate))];
  const [gate, setGate] = useState(gates[0] ?? '');
  const [reason, setReason] = useState('');
  return (
    <Dialog
      title={texts.waiveTitle(round.round)}
      confirm={texts.waive}
      isReady={gate !== '' && reason.trim() !== ''}
      onClose={onClose}
      onConfirm={async () => {
        await request(apiPath`/api/runs/${run.run}/waivers`, {
          method: 'POST',
          body: { gate, reason },
        });
        replies.refresh(apiPath`/api/projects/${project}`);
      }}
    >
      <p>{texts.waiveWhy}</p>
      <Radio.Group label={texts.gate} value={gate} onChange={setGate}>
        <Stack gap={6} mt={6}>
          {gates.map((one) => (
            <Radio key={one} value={one} label={<code>{one}</code>} />
          ))}
        </Stack>
      </Radio.Group>
      <ReasonField value={reason} onChange={setReason} />
    </Dialog>
  );
}

/** Admits somebody after a training that they did not pass. */
export function AdmitDialog({
  admission,
  onClose,
}: Readonly<{ admission: RoundReply['admissions'][number]; onClose: () => void }>) {
  const texts = useTexts(overviewTexts);
  const [reason, setReason] = useState('');
  return (
    <Dialog
      title={`${texts.admit}: ${admission.annotator}`}
      confirm={texts.admit}
      isReady={reason.trim() !== ''}
      onClose={onClose}
      onConfirm={async () => {
        for (const check of admission.checks.filter((one) => one.status !== 'PASS'))
          await request(apiPath`/api/runs/${admission.run}/waivers`, {
            method: 'POST',
            body: { gate: check.gate, reason, annotator: admission.annotator },
          });
        replies.refresh('/api/projects/');
      }}
    >
      <p>{texts.waiveWhy}</p>
      <ReasonField value={reason} onChange={setReason} />
    </Dialog>
  );
}

function ReasonField({
  value,
  onChange,
}: Readonly<{ value: string; onChange: (value: string) => void }>) {
  const texts = useTexts(overviewTexts);
  return (
    <Textarea
      label={texts.reason}
      required
      autosize
      minRows={3}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data-autofocus
    />
  );
}
