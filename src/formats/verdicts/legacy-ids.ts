/**
 * The topics of each group, in the order in which the original's first task ids ran through them.
 */
const topics: Readonly<Record<string, readonly string[]>> = {
  G1: ['allergy', 'dietary', 'hygiene'],
  G2: ['romance', 'business', 'group'],
  G3: ['price_worth', 'hidden_costs', 'time_value'],
  G4: ['server', 'kitchen', 'environment'],
  G5: ['capacity', 'execution', 'consistency'],
  G6: ['uniqueness', 'comparison', 'loyalty'],
};

/**
 * The policy that a task id of the original's first system stands for: four letters to a topic, one
 * to a variant. Null for any other id.
 * @example legacyPolicy('G3f') // 'G3_hidden_costs_V1'
 */
export function legacyPolicy(id: string): string | null {
  const match = /^(G[1-6])([a-l])$/.exec(id);
  if (match === null) return null;
  const letter = match[2]!.charCodeAt(0) - 'a'.charCodeAt(0);
  return `${match[1]}_${topics[match[1]!]![Math.floor(letter / 4)]}_V${letter % 4}`;
}
