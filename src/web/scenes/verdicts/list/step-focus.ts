/** Moves the focus among elements; from elsewhere, to the first or the last of them. */
export function stepFocus(elements: Iterable<HTMLElement>, by: number): void {
  const all = [...elements];
  const at = all.findIndex(
    (one) => one === document.activeElement || one.contains(document.activeElement),
  );
  all[nextPlace(all.length, at, by)]?.focus();
}

/** The place that a step leads to; the ends are not passed. −1 where there is nowhere to go. */
export function nextPlace(count: number, at: number, by: number): number {
  if (count === 0) return -1;
  if (at < 0) return by > 0 ? 0 : count - 1;
  return Math.min(Math.max(at + by, 0), count - 1);
}
