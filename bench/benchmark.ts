/** One piece of work that is timed, beside the reference and the floor that it is compared with. */
export interface Benchmark {
  readonly name: string;
  /** What the same work is called in the Python file of the same name in `reference/`. */
  readonly reference?: string;
  /** Makes the input; not timed. */
  prepare?(): unknown;
  run(): unknown;
  /** The least that anything with this input must do, timed in turn with `run`. */
  floor?(): unknown;
}

/** What a benchmark module exports. */
export interface BenchmarkModule {
  readonly benchmarks: readonly Benchmark[];
  /** Removes what was made for the benchmarks. */
  cleanUp?(): void;
}

/** Figures that are no single time: a module exports it as `report`. */
export interface Report<Figures = unknown> {
  readonly name: string;
  measure(quick: boolean): Promise<Figures>;
  print(figures: Figures): string;
}

/** What a run says about itself, where a stopwatch around it would tell less. */
export class Measured {
  readonly seconds: number;
  readonly megabytes: number | null;

  constructor(seconds: number, megabytes: number | null = null) {
    this.seconds = seconds;
    this.megabytes = megabytes;
  }
}

/** How long the work took, and what memory it needed where that is known. */
export interface Timing {
  readonly seconds: number;
  readonly megabytes: number | null;
  readonly runs: number;
}

/** A benchmark with its times: medians, after a first run that is not counted. */
export interface BenchmarkResult {
  readonly name: string;
  readonly work: Timing;
  readonly floor: Timing | null;
}

/** Runs a benchmark and its floor in turn, so that both see the same machine. */
export async function timeBenchmark(benchmark: Benchmark, runs: number): Promise<BenchmarkResult> {
  await benchmark.prepare?.();
  const work: Measured[] = [];
  const floor: Measured[] = [];
  for (let run = -1; run < runs; run += 1) {
    const own = await time(() => benchmark.run());
    const least = benchmark.floor === undefined ? null : await time(() => benchmark.floor?.());
    if (run < 0) continue;
    work.push(own);
    if (least !== null) floor.push(least);
  }
  return {
    name: benchmark.name,
    work: median(work),
    floor: floor.length === 0 ? null : median(floor),
  };
}

async function time(work: () => unknown): Promise<Measured> {
  const start = performance.now();
  const result = await work();
  return result instanceof Measured ? result : new Measured((performance.now() - start) / 1000);
}

function median(runs: readonly Measured[]): Timing {
  const seconds = runs.map((run) => run.seconds).toSorted((a, b) => a - b);
  const middle = seconds.length >> 1;
  const value =
    seconds.length % 2 === 1 ? seconds[middle]! : (seconds[middle - 1]! + seconds[middle]!) / 2;
  const megabytes = runs.flatMap((run) => run.megabytes ?? []);
  return {
    seconds: value,
    megabytes: megabytes.length === 0 ? null : Math.max(...megabytes),
    runs: runs.length,
  };
}
