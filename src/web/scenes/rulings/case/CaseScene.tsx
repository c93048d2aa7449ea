import type {
  CaseReply,
  MadeRulingReply,
  QueueReply,
} from '../../../../server/routes/rulings/rulings.ts';
import { replies, useResource } from '../../../api/cache.ts';
import { apiPath, withQuery } from '../../../api/client.ts';
import { rolesIn, useSession } from '../../../api/session.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { useTitle } from '../../../components/PageHead.tsx';
import { navigate, redirect } from '../../../router.ts';
import type { Search } from '../../../router.ts';
import type { SceneProps } from '../../../scenes.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { useQuestionTitles, useScope } from '../../../figures/use-scope.ts';
import { CaseEditor } from './CaseEditor.tsx';
import { caseTexts } from './texts.ts';
import styles from './case.module.css';

/** One case: the unit, the votes side by side, and the ruling. */
export function CaseScene({ params, search }: SceneProps) {
  const { project = '', task = '', unit = '' } = params;
  const texts = useTexts(caseTexts);
  const format = useFormat();
  useTitle(texts.title(unit));
  const isLead = rolesIn(useSession(), project).includes('lead');
  const withNames = isLead && search['names'] === '1';
  const { scope } = useScope(project, { task });
  const casePath = apiPath`/api/projects/${project}/cases/${task}/${unit}`;
  const found = useResource<CaseReply>(withQuery(casePath, withNames ? { names: true } : {}), 500);
  const like = search['like'] ?? null;
  const queuePath = withQuery(apiPath`/api/projects/${project}/queue`, {
    task,
    limit: 100,
    ...(like === null ? {} : { like }),
  });
  const queue = useResource<QueueReply>(queuePath, 2000);
  const label = useQuestionTitles(scope?.task);
  const kept: Search = like === null ? {} : { like };
  const names: Search = withNames ? { names: '1', ...kept } : kept;
  const open = (search['open'] ?? '').split(',').filter((question) => question !== '');
  const items = queue.data?.items ?? [];
  const at = items.findIndex((item) => item.unit === unit);
  const go = (to: string, more: Search = {}): void =>
    navigate({ to: 'case', params: { project, task, unit: to }, search: { ...names, ...more } });
  const toggleNames = (): void => {
    const other: Search = withNames ? kept : { names: '1', ...kept };
    redirect({ to: 'case', params: { project, task, unit }, search: other });
  };
  const onRuled = (made: MadeRulingReply): void => {
    const next = items[at + 1] ?? items.find((item) => item.unit !== unit);
    const stillOpen = made.still_open.join(',');
    replies.refresh(apiPath`/api/projects/${project}`);
    if (next === undefined) navigate({ to: 'adjudicate', params: { project }, search: { task } });
    else go(next.unit, { ruled: unit, ...(stillOpen === '' ? {} : { open: stillOpen }) });
  };
  return (
    <div className={styles.scene}>
      {search['ruled'] === undefined ? null : (
        <div className={styles.done}>
          <Notice kind="good">
            {open.length === 0
              ? texts.done(search['ruled'])
              : texts.doneOpen(search['ruled'], format.list(open.map(label)))}
          </Notice>
        </div>
      )}
      <Loaded resource={found}>
        {(data) =>
          scope === null ? null : (
            <CaseEditor
              key={`${unit} ${data.last_ruling ?? ''}`}
              project={project}
              reply={scope.task}
              data={data}
              isLead={isLead}
              hasNames={withNames}
              onNames={toggleNames}
              onRuled={onRuled}
              onReload={found.refresh}
              like={like}
              waiting={queue.data?.total ?? null}
              next={items[at + 1]?.unit ?? null}
              previous={at > 0 ? (items[at - 1]?.unit ?? null) : null}
              onGo={go}
            />
          )
        }
      </Loaded>
    </div>
  );
}
