import { useId } from 'react';
import type { ReactNode } from 'react';
import { Icon } from '../../../components/Icon.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import styles from './guideline.module.css';

/** A part of the drawer that opens and closes, with its title and what is special about it. */
export function Folding({
  title,
  name,
  mark,
  isOpen,
  isCurrent = false,
  onToggle,
  children,
}: {
  readonly title: ReactNode;
  readonly name: string;
  readonly mark?: string | undefined;
  readonly isOpen: boolean;
  readonly isCurrent?: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      className={styles.folding}
      data-card={name}
      data-current={isCurrent}
      data-open={isOpen}
    >
      <h3 className={styles.foldingHead}>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          <Icon name={isOpen ? 'down' : 'right'} size={12} />
          <span>{title}</span>
          {mark === undefined ? null : <StateMark kind="warn">{mark}</StateMark>}
        </button>
      </h3>
      <div id={id} hidden={!isOpen} className={styles.foldingBody}>
        {isOpen ? children : null}
      </div>
    </section>
  );
}
