import { useRef } from 'react';
import { inLanguage } from '../../../../domain/local-text.ts';
import type { LocalText } from '../../../../domain/local-text.ts';
import type { QueueReply } from '../../../../server/routes/rulings/rulings.ts';
import { commandTable } from '../../../actions/command-table.ts';
import { useActions } from '../../../actions/use-actions.ts';
import { apiPath, withQuery } from '../../../api/client.ts';
import { ButtonLink } from '../../../components/ButtonLink.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Link } from '../../../components/Link.tsx';
import { Loading } from '../../../components/Loading.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { PageHead } from '../../../components/PageHead.tsx';
import { Section } from '../../../components/Section.tsx';
import type { Search } from '../../../router.ts';
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
  const { like } = search;
  const asked = like === undefined ? { task } : { task, like };
  const queue = usePages<Item, QueueReply>(
    scope === null ? null : withQuery(apiPath`/api/projects/${project}/queue`, asked),
  );
  const onward: Search = like === undefined ? {} : { like };
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
              <ButtonLink
                target={{ to: 'case', params: { project, task, unit: first.unit }, search: onward }}
              >
                {texts.begin}
              </ButtonLink>
            )}
          </div>
        }
      >
        {texts.lead}
      </PageHead>
      {like === undefined ? null : (
        <div className={styles.alike}>
          <Notice
            kind="info"
            actions={
              <Link target={{ to: 'adjudicate', params: { project }, search: { task } }}>
                {texts.wholeQueue}
              </Link>
            }
          >
            {texts.alike(like)}
          </Notice>
        </div>
      )}
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
              <QueueTable items={queue.items} scope={scope} search={onward} />
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
  readonly search: Search;
}

function QueueTable({ items, scope, search }: QueueTableProps) {
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
  const frame = useRef<HTMLDivElement>(null);
  useActions(queueActions, {
    run: { down: () => step(frame.current, 1), up: () => step(frame.current, -1) },
  });
  return (
    <div ref={frame}>
      <FigureTable
        caption={texts.queue}
        rows={items}
        rowKey={(item) => item.unit}
        columns={(column) => [
          {
            ...column.text('unit', texts.unit, (item) => item.unit),
            cell: ({ unit }) => (
              <CaseLink project={scope.project} task={scope.task.id} unit={unit} search={search} />
            ),
          },
          {
            ...column.number('agreement', texts.agreement, (one) => one.agreement),
            cell: agreement,
          },
          {
            ...column.number('judgments', texts.judgments, (one) => one.judgments),
            cell: judgments,
          },
          { id: 'why', title: texts.why, cell: reasons },
        ]}
      />
    </div>
  );
}

/** Moves the focus to the case before or behind; from elsewhere, to the first or the last. */
function step(frame: HTMLElement | null, by: number): void {
  const links = [...(frame?.querySelectorAll<HTMLElement>('tbody a[href]') ?? [])];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const start = by > 0 ? -1 : links.length;
  links[Math.min(Math.max((at < 0 ? start : at) + by, 0), links.length - 1)]?.focus();
}

const repeats = { repeats: true };
const queueActions = commandTable<object>()({
  down: ['moving', 'ArrowDown', 'Next case', 'Nächster Fall', repeats],
  up: ['moving', 'ArrowUp', 'Previous case', 'Voriger Fall', repeats],
});
