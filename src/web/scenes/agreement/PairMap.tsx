import type { PairsReply } from '../../../server/routes/monitoring/monitor-replies.ts';
import { readEstimate } from '../../api/estimate.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { figuresOf } from './PairAgreement.tsx';
import { agreementTexts } from './texts.ts';
import styles from './agreement.module.css';

interface PairMapProps {
  readonly data: PairsReply;
  readonly question: string | undefined;
  readonly chosen: readonly (string | undefined)[];
  readonly onChoose: ((first: string, second: string) => void) | null;
}

/** The pairs as a map: the darker, the more they agree; the number stands in every cell. */
export function PairMap({ data, question, chosen, onChoose }: PairMapProps) {
  const texts = useTexts(agreementTexts);
  const found = new Map(
    data.pairs.flatMap((pair) => [
      [pairKey(pair.first, pair.second), pair] as const,
      [pairKey(pair.second, pair.first), pair] as const,
    ]),
  );
  return (
    <div className={styles.mapFrame} role="group" aria-label={texts.pairs} tabIndex={0}>
      <table className={styles.map}>
        <caption className="visually-hidden">{texts.pairs}</caption>
        <thead>
          <tr>
            <td />
            {data.annotators.slice(0, -1).map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.annotators.slice(1).map((row, at) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {data.annotators.slice(0, at + 1).map((column) => (
                <td key={column}>
                  <MapCell
                    pair={found.get(pairKey(row, column))}
                    question={question}
                    isChosen={chosen.includes(row) && chosen.includes(column)}
                    onChoose={onChoose}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function pairKey(first: string, second: string): string {
  return JSON.stringify([first, second]);
}

interface MapCellProps {
  readonly pair: PairsReply['pairs'][number] | undefined;
  readonly question: string | undefined;
  readonly isChosen: boolean;
  readonly onChoose: ((first: string, second: string) => void) | null;
}

function MapCell({ pair, question, isChosen, onChoose }: MapCellProps) {
  const texts = useTexts(agreementTexts);
  const format = useFormat();
  if (pair === undefined) return <span className={styles.mapCell}>–</span>;
  const kappa = readEstimate(figuresOf(pair, question).kappa);
  const shade = kappa.value === null ? 0 : Math.round(Math.min(1, Math.max(0, kappa.value)) * 55);
  const content = (
    <>
      <b>{kappa.value === null ? '–' : format.decimal(kappa.value)}</b>
      {kappa.value !== null && kappa.interval !== null ? (
        <small>{format.interval(kappa.interval)}</small>
      ) : null}
      <small>n = {format.count(kappa.n)}</small>
    </>
  );
  const look = {
    className: styles.mapCell,
    style: { background: `color-mix(in srgb, var(--assay-bar) ${shade}%, var(--assay-paper))` },
  };
  if (onChoose === null) return <span {...look}>{content}</span>;
  return (
    <button
      type="button"
      {...look}
      aria-pressed={isChosen}
      onClick={() => onChoose(pair.first, pair.second)}
    >
      <span className="visually-hidden">{texts.differ(pair.first, pair.second)}, κ</span>
      {content}
    </button>
  );
}
