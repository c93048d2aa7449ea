/**
 * The policy of a task id of the first system: four letters per topic, one per variant. `topics`
 * lists those of each group in the order of the letters. Null for any other id.
 * @example legacyPolicyId('G3f', { G3: ['price_worth', 'hidden_costs'] }) // 'G3_hidden_costs_V1'
 */
export function legacyPolicyId(
  id: string,
  topics: Readonly<Record<string, readonly string[]>>,
): string | null {
  const [, group, letter] = /^(G\d)([a-z])$/.exec(id) ?? [];
  if (group === undefined || letter === undefined || !Object.hasOwn(topics, group)) return null;
  const place = letter.charCodeAt(0) - 'a'.charCodeAt(0);
  const topic = topics[group]![Math.floor(place / 4)];
  return topic === undefined ? null : `${group}_${topic}_V${place % 4}`;
}
