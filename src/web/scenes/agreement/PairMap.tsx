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

/** The pairs as a map: orange for little agreement, blue for much; each cell has its number. */
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

/**
 * Orange where two hardly agree, blue where they agree well, paper between: ends that also differ
 * for those who do not tell red from green.
 */
function shadeOf(kappa: number | null): string {
  if (kappa === null) return 'var(--assay-paper)';
  const away = Math.min(1, Math.max(0, kappa)) - middle;
  const share = Math.round((Math.abs(away) / (away < 0 ? middle : 1 - middle)) * 60);
  const tone = away < 0 ? 'var(--assay-low)' : 'var(--assay-bar)';
  return `color-mix(in srgb, ${tone} ${share}%, var(--assay-paper))`;
}

/** Kappa from which agreement is called substantial; below, the colour warns. */
const middle = 0.6;

function MapCell({ pair, question, isChosen, onChoose }: MapCellProps) {
  const texts = useTexts(agreementTexts);
  const format = useFormat();
  if (pair === undefined) return <span className={styles.mapCell}>–</span>;
  const kappa = readEstimate(figuresOf(pair, question).kappa);
  const content = (
    <>
      <b>{kappa.value === null ? '–' : format.decimal(kappa.value)}</b>
      {kappa.value !== null && kappa.interval !== null ? (
        <small>{format.interval(kappa.interval)}</small>
      ) : null}
      <small>n = {format.count(kappa.n)}</small>
    </>
  );
  const look = { className: styles.mapCell, style: { background: shadeOf(kappa.value) } };
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
