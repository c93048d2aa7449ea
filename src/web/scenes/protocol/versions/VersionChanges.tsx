import { NativeSelect } from '@mantine/core';
import type { ProtocolChanges } from '../../../../server/routes/reply-parts.ts';
import { useResource } from '../../../api/cache.ts';
import { apiPath, withQuery } from '../../../api/client.ts';
import { Loaded } from '../../../components/Loaded.tsx';
import { Section } from '../../../components/Section.tsx';
import { redirect } from '../../../router.ts';
import type { Search } from '../../../router.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { ChangeList } from './ChangeList.tsx';
import { protocolTexts } from './texts.ts';
import { useVersions } from './VersionTable.tsx';

/** What changed between the version that is shown and another one. */
export function VersionChanges({ project, search }: Readonly<{ project: string; search: Search }>) {
  const texts = useTexts(protocolTexts);
  const items = useVersions(project).data?.items ?? [];
  const latest = Math.max(...items.map((one) => one.version), 1);
  const shown = Number(search['version'] ?? latest);
  const others = items.map((one) => one.version).filter((version) => version !== shown);
  const other = others.includes(Number(search['from']))
    ? Number(search['from'])
    : (others.findLast((version) => version < shown) ?? others[0]);
  const [from, to] =
    other === undefined ? [0, 0] : [Math.min(other, shown), Math.max(other, shown)];
  const changes = useResource<ProtocolChanges>(
    other === undefined
      ? null
      : withQuery(apiPath`/api/projects/${project}/protocol/changes`, { from, to }),
    60_000,
  );
  if (other === undefined) return null;
  return (
    <Section
      title={texts.changes(from, to)}
      aside={
        <NativeSelect
          size="xs"
          aria-label={texts.compare}
          value={String(other)}
          data={others.map(String).map((value) => ({ value, label: `${texts.compare} ${value}` }))}
          onChange={(event) => {
            const next = { ...search, from: event.currentTarget.value };
            redirect({ to: 'protocol', params: { project }, search: next });
          }}
        />
      }
    >
      <Loaded resource={changes}>{(data) => <ChangeList changes={data} />}</Loaded>
    </Section>
  );
}
