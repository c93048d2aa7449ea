import { useEffect, useRef } from 'react';
import type { PairUnitsReply } from '../../../server/routes/monitoring/monitor-replies.ts';
import { apiPath, withQuery } from '../../api/client.ts';
import { Link } from '../../components/Link.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { MoreButton } from '../../figures/MoreButton.tsx';
import { figureTexts } from '../../figures/texts.ts';
import { usePages } from '../../figures/use-pages.ts';
import { useAnswerWords, useQuestionTitles } from '../../figures/use-scope.ts';
import type { Scope } from '../../figures/use-scope.ts';
import { FigureTable } from '../../figures/FigureTable.tsx';
import { agreementTexts } from './texts.ts';
import styles from './agreement.module.css';

interface PairUnitsProps {
  readonly scope: Scope;
  readonly first: string;
  readonly second: string;
  readonly question: string | undefined;
}

/** The units behind a cell of the map, with both answers. */
export function PairUnits({ scope, first, second, question }: PairUnitsProps) {
  const texts = useTexts(agreementTexts);
  const shared = useTexts(figureTexts);
  const format = useFormat();
  const label = useQuestionTitles(scope.task);
  const words = useAnswerWords(scope.task);
  const pages = usePages<PairUnitsReply['items'][number], PairUnitsReply>(
    withQuery(apiPath`/api/projects/${scope.project}/monitor/pairs/units`, {
      task: scope.task.id,
      run: scope.run,
      first,
      second,
      question,
    }),
    20,
  );
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Newer browsers give a promise, which an effect must not return.
    void heading.current?.scrollIntoView({ block: 'nearest' });
  }, [first, second]);
  return (
    <div className={styles.after}>
      <h3 className={styles.heading} ref={heading}>
        {texts.differ(first, second)}
      </h3>
      {pages.head === null ? null : (
        <p className={styles.note}>{texts.differCount(format.count(pages.head.total))}</p>
      )}
      <FigureTable
        caption={texts.differ(first, second)}
        rows={pages.items}
        isPart={pages.hasMore}
        rowKey={(one) => `${one.unit} ${one.question}`}
        empty={pages.isLoading ? '…' : texts.none}
        columns={(column) => [
          {
            id: 'unit',
            title: shared.unit,
            cell: (one) => (
              <Link
                className="id-cell"
                target={{
                  to: 'unit',
                  params: { project: scope.project, task: scope.task.id, unit: one.unit },
                }}
              >
                {one.unit}
              </Link>
            ),
            sort: (one) => one.unit,
          },
          column.text('label', shared.label, (one) => label(one.question)),
          column.cell(
            'first',
            texts.answerOf(first),
            (one) => words(one.question, one.first),
            (one) => String(one.first),
          ),
          column.cell(
            'second',
            texts.answerOf(second),
            (one) => words(one.question, one.second),
            (one) => String(one.second),
          ),
        ]}
      />
      <MoreButton pages={pages} />
    </div>
  );
}
