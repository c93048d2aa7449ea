import type * as Plot from '@observablehq/plot';
import { useEffect, useRef, useState } from 'react';
import { styleNonce } from '../style-nonce.ts';
import styles from './Chart.module.css';

interface ChartProps {
  readonly options: (plot: typeof Plot, width: number) => Plot.PlotOptions;
  readonly label: string;
  readonly height: number;
}

/**
 * A chart by Plot, redrawn when it or its width changes. `label` says in a sentence what it shows.
 * The caller memoises `options`.
 */
export function Chart({ options, label, height }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.floor(entry?.contentRect.width ?? 0)),
    );
    if (frame.current !== null) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    let isOver = false;
    let drawn: Element | null = null;
    if (width > 0) {
      void import('@observablehq/plot').then((plot) => {
        if (isOver || frame.current === null) return;
        drawn = plot.plot({ ...options(plot, width), width, height });
        // Its styles are let in by the nonce, which has to be there before it is shown.
        for (const style of drawn.querySelectorAll('style')) style.nonce = styleNonce();
        frame.current.append(drawn);
      });
    }
    return () => {
      isOver = true;
      drawn?.remove();
    };
  }, [options, width, height]);
  return (
    <div
      ref={frame}
      className={styles.chart}
      role="img"
      aria-label={label}
      style={{ minHeight: height }}
    />
  );
}
