import { Button, Popover } from '@mantine/core';
import { useOutbox, useOutboxStatus } from '../outbox/use-outbox.tsx';
import type { OutboxStatus } from '../outbox/outbox.ts';
import { useCodedSentence } from '../texts/error-sentence.ts';
import { useFormat } from '../texts/format.ts';
import { useSharedTexts } from '../texts/shared-texts.ts';
import { Icon } from '../components/Icon.tsx';
import { Link } from '../components/Link.tsx';
import type { IconName } from '../components/Icon.tsx';
import styles from './OutboxMark.module.css';

/** Says whether everything is saved, in the bar, and lists what the server refused. */
export function OutboxMark() {
  const texts = useSharedTexts().outbox;
  const status = useOutboxStatus();
  const { state, icon, words } = describe(status, texts);
  return (
    <>
      <span role="status" className="visually-hidden">
        {words}
      </span>
      <Popover width={340} position="bottom-end" shadow="md" trapFocus>
        <Popover.Target>
          <button type="button" className={styles.mark} data-state={state}>
            <Icon name={icon} size={15} />
            <span className={styles.words}>{words}</span>
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          <p className={styles.sentence}>{words}</p>
          {status.refused.length === 0 ? null : <Refused status={status} />}
        </Popover.Dropdown>
      </Popover>
    </>
  );
}

function Refused({ status }: { readonly status: OutboxStatus }) {
  const said = useCodedSentence();
  const shared = useSharedTexts();
  const format = useFormat();
  const outbox = useOutbox();
  const choice = (title: string, run: () => unknown) => (
    <Button size="compact-xs" variant="default" onClick={() => void run()}>
      {title}
    </Button>
  );
  return (
    <>
      <p className={styles.sentence}>{shared.outbox.refusedWhy}</p>
      <ul className={styles.refused}>
        {status.refused.map((save) => (
          <li key={save.key}>
            <strong>
              {shared.outbox.kinds[save.content.is]} ·{' '}
              <Link
                target={{ to: 'annotate', params: { run: save.run }, search: { unit: save.unit } }}
              >
                {save.unit}
              </Link>
            </strong>
            <span>{format.time(save.at)}</span>
            <span>{save.refusal === null ? null : said({ values: {}, ...save.refusal })}</span>
            <span className={styles.choices}>
              {choice(shared.again, () => outbox?.retry(save.key))}
              {choice(shared.copy, () =>
                navigator.clipboard?.writeText(JSON.stringify(save.content, null, 2)),
              )}
              {choice(shared.discard, () => outbox?.discard(save.key))}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

type State = 'good' | 'warn' | 'bad';

function describe(
  { mode, waiting, refused, isLasting }: OutboxStatus,
  texts: ReturnType<typeof useSharedTexts>['outbox'],
): { readonly state: State; readonly icon: IconName; readonly words: string } {
  if (refused.length > 0)
    return { state: 'bad', icon: 'warning', words: texts.refused(refused.length) };
  if (mode === 'signed-out')
    return { state: 'warn', icon: 'lock', words: texts.signedOut(waiting) };
  if (!isLasting) return { state: 'warn', icon: 'warning', words: texts.unkept };
  if (mode === 'offline') return { state: 'warn', icon: 'offline', words: texts.offline(waiting) };
  if (waiting > 0) return { state: 'good', icon: 'upload', words: texts.sending(waiting) };
  return { state: 'good', icon: 'check', words: texts.clear };
}
