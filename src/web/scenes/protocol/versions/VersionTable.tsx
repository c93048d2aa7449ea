import { Button } from '@mantine/core';
import { useItems } from '../../../api/cache.ts';
import { apiPath } from '../../../api/client.ts';
import { Loaded } from '../../../components/Loaded.tsx';
import { Section } from '../../../components/Section.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { redirect } from '../../../router.ts';
import type { Search } from '../../../router.ts';
import { FigureTable } from '../../../figures/FigureTable.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { protocolTexts } from './texts.ts';

export interface ProtocolVersion {
  readonly version: number;
  readonly hash: string;
  readonly guideline_version: string;
  readonly created_at: string;
  readonly created_by: string;
  readonly reason: string | null;
}

/** All versions of the protocol. */
export function useVersions(project: string) {
  return useItems<ProtocolVersion>(apiPath`/api/projects/${project}/protocol/versions`, 2000);
}

/** The versions, latest first, each to be shown. */
export function VersionTable({ project, search }: Readonly<{ project: string; search: Search }>) {
  const texts = useTexts(protocolTexts);
  const format = useFormat();
  const versions = useVersions(project);
  const show = (version: number, latest: number): void => {
    const { version: _, ...rest } = search;
    const next = version === latest ? rest : { ...rest, version: String(version) };
    redirect({ to: 'protocol', params: { project }, search: next });
  };
  return (
    <Section title={texts.versions}>
      <Loaded resource={versions}>
        {({ items }) => {
          const latest = Math.max(...items.map((one) => one.version));
          const shown = Number(search['version'] ?? latest);
          return (
            <FigureTable
              caption={texts.versions}
              rows={items.toSorted((a, b) => b.version - a.version)}
              rowKey={(one) => String(one.version)}
              columns={(column) => [
                column.cell('version', texts.version, (one) => (
                  <>
                    {one.version}{' '}
                    {one.version === latest ? (
                      <StateMark kind="good">{texts.inForce}</StateMark>
                    ) : null}
                  </>
                )),
                column.cell('guideline', texts.columns.guideline, (one) => one.guideline_version),
                column.cell('created', texts.columns.created, (one) => format.time(one.created_at)),
                column.cell('by', texts.columns.by, (one) => one.created_by),
                column.cell('reason', texts.reason, (one) => one.reason ?? '–'),
                column.cell('hash', texts.columns.hash, (one) => (
                  <code title={one.hash}>{one.hash.slice(0, 12)}…</code>
                )),
                column.cell('show', texts.show, (one) =>
                  one.version === shown ? (
                    <StateMark kind="active">{texts.shown}</StateMark>
                  ) : (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      aria-label={`${texts.show}: ${texts.version} ${one.version}`}
                      onClick={() => show(one.version, latest)}
                    >
                      {texts.show}
                    </Button>
                  ),
                ),
              ]}
            />
          );
        }}
      </Loaded>
    </Section>
  );
}
