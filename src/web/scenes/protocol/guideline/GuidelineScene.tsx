import { useState } from 'react';
import { inLanguage } from '../../../../domain/local-text.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { GuidelineReply } from '../../../../server/routes/protocol/projects.ts';
import type { EdgeCasesReply } from '../../../../server/routes/rulings/rulings.ts';
import { useResource } from '../../../api/cache.ts';
import { apiPath, withQuery } from '../../../api/client.ts';
import { readTask, useProject } from '../../../api/projects.ts';
import { rolesIn, useSession } from '../../../api/session.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { PageHead } from '../../../components/PageHead.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import type { SceneProps } from '../../../scenes.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { ChangeNotes } from './ChangeNotes.tsx';
import { EdgeCases } from './EdgeCases.tsx';
import { useChanges } from './GuidelinePanel.tsx';
import { CardBody } from './LabelCard.tsx';
import { Prose } from './Prose.tsx';
import { searchGuideline } from './search-guideline.ts';
import { guidelineTexts } from './texts.ts';
import styles from './guideline.module.css';

/** The whole guideline as a page, in one version, with what changed in it. */
export function GuidelineScene({ params, search }: SceneProps) {
  const texts = useTexts(guidelineTexts);
  const project = params['project']!;
  const guideline = useResource<GuidelineReply>(
    withQuery(apiPath`/api/projects/${project}/guideline`, { version: search['version'] ?? null }),
    30_000,
  );
  const { data } = useProject(project);
  const fullTitle = ({ title, version }: GuidelineReply): string =>
    title.includes(version) ? title : `${title} · ${texts.version(version)}`;
  return (
    <>
      <PageHead title={texts.title}>
        {guideline.data === null ? null : fullTitle(guideline.data)}
      </PageHead>
      <Loaded resource={guideline}>
        {(known) => (
          <Guideline project={project} guideline={known} tasks={data?.tasks.map(readTask) ?? []} />
        )}
      </Loaded>
    </>
  );
}

function Guideline({
  project,
  guideline,
  tasks,
}: Readonly<{ project: string; guideline: GuidelineReply; tasks: readonly Task[] }>) {
  const texts = useTexts(guidelineTexts);
  const language = useLanguage();
  const [sought, setSought] = useState('');
  const changes = useChanges(project, guideline.protocol_version, null);
  const found = searchGuideline(guideline, sought);
  const titleOf = (id: string): string =>
    inLanguage(
      tasks.flatMap((task) => task.questions).find((question) => question.id === id)?.title ?? id,
      language,
    );
  const isSearching = sought.trim() !== '';
  const isLabels = tasks.every((task) => task.form === 'labels');
  return (
    <div className={styles.page}>
      <nav className={styles.index} aria-label={texts.contents}>
        <input
          type="search"
          className={styles.search}
          value={sought}
          placeholder={texts.search}
          aria-label={texts.search}
          onChange={(event) => setSought(event.target.value)}
        />
        <span className={styles.quiet} role="status">
          {isSearching ? texts.found(found.cards.length + found.chapters.length) : ''}
        </span>
        {found.chapters.length === 0 ? null : <h2>{texts.chapters}</h2>}
        {found.chapters.map((chapter) => (
          <a key={chapter.title} href={`#${anchor(chapter.title)}`}>
            {chapter.title}
          </a>
        ))}
        {found.cards.length === 0 ? null : <h2>{isLabels ? texts.cards : texts.questions}</h2>}
        {found.cards.map((card) => (
          <a key={card.question} href={`#${anchor(card.question)}`}>
            {titleOf(card.question)}
          </a>
        ))}
      </nav>
      <div>
        {changes === null || isSearching ? null : (
          <article className={styles.article}>
            <h2>{texts.changed(changes.guideline.before, changes.guideline.after)}</h2>
            <ChangeNotes changes={changes} titleOf={titleOf} />
          </article>
        )}
        {found.chapters.map((chapter) => (
          <article key={chapter.title} className={styles.article} id={anchor(chapter.title)}>
            <h2>{chapter.title}</h2>
            <Prose text={chapter.text} sought={sought} level="h3" />
          </article>
        ))}
        {found.cards.map((card) => {
          const change = changes?.cards.find((one) => one.question === card.question) ?? null;
          return (
            <article key={card.question} className={styles.article} id={anchor(card.question)}>
              <h2>
                {titleOf(card.question)} <small>{card.question}</small>
                {change === null ? null : (
                  <StateMark kind="warn">
                    {texts.changedSince(changes?.guideline.before ?? '')}
                  </StateMark>
                )}
              </h2>
              <CardBody card={card} change={change} sought={sought} level="h3" />
            </article>
          );
        })}
        {isSearching
          ? null
          : tasks.map((task) => (
              <Register key={task.id} project={project} task={task} isAlone={tasks.length === 1} />
            ))}
      </div>
    </div>
  );
}

function Register({
  project,
  task,
  isAlone,
}: Readonly<{ project: string; task: Task; isAlone: boolean }>) {
  const texts = useTexts(guidelineTexts);
  const language = useLanguage();
  const { data } = useResource<EdgeCasesReply>(
    withQuery(apiPath`/api/projects/${project}/edge-cases`, { task: task.id }),
    30_000,
  );
  const mayOpen = rolesIn(useSession(), project).some((role) => role !== 'annotator');
  if (data === null) return null;
  return (
    <article className={styles.article}>
      <h2>
        {texts.edgeCases} {isAlone ? null : <small>{inLanguage(task.title, language)}</small>}
      </h2>
      <EdgeCases register={data} task={task} project={mayOpen ? project : null} />
    </article>
  );
}

function anchor(name: string): string {
  return `part-${name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`;
}
