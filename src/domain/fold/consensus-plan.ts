import { z } from 'zod';

/** How judgments become one answer. */
const consensusMethods = ['majority', 'weighted', 'dawid-skene', 'mace'] as const;
export type ConsensusMethod = (typeof consensusMethods)[number];

/** Consensus in a protocol file: the method alone, or with what happens to a tie. */
export const consensusSchema = z.union([
  z.enum(consensusMethods),
  z.strictObject({
    method: z.enum(consensusMethods),
    tie: z
      .enum(['ruling', 'heaviest'])
      .default('ruling')
      .describe(
        'A tie waits for a ruling, or the annotator with the most weight decides and the tie ' +
          'is marked',
      ),
  }),
]);

/** The method, and what happens to a tie. */
export interface ConsensusPlan {
  readonly method: ConsensusMethod;
  readonly tie: 'ruling' | 'heaviest';
}

/** The plan that a protocol's notation means. */
export function readConsensus(source: z.infer<typeof consensusSchema>): ConsensusPlan {
  return typeof source === 'string' ? { method: source, tie: 'ruling' } : source;
}
