import { CloseButton } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Task } from '../../../../domain/protocol/task.ts';
import { inLanguage } from '../../../../domain/local-text.ts';
import type { GuidelineReply } from '../../../../server/routes/protocol/projects.ts';
import type { ProtocolChanges } from '../../../../server/routes/reply-parts.ts';
import type { EdgeCasesReply } from '../../../../server/routes/rulings/rulings.ts';
import { useResource } from '../../../api/cache.ts';
import { apiPath, withQuery } from '../../../api/client.ts';
import { Icon } from '../../../components/Icon.tsx';
import { Link } from '../../../components/Link.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { ChangeNotes } from './ChangeNotes.tsx';
import { EdgeCases } from './EdgeCases.tsx';
import { CardBody } from './LabelCard.tsx';
import { Prose } from './Prose.tsx';
import { searchGuideline } from './search-guideline.ts';
import { guidelineTexts } from './texts.ts';
import styles from './guideline.module.css';

interface GuidelinePanelProps {
  readonly project: string;
  /** The version of the protocol that the round runs under. */
  readonly version: number;
  readonly task: Task;
  /** The question whose card is to be open. */
  readonly current: string | null;
  /** What changed since the reader judged last; else what changed in this version. */
  readonly changes: ProtocolChanges | null;
  readonly onClose: () => void;
}

/** The guideline beside the work, with search and changes. It follows the label being judged. */
export function GuidelinePanel(props: GuidelinePanelProps) {
  const { project, version, onClose } = props;
  const texts = useTexts(guidelineTexts);
  const guideline = useResource<GuidelineReply>(
    withQuery(apiPath`/api/projects/${project}/guideline`, { version }),
    Infinity,
  );
  return (
    <div className={styles.panel} tabIndex={0} role="region" aria-label={texts.title}>
      <div className={styles.panelHead}>
        <h2 className={styles.panelTitle} tabIndex={-1} data-autofocus>
          {texts.title}
        </h2>
        <span className={styles.quiet}>
          {guideline.data === null ? null : texts.version(guideline.data.version)}
        </span>
        <CloseButton aria-label={texts.close} onClick={onClose} />
      </div>
      <Loaded resource={guideline}>{(data) => <Contents {...props} guideline={data} />}</Loaded>
    </div>
  );
}

function Contents({
  project,
  version,
  task,
  current,
  changes,
  guideline,
}: GuidelinePanelProps & { readonly guideline: GuidelineReply }) {
  const texts = useTexts(guidelineTexts);
  const language = useLanguage();
  const [sought, setSought] = useState('');
  const [toggled, setToggled] = useState<readonly string[]>([]);
  const since = useChanges(project, version, changes);
  const register = useResource<EdgeCasesReply>(
    withQuery(apiPath`/api/projects/${project}/edge-cases`, { task: task.id }),
    60_000,
  );
  const list = useRef<HTMLDivElement>(null);
  const own = {
    ...guideline,
    cards: guideline.cards.filter((card) =>
      task.questions.some((question) => question.id === card.question),
    ),
  };
  const found = searchGuideline(own, sought);
  const isSearching = sought.trim() !== '';
  const isOpen = (name: string): boolean =>
    (isSearching || name === current) !== toggled.includes(name);
  const toggle = (name: string) => () =>
    setToggled((before) =>
      before.includes(name) ? before.filter((one) => one !== name) : [...before, name],
    );
  const titleOf = (question: string): string =>
    inLanguage(task.questions.find((one) => one.id === question)?.title ?? question, language);
  useEffect(() => {
    setToggled([]);
    if (current !== null)
      list.current
        ?.querySelector(`[data-card="${CSS.escape(current)}"]`)
        ?.scrollIntoView({ block: 'start' });
  }, [current]);
  const marked = (question: string) => since?.cards.find((card) => card.question === question);
  const isNew = (chapter: string) => since?.chapters.some((one) => one.title === chapter) === true;
  const changedSince = texts.changedSince(since?.guideline.before ?? '');
  const count = found.cards.length + found.chapters.length;
  return (
    <>
      <div className={styles.searchRow}>
        <input
          type="search"
          className={styles.search}
          value={sought}
          placeholder={texts.search}
          aria-label={texts.search}
          onChange={(event) => setSought(event.target.value)}
        />
        <span className="visually-hidden" role="status">
          {isSearching ? texts.found(count) : ''}
        </span>
      </div>
      <div className={styles.list} ref={list}>
        {since === null || isSearching ? null : (
          <Folding
            title={texts.changed(since.guideline.before, since.guideline.after)}
            name=":changes"
            isOpen={isOpen(':changes')}
            onToggle={toggle(':changes')}
          >
            <ChangeNotes changes={since} titleOf={titleOf} />
          </Folding>
        )}
        {found.cards.map((card) => (
          <Folding
            key={card.question}
            title={titleOf(card.question)}
            name={card.question}
            isCurrent={card.question === current}
            isOpen={isOpen(card.question)}
            onToggle={toggle(card.question)}
            mark={marked(card.question) === undefined ? undefined : changedSince}
          >
            <CardBody card={card} change={marked(card.question) ?? null} sought={sought} />
          </Folding>
        ))}
        {found.chapters.length === 0 ? null : (
          <h3 className={styles.groupTitle}>{texts.chapters}</h3>
        )}
        {found.chapters.map((chapter) => (
          <Folding
            key={chapter.title}
            title={chapter.title}
            name={`#${chapter.title}`}
            isOpen={isOpen(`#${chapter.title}`)}
            onToggle={toggle(`#${chapter.title}`)}
            mark={isNew(chapter.title) ? changedSince : undefined}
          >
            <Prose text={chapter.text} sought={sought} />
          </Folding>
        ))}
        {register.data === null || isSearching ? null : (
          <Folding
            title={texts.edgeCases}
            name=":edge-cases"
            isOpen={isOpen(':edge-cases')}
            onToggle={toggle(':edge-cases')}
          >
            <EdgeCases register={register.data} task={task} />
          </Folding>
        )}
        {count === 0 ? <p className={styles.quiet}>{texts.none}</p> : null}
        <p className={styles.whole}>
          <Link
            className="lone-link"
            target={{ to: 'guideline', params: { project }, search: { version: String(version) } }}
          >
            {texts.whole}
          </Link>
        </p>
      </div>
    </>
  );
}

/** What changed since the reader last judged; if unknown, since the previous version. */
export function useChanges(
  project: string,
  version: number,
  known: ProtocolChanges | null,
): ProtocolChanges | null {
  const path =
    known !== null || version < 2
      ? null
      : withQuery(apiPath`/api/projects/${project}/protocol/changes`, {
          from: version - 1,
          to: version,
        });
  const { data } = useResource<ProtocolChanges>(path, Infinity);
  return known ?? data;
}

/** A part of the drawer that opens and closes, with its title and what is special about it. */
function Folding({
  title,
  name,
  mark,
  isOpen,
  isCurrent = false,
  onToggle,
  children,
}: {
  readonly title: ReactNode;
  readonly name: string;
  readonly mark?: string | undefined;
  readonly isOpen: boolean;
  readonly isCurrent?: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      className={styles.folding}
      data-card={name}
      data-current={isCurrent}
      data-open={isOpen}
    >
      <h3 className={styles.foldingHead}>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          <Icon name={isOpen ? 'down' : 'right'} size={12} />
          <span>{title}</span>
          {mark === undefined ? null : <StateMark kind="warn">{mark}</StateMark>}
        </button>
      </h3>
      <div id={id} hidden={!isOpen} className={styles.foldingBody}>
        {isOpen ? children : null}
      </div>
    </section>
  );
}
