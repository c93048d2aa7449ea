import { randomBytes } from 'node:crypto';

/**
 * Makes ids that sort by the time they were made (UUID version 7): 48 bits of milliseconds, then a counter so that ids of one millisecond keep
 * their order, then random bits. RFC 9562, https://doi.org/10.17487/RFC9562
 */
export function timeOrderedIds(clock: () => Date, random: (size: number) => Uint8Array = randomBytes): () => string {
  let last = 0;
  let count = 0;
  let pool: Uint8Array = new Uint8Array(0);
  let used = 0;
  const bytes = (size: number): Uint8Array => {
    // Random bytes are fetched many at a time: a system call for each id would be half its cost.
    if (used + size > pool.length) [pool, used] = [random(4096), 0];
    used += size;
    return pool.subarray(used - size, used);
  };
  return () => {
    const now = clock().getTime();
    if (now > last) [last, count] = [now, 0];
    else count += 1;
    // A millisecond with more ids than the counter holds borrows from the next one.
    if (count > 0xfff) [last, count] = [last + 1, 0];
    const time = last.toString(16).padStart(12, '0');
    const tail = bytes(8);
    let rest = ((tail[0]! & 0x3f) | 0x80).toString(16);
    for (let at = 1; at < 8; at += 1) rest += (tail[at]! + 256).toString(16).slice(1);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}-${rest.slice(0, 4)}-${rest.slice(4)}`;
  };
}
