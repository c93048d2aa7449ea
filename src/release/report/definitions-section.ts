import { measureText } from '../../domain/agreement/measure.ts';
import { inEnglish } from '../../domain/english.ts';
import { plain, table } from './cells.ts';
import type { ReportSection } from './report.ts';

/** What every number means, and where it is defined. */
export function definitionsSection(): ReportSection {
  return {
    id: 'definitions',
    title: 'What the numbers mean',
    blocks: [
      table(
        'Definitions',
        ['Number', 'What it says', 'Reference'],
        definitions.map((row) => row.map(plain)),
      ),
    ],
  };
}

const definitions: readonly (readonly [string, string, string])[] = [
  [
    inEnglish(measureText('percent_agreement')),
    'The share of pairs of answers to the same unit that are equal. Chance agreement is included.',
    'Gwet 2014, Handbook of Inter-Rater Reliability',
  ],
  [
    inEnglish(measureText('cohen_kappa')),
    'Agreement of two annotators beyond what their own habits would give by chance: 1 is full ' +
      'agreement, 0 is chance.',
    'Cohen 1960, doi:10.1177/001316446002000104',
  ],
  [
    inEnglish(measureText('fleiss_kappa')),
    'The same for any number of annotators, with one common habit.',
    'Fleiss 1971, doi:10.1037/h0031619',
  ],
  [
    inEnglish(measureText('krippendorff_alpha')),
    'Agreement beyond chance for any number of annotators, any scale and missing answers.',
    'Krippendorff 2011, Computing Krippendorff’s Alpha-Reliability',
  ],
  [
    inEnglish(measureText('gwet_ac1')),
    'Agreement beyond chance that stays stable where nearly all answers are the same.',
    'Gwet 2008, doi:10.1348/000711006X126600',
  ],
  [
    inEnglish(measureText('positive_agreement')),
    'How often one annotator’s yes is confirmed by another. Only for questions with two answers.',
    'Cicchetti and Feinstein 1990, doi:10.1016/0895-4356(90)90159-M',
  ],
  [
    '95 % interval',
    'A range that covers the true value in 95 of 100 repetitions. For agreement: a Dirichlet ' +
      'posterior over the patterns of answers with Jeffreys’ prior.',
    'Jeffreys 1946, doi:10.1098/rspa.1946.0056',
  ],
  [
    'Share of the population',
    'The share that the whole collection would have, each drawn unit weighted by one over its ' +
      'probability.',
    'Horvitz and Thompson 1952, doi:10.1080/01621459.1952.10483446',
  ],
  [
    'Deviation of the split',
    'The larger distance of a label’s share in dev or test from its share overall.',
    'Sechidis et al. 2011, doi:10.1007/978-3-642-23808-6_10',
  ],
  [
    'Substantial, moderate …',
    'Words for a κ. A convention, not a test.',
    'Landis and Koch 1977, doi:10.2307/2529310',
  ],
];
