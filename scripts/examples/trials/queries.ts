/** A query with what it asks for, and which conditions are near to the one it means. */
export interface QuerySource {
  readonly query: string;
  readonly topic: string;
  readonly conditions: readonly string[];
  readonly place: {
    readonly country: string;
    readonly state: string | null;
    readonly city: string | null;
  } | null;
  readonly status: string | null;
  readonly phase: string | null;
  readonly ages: readonly [minimum: number, maximum: number | null] | null;
  readonly sex: 'FEMALE' | 'MALE' | null;
  /**
   * Conditions that overlap with the asked one, each with what is different, as the end of "but …".
   */
  readonly related: Readonly<Record<string, string>>;
}

/** The invented queries. */
export const querySources: readonly QuerySource[] = [
  {
    query: 'phase 3 heart failure with preserved ejection fraction, recruiting in Germany',
    topic: 'hfpef',
    conditions: ['heart failure with preserved ejection fraction'],
    place: { country: 'Germany', state: null, city: null },
    status: 'RECRUITING',
    phase: 'PHASE3',
    ages: null,
    sex: null,
    related: { hfref: 'it takes reduced, not preserved, ejection fraction' },
  },
  {
    query: 'severe eosinophilic asthma for a 15 year old, recruiting now',
    topic: 'eosinophilic-asthma',
    conditions: ['severe eosinophilic asthma'],
    place: null,
    status: 'RECRUITING',
    phase: null,
    ages: [15, 15],
    sex: null,
    related: { 'childhood-asthma': 'the children are under 12 and their asthma is mild' },
  },
  {
    query: 'metastatic triple-negative breast cancer phase 2 in Texas',
    topic: 'metastatic-tnbc',
    conditions: ['metastatic triple-negative breast cancer'],
    place: { country: 'United States', state: 'Texas', city: null },
    status: null,
    phase: 'PHASE2',
    ages: null,
    sex: null,
    related: {
      'hormone-positive-breast-cancer': 'the tumours are hormone receptor-positive',
      'early-tnbc': 'the disease is stage II or III and not metastatic',
    },
  },
  {
    query: 'diabetic kidney disease in type 2 diabetes, open for enrolment in Ontario',
    topic: 'diabetic-kidney-disease',
    conditions: ['diabetic kidney disease', 'type 2 diabetes'],
    place: { country: 'Canada', state: 'Ontario', city: null },
    status: 'RECRUITING',
    phase: null,
    ages: null,
    sex: null,
    related: {
      'type-2-diabetes': 'the kidneys are not what it studies',
      'iga-nephropathy': 'the kidney disease has another cause than diabetes',
    },
  },
  {
    query: 'postmenopausal osteoporosis, women over 65, phase 3, Spain',
    topic: 'postmenopausal-osteoporosis',
    conditions: ['postmenopausal osteoporosis'],
    place: { country: 'Spain', state: null, city: null },
    status: null,
    phase: 'PHASE3',
    ages: [65, null],
    sex: 'FEMALE',
    related: { 'male-osteoporosis': 'it enrols men only' },
  },
  {
    query: 'treatment-resistant depression phase 2 recruiting in Boston',
    topic: 'treatment-resistant-depression',
    conditions: ['treatment-resistant depression'],
    place: { country: 'United States', state: 'Massachusetts', city: 'Boston' },
    status: 'RECRUITING',
    phase: 'PHASE2',
    ages: null,
    sex: null,
    related: {
      'bipolar-depression': 'the depression is bipolar',
      'major-depression': 'it takes a first episode without any failed treatment',
    },
  },
  {
    query: 'completed phase 3 trials in moderate to severe plaque psoriasis',
    topic: 'plaque-psoriasis',
    conditions: ['plaque psoriasis'],
    place: null,
    status: 'COMPLETED',
    phase: 'PHASE3',
    ages: null,
    sex: null,
    related: { 'psoriatic-arthritis': 'it is about the joints rather than the skin' },
  },
  {
    query: "early Alzheimer's disease, recruiting in the United Kingdom",
    topic: 'early-alzheimer',
    conditions: ["early Alzheimer's disease"],
    place: { country: 'United Kingdom', state: null, city: null },
    status: 'RECRUITING',
    phase: null,
    ages: null,
    sex: null,
    related: { 'alzheimer-agitation': 'it is about agitation in the later stages' },
  },
];

/** A condition in the words of a sentence. */
export const topicWords: Readonly<Record<string, string>> = {
  hfpef: 'heart failure with preserved ejection fraction',
  hfref: 'heart failure with reduced ejection fraction',
  'atrial-fibrillation': 'stroke prevention in atrial fibrillation',
  'eosinophilic-asthma': 'severe eosinophilic asthma',
  'childhood-asthma': 'mild asthma in children',
  copd: 'chronic obstructive pulmonary disease',
  'metastatic-tnbc': 'metastatic triple-negative breast cancer',
  'hormone-positive-breast-cancer': 'hormone receptor-positive breast cancer',
  'early-tnbc': 'early triple-negative breast cancer',
  'diabetic-kidney-disease': 'diabetic kidney disease',
  'iga-nephropathy': 'IgA nephropathy',
  'type-2-diabetes': 'type 2 diabetes',
  'postmenopausal-osteoporosis': 'postmenopausal osteoporosis',
  'male-osteoporosis': 'osteoporosis in men',
  'knee-osteoarthritis': 'knee osteoarthritis',
  'treatment-resistant-depression': 'treatment-resistant depression',
  'bipolar-depression': 'bipolar depression',
  'major-depression': 'a first episode of major depression',
  'plaque-psoriasis': 'plaque psoriasis',
  'psoriatic-arthritis': 'psoriatic arthritis',
  'atopic-dermatitis': 'atopic dermatitis of the hands',
  'early-alzheimer': "early Alzheimer's disease",
  'alzheimer-agitation': "agitation in Alzheimer's dementia",
  parkinson: "early Parkinson's disease",
};
