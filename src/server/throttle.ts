import { refuse } from '../domain/fault.ts';

/** When and how long to wait after failures. */
export interface ThrottlePlan {
  /** Failures before waiting starts. */
  readonly free: number;
  /** The longest wait, in seconds. */
  readonly longest: number;
}

/**
 * Slows down guessing: after some failures each further attempt must wait twice as long. What is
 * kept is bounded, and forgotten after a while without failures.
 */
export class Throttle {
  readonly #plan: ThrottlePlan;
  readonly #now: () => number;
  readonly #failures = new Map<string, Failures>();

  /** `now` in milliseconds. */
  constructor(plan: ThrottlePlan, now: () => number) {
    this.#plan = plan;
    this.#now = now;
  }

  /** For how many seconds an attempt must wait; 0 when it may be made. */
  wait(key: string): number {
    const found = this.#failures.get(key);
    return found === undefined ? 0 : Math.max(0, Math.ceil((found.until - this.#now()) / 1000));
  }

  /** Counts an attempt as failed from its start; `succeeded` or `takeBack` corrects it. */
  attempt(key: string): void {
    const now = this.#now();
    const before = this.#failures.get(key);
    const count = before === undefined || now - before.last > forgottenAfter ? 1 : before.count + 1;
    const { free, longest } = this.#plan;
    const seconds = count < free ? 0 : Math.min(longest, 2 ** Math.min(30, count - free));
    // Moved to the end, so that the oldest come first.
    this.#failures.delete(key);
    this.#failures.set(key, { count, last: now, until: now + seconds * 1000 });
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > mostKeys && oldest !== undefined) this.#failures.delete(oldest);
  }

  /** Forgets the failures, after an attempt that went well. */
  succeeded(key: string): void {
    this.#failures.delete(key);
  }

  /** Takes back one attempt but keeps earlier failures: for shared keys such as addresses. */
  takeBack(key: string): void {
    const found = this.#failures.get(key);
    if (found !== undefined)
      this.#failures.set(key, { count: found.count - 1, last: found.last, until: 0 });
  }
}

/**
 * The key of an address: an IPv4 address, or the network of an IPv6 address (its first half), since
 * everybody with one such address has all of the network.
 */
export function addressKey(address: string): string {
  const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const [first, last] = [groups(head), groups(tail ?? '')];
  const gap = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const all = [...first, ...Array.from({ length: gap }, () => '0'), ...last];
  const network = all.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, '').toLowerCase());
  return `${network.join(':')}::/64`;
}

/** Refuses an attempt that must wait, and says in the header for how long. */
export function refuseIfThrottled(
  waits: readonly number[],
  reply: { header(name: string, value: number): unknown },
): void {
  const seconds = Math.max(...waits);
  if (seconds === 0) return;
  reply.header('retry-after', seconds);
  refuse('too-many-attempts', { seconds });
}

interface Failures {
  readonly count: number;
  readonly last: number;
  readonly until: number;
}

const forgottenAfter = 3_600_000;
const mostKeys = 10_000;
