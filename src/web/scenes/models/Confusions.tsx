import type { ComparisonReply } from '../../../server/routes/models/model-replies.ts';
import { Disclosure } from '../../figures/Disclosure.tsx';
import { useQuestionTitles } from '../../figures/use-scope.ts';
import type { Scope } from '../../figures/use-scope.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { useComparedWords } from './compared-words.ts';
import { comparisonTexts } from './comparison-texts.ts';
import styles from './models.module.css';

/** Per question, the units by what people say and what the ensemble says. */
export function Confusions({
  data,
  scope,
}: {
  readonly data: ComparisonReply;
  readonly scope: Scope;
}) {
  const texts = useTexts(comparisonTexts);
  const format = useFormat();
  const label = useQuestionTitles(scope.task);
  const words = useComparedWords(scope.task);
  return (
    <Disclosure title={texts.confusionNote} isOpen={data.questions.length < 3}>
      <div className={styles.confusions}>
        {data.questions.map(({ question, answers, ensemble }) => (
          <div
            key={question}
            className={styles.frame}
            role="group"
            aria-label={texts.confusion(label(question))}
            tabIndex={0}
          >
            <table className={styles.confusion}>
              <caption>{label(question)}</caption>
              <thead>
                <tr>
                  <td>{texts.confusionHead}</td>
                  {answers.map((answer) => (
                    <th key={answer} scope="col">
                      {words(question, answer)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {answers.map((answer, row) => (
                  <tr key={answer}>
                    <th scope="row">{words(question, answer)}</th>
                    {answers.map((other, column) => {
                      const count = ensemble.confusion[row]?.[column] ?? 0;
                      return (
                        <td
                          key={other}
                          data-same={row === column && count > 0}
                          data-differs={row !== column && count > 0}
                        >
                          {format.count(count)}
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ))}
      </div>
    </Disclosure>
  );
}
