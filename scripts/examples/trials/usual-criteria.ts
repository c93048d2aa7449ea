import type { SeededRandom } from '../../../src/statistics/seeded-random.ts';
import { criterion } from './trial-source.ts';
import type { Criterion, TrialSource } from './trial-source.ts';

interface Usual {
  readonly wordings: readonly string[];
  readonly rules: readonly string[];
  /** Left out where the trial's own sentences speak of it already, or where it makes no sense. */
  readonly unless?: (trial: TrialSource, said: string) => boolean;
}

/** Who may take part by age and sex. */
export function ageAndSex(trial: TrialSource, random: SeededRandom): readonly Criterion[] {
  const [minimum, maximum] = trial.ages;
  const rules = [
    `age | >= | ${minimum} | years`,
    ...(maximum === null ? [] : [`age | <= | ${maximum} | years`]),
  ];
  const open = [
    `Age ${minimum} years or older.`,
    `At least ${minimum} years old on the day of consent.`,
    `Participants must be ${minimum} years of age or more at screening.`,
    `Minimum age of ${minimum} years; there is no upper limit.`,
  ];
  const closed = [
    `Age ${minimum} to ${maximum} years, inclusive.`,
    `Between ${minimum} and ${maximum} years old when consent is given.`,
    `Participants from ${minimum} to ${maximum} years of age.`,
    `No younger than ${minimum} and no older than ${maximum} years at the first visit.`,
  ];
  const age = criterion(pick(maximum === null ? open : closed, random), ...rules);
  if (trial.sex === 'ALL') return [age];
  const women = trial.sex === 'FEMALE';
  return [
    age,
    criterion(
      women ? pick(['Female sex.', 'Women only.', 'Open to women only.'], random) : 'Male sex.',
      `sex | = | ${women ? 'female' : 'male'} | none`,
    ),
  ];
}

/** The last sentence of the inclusion criteria. */
export function consent(trial: TrialSource, random: SeededRandom): readonly Criterion[] {
  if (trial.inclusion.some((entry) => /consent/.test(entry.text))) return [];
  const adult = [
    'Written informed consent.',
    'Ability to understand the study and to give written consent.',
    'Signed consent before any procedure of the study.',
    'Consent in writing, and readiness to attend all visits.',
  ];
  const minor = [
    'Written consent of a parent or guardian, and assent where the child can give it.',
    'Consent of the participant, or of a parent for those who are under age.',
  ];
  return [criterion(pick(trial.ages[0] < 18 ? minor : adult, random))];
}

/** Exclusions that nearly every trial has, a few of them, each in one of its wordings. */
export function usualExclusions(trial: TrialSource, random: SeededRandom): readonly Criterion[] {
  const said = [...trial.inclusion, ...trial.exclusion].map((entry) => entry.text).join(' ');
  const fitting = usual.filter((entry) => entry.unless?.(trial, said) !== true);
  const chosen = new Set<Usual>();
  while (chosen.size < 4) chosen.add(fitting[random.integer(fitting.length)]!);
  return fitting
    .filter((entry) => chosen.has(entry))
    .map((entry) => {
      const days = pick(['28', '30', '60', '90'], random);
      const [wording, ...rules] = [pick(entry.wordings, random), ...entry.rules].map((text) =>
        text.replace('{days}', days),
      ) as [string, ...string[]];
      return criterion(wording, ...rules);
    });
}

const usual: readonly Usual[] = [
  {
    wordings: [
      'Pregnant or breastfeeding women.',
      'Pregnancy, breastfeeding, or the wish to become pregnant during the study.',
      'Women who are pregnant or nursing, shown by a positive test at screening or by history.',
    ],
    rules: ['condition | EXISTS | pregnancy or breastfeeding ~ pregnancy | none'],
    unless: (trial) => trial.sex === 'MALE' || trial.ages[0] >= 50 || trial.ages[1] === 11,
  },
  {
    wordings: [
      'Participation in another interventional study within {days} days before screening.',
      'Intake of any investigational product in the {days} days before the first visit.',
      'Treatment in a different clinical trial during the previous {days} days.',
    ],
    rules: ['other | WITHIN_LAST | participation in another interventional study {days} | days'],
  },
  {
    wordings: [
      'Known allergy to the study medicine or to any of its excipients.',
      'Hypersensitivity to a component of the study treatment.',
      'Allergy to the study medicine, known or suspected.',
    ],
    rules: ['history | EXISTS | allergy to the study medicine | none'],
    unless: (_, said) => /Exercise|Internet|Stimulation/.test(said),
  },
  {
    wordings: [
      'AST or ALT of 3 times the upper limit of normal or more.',
      'Liver enzymes (AST or ALT) at 3 times the upper limit of normal or higher.',
    ],
    rules: ['lab | >= | AST or ALT 3 ~ ALT 3 | x ULN'],
    unless: (_, said) => /ALT|Bilirubin/.test(said),
  },
  {
    wordings: [
      'Cancer in the past 5 years, apart from basal cell carcinoma of the skin and ' +
        'carcinoma in situ of the cervix.',
      'Any malignant tumour within 5 years, other than skin cancer that was removed completely.',
    ],
    rules: ['history | WITHIN_LAST | cancer with the stated exceptions 5 ~ cancer 5 | years'],
    unless: (trial, said) =>
      /breast|tnbc/.test(trial.topic) ||
      /cancer|carcinoma|Lymphoproliferative/.test(said) ||
      (trial.ages[1] ?? 99) < 18,
  },
  {
    wordings: [
      'Major surgery within 8 weeks before enrolment.',
      'Major surgery in the last 8 weeks, with or without complications.',
    ],
    rules: ['procedure | WITHIN_LAST | major surgery 8 | weeks'],
    unless: (_, said) => /surgery|Joint replacement/.test(said),
  },
  {
    wordings: [
      'Misuse of alcohol or drugs in the past 12 months.',
      'Alcohol or drug dependence, at present or during the last 12 months.',
    ],
    rules: [
      'history | WITHIN_LAST | misuse of alcohol or drugs 12 ~ misuse of alcohol 12 | months',
    ],
    unless: (trial, said) => /Alcohol|substance|Vaping/.test(said) || (trial.ages[1] ?? 99) < 18,
  },
  {
    wordings: [
      'Active infection that needs intravenous treatment.',
      'An infection that is treated in hospital at the time of screening.',
    ],
    rules: ['condition | EXISTS | active infection that needs treatment ~ infection | none'],
    unless: (_, said) => /infection|tuberculosis/i.test(said),
  },
  {
    wordings: [
      'Any illness that, in the opinion of the investigator, makes participation unsafe ' +
        'or the results hard to interpret.',
      'Any other condition for which the investigator considers the study unsuitable.',
      'Circumstances that make regular attendance at the visits unlikely.',
    ],
    rules: [],
  },
];

function pick<T>(entries: readonly T[], random: SeededRandom): T {
  return entries[random.integer(entries.length)]!;
}
