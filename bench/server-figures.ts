/** What was measured at one number of annotators; times in milliseconds, memory in megabytes. */
export interface LevelFigures {
  readonly annotators: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /**
   * Time of the processor per save, in microseconds: on a machine that others use too it says more
   * than the rate.
   */
  readonly processor: number;
  /** The most that the process held. */
  readonly memory: number;
}

/** Everything that the load benchmark measures. Times in milliseconds, memory in megabytes. */
export interface ServerFigures {
  readonly units: number;
  readonly floor: readonly LevelFigures[];
  readonly real: readonly LevelFigures[];
  readonly growth: { readonly early: number; readonly late: number; readonly saves: number };
  /** Without a pause between a unit and the next, and with one. */
  readonly next: NextFigures;
  readonly pacedNext: NextFigures & { readonly pause: number };
  readonly start: number;
  readonly firstPage: number;
  readonly firstWork: number;
}

/** How long the next units take. */
export interface NextFigures {
  readonly annotators: number;
  readonly p50: number;
  readonly p99: number;
}

/** The figures as a table. */
export function printServer(figures: ServerFigures): string {
  const columns = [
    'annotators',
    'saves/s',
    'of floor',
    'p50 ms',
    'p99 ms',
    'processor µs',
    'memory MB',
    'floor saves/s',
    'p50 ms',
    'p99 ms',
    'processor µs',
  ];
  const lines = [
    `${figures.units.toLocaleString('en-GB')} units loaded`,
    '',
    columns.map((column) => column.padStart(column.length + 2)).join(''),
  ];
  figures.real.forEach((real, at) => {
    const floor = figures.floor[at]!;
    const cells = [
      real.annotators,
      real.perSecond.toFixed(0),
      `${(real.perSecond / floor.perSecond).toFixed(2)}×`,
      real.p50.toFixed(2),
      real.p99.toFixed(2),
      real.processor.toFixed(0),
      real.memory.toFixed(0),
      floor.perSecond.toFixed(0),
      floor.p50.toFixed(2),
      floor.p99.toFixed(2),
      floor.processor.toFixed(0),
    ];
    lines.push(
      cells.map((cell, column) => String(cell).padStart(columns[column]!.length + 2)).join(''),
    );
  });
  const { growth, next, pacedNext, start, firstPage, firstWork } = figures;
  lines.push(
    '',
    `p50 of a save after 10 saves ${growth.early.toFixed(2)} ms, after ${growth.saves} ` +
      `saves ${growth.late.toFixed(2)} ms (${(growth.late / growth.early).toFixed(2)}×)`,
    `next unit at ${next.annotators} annotators who save and ask in turn: p50 ` +
      `${next.p50.toFixed(2)} ms, p99 ${next.p99.toFixed(2)} ms; with about ` +
      `${pacedNext.pause} ms over each unit: p50 ${pacedNext.p50.toFixed(2)} ms, p99 ` +
      `${pacedNext.p99.toFixed(2)} ms`,
    `start ${start.toFixed(0)} ms, first page ${firstPage.toFixed(0)} ms, session, ` +
      `projects and first units after ${firstWork.toFixed(0)} ms`,
  );
  return `${lines.join('\n')}\n`;
}
