import type { SimilarReply } from '../../../../server/routes/rulings/cases.ts';
import type { TaskReply } from '../../../../server/routes/protocol/task-reply.ts';
import { useResource } from '../../../api/cache.ts';
import { apiPath } from '../../../api/client.ts';
import { Link } from '../../../components/Link.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { useQuestionTitles } from '../../../figures/use-scope.ts';
import { useDecisionWords } from '../queue/EdgeCases.tsx';
import { caseTexts } from './texts.ts';
import styles from './voices.module.css';
import tally from './tally.module.css';

interface SimilarCasesProps {
  readonly project: string;
  readonly reply: TaskReply;
  readonly unit: string;
  /** The unit whose like is walked through, if any. */
  readonly like: string | null;
}

/** Cases with the same labels tied: those that wait, and how others were ruled on. */
export function SimilarCases({ project, reply, unit, like }: SimilarCasesProps) {
  const texts = useTexts(caseTexts);
  const format = useFormat();
  const label = useQuestionTitles(reply);
  const decision = useDecisionWords(reply);
  const task = reply.id;
  const path = apiPath`/api/projects/${project}/cases/${task}/${unit}/similar`;
  const { data } = useResource<SimilarReply>(path, 2000);
  if (data === undefined || data === null || data.ties.length === 0) return null;
  const { waiting, ruled } = data;
  const search = { like: like ?? unit };
  return (
    <section className={styles.voices} aria-label={texts.similar}>
      <h2 className={styles.heading}>{texts.similar}</h2>
      <p className={tally.soft}>
        {texts.sameTies(format.list(data.ties.map(({ question }) => label(question))))}
      </p>
      {waiting.total === 0 ? (
        <p className={tally.soft}>{texts.noSimilar}</p>
      ) : (
        <p>
          {waiting.units.slice(0, 4).map((other) => (
            <Link
              key={other}
              className={styles.case}
              target={{ to: 'case', params: { project, task, unit: other }, search }}
            >
              {other}
            </Link>
          ))}
          <Link target={{ to: 'adjudicate', params: { project }, search: { task, ...search } }}>
            {texts.allSimilar(waiting.total + 1)}
          </Link>
        </p>
      )}
      {ruled.total === 0 ? null : (
        <>
          <p className={tally.soft}>{texts.ruledBefore(ruled.total)}</p>
          <ul className={styles.precedents}>
            {ruled.rulings.slice(0, 3).map((one) => (
              <li key={one.unit}>
                <Link target={{ to: 'case', params: { project, task, unit: one.unit } }}>
                  {one.unit}
                </Link>
                : {decision(one.decision)}. <q>{one.reason}</q>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
