import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { AuditNamesReply } from '../../../../server/routes/units/units.ts';
import { useResource } from '../../../api/cache.ts';
import { apiPath } from '../../../api/client.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { readFilter } from './audit-query.ts';
import type { AuditChoice } from './audit-query.ts';
import { auditTexts } from './texts.ts';
import styles from './audit.module.css';

const kinds = [
  'judgment/',
  'ruling/',
  'run/',
  'import/',
  'protocol/',
  'invitation/',
  'account/',
  'task/',
  'project/',
];

/** Who, what, on what and when; the server looks for it. */
export function AuditFilter({
  project,
  filter,
  onChange,
}: Readonly<{ project: string; filter: AuditChoice; onChange: (filter: AuditChoice) => void }>) {
  const texts = useTexts(auditTexts);
  const names = useResource<AuditNamesReply>(apiPath`/api/projects/${project}/audit/names`, 60_000)
    .data ?? { actors: [], actions: [] };
  const change = (part: Partial<AuditChoice>): void => onChange({ ...filter, ...part });
  // A kind or name that the address has may be none of those that are offered.
  const all = (
    offered: readonly string[],
    chosen: string,
  ): { readonly value: string; readonly label: string }[] => [
    { value: '', label: texts.all },
    ...[...new Set([...offered, ...(chosen === '' ? [] : [chosen])])].map((name) => ({
      value: name,
      label: name.replace(/\/$/, ''),
    })),
  ];
  return (
    <div className={styles.filter} role="search" aria-label={texts.filter}>
      <NativeSelect
        label={texts.actor}
        value={filter.actor}
        data={all(names.actors, filter.actor)}
        onChange={(event) => change({ actor: event.currentTarget.value })}
      />
      <NativeSelect
        label={texts.action}
        value={filter.action}
        data={all(names.actions, filter.action)}
        onChange={(event) => change({ action: event.currentTarget.value })}
      />
      <NativeSelect
        label={texts.object}
        value={filter.object}
        data={all(kinds, filter.object)}
        onChange={(event) => change({ object: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={texts.from}
        value={filter.from}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={texts.to}
        value={filter.to}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
      <Checkbox
        className={styles.brief}
        label={texts.judging}
        checked={filter.isBrief}
        onChange={(event) => change({ isBrief: event.currentTarget.checked })}
      />
      <Button variant="subtle" className={styles.reset} onClick={() => onChange(readFilter({}))}>
        {texts.reset}
      </Button>
    </div>
  );
}
