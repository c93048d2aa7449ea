import type { TaskReply } from '../../../../server/routes/protocol/task-reply.ts';
import type { CaseReply } from '../../../../server/routes/rulings/rulings.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { useDecisionWords } from '../queue/EdgeCases.tsx';
import { caseTexts } from './texts.ts';
import styles from './case.module.css';

interface CaseHistoryProps {
  readonly data: Pick<CaseReply, 'rulings' | 'history'>;
  readonly reply: TaskReply;
}

/** What was ruled before, and everything that happened to the unit. */
export function CaseHistory({ data, reply }: CaseHistoryProps) {
  const texts = useTexts(caseTexts);
  const format = useFormat();
  const decision = useDecisionWords(reply);
  const detail = (what: string, text: string): string =>
    what === 'judged' || what === 'revised' ? texts.underGuideline(text) : text;
  return (
    <div className={styles.history}>
      {data.rulings.length === 0 ? null : (
        <>
          <h2 className={styles.subtitle}>{texts.rulings}</h2>
          <ol className={styles.events}>
            {data.rulings.map((ruling) => (
              <li key={ruling.id}>
                <span className={styles.when}>{format.time(ruling.at)}</span>
                <span>
                  {ruling.by}: {decision(ruling.decision)}. {ruling.reason}
                  {ruling.edge_case ? ` · ${texts.edgeCase}` : null}
                  {ruling.guideline_proposal === null
                    ? null
                    : ` · ${texts.propose}: ${ruling.guideline_proposal}`}
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
      <h2 className={styles.subtitle}>{texts.history}</h2>
      <ol className={styles.events}>
        {data.history.map((event) => (
          <li key={`${event.at}${event.who}${event.what}`}>
            <span className={styles.when}>{format.time(event.at)}</span>
            <span>
              {event.who} {texts.events[event.what]}
              {event.detail === null ? null : (
                <span className={styles.small}> · {detail(event.what, event.detail)}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
