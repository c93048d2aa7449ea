import { randomBytes } from 'node:crypto';

/**
 * Makes ids that sort by time (UUID version 7): 48 bits of milliseconds, a counter that orders ids
 * of one millisecond, random bits. RFC 9562, https://doi.org/10.17487/RFC9562
 */
export function timeOrderedIds(
  clock: () => Date,
  random: (size: number) => Uint8Array = randomBytes,
): () => string {
  let last = 0;
  let count = 0;
  let pool = '';
  let used = 0;
  const digits = (wanted: number): string => {
    // Random bytes are fetched and printed many at a time: a system call for each id would be half
    // its cost.
    if (used + wanted > pool.length) [pool, used] = [Buffer.from(random(4096)).toString('hex'), 0];
    used += wanted;
    return pool.slice(used - wanted, used);
  };
  return () => {
    const now = clock().getTime();
    if (now > last) [last, count] = [now, 0];
    else count += 1;
    // A millisecond with more ids than the counter holds borrows from the next one.
    if (count > 0xfff) [last, count] = [last + 1, 0];
    const time = last.toString(16).padStart(12, '0');
    const version = `7${count.toString(16).padStart(3, '0')}`;
    const rest = digits(16);
    const variant = `${variants[Number.parseInt(rest[0]!, 16) & 3]}${rest.slice(1, 4)}`;
    return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${variant}-${rest.slice(4)}`;
  };
}

/** The digit that says the variant, with two random bits. */
const variants = ['8', '9', 'a', 'b'] as const;
