import { allergyTerms, legacyPreset } from './legacy-policy-files.ts';
import type { SecondGeneration } from './legacy-policy-files.ts';
import { importPolicy } from '../src/formats/verdicts/legacy-policy-import.ts';
import { readLegacyPolicy } from '../src/formats/verdicts/legacy-policy.ts';
import type { LegacyPolicy } from '../src/formats/verdicts/legacy-policy.ts';
import { readLegacyTerms, termDomain } from '../src/formats/verdicts/legacy-terms.ts';
import type { Term } from '../src/formats/verdicts/legacy-terms.ts';
import { legacyTopic, topicTerms } from '../src/formats/verdicts/legacy-topic.ts';

export const library = new Map(
  Object.entries(allergyTerms).flatMap(([file, text]) => {
    const read = readLegacyTerms(text);
    return read.ok
      ? read.value.map((term): [string, Term] => [`${termDomain(file)}:${term.id}`, term])
      : [];
  }),
);

export function readPolicy(text: string): LegacyPolicy {
  const read = readLegacyPolicy(text);
  if (!read.ok)
    throw new Error(read.faults.map((fault) => `${fault.line}: ${fault.message}`).join('\n'));
  return read.value;
}

export function imported(text: string, terms = library): ReturnType<typeof importPolicy> {
  const original = readPolicy(text);
  return importPolicy(
    original,
    legacyTopic(original.topic, [original], topicTerms([original], terms).terms, legacyPreset),
  );
}

export const notesOf = (text: string): readonly string[] => {
  const result = imported(text);
  return result.ok ? result.notes : ['faults'];
};

export const allergy: SecondGeneration = {
  id: 'G1_allergy_V4',
  terms: [
    'shared:ACCOUNT_TYPE',
    'allergy:INCIDENT_SEVERITY',
    'allergy:ASSURANCE_CLAIM',
    'shared:STAFF_RESPONSE',
  ],
  severity: 'incident_severity',
  points: { mild: 2, moderate: 5, severe: 15 },
  modifiers: { 'assurance_claim = true': 5, 'staff_response = dismissive': 3 },
  cuisine: 2,
  recency: [
    ['Within 2 years', 'full point value', 1],
    ['2-3 years old', 'half point value (multiply by 0.5)', 0.5],
    ['Over 3 years old', 'quarter point value (multiply by 0.25)', 0.25],
  ],
  thresholds: [
    '{ verdict: Critical Risk, min_score: 8, min_score_by_k: { 25: 12, 50: 6, 100: 7 } }',
    '{ verdict: High Risk, min_score: 4, min_score_by_k: { 25: 2, 50: 3, 100: 3 } }',
  ],
};
