import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useSharedTexts } from '../texts/shared-texts.ts';
import { Icon } from './Icon.tsx';
import styles from './DataTable.module.css';

/** One column of a table. */
export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** What to sort by; without it the column cannot be sorted. Null goes last in both directions. */
  readonly sort?: (row: Row) => number | string | null;
  /** Numbers stand on the right, so that digits align. */
  readonly isNumeric?: boolean;
  readonly width?: string;
  /** Names the row for screen readers; the first column does so unless another does. */
  readonly isRowHeader?: boolean;
}

/**
 * A table that can be sorted by its heads, unless it shows only part of a longer list: in another
 * order that would pass for the whole. Where it is wider than a telephone, each row is a card;
 * elsewhere it scrolls sideways by itself, so that a page never does.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  isCaptionShown = false,
  isPart = false,
  sortedBy,
  empty,
}: {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly isCaptionShown?: boolean;
  readonly isPart?: boolean;
  readonly sortedBy?: { readonly column: string; readonly isDescending: boolean };
  readonly empty?: ReactNode;
}) {
  const texts = useSharedTexts();
  const [order, setOrder] = useState<Order | null>(sortedBy ?? null);
  const sorted = useMemo(
    () => sortRows(rows, columns, isPart ? null : order),
    [rows, columns, order, isPart],
  );
  const header = columns.find((column) => column.isRowHeader) ?? columns[0];
  const frame = useCardsWhereNarrow();
  return (
    <div ref={frame} className={styles.frame} role="group" aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption className={isCaptionShown ? styles.caption : 'visually-hidden'}>{caption}</caption>
        <thead data-few={rows.length < 3}>
          <tr data-title={texts.sortBy}>
            {columns.map((column) => (
              <Head
                key={column.id}
                column={column}
                canSort={column.sort !== undefined && !isPart}
                order={order}
                onSort={() => setOrder(nextOrder(order, column.id))}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) =>
                column === header ? (
                  <th key={column.id} scope="row" data-numeric={column.isNumeric === true}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td
                    key={column.id}
                    data-title={column.title}
                    data-numeric={column.isNumeric === true}
                  >
                    <div className={styles.value}>{column.cell(row)}</div>
                  </td>
                ),
              )}
            </tr>
          ))}
          {rows.length > 0 ? null : (
            <tr>
              <td colSpan={columns.length} className={styles.empty}>
                {empty ?? texts.nothingHere}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

/**
 * Marks the frame of a table with `data-cards` where the window is narrow and the table is wider
 * than its frame: its rows are cards then, and nothing has to be moved sideways to be read.
 */
function useCardsWhereNarrow() {
  const frame = useRef<HTMLDivElement>(null);
  // After every render, since other rows may need more room.
  useLayoutEffect(() => {
    if (frame.current !== null) measure(frame.current);
  });
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    let width = element.clientWidth;
    // Cards change the height; only another width asks again.
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      measure(element);
      width = element.clientWidth;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return frame;
}

function measure(frame: HTMLElement): void {
  delete frame.dataset['cards'];
  if (!matchMedia('(max-width: 760px)').matches) return;
  if (frame.scrollWidth > frame.clientWidth + 1) frame.dataset['cards'] = 'true';
}

interface Order {
  readonly column: string;
  readonly isDescending: boolean;
}

interface HeadProps<Row> {
  readonly column: Column<Row>;
  readonly canSort: boolean;
  readonly order: Order | null;
  readonly onSort: () => void;
}

function Head<Row>({ column, canSort, order, onSort }: HeadProps<Row>) {
  const isSorted = order?.column === column.id;
  const sorted = order?.isDescending === true ? 'descending' : 'ascending';
  const direction = isSorted ? sorted : 'none';
  return (
    <th
      scope="col"
      data-numeric={column.isNumeric === true}
      aria-sort={canSort ? direction : undefined}
      style={column.width === undefined ? undefined : { width: column.width }}
    >
      {!canSort ? (
        column.title
      ) : (
        <button type="button" className={styles.sort} onClick={onSort}>
          {column.title}
          <span className={styles.arrow} data-on={isSorted}>
            <Icon name={direction === 'descending' ? 'down' : 'up'} size={11} />
          </span>
        </button>
      )}
    </th>
  );
}

function nextOrder(order: Order | null, column: string): Order {
  return { column, isDescending: order?.column === column ? !order.isDescending : false };
}

function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  order: Order | null,
): readonly Row[] {
  const by = columns.find((column) => column.id === order?.column)?.sort;
  if (by === undefined || order === null) return rows;
  const sign = order.isDescending ? -1 : 1;
  const collator = new Intl.Collator(undefined, { numeric: true });
  return rows.toSorted((left, right) => {
    const [a, b] = [by(left), by(right)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return (
      sign *
      (typeof a === 'number' && typeof b === 'number'
        ? a - b
        : collator.compare(String(a), String(b)))
    );
  });
}
