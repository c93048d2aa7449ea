import { differingUnits } from '../../../truth/agreement/confusion-matrix.ts';
import type { ConfusionsReply } from '../../../server/routes/monitoring/monitor-replies.ts';
import { useResource } from '../../api/cache.ts';
import { apiPath, withQuery } from '../../api/client.ts';
import { Link } from '../../components/Link.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { Disclosure } from '../../figures/Disclosure.tsx';
import { useAnswerWords, useQuestionTitles } from '../../figures/use-scope.ts';
import type { Scope } from '../../figures/use-scope.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { agreementTexts } from './texts.ts';
import styles from './agreement.module.css';

interface PairConfusionProps {
  readonly scope: Scope;
  readonly first: string;
  readonly second: string;
  readonly question: string | undefined;
}

type Matrix = ConfusionsReply['matrices'][number];

/** Tables that are open at first: those with the most differences. */
const mostAtOnce = 4;

/** How two annotators answered: units for every pair of answers, each cell leading to its units. */
export function PairConfusion({ scope, first, second, question }: PairConfusionProps) {
  const texts = useTexts(agreementTexts);
  const label = useQuestionTitles(scope.task);
  const found = useResource<ConfusionsReply>(
    withQuery(apiPath`/api/projects/${scope.project}/monitor/pairs/confusion`, {
      task: scope.task.id,
      run: scope.run,
      first,
      second,
      question,
    }),
    5000,
  );
  return (
    <div className={styles.after}>
      <h3 className={styles.heading}>{texts.confusion(first, second)}</h3>
      <p className={styles.note}>{texts.confusionNote}</p>
      <Loaded resource={found}>
        {({ matrices }) => {
          const shown = matrices
            .filter((one) => question !== undefined || differingUnits(one) > 0)
            .toSorted((one, other) => differingUnits(other) - differingUnits(one));
          const tables = (some: readonly Matrix[]) => (
            <div className={styles.confusions}>
              {some.map((one) => (
                <ConfusionTable key={one.question} matrix={one} scope={scope} />
              ))}
            </div>
          );
          const alike = matrices.filter((one) => !shown.includes(one) && one.units > 0);
          return (
            <>
              {tables(shown.slice(0, mostAtOnce))}
              {shown.length <= mostAtOnce ? null : (
                <Disclosure title={texts.moreConfusions(shown.length - mostAtOnce)}>
                  {tables(shown.slice(mostAtOnce))}
                </Disclosure>
              )}
              {alike.length === 0 ? null : (
                <p className={styles.note}>
                  {texts.noConfusion(alike.map((one) => label(one.question)).join(', '))}
                </p>
              )}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

function ConfusionTable({ matrix, scope }: Readonly<{ matrix: Matrix; scope: Scope }>) {
  const { question, first, second, answers, counts, units } = matrix;
  const texts = useTexts(agreementTexts);
  const format = useFormat();
  const label = useQuestionTitles(scope.task);
  const words = useAnswerWords(scope.task);
  const most = Math.max(1, ...counts.flat());
  const caption = texts.confusionOf(
    label(question),
    format.count(differingUnits(matrix)),
    format.count(units),
  );
  return (
    <div className={styles.mapFrame} role="group" aria-label={caption} tabIndex={0}>
      <table className={styles.confusion}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <td>
              <small>
                {first} ↓ {second} →
              </small>
            </td>
            {answers.map((answer) => (
              <th key={String(answer)} scope="col">
                {words(question, answer)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answers.map((own, row) => (
            <tr key={String(own)}>
              <th scope="row">{words(question, own)}</th>
              {answers.map((other, column) => {
                const count = counts[row]![column]!;
                const isSame = row === column;
                const share = Math.round((count / most) * 45) + (isSame ? 0 : 40);
                const tone = isSame ? 'bar' : 'warn-wash';
                const background = shade(tone, share);
                return (
                  <td
                    key={String(other)}
                    data-same={isSame}
                    style={count === 0 ? {} : { background }}
                  >
                    {count === 0 ? (
                      '·'
                    ) : (
                      <Link
                        target={{
                          to: 'units',
                          params: { project: scope.project },
                          search: {
                            task: scope.task.id,
                            ...(scope.run === null ? {} : { run: scope.run }),
                            question,
                            answer: String(own),
                            by: first,
                            answer2: String(other),
                            by2: second,
                          },
                        }}
                        aria-label={texts.cell(
                          format.count(count),
                          first,
                          words(question, own),
                          second,
                          words(question, other),
                        )}
                      >
                        {format.count(count)}
                      </Link>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function shade(tone: string, share: number): string {
  return `color-mix(in srgb, var(--assay-${tone}) ${share}%, var(--assay-paper))`;
}
