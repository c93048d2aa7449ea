import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Numbers about a running server, for Prometheus. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #delay = monitorEventLoopDelay({ resolution: 20 });
  readonly #requests = new Counter({
    name: 'assay_http_requests_total',
    help: 'Requests answered, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [this.#registry],
  });
  readonly #seconds = new Histogram({
    name: 'assay_http_request_seconds',
    help: 'Time from the arrival of a request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.#registry],
  });
  readonly #saves = new Counter({
    name: 'assay_judgments_saved_total',
    help: 'Judgments saved by this server since it started.',
    registers: [this.#registry],
  });

  constructor() {
    this.#delay.enable();
    this.gauge('process_resident_memory_bytes', 'Memory of the process.', () =>
      process.memoryUsage.rss(),
    );
    this.gauge(
      'nodejs_heap_used_bytes',
      'Memory used by objects.',
      () => process.memoryUsage().heapUsed,
    );
    this.gauge(
      'nodejs_eventloop_lag_p99_seconds',
      'Delay of the event loop since the last reading, 99th percentile.',
      () => seconds(this.#delay.percentile(99)),
    );
    this.gauge(
      'nodejs_eventloop_lag_max_seconds',
      'Longest delay of the event loop since the last reading.',
      () => seconds(this.#delay.max),
    );
  }

  /** Counts a request. The route is the pattern; the URL itself may hold ids and secrets. */
  observe(method: string, route: string, status: number, duration: number): void {
    this.#requests.inc({ method, route, status });
    this.#seconds.observe({ method, route }, duration);
  }

  /** Counts a judgment that was saved. */
  saved(): void {
    this.#saves.inc();
  }

  /** Adds a number that is looked up at every reading. */
  gauge(name: string, help: string, value: () => number): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.#registry],
      collect: () => gauge.set(value()),
    });
  }

  /** Everything, in the text format of Prometheus. */
  async print(): Promise<string> {
    const text = await this.#registry.metrics();
    this.#delay.reset();
    return text;
  }

  /** Stops measuring. */
  close(): void {
    this.#delay.disable();
  }
}

function seconds(nanoseconds: number): number {
  return Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0;
}
