import type { ReactNode } from 'react';
import type { EstimateReply } from '../../../server/routes/models/model-replies.ts';
import { Notice } from '../../components/Notice.tsx';
import { FigureTable } from '../../figures/FigureTable.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { useCodedSentence } from '../../texts/error-sentence.ts';
import { useFormat } from '../../texts/format.ts';
import { useMoney } from './money.ts';
import { modelsTexts } from './texts.ts';
import styles from './models.module.css';

interface EstimateTableProps {
  readonly estimate: EstimateReply;
  readonly children: ReactNode;
}

/**
 * An estimate of asking, model by model; a price that is not known is shown as unknown, never as 0.
 */
export function EstimateTable({ estimate, children }: EstimateTableProps) {
  const texts = useTexts(modelsTexts);
  const format = useFormat();
  const said = useCodedSentence();
  const money = useMoney(estimate.currency);
  const { counts, models, offered, priced } = estimate;
  const range = ({ low, high }: { low: number; high: number }): string =>
    low === high ? format.count(low) : `${format.count(low)} – ${format.count(high)}`;
  const lacking = offered.flatMap(({ lacks }) => (lacks === null ? [] : [said(lacks)]));
  return (
    <div className={styles.estimate}>
      <h3 className={styles.heading}>{texts.estimateTitle}</h3>
      <p className={styles.soft}>
        {texts.estimateNote(
          format.count(counts.cells),
          format.count(counts.judged),
          format.count(counts.pending),
          format.count(counts.given_up),
        )}{' '}
        {priced === null ? texts.noPrices : texts.prices(format.date(priced))}
      </p>
      <FigureTable
        caption={texts.estimateTitle}
        rows={models}
        rowKey={(one) => one.entry}
        columns={(column) => [
          column.text('model', texts.columns.model, (one) => one.entry),
          column.number('runs', texts.columns.runs, (one) => one.runs),
          column.number('requests', texts.columns.requests, (one) => one.requests),
          {
            ...column.number('input', texts.columns.input, (one) => one.input.high),
            cell: (one) => range(one.input),
          },
          {
            ...column.number('output', texts.columns.output, (one) => one.output.high),
            cell: (one) => range(one.output),
          },
          {
            ...column.number('cost', texts.columns.cost, (one) => one.cost?.high ?? null),
            cell: ({ cost }) =>
              cost === null ? texts.unknown : `${money(cost.low)} – ${money(cost.high)}`,
          },
        ]}
      />
      {counts.stale === 0 ? null : (
        <Notice kind="warn">{texts.staleCells(format.count(counts.stale))}</Notice>
      )}
      {lacking.length === 0 ? null : (
        <Notice kind="warn" title={texts.keys}>
          <p>{[...new Set(lacking)].join(' ')}</p>
          <p>{texts.keysWhy}</p>
        </Notice>
      )}
      {models.every(({ requests }) => requests === 0) ? (
        <Notice kind="info">{texts.nothingOpen}</Notice>
      ) : null}
      <div className={styles.buttons}>{children}</div>
    </div>
  );
}
