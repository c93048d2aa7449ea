import { useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { Icon } from '../../../../components/Icon.tsx';
import type { Answer } from '../../../../../domain/answer.ts';
import { ActionBadge } from '../action-keys.tsx';
import styles from './options.module.css';

/** One thing that can be chosen. */
export interface Option {
  readonly value: Answer;
  readonly title: string;
  /** Stands before the title. */
  readonly lead?: string;
  /** Said in full where the title is only a digit. */
  readonly spoken?: string;
  /** The command that chooses it, for its key. */
  readonly action?: string;
  /** False when it contradicts other answers. */
  readonly isFitting: boolean;
}

/** Options to choose one from, by Space or click; the scene's commands do the rest by keyboard. */
export function OptionGroup({
  label,
  options,
  chosen,
  onChoose,
  size = 'normal',
  whyId,
  isOff = false,
  isImplied = false,
}: {
  readonly label: string;
  readonly options: readonly Option[];
  readonly chosen: Answer | null;
  readonly onChoose: (value: Answer) => void;
  readonly size?: 'normal' | 'compact' | 'small' | 'tall';
  readonly whyId?: string | undefined;
  readonly isOff?: boolean;
  /** Whether nobody chose it: it follows from other answers. */
  readonly isImplied?: boolean;
}) {
  const group = useRef<HTMLDivElement>(null);
  const stop = options.some((option) => option.value === chosen) ? chosen : options[0]?.value;
  useLayoutEffect(() => {
    // The cursor goes with the choice when it is in the group.
    const active = document.activeElement;
    if (active === null || !group.current?.contains(active) || chosen === null) return;
    group.current.querySelector<HTMLElement>('[aria-checked=true]')?.focus();
  }, [chosen]);
  return (
    <div
      ref={group}
      className={styles.options}
      role="radiogroup"
      aria-label={label}
      data-size={size}
      aria-disabled={isOff}
    >
      {options.map((option) => {
        const isChosen = option.value === chosen;
        return (
          <div
            key={String(option.value)}
            role="radio"
            className={styles.option}
            aria-checked={isChosen}
            aria-disabled={isOff}
            tabIndex={option.value === stop ? 0 : -1}
            data-stop={option.value === stop}
            data-fits={option.isFitting}
            data-implied={isChosen && isImplied ? true : undefined}
            data-value={String(option.value)}
            {...(option.spoken === undefined ? {} : { 'aria-label': option.spoken })}
            {...(option.isFitting || whyId === undefined ? {} : { 'aria-describedby': whyId })}
            onClick={() => (isOff ? undefined : onChoose(option.value))}
            onKeyDown={(event) =>
              isOff ? undefined : chooseBySpace(event, () => onChoose(option.value))
            }
          >
            <span className={styles.sign}>
              {isChosen ? <Icon name="check" size={13} /> : null}
              {isChosen || option.isFitting ? null : <Icon name="lock" size={12} />}
            </span>
            <span>
              {option.lead === undefined ? null : (
                <>
                  <strong className={styles.optionLead}>{option.lead}</strong>
                  {typeof option.value === 'number' ? ' ' : ' – '}
                </>
              )}
              {option.title}
            </span>
            {option.action === undefined ? null : <ActionBadge name={option.action} />}
          </div>
        );
      })}
    </div>
  );
}

function chooseBySpace(event: KeyboardEvent, choose: () => void): void {
  if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  choose();
}
