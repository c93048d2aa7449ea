import type { ReactNode } from 'react';
import type { Answer } from '../../../../domain/answer.ts';
import type { Search } from '../../../router.ts';
import type { TaskReply } from '../../../../server/routes/protocol/task-reply.ts';
import type { EdgeCasesReply } from '../../../../server/routes/rulings/rulings.ts';
import { useResource } from '../../../api/cache.ts';
import { apiPath, withQuery } from '../../../api/client.ts';
import { Link } from '../../../components/Link.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { Section } from '../../../components/Section.tsx';
import { readTask } from '../../../api/projects.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { applies } from '../../judging/annotate/form/form-content.ts';
import { FigureTable } from '../../../figures/FigureTable.tsx';
import { useAnswerWords, useQuestionTitles } from '../../../figures/use-scope.ts';
import { adjudicateTexts } from './texts.ts';
import styles from './adjudicate.module.css';

interface EdgeCasesProps {
  readonly project: string;
  readonly task: TaskReply;
}

/** The register of edge cases, suggested changes to the guideline, and unanswered questions. */
export function EdgeCases({ project, task }: EdgeCasesProps) {
  const texts = useTexts(adjudicateTexts);
  const format = useFormat();
  const path = withQuery(apiPath`/api/projects/${project}/edge-cases`, { task: task.id });
  const register = useResource<EdgeCasesReply>(path, 2000);
  const decision = useDecisionWords(task);
  const unitLink = (unit: string) => <CaseLink project={project} task={task.id} unit={unit} />;
  const list = (title: string, items: readonly ReactNode[]) =>
    items.length === 0 ? null : (
      <>
        <h3 className={styles.heading}>{title}</h3>
        <ul className={styles.list}>{items}</ul>
      </>
    );
  return (
    <Section title={texts.register} note={texts.registerNote}>
      <Loaded resource={register}>
        {(data) => (
          <>
            <FigureTable
              caption={texts.register}
              rows={data.cases}
              rowKey={(one) => one.unit}
              empty={texts.noCases}
              columns={(column) => [
                {
                  ...column.text('unit', texts.unit, (one) => one.unit),
                  cell: (one) => unitLink(one.unit),
                },
                {
                  id: 'decision',
                  title: texts.decision,
                  cell: (one) => (one.decision === null ? '–' : decision(one.decision)),
                },
                { id: 'reason', title: texts.rationale, cell: (one) => one.rationale },
                {
                  ...column.text('by', texts.by, (one) => one.at),
                  cell: (one) => `${one.by}, ${format.date(one.at)}`,
                },
              ]}
            />
            {list(
              texts.proposals,
              data.proposals.map(({ unit, at, by, text }) => (
                <li key={`${unit}${at}`}>
                  {text}{' '}
                  <span className={styles.soft}>
                    ({unitLink(unit)}, {by}, {format.date(at)})
                  </span>
                </li>
              )),
            )}
            {list(
              texts.unanswered,
              data.unanswered
                .filter((one) => one.remarks.length > 0)
                .map(({ unit, remarks }) => (
                  <li key={unit}>
                    {unitLink(unit)}: {[...new Set(remarks)].join(' · ')}
                  </li>
                )),
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** A unit's name, which leads to its case. */
export function CaseLink({
  search = {},
  ...params
}: Readonly<Record<'project' | 'task' | 'unit', string>> & { readonly search?: Search }) {
  return (
    <Link className="id-cell" target={{ to: 'case', params, search }}>
      {params.unit}
    </Link>
  );
}

/** A decision in words: excluded, or the answers; if all labels are decided, those that apply. */
export function useDecisionWords(
  task: TaskReply,
): (decision: NonNullable<EdgeCasesReply['cases'][number]['decision']>) => string {
  const texts = useTexts(adjudicateTexts);
  const label = useQuestionTitles(task);
  const words = useAnswerWords(task);
  return (decision) => {
    if (decision.kind === 'exclude') return texts.excluded;
    const { questions } = readTask(task);
    const { answers } = decision;
    const isWhole =
      task.form === 'labels' && questions.every(({ id }) => answers[id] !== undefined);
    const isTold = ([question, answer]: [string, Answer]): boolean =>
      !isWhole ||
      applies(
        questions.find((one) => one.id === question)!,
        answer,
      );
    const told = Object.entries(answers).filter(isTold);
    if (told.length === 0) return texts.noLabel;
    return told.map(([id, answer]) => `${label(id)}: ${words(id, answer)}`).join('; ');
  };
}
