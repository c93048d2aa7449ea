import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { useTexts } from '../../../texts/define-texts.ts';
import { verdictsTexts } from './texts.ts';
import { shownStates } from './verdict-query.ts';
import type { ShownState, VerdictFilter } from './verdict-query.ts';
import styles from './verdicts.module.css';

interface VerdictFiltersProps {
  readonly verdicts: readonly string[];
  readonly filter: VerdictFilter;
  readonly onChange: (filter: VerdictFilter) => void;
  readonly searchField: RefObject<HTMLInputElement | null>;
}

/** Which subjects are listed; the filter stands in the address. */
export function VerdictFilters({ verdicts, filter, onChange, searchField }: VerdictFiltersProps) {
  const texts = useTexts(verdictsTexts);
  const [q, setQ] = useState(filter.q);
  const [asked, setAsked] = useState(filter.q);
  // The address may change otherwise, by the back button for instance.
  if (asked !== filter.q) {
    setAsked(filter.q);
    setQ(filter.q);
  }
  useEffect(() => {
    if (q === filter.q) return undefined;
    const timer = setTimeout(() => onChange({ ...filter, q }), 250);
    return () => clearTimeout(timer);
  }, [q, filter, onChange]);
  const isSome = filter.verdict !== '' || filter.state !== 'all' || filter.q !== '';
  return (
    <div className={styles.filters} role="search" aria-label={texts.filter}>
      <NativeSelect
        label={texts.verdict}
        value={filter.verdict}
        data={[
          { value: '', label: texts.any },
          ...verdicts.map((verdict) => ({ value: verdict, label: verdict })),
        ]}
        onChange={(event) => onChange({ ...filter, verdict: event.currentTarget.value })}
      />
      <NativeSelect
        label={texts.state}
        value={filter.state}
        data={shownStates.map((state) => ({ value: state, label: texts.states[state] }))}
        onChange={(event) =>
          onChange({ ...filter, state: event.currentTarget.value as ShownState })
        }
      />
      <TextInput
        ref={searchField}
        className={styles.search}
        label={texts.search}
        placeholder={texts.searchWhy}
        value={q}
        onChange={(event) => setQ(event.currentTarget.value)}
        autoComplete="off"
        type="search"
      />
      {isSome ? (
        <Button variant="subtle" onClick={() => onChange({ verdict: '', state: 'all', q: '' })}>
          {texts.reset}
        </Button>
      ) : null}
    </div>
  );
}
