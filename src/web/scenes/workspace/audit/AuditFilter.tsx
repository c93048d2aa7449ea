import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { AuditNamesReply } from '../../../../server/routes/units/units.ts';
import { useResource } from '../../../api/cache.ts';
import { apiPath } from '../../../api/client.ts';
import { boundFields } from '../../../components/bound-fields.ts';
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
  const field = boundFields(filter, texts, (part) => onChange({ ...filter, ...part }));
  // The address may hold a kind or a name that is not offered.
  const all = (offered: readonly string[], chosen: string) => [
    { value: '', label: texts.all },
    ...[...new Set([...offered, chosen])]
      .filter((name) => name !== '')
      .map((name) => ({ value: name, label: name.replace(/\/$/, '') })),
  ];
  return (
    <div className={styles.filter} role="search" aria-label={texts.filter}>
      <NativeSelect {...field.text('actor')} data={all(names.actors, filter.actor)} />
      <NativeSelect {...field.text('action')} data={all(names.actions, filter.action)} />
      <NativeSelect {...field.text('object')} data={all(kinds, filter.object)} />
      <TextInput type="date" {...field.text('from')} />
      <TextInput type="date" {...field.text('to')} />
      <Checkbox className={styles.brief} {...field.check('isBrief')} />
      <Button variant="subtle" className={styles.reset} onClick={() => onChange(readFilter({}))}>
        {texts.reset}
      </Button>
    </div>
  );
}
