import { inLanguage } from '../../../../domain/local-text.ts';
import type { LocalText } from '../../../../domain/local-text.ts';
import type { QueueReply } from '../../../../server/routes/rulings/rulings.ts';
import { apiPath, withQuery } from '../../../api/client.ts';
import { ButtonLink } from '../../../components/ButtonLink.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Loading } from '../../../components/Loading.tsx';
import { PageHead } from '../../../components/PageHead.tsx';
import { Section } from '../../../components/Section.tsx';
import type { SceneProps } from '../../../scenes.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { AddressSelect } from '../../../figures/AddressSelect.tsx';
import { FigureTable } from '../../../figures/FigureTable.tsx';
import { MoreButton } from '../../../figures/MoreButton.tsx';
import { usePages } from '../../../figures/use-pages.ts';
import { useScope } from '../../../figures/use-scope.ts';
import type { Scope } from '../../../figures/use-scope.ts';
import { CaseLink, EdgeCases } from './EdgeCases.tsx';
import { ModelVotes } from './ModelVotes.tsx';
import { OwnRulings } from './OwnRulings.tsx';
import { useReasonWords } from './reason-words.ts';
import { adjudicateTexts } from './texts.ts';
import styles from './adjudicate.module.css';

/** What waits for a ruling, and the register of edge cases that rulings make. */
export function AdjudicateScene({ params, search }: SceneProps) {
  const project = params['project']!;
  const texts = useTexts(adjudicateTexts);
  const language = useLanguage();
  const { scope } = useScope(project, search);
  const task = scope?.task.id ?? '';
  const queue = usePages<Item, QueueReply>(
    scope === null ? null : withQuery(apiPath`/api/projects/${project}/queue`, { task }),
  );
  const [first] = queue.items;
  const isLoading = queue.head === null && queue.error === null;
  return (
    <>
      <PageHead
        title={texts.title}
        actions={
          <div className={styles.actions}>
            {scope === null || scope.tasks.length < 2 ? null : (
              <AddressSelect
                route="adjudicate"
                project={project}
                search={{}}
                parameter="task"
                size="sm"
                aria-label={texts.task}
                value={task}
                data={scope.tasks.map((one) => ({
                  value: one.id,
                  label: inLanguage(one.title as LocalText, language),
                }))}
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
      {scope === null || isLoading ? (
        <Loading />
      ) : (
        <>
          {queue.head !== null && queue.items.length === 0 ? (
            <EmptyState icon="check" title={texts.empty}>
              {texts.emptyWhy}
            </EmptyState>
          ) : (
            <Section title={queue.head === null ? texts.queue : texts.waiting(queue.head.total)}>
              <QueueTable items={queue.items} scope={scope} />
              <MoreButton pages={queue} />
            </Section>
          )}
          <EdgeCases project={project} task={scope.task} />
          <ModelVotes project={project} />
          <OwnRulings project={project} />
        </>
      )}
    </>
  );
}

type Item = QueueReply['items'][number];

interface QueueTableProps {
  readonly items: readonly Item[];
  readonly scope: Scope;
}

function QueueTable({ items, scope }: QueueTableProps) {
  const texts = useTexts(adjudicateTexts);
  const format = useFormat();
  const reason = useReasonWords(scope.task);
  const soft = (text: string) => <span className={styles.soft}>{text}</span>;
  const agreement = (item: Item) =>
    item.agreement === null ? soft(texts.noAgreement) : format.percent(item.agreement, 0);
  const judgments = (item: Item) => (
    <span>
      {format.count(item.judgments)} {item.complete ? null : soft(texts.incomplete)}
    </span>
  );
  const reasons = (item: Item) => (
    <ul className={styles.reasons}>
      {item.reasons.map((one) => (
        <li key={reason(one)}>{reason(one)}</li>
      ))}
    </ul>
  );
  return (
    <FigureTable
      caption={texts.queue}
      rows={items}
      rowKey={(item) => item.unit}
      columns={(column) => [
        {
          ...column.text('unit', texts.unit, (item) => item.unit),
          cell: ({ unit }) => <CaseLink project={scope.project} task={scope.task.id} unit={unit} />,
        },
        { ...column.number('agreement', texts.agreement, (one) => one.agreement), cell: agreement },
        { ...column.number('judgments', texts.judgments, (one) => one.judgments), cell: judgments },
        { id: 'why', title: texts.why, cell: reasons },
      ]}
    />
  );
}
