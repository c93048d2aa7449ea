import { describe, expect, it } from 'vitest';
import { legacyPreset } from '../../../test/legacy-policy-files.ts';
import { legacyPolicyId } from './legacy-ids.ts';

const legacyPolicy = (id: string): string | null =>
  legacyPolicyId(id, legacyPreset.topics_of_task_ids);

describe('legacyPolicyId', () => {
  it('gives each of the 72 old ids its own policy, four variants to a topic', () => {
    const ids = [1, 2, 3, 4, 5, 6].flatMap((group) =>
      [...'abcdefghijkl'].map((letter) => `G${group}${letter}`),
    );
    const policies = ids.map(legacyPolicy);
    expect(new Set(policies).size).toBe(72);
    expect(policies.slice(0, 5)).toEqual([
      'G1_allergy_V0',
      'G1_allergy_V1',
      'G1_allergy_V2',
      'G1_allergy_V3',
      'G1_dietary_V0',
    ]);
    expect([
      legacyPolicy('G1i'),
      legacyPolicy('G2a'),
      legacyPolicy('G3l'),
      legacyPolicy('G4e'),
      legacyPolicy('G5j'),
      legacyPolicy('G6d'),
    ]).toEqual([
      'G1_hygiene_V0',
      'G2_romance_V0',
      'G3_time_value_V3',
      'G4_kitchen_V0',
      'G5_consistency_V1',
      'G6_uniqueness_V3',
    ]);
  });

  it('knows nothing else', () => {
    expect(['G1m', 'G7a', 'G1A', 'G1_allergy_V0', 'T1P1', ''].map(legacyPolicy)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});
