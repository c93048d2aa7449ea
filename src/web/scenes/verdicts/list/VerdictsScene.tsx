import type { CodedText } from '../../../../domain/coded-text.ts';
import { useCallback, useRef } from 'react';
import type {
  PoliciesReply,
  VerdictRow,
  VerdictsReply,
} from '../../../../server/routes/verdicts/verdicts.ts';
import { commandTable } from '../../../actions/command-table.ts';
import { useActions } from '../../../actions/use-actions.ts';
import { useResource } from '../../../api/cache.ts';
import { apiPath, withQuery } from '../../../api/client.ts';
import { useProjectEvents } from '../../../api/follow-project.ts';
import { useProject } from '../../../api/projects.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { PageHead } from '../../../components/PageHead.tsx';
import { Section } from '../../../components/Section.tsx';
import { redirect } from '../../../router.ts';
import type { Search } from '../../../router.ts';
import type { SceneProps } from '../../../scenes.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { MoreButton } from '../../../figures/MoreButton.tsx';
import { usePages } from '../../../figures/use-pages.ts';
import { stepFocus } from './step-focus.ts';
import { SubjectTable } from './SubjectTable.tsx';
import { PolicyPicker, VerdictFilters } from './VerdictFilters.tsx';
import { VerdictSummary } from './VerdictSummary.tsx';
import { verdictsTexts } from './texts.ts';
import {
  policyAtK,
  readChoice,
  readFilter,
  verdictsQuery,
  verdictsTarget,
} from './verdict-query.ts';
import type { PolicyAtK, VerdictChoice, VerdictFilter } from './verdict-query.ts';
import styles from './verdicts.module.css';

/** What a policy says about every subject: a summary first, then the subjects. */
export function VerdictsScene({ params, search }: SceneProps) {
  const project = params['project']!;
  const texts = useTexts(verdictsTexts);
  const known = useResource<PoliciesReply>(apiPath`/api/projects/${project}/policies`, 2000);
  useProjectEvents(project);
  const choice = known.data === null ? null : readChoice(search, known.data);
  const choose = (chosen: PolicyAtK): void =>
    redirect(verdictsTarget(project, chosen, { ...readFilter(search), verdict: '' }));
  const picker =
    known.data === null || choice === null ? undefined : (
      <PolicyPicker known={known.data} choice={choice} onChoose={choose} />
    );
  return (
    <>
      <PageHead title={texts.title} actions={picker}>
        {texts.lead}
      </PageHead>
      <Loaded resource={known}>
        {(data) =>
          choice === null ? (
            <EmptyState title={texts.noPolicies} icon="steps">
              <p>{texts.noPoliciesWhy}</p>
              <p>{texts.noPoliciesHow}</p>
            </EmptyState>
          ) : (
            <Verdicts project={project} choice={choice} problems={data.problems} search={search} />
          )
        }
      </Loaded>
    </>
  );
}

interface VerdictsProps {
  readonly project: string;
  readonly choice: VerdictChoice;
  readonly problems: readonly CodedText[];
  readonly search: Search;
}

function Verdicts({ project, choice, problems, search }: VerdictsProps) {
  const texts = useTexts(verdictsTexts);
  const format = useFormat();
  const simulated = useProject(project).data?.simulated === true;
  const chosen = policyAtK(choice);
  const path = apiPath`/api/projects/${project}/verdicts`;
  // The summary is over all subjects, so it stays while the filter changes.
  const summary = useResource<VerdictsReply>(withQuery(path, { ...chosen, limit: 1 }), 2000);
  const filter = readFilter(search);
  const pages = usePages<VerdictRow, VerdictsReply>(
    withQuery(path, verdictsQuery(chosen, filter)),
    200,
  );
  const list = useRef<HTMLDivElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const { policy, k } = chosen;
  const change = useCallback(
    (next: VerdictFilter): void => redirect(verdictsTarget(project, { policy, k }, next)),
    [project, policy, k],
  );
  const step = (by: number): void =>
    stepFocus(list.current?.querySelectorAll<HTMLElement>('tbody th a') ?? [], by);
  useActions(verdictsActions, {
    run: {
      down: () => step(1),
      up: () => step(-1),
      search: () => searchField.current?.focus(),
      leave: () => (document.activeElement as HTMLElement | null)?.blur(),
    },
  });
  return (
    <>
      <Loaded resource={summary}>
        {(data) => (
          <VerdictSummary
            project={project}
            choice={choice}
            summary={data.summary}
            problems={problems}
            isSimulated={simulated}
          />
        )}
      </Loaded>
      <Section
        title={texts.list}
        aside={
          pages.head === null ? null : (
            <span className={styles.soft} role="status">
              {texts.shown(format.count(pages.head.total))}
            </span>
          )
        }
      >
        <VerdictFilters
          verdicts={choice.policy.verdicts}
          filter={filter}
          onChange={change}
          searchField={searchField}
        />
        <div ref={list}>
          <SubjectTable
            project={project}
            choice={choice}
            rows={pages.items}
            isPart={pages.hasMore}
            isLoading={pages.isLoading}
          />
        </div>
        <MoreButton pages={pages} />
      </Section>
    </>
  );
}

/** The commands of the list. Enter on a row follows its link. */
const verdictsActions = commandTable<object>()({
  down: ['moving', 'ArrowDown', 'Next subject', 'Nächster Gegenstand', { repeats: true }],
  up: ['moving', 'ArrowUp', 'Previous subject', 'Voriger Gegenstand', { repeats: true }],
  search: ['viewing', 's', 'Search the subjects', 'Gegenstände suchen'],
  leave: ['moving', 'Escape', 'Leave the text field', 'Textfeld verlassen', { whileWriting: true }],
});
