import type { TaskReply } from '../../../../server/routes/protocol/task-reply.ts';
import type { EdgeCasesReply } from '../../../../server/routes/rulings/rulings.ts';
import { useResource } from '../../../api/cache.ts';
import { apiPath, withQuery } from '../../../api/client.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import { Link } from '../../../components/Link.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { Section } from '../../../components/Section.tsx';
import { readTask } from '../../../api/projects.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { applies } from '../../judging/annotate/form/form-content.ts';
import { useAnswerWords, useQuestionTitles } from '../../../figures/use-scope.ts';
import { adjudicateTexts } from './texts.ts';
import styles from './adjudicate.module.css';

/**
 * The register of edge cases, proposed changes of the guideline, and questions that nobody has
 * answered.
 */
export function EdgeCases({
  project,
  task,
}: {
  readonly project: string;
  readonly task: TaskReply;
}) {
  const texts = useTexts(adjudicateTexts);
  const format = useFormat();
  const register = useResource<EdgeCasesReply>(
    withQuery(apiPath`/api/projects/${project}/edge-cases`, { task: task.id }),
    2000,
  );
  const decision = useDecisionWords(task);
  const unitLink = (unit: string) => (
    <Link className="id-cell" target={{ to: 'case', params: { project, task: task.id, unit } }}>
      {unit}
    </Link>
  );
  return (
    <Section title={texts.register} note={texts.registerNote}>
      <Loaded resource={register}>
        {(data) => (
          <>
            <DataTable
              caption={texts.register}
              rows={data.cases}
              rowKey={(one) => one.unit}
              empty={texts.noCases}
              columns={[
                {
                  id: 'unit',
                  title: texts.unit,
                  cell: (one) => unitLink(one.unit),
                  sort: (one) => one.unit,
                },
                { id: 'decision', title: texts.decision, cell: (one) => decision(one.decision) },
                { id: 'reason', title: texts.rationale, cell: (one) => one.rationale },
                {
                  id: 'by',
                  title: texts.by,
                  cell: (one) => `${one.by}, ${format.date(one.at)}`,
                  sort: (one) => one.at,
                },
              ]}
            />
            {data.proposals.length === 0 ? null : (
              <>
                <h3 className={styles.heading}>{texts.proposals}</h3>
                <ul className={styles.list}>
                  {data.proposals.map((one) => (
                    <li key={`${one.unit}${one.at}`}>
                      {one.text}{' '}
                      <span className={styles.soft}>
                        ({unitLink(one.unit)}, {one.by}, {format.date(one.at)})
                      </span>
                    </li>
                  ))}
                </ul>
              </>
            )}
            {data.unanswered.every((one) => one.remarks.length === 0) ? null : (
              <>
                <h3 className={styles.heading}>{texts.unanswered}</h3>
                <ul className={styles.list}>
                  {data.unanswered
                    .filter((one) => one.remarks.length > 0)
                    .map((one) => (
                      <li key={one.unit}>
                        {unitLink(one.unit)}: {one.remarks.join(' · ')}
                      </li>
                    ))}
                </ul>
              </>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

/**
 * A decision in words: that the unit is excluded, or the answers. Of labels that are all decided,
 * those that apply.
 */
export function useDecisionWords(
  task: TaskReply,
): (decision: EdgeCasesReply['cases'][number]['decision']) => string {
  const texts = useTexts(adjudicateTexts);
  const label = useQuestionTitles(task);
  const words = useAnswerWords(task);
  return (decision) => {
    if (decision.kind === 'exclude') return texts.excluded;
    const stated = Object.entries(decision.answers);
    const isWhole =
      task.form === 'labels' &&
      task.questions.every((question) => decision.answers[question.id] !== undefined);
    const told = isWhole
      ? stated.filter(([question, answer]) =>
          applies(
            readTask(task).questions.find((one) => one.id === question)!,
            answer,
          ),
        )
      : stated;
    return told.length === 0
      ? texts.noLabel
      : told
          .map(([question, answer]) => `${label(question)}: ${words(question, answer)}`)
          .join('; ');
  };
}
