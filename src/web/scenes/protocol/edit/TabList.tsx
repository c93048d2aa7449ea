import { useRef } from 'react';
import styles from './TabList.module.css';

interface TabListProps {
  readonly label: string;
  /** The id of the panel that the tabs change. */
  readonly panel: string;
  readonly tabs: readonly { readonly id: string; readonly title: string }[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** Tabs in a row, which scrolls by itself; arrows go from one to the next. */
export function TabList({ label, panel, tabs, chosen, onChoose }: TabListProps) {
  const list = useRef<HTMLDivElement>(null);
  const go = (by: number): void => {
    const at = tabs.findIndex(({ id }) => id === chosen);
    const next = (at + by + tabs.length) % tabs.length;
    onChoose(tabs[next]!.id);
    list.current?.querySelectorAll<HTMLButtonElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      tabIndex={-1}
      aria-label={label}
      className={styles.list}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') go(1);
        else if (event.key === 'ArrowLeft') go(-1);
      }}
    >
      {tabs.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          role="tab"
          className={styles.tab}
          aria-selected={id === chosen}
          aria-controls={panel}
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => onChoose(id)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
