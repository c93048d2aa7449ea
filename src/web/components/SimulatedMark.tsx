import { Tooltip } from '@mantine/core';
import { useSharedTexts } from '../texts/shared-texts.ts';
import styles from './SimulatedMark.module.css';

/** Marks figures from simulated judgments. */
export function SimulatedMark() {
  const texts = useSharedTexts();
  return (
    <Tooltip
      label={texts.simulatedWhy}
      multiline
      w={260}
      events={{ hover: true, focus: true, touch: true }}
    >
      <span
        className={styles.mark}
        tabIndex={0}
        role="note"
        aria-label={`${texts.simulated}. ${texts.simulatedWhy}`}
      >
        {texts.simulated}
      </span>
    </Tooltip>
  );
}
