import { NativeSelect } from '@mantine/core';
import { inLanguage } from '../../../../domain/local-text.ts';
import type { LocalText } from '../../../../domain/local-text.ts';
import type { QueueReply } from '../../../../server/routes/rulings/rulings.ts';
import { apiPath, withQuery } from '../../../api/client.ts';
import { ButtonLink } from '../../../components/ButtonLink.tsx';
import { DataTable } from '../../../components/DataTable.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Link } from '../../../components/Link.tsx';
import { Loading } from '../../../components/Loading.tsx';
import { PageHead } from '../../../components/PageHead.tsx';
import { Section } from '../../../components/Section.tsx';
import { navigate } from '../../../router.ts';
import type { SceneProps } from '../../../scenes.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { MoreButton } from '../../../figures/MoreButton.tsx';
import { usePages } from '../../../figures/use-pages.ts';
import { useScope } from '../../../figures/use-scope.ts';
import { EdgeCases } from './EdgeCases.tsx';
import { OwnRulings } from './OwnRulings.tsx';
import { useReasonWords } from './reason-words.ts';
import { adjudicateTexts } from './texts.ts';
import styles from './adjudicate.module.css';

/** What waits for a ruling, and the register of edge cases that rulings make. */
export function AdjudicateScene({ params, search }: SceneProps) {
  const project = params['project']!;
  const texts = useTexts(adjudicateTexts);
  const format = useFormat();
  const language = useLanguage();
  const { scope } = useScope(project, search);
  const task = scope?.task.id ?? '';
  const reason = useReasonWords(scope?.task);
  const queue = usePages<QueueReply['items'][number], QueueReply>(
    scope === null ? null : withQuery(apiPath`/api/projects/${project}/queue`, { task }),
  );
  const [first] = queue.items;
  return (
    <>
      <PageHead
        title={texts.title}
        actions={
          <div className={styles.actions}>
            {scope === null || scope.tasks.length < 2 ? null : (
              <NativeSelect
                size="sm"
                aria-label={texts.task}
                value={task}
                data={scope.tasks.map((one) => ({
                  value: one.id,
                  label: inLanguage(one.title as LocalText, language),
                }))}
                onChange={(event) =>
                  navigate(
                    {
                      to: 'adjudicate',
                      params: { project },
                      search: { task: event.currentTarget.value },
                    },
                    { replace: true },
                  )
                }
              />
            )}
            {first === undefined ? null : (
              <ButtonLink target={{ to: 'case', params: { project, task, unit: first.unit } }}>
                {texts.begin}
              </ButtonLink>
            )}
          </div>
        }
      >
        {texts.lead}
      </PageHead>
      {scope === null || (queue.head === null && queue.error === null) ? (
        <Loading />
      ) : (
        <>
          {queue.head !== null && queue.items.length === 0 ? (
            <EmptyState icon="check" title={texts.empty}>
              {texts.emptyWhy}
            </EmptyState>
          ) : (
            <Section title={queue.head === null ? texts.queue : texts.waiting(queue.head.total)}>
              <DataTable
                caption={texts.queue}
                rows={queue.items}
                rowKey={(item) => item.unit}
                columns={[
                  {
                    id: 'unit',
                    title: texts.unit,
                    cell: (item) => (
                      <Link
                        className="id-cell"
                        target={{ to: 'case', params: { project, task, unit: item.unit } }}
                      >
                        {item.unit}
                      </Link>
                    ),
                    sort: (item) => item.unit,
                  },
                  {
                    id: 'agreement',
                    title: texts.agreement,
                    isNumeric: true,
                    cell: (item) =>
                      item.agreement === null ? (
                        <span className={styles.soft}>{texts.noAgreement}</span>
                      ) : (
                        format.percent(item.agreement, 0)
                      ),
                    sort: (item) => item.agreement,
                  },
                  {
                    id: 'judgments',
                    title: texts.judgments,
                    isNumeric: true,
                    cell: (item) =>
                      item.complete ? (
                        format.count(item.judgments)
                      ) : (
                        <span>
                          {format.count(item.judgments)}{' '}
                          <span className={styles.soft}>{texts.incomplete}</span>
                        </span>
                      ),
                    sort: (item) => item.judgments,
                  },
                  {
                    id: 'why',
                    title: texts.why,
                    cell: (item) => (
                      <ul className={styles.reasons}>
                        {item.reasons.map((one) => (
                          <li key={one.sentence}>{reason(one)}</li>
                        ))}
                      </ul>
                    ),
                  },
                ]}
              />
              <MoreButton pages={queue} />
            </Section>
          )}
          <EdgeCases project={project} task={scope.task} />
          <OwnRulings project={project} />
        </>
      )}
    </>
  );
}
