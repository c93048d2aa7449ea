import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Numbers about a running server, as Prometheus reads them. */
export class Metrics {
  readonly #routes = new Map<string, RouteFigures>();
  readonly #gauges: {
    readonly name: string;
    readonly help: string;
    readonly value: () => number;
  }[] = [];
  readonly #delay = monitorEventLoopDelay({ resolution: 20 });
  #saves = 0;

  constructor() {
    this.#delay.enable();
  }

  /**
   * Notes a request that was answered. The route is the pattern, never the address itself, which
   * may hold ids and secrets.
   */
  observe(method: string, route: string, status: number, seconds: number): void {
    const name = `${method} ${route}`;
    let figures = this.#routes.get(name);
    if (figures === undefined)
      this.#routes.set(
        name,
        (figures = {
          labels: `method="${method}",route="${route}"`,
          statuses: new Map(),
          counts: new Float64Array(bounds.length + 1),
          sum: 0,
        }),
      );
    figures.statuses.set(status, (figures.statuses.get(status) ?? 0) + 1);
    figures.sum += seconds;
    let bucket = 0;
    while (bucket < bounds.length && seconds > bounds[bucket]!) bucket += 1;
    figures.counts[bucket]! += 1;
  }

  /** Notes a judgment that was saved. */
  saved(): void {
    this.#saves += 1;
  }

  /** Adds a number that is looked up when it is asked for. */
  gauge(name: string, help: string, value: () => number): void {
    this.#gauges.push({ name, help, value });
  }

  /** Everything, in the text format of Prometheus. */
  print(): string {
    const lines: string[] = [];
    const head = (name: string, type: string, help: string): number =>
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
    head('assay_http_requests_total', 'counter', 'Requests answered, by route and status.');
    for (const { labels, statuses } of this.#routes.values())
      for (const [status, count] of statuses)
        lines.push(`assay_http_requests_total{${labels},status="${status}"} ${count}`);
    head(
      'assay_http_request_seconds',
      'histogram',
      'Time from the arrival of a request to the end of its answer.',
    );
    for (const { labels, counts, sum } of this.#routes.values()) {
      let below = 0;
      bounds.forEach((bound, at) =>
        lines.push(
          `assay_http_request_seconds_bucket{${labels},le="${bound}"} ${(below += counts[at]!)}`,
        ),
      );
      below += counts[bounds.length]!;
      lines.push(
        `assay_http_request_seconds_bucket{${labels},le="+Inf"} ${below}`,
        `assay_http_request_seconds_sum{${labels}} ${sum}`,
        `assay_http_request_seconds_count{${labels}} ${below}`,
      );
    }
    head(
      'assay_judgments_saved_total',
      'counter',
      'Judgments saved by this server since it started.',
    );
    lines.push(`assay_judgments_saved_total ${this.#saves}`);
    const memory = process.memoryUsage();
    const own = [
      {
        name: 'process_resident_memory_bytes',
        help: 'Memory of the process.',
        value: () => memory.rss,
      },
      {
        name: 'nodejs_heap_used_bytes',
        help: 'Memory used by objects.',
        value: () => memory.heapUsed,
      },
      {
        name: 'nodejs_eventloop_lag_p99_seconds',
        help: 'How late the event loop is, 99th percentile since the last reading.',
        value: () => nanoseconds(this.#delay.percentile(99)),
      },
      {
        name: 'nodejs_eventloop_lag_max_seconds',
        help: 'How late the event loop was at worst since the last reading.',
        value: () => nanoseconds(this.#delay.max),
      },
    ];
    for (const { name, help, value } of [...this.#gauges, ...own]) {
      head(name, 'gauge', help);
      lines.push(`${name} ${value()}`);
    }
    this.#delay.reset();
    return `${lines.join('\n')}\n`;
  }

  /** Stops measuring. */
  close(): void {
    this.#delay.disable();
  }
}

interface RouteFigures {
  readonly labels: string;
  readonly statuses: Map<number, number>;
  /** How many fell below each bound and above the one before; the last are those above all. */
  readonly counts: Float64Array;
  sum: number;
}

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

function nanoseconds(value: number): number {
  return Number.isFinite(value) ? value / 1e9 : 0;
}
