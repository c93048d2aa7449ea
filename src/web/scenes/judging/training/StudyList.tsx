import { inLanguage } from '../../../../domain/local-text.ts';
import { useResource } from '../../../api/cache.ts';
import { apiPath, withQuery } from '../../../api/client.ts';
import { useLanguage } from '../../../texts/language.tsx';
import type { RunFacts } from '../annotate/use-run-facts.ts';
import { CardBody } from '../../protocol/guideline/LabelCard.tsx';
import type { GuidelineReply } from '../../../../server/routes/protocol/projects.ts';
import styles from './training.module.css';

interface StudyListProps {
  readonly study: readonly string[];
  readonly facts: RunFacts;
}

/** The cards that are to be read again, the worst first; the first is open. */
export function StudyList({ study, facts }: StudyListProps) {
  const language = useLanguage();
  const { run, task } = facts;
  const { data } = useResource<GuidelineReply>(
    withQuery(apiPath`/api/projects/${run.project}/guideline`, { version: run.protocol_version }),
    Infinity,
  );
  return (
    <ul className={styles.study}>
      {study.map((id, place) => {
        const card = data?.cards.find((one) => one.question === id);
        const title = inLanguage(
          task.questions.find((question) => question.id === id)?.title ?? id,
          language,
        );
        return (
          <li key={id}>
            {card === undefined ? (
              <strong>{title}</strong>
            ) : (
              <details open={place === 0}>
                <summary>{title}</summary>
                <CardBody card={card} level="h3" />
              </details>
            )}
          </li>
        );
      })}
    </ul>
  );
}
