import { inEnglish } from '../../../domain/english.ts';
import type { Estimate } from '../../../operations/agreement/agree.ts';

/** The interval with its method and level; where there is none, the reason. */
function intervalJson({ interval: bounds, method }: Extract<Estimate, { value: number }>): object {
  if (bounds === null) return { interval: null, no_interval: inEnglish(method) };
  const name = method.code.replace('interval-', '');
  return { interval: { method: name, level: 0.95, low: bounds[0], high: bounds[1] } };
}

/** An estimate for programs: the value with its interval, or why there is none. */
export function estimateJson(estimate: Estimate): unknown {
  if (estimate.value === null) return { value: null, n: estimate.n, why: inEnglish(estimate.why) };
  const { value, n, skipped, over } = estimate;
  return {
    value,
    n,
    ...(skipped > 0 ? { skipped } : {}),
    ...(over === undefined ? {} : { over: inEnglish(over) }),
    ...intervalJson(estimate),
  };
}
