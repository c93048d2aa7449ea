import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { RoundReply } from '../../../server/routes/rounds/rounds.ts';
import { replies } from '../../api/cache.ts';
import { apiPath, request } from '../../api/client.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { overviewTexts } from './texts.ts';

interface CloseDialogProps {
  readonly project: string;
  readonly round: RoundReply;
  readonly run: RoundReply['runs'][number];
  readonly onClose: () => void;
}

/** Closes a run; with judgments missing only when that is said. */
export function CloseDialog({ project, round, run, onClose }: CloseDialogProps) {
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
      onConfirm={async () => {
        await request(apiPath`/api/runs/${run.run}/close`, {
          method: 'POST',
          body: { incomplete: missing > 0 },
        });
        replies.refresh(apiPath`/api/projects/${project}`);
      }}
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
