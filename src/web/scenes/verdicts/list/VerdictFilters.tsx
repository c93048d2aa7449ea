import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import type { PoliciesReply } from '../../../../server/routes/verdicts/verdicts.ts';
import { boundFields } from '../../../components/bound-fields.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { verdictsTexts } from './texts.ts';
import { shownStates } from './verdict-query.ts';
import type { PolicyAtK, VerdictChoice, VerdictFilter } from './verdict-query.ts';
import styles from './verdicts.module.css';

interface VerdictFiltersProps {
  readonly verdicts: readonly string[];
  readonly filter: VerdictFilter;
  readonly onChange: (filter: VerdictFilter) => void;
  readonly searchField: RefObject<HTMLInputElement | null>;
}

/** Which subjects are listed; the filter is part of the address. */
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
  const field = boundFields(filter, texts, (part) => onChange({ ...filter, ...part }));
  const isSome = filter.verdict !== '' || filter.state !== 'all' || filter.q !== '';
  return (
    <div className={styles.filters} role="search" aria-label={texts.filter}>
      <NativeSelect
        {...field.text('verdict')}
        data={[{ value: '', label: texts.any }, ...verdicts]}
      />
      <NativeSelect
        {...field.text('state')}
        data={shownStates.map((state) => ({ value: state, label: texts.states[state] }))}
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

interface PolicyPickerProps {
  readonly known: PoliciesReply;
  readonly choice: VerdictChoice;
  readonly onChoose: (chosen: PolicyAtK) => void;
}

/** Chooses the policy and the K, which are part of the address. */
export function PolicyPicker({ known, choice, onChoose }: PolicyPickerProps) {
  const texts = useTexts(verdictsTexts);
  const format = useFormat();
  const { policy, k } = choice;
  return (
    <div className={styles.pickers}>
      <NativeSelect
        size="sm"
        className={styles.policyPicker}
        label={texts.policy}
        value={policy.policy}
        data={known.policies.map((one) => ({
          value: one.policy,
          label: `${one.policy} · ${one.title}`,
        }))}
        onChange={(event) => onChoose({ policy: event.currentTarget.value, k })}
      />
      <NativeSelect
        size="sm"
        label={texts.k}
        value={String(k)}
        data={known.ks.map((one) => ({
          value: String(one),
          label: texts.recent(format.count(one)),
        }))}
        onChange={(event) =>
          onChoose({ policy: policy.policy, k: Number(event.currentTarget.value) })
        }
      />
    </div>
  );
}
