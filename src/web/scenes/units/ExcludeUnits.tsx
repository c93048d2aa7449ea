import { useRef, useState } from 'react';
import type { ExcludeReply } from '../../../server/routes/units/units.ts';
import { change } from '../../api/cache.ts';
import { apiPath } from '../../api/client.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { Notice } from '../../components/Notice.tsx';
import type { Scope } from '../../figures/use-scope.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { faultSentence } from '../../texts/error-sentence.ts';
import { useFormat } from '../../texts/format.ts';
import { useLanguage } from '../../texts/language.tsx';
import { unitsTexts } from './texts.ts';

interface ExcludeUnitsProps {
  readonly scope: Scope;
  readonly units: readonly string[];
  readonly onClose: () => void;
}

/** Excludes the chosen units for one reason; says which were refused, and why. */
export function ExcludeUnits({ scope, units, onClose }: ExcludeUnitsProps) {
  const texts = useTexts(unitsTexts);
  const format = useFormat();
  const language = useLanguage();
  const [key] = useState(() => crypto.randomUUID());
  // The form closes its dialog when it is done, unless there is something left to read.
  const isToRead = useRef(false);
  const [refused, setRefused] = useState<ExcludeReply['refused']>([]);
  if (refused.length > 0)
    return (
      <Dialog title={texts.excludeTitle} onClose={onClose}>
        <Notice kind="warn">{texts.excludeRefused(format.count(refused.length))}</Notice>
        <ul>
          {refused.map(({ unit, fault }) => (
            <li key={unit}>
              <code>{unit}</code>:{' '}
              {faultSentence(fault as Parameters<typeof faultSentence>[0], language)}
            </li>
          ))}
        </ul>
      </Dialog>
    );
  return (
    <Dialog
      title={texts.excludeTitle}
      confirm={texts.excludeDo}
      reason={texts.excludeReason}
      onClose={() => {
        if (!isToRead.current) onClose();
      }}
      onConfirm={async (reason) => {
        const reply = await change<ExcludeReply>(
          apiPath`/api/projects/${scope.project}/units/exclude`,
          { method: 'POST', body: { task: scope.task.id, units, reason, idempotency_key: key } },
          apiPath`/api/projects/${scope.project}`,
        );
        isToRead.current = reply.refused.length > 0;
        setRefused(reply.refused);
      }}
    >
      <p>{texts.excludeWhy(format.count(units.length))}</p>
    </Dialog>
  );
}
