/** Something that follows the record and holds judgments in memory. */
interface Follower {
  readonly judgments: number;
}

/** The follower with a key, created if needed; evicts the least recently used above the limits. */
export function recentFollower<T extends Follower>(
  kept: Map<string, T>,
  key: string,
  make: () => T,
  limits: { readonly followers: number; readonly judgments: number },
): T {
  const follower = kept.get(key) ?? make();
  kept.delete(key);
  kept.set(key, follower);
  let judgments = 0;
  for (const [at, [name, one]] of [...kept].toReversed().entries()) {
    judgments += one.judgments;
    if (name !== key && (at >= limits.followers || judgments > limits.judgments)) kept.delete(name);
  }
  return follower;
}
