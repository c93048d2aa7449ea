import { seededRandom } from '../seeded-random.ts';

/**
 * Simple random draw: so many of some units without replacement, all alike, ascending. The same as
 * {@link stratifiedDraw} without labels, in steps, so that other work can be done between them: for
 * millions of units. Every unit is drawn with probability size / units.
 * @example simpleDraw(3, 3, 7).next().value // Int32Array.of(0, 1, 2)
 */
export function* simpleDraw(
  units: number,
  size: number,
  seed: number | string,
): Generator<void, Int32Array> {
  const order = new Int32Array(units);
  for (let at = 0; at < units; at++) order[at] = at;
  if (size >= units) return order;
  yield;
  const random = seededRandom(seed);
  const isDrawn = new Uint8Array(units);
  for (let place = 0; place < size; place++) {
    const chosen = place + random.integer(units - place);
    const unit = order[chosen];
    order[chosen] = order[place];
    order[place] = unit;
    isDrawn[unit] = 1;
    if (place % stepSize === 0) yield;
  }
  yield;
  const drawn = new Int32Array(size);
  let next = 0;
  for (let at = 0; at < units; at++) if (isDrawn[at] === 1) drawn[next++] = at;
  return drawn;
}

const stepSize = 2 ** 14;
