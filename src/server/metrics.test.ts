import { describe, expect, it } from 'vitest';
import { Metrics } from './metrics.ts';

describe('the metrics', () => {
  it('count requests by route and status, and their durations in buckets that add up', async () => {
    const metrics = new Metrics();
    metrics.observe('GET', '/a/:id', 200, 0.0005);
    metrics.observe('GET', '/a/:id', 200, 0.02);
    metrics.observe('GET', '/a/:id', 404, 30);
    metrics.saved();
    metrics.gauge('assay_things', 'Things.', () => 7);
    const text = await metrics.print();
    metrics.close();
    const value = (line: string): number =>
      Number(
        text
          .split('\n')
          .find((one) => one.startsWith(`${line} `))
          ?.split(' ')
          .at(-1),
      );
    expect(value('assay_http_requests_total{method="GET",route="/a/:id",status="200"}')).toBe(2);
    const bucket = (bound: string): number =>
      value(`assay_http_request_seconds_bucket{le="${bound}",method="GET",route="/a/:id"}`);
    expect(['0.001', '0.01', '0.025', '10', '+Inf'].map(bucket)).toEqual([1, 1, 2, 2, 3]);
    expect(value('assay_http_request_seconds_count{method="GET",route="/a/:id"}')).toBe(3);
    expect(value('assay_judgments_saved_total')).toBe(1);
    expect(value('assay_things')).toBe(7);
    expect(value('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  });
});
