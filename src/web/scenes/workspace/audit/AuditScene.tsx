import type { AuditReply } from '../../../../server/routes/units/units.ts';
import { apiPath, withQuery } from '../../../api/client.ts';
import { PageHead } from '../../../components/PageHead.tsx';
import { redirect } from '../../../router.ts';
import type { SceneProps } from '../../../scenes.ts';
import { FigureTable } from '../../../figures/FigureTable.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { MoreButton } from '../../../figures/MoreButton.tsx';
import { usePages } from '../../../figures/use-pages.ts';
import { AuditFilter } from './AuditFilter.tsx';
import { auditQuery, readFilter, writeFilter } from './audit-query.ts';
import { auditTexts } from './texts.ts';
import styles from './audit.module.css';

/** The audit log, page by page; what is asked for stands in the address. */
export function AuditScene({ params, search }: SceneProps) {
  const project = params['project']!;
  const texts = useTexts(auditTexts);
  const format = useFormat();
  const filter = readFilter(search);
  const pages = usePages<AuditReply>(
    withQuery(apiPath`/api/projects/${project}/audit`, auditQuery(filter)),
    100,
  );
  const isFirst = pages.isLoading && pages.items.length === 0;
  return (
    <>
      <PageHead title={texts.title}>{texts.lead}</PageHead>
      <AuditFilter
        project={project}
        filter={filter}
        onChange={(next) =>
          redirect({ to: 'audit', params: { project }, search: writeFilter(next) })
        }
      />
      <FigureTable
        caption={texts.log}
        rows={pages.items}
        rowKey={(entry) => String(entry.seq)}
        empty={isFirst ? '…' : texts.nothing}
        columns={(column) => [
          {
            ...column.cell('number', texts.number, (entry) => format.count(entry.seq)),
            isNumeric: true,
          },
          column.cell('at', texts.at, (entry) => (
            <span className={styles.nowrap}>{format.time(entry.at)}</span>
          )),
          column.cell('actor', texts.actor, (entry) => entry.actor),
          {
            ...column.cell('action', texts.action, (entry) => (
              <code className={styles.nowrap}>{entry.action}</code>
            )),
            isRowHeader: true,
          },
          column.cell('object', texts.object, (entry) => <ObjectName name={entry.object} />),
          column.cell('detail', texts.detail, (entry) => <Detail detail={entry.detail} />),
          column.cell('hash', texts.hash, (entry) => (
            <code title={entry.hash}>{entry.hash.slice(0, 10)}…</code>
          )),
        ]}
      />
      <MoreButton pages={pages} />
    </>
  );
}

/** Ids are long and alike at their beginning, so the end is shown. */
function ObjectName({ name }: { readonly name: string }) {
  const [kind, ...rest] = name.split('/');
  const id = rest.join('/');
  return (
    <span className={styles.object} title={name}>
      {kind} <code>{id.length > 20 ? `…${id.slice(-8)}` : id}</code>
    </span>
  );
}

/** Lists without their brackets, and of a hash the beginning, as everywhere. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(shown).join(', ');
  if (typeof value === 'string')
    return /^[0-9a-f]{64}$/.test(value) ? `${value.slice(0, 12)}…` : value;
  return JSON.stringify(value);
}

function Detail({ detail }: { readonly detail: AuditReply['detail'] }) {
  const parts = Object.entries(detail)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${shown(value)}`);
  return <span className={styles.detail}>{parts.join(' · ')}</span>;
}
