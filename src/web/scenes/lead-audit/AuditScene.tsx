import { Checkbox } from '@mantine/core';
import type { z } from 'zod';
import type { auditReply } from '../../../server/routes/units.ts';
import { apiPath } from '../../api/client.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { navigate } from '../../router.ts';
import type { SceneProps } from '../../scenes.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { MoreButton } from '../lead-figures/MoreButton.tsx';
import { usePages } from '../lead-figures/use-pages.ts';
import { auditTexts } from './texts.ts';
import styles from './audit.module.css';

type Entry = z.infer<typeof auditReply>;

/** The audit log, page by page. */
export function AuditScene({ params, search }: SceneProps) {
  const project = params['project']!;
  const texts = useTexts(auditTexts);
  const format = useFormat();
  const isBrief = search['judgments'] === '0';
  const pages = usePages<Entry>(apiPath`/api/projects/${project}/audit`, 200);
  return (
    <>
      <PageHead title={texts.title} actions={<Checkbox label={texts.judging} checked={isBrief} onChange={(event) => navigate({ to: 'audit', params: { project }, search: event.currentTarget.checked ? { judgments: '0' } : {} }, { replace: true })} />}>
        {texts.lead}
      </PageHead>
      <DataTable
        caption={texts.log}
        rows={isBrief ? pages.items.filter((entry) => entry.action !== 'judge') : pages.items}
        rowKey={(entry) => String(entry.seq)}
        {...(pages.isLoading && pages.items.length === 0 ? { empty: '…' } : {})}
        columns={[
          { id: 'number', title: texts.number, isNumeric: true, cell: (entry) => format.count(entry.seq) },
          { id: 'at', title: texts.at, cell: (entry) => <span className={styles.nowrap}>{format.time(entry.at)}</span> },
          { id: 'actor', title: texts.actor, cell: (entry) => entry.actor },
          { id: 'action', title: texts.action, cell: (entry) => <code>{entry.action}</code>, isRowHeader: true },
          { id: 'object', title: texts.object, cell: (entry) => <span className={styles.object}>{entry.object}</span> },
          { id: 'detail', title: texts.detail, cell: (entry) => <Detail detail={entry.detail} /> },
          { id: 'hash', title: texts.hash, cell: (entry) => <code title={entry.hash}>{entry.hash.slice(0, 10)}…</code> },
        ]}
      />
      <MoreButton pages={pages} />
    </>
  );
}

function Detail({ detail }: { readonly detail: Entry['detail'] }) {
  const parts = Object.entries(detail).map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return <span className={styles.detail}>{parts.join(' · ')}</span>;
}
