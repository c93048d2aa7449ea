import { criterion } from './trial-source.ts';
import type { TrialSource } from './trial-source.ts';

/** Invented trials in psoriasis, psoriatic arthritis and atopic dermatitis. */
export const skinTrials: readonly TrialSource[] = [
  {
    topic: 'plaque-psoriasis',
    title:
      'Oral IL-23 Receptor Blocker KDR-500 Compared With Placebo and Apremilast in ' +
      'Moderate to Severe Plaque Psoriasis',
    conditions: ['Plaque Psoriasis'],
    status: 'COMPLETED',
    phases: ['PHASE3'],
    sex: 'ALL',
    ages: [18, null],
    places: [
      'Calgary, Alberta, Canada',
      'Kiel, Schleswig-Holstein, Germany',
      'Houston, Texas, United States',
    ],
    inclusion: [
      criterion(
        'Plaque psoriasis for at least 6 months that involves 10% of the body surface or more.',
        'condition | >= | duration of plaque psoriasis 6 | months',
        'condition | >= | involved body surface 10 | %',
      ),
      criterion(
        'Psoriasis Area and Severity Index of 12 or higher.',
        'other | >= | Psoriasis Area and Severity Index 12 | points',
      ),
      criterion(
        'Candidate for phototherapy or systemic treatment.',
        'procedure | EXISTS | candidate for phototherapy or systemic treatment ~ ' +
          'candidate for phototherapy | none',
      ),
    ],
    exclusion: [
      criterion(
        'Guttate, pustular, erythrodermic or drug-induced psoriasis.',
        'condition | EXISTS | guttate, pustular, erythrodermic or drug-induced psoriasis ' +
          '~ guttate or pustular psoriasis | none',
      ),
      criterion(
        'Phototherapy in the 4 weeks before the first dose.',
        'procedure | WITHIN_LAST | phototherapy 4 | weeks',
      ),
      criterion(
        'Earlier failure of an antibody against IL-17 or IL-23.',
        'medication | EXISTS | failure of an antibody against IL-17 or IL-23 ~ failure of ' +
          'an antibody against IL-17 | none',
      ),
    ],
  },
  {
    topic: 'plaque-psoriasis',
    title: 'Bispecific IL-17A/F Nanobody SNB-2 Every Eight Weeks for Chronic Plaque Psoriasis',
    conditions: ['Plaque Psoriasis'],
    status: 'COMPLETED',
    phases: ['PHASE3'],
    sex: 'ALL',
    ages: [18, 80],
    places: ['Pecs, Hungary', 'Osaka, Japan', 'Portland, Oregon, United States'],
    inclusion: [
      criterion(
        'Investigator Global Assessment of 3 or 4 at screening and baseline.',
        'other | IN | Investigator Global Assessment 3, 4 ~ Investigator Global ' +
          'Assessment 3 | points',
      ),
      criterion(
        'Negative test for latent tuberculosis, or at least one month of preventive treatment.',
        'lab | NOT_EXISTS | latent tuberculosis | none',
        'medication | >= | preventive treatment of tuberculosis 1 | months',
      ),
      criterion(
        'Body surface involvement of 10% or more.',
        'condition | >= | body surface involvement 10 | %',
      ),
    ],
    exclusion: [
      criterion(
        'Crohn disease or ulcerative colitis.',
        'condition | EXISTS | Crohn disease or ulcerative colitis ~ Crohn disease | none',
      ),
      criterion(
        'Ciclosporin, methotrexate or acitretin within 28 days.',
        'medication | WITHIN_LAST | ciclosporin, methotrexate or acitretin 28 ~ ' +
          'methotrexate 28 | days',
      ),
      criterion(
        'Oral candidiasis that came back twice or more in the last year.',
        'history | >= | recurrences of oral candidiasis in the last year 2 ~ oral ' +
          'candidiasis 2 | events',
      ),
    ],
  },
  {
    topic: 'plaque-psoriasis',
    title:
      'Withdrawal and Retreatment With the TYK2 Inhibitor AMB-36 in Adults With Moderate ' +
      'to Severe Psoriasis',
    conditions: ['Plaque Psoriasis'],
    status: 'COMPLETED',
    phases: ['PHASE3'],
    sex: 'ALL',
    ages: [18, 75],
    places: ['Nijmegen, Netherlands', 'Edinburgh, United Kingdom', 'Montreal, Quebec, Canada'],
    inclusion: [
      criterion(
        'A reduction of the Psoriasis Area and Severity Index by 75% or more at week 24 ' +
          'of the first study.',
        'other | >= | reduction of the Psoriasis Area and Severity Index 75 | %',
      ),
      criterion(
        'Stable plaque psoriasis for 12 months or longer before the first study.',
        'condition | >= | stable plaque psoriasis 12 | months',
      ),
      criterion(
        'Agreement to avoid strong sunlight and tanning beds.',
        'other | EXISTS | agreement to avoid strong sunlight and tanning beds ~ agreement ' +
          'to avoid tanning beds | none',
      ),
    ],
    exclusion: [
      criterion(
        'Herpes zoster in the past 8 weeks.',
        'history | WITHIN_LAST | herpes zoster 8 | weeks',
      ),
      criterion(
        'Creatine phosphokinase of 5 times the upper limit of normal or more.',
        'lab | >= | creatine phosphokinase 5 | x ULN',
      ),
      criterion(
        'Topical corticosteroids on the lesions within 2 weeks.',
        'medication | WITHIN_LAST | topical corticosteroids 2 | weeks',
      ),
    ],
  },
  {
    topic: 'plaque-psoriasis',
    title:
      'Head-to-Head Comparison of Two Dosing Intervals of the IL-23 Antibody TQN-8 in ' +
      'Plaque Psoriasis With Obesity',
    conditions: ['Plaque Psoriasis', 'Obesity'],
    status: 'RECRUITING',
    phases: ['PHASE3'],
    sex: 'ALL',
    ages: [18, 70],
    places: ['Bonn, North Rhine-Westphalia, Germany', 'Murcia, Spain'],
    inclusion: [
      criterion('Body weight of 100 kg or more.', 'other | >= | body weight 100 | kg'),
      criterion(
        'Dermatology Life Quality Index of at least 10.',
        'other | >= | Dermatology Life Quality Index 10 | points',
      ),
      criterion(
        'Moderate to severe plaque psoriasis with scalp, nail or genital involvement.',
        'condition | EXISTS | plaque psoriasis with scalp, nail or genital involvement ~ ' +
          'plaque psoriasis | none',
      ),
    ],
    exclusion: [
      criterion(
        'Bariatric surgery in the past 12 months or planned.',
        'procedure | WITHIN_LAST | bariatric surgery 12 | months',
      ),
      criterion(
        'Treatment with a GLP-1 receptor agonist started within 3 months.',
        'medication | WITHIN_LAST | start of a GLP-1 receptor agonist 3 | months',
      ),
      criterion(
        'Lymphoproliferative disease, now or earlier.',
        'history | EXISTS | lymphoproliferative disease | none',
      ),
    ],
  },
  {
    topic: 'plaque-psoriasis',
    title: 'Proof-of-Concept Study of the RORγt Inverse Agonist GNT-51 in Plaque Psoriasis',
    conditions: ['Plaque Psoriasis'],
    status: 'COMPLETED',
    phases: ['PHASE2'],
    sex: 'ALL',
    ages: [18, 65],
    places: ['Copenhagen, Denmark', 'Liverpool, United Kingdom'],
    inclusion: [
      criterion(
        'Two comparable target plaques of at least 3 cm in diameter.',
        'condition | >= | diameter of target plaques 3 | cm',
      ),
      criterion(
        'Psoriasis Area and Severity Index between 10 and 30.',
        'other | >= | Psoriasis Area and Severity Index 10 | points',
        'other | <= | Psoriasis Area and Severity Index 30 | points',
      ),
      criterion(
        'No treatment with a biological medicine so far.',
        'medication | NO_HISTORY | biological medicine | none',
      ),
    ],
    exclusion: [
      criterion('QTc interval of 450 ms or more.', 'lab | >= | QTc interval 450 | ms'),
      criterion(
        'Strong inhibitors of CYP3A4 within 14 days before dosing.',
        'medication | WITHIN_LAST | strong inhibitors of CYP3A4 14 | days',
      ),
      criterion(
        'Loss or donation of 500 mL of blood or more in the last 8 weeks.',
        'procedure | WITHIN_LAST | loss or donation of 500 mL of blood 8 ~ donation of ' +
          'blood 8 | weeks',
      ),
    ],
  },
  {
    topic: 'psoriatic-arthritis',
    title:
      'Selective JAK1 Inhibitor PVT-13 in Active Psoriatic Arthritis After Conventional Treatment',
    conditions: ['Psoriatic Arthritis'],
    status: 'COMPLETED',
    phases: ['PHASE3'],
    sex: 'ALL',
    ages: [18, null],
    places: ['Leeds, United Kingdom', 'Toronto, Ontario, Canada', 'La Coruna, Spain'],
    inclusion: [
      criterion(
        'Psoriatic arthritis by the CASPAR criteria with 3 or more swollen and 3 or more ' +
          'tender joints.',
        'condition | >= | swollen joints 3 | events',
        'condition | EXISTS | psoriatic arthritis by the CASPAR criteria ~ psoriatic ' +
          'arthritis | none',
      ),
      criterion(
        'Inadequate response to methotrexate, leflunomide or sulfasalazine after 12 weeks.',
        'medication | EXISTS | inadequate response to methotrexate, leflunomide or ' +
          'sulfasalazine ~ inadequate response to methotrexate | none',
      ),
      criterion('C-reactive protein of at least 3 mg/L.', 'lab | >= | C-reactive protein 3 | mg/L'),
    ],
    exclusion: [
      criterion(
        'Deep vein thrombosis or pulmonary embolism at any time.',
        'history | EXISTS | deep vein thrombosis or pulmonary embolism ~ deep vein ' +
          'thrombosis | none',
      ),
      criterion(
        'Fibromyalgia that would disturb the assessment of pain.',
        'condition | EXISTS | fibromyalgia | none',
      ),
      criterion(
        'Intra-articular corticosteroid within 4 weeks before baseline.',
        'medication | WITHIN_LAST | intra-articular corticosteroid 4 | weeks',
      ),
    ],
  },
  {
    topic: 'atopic-dermatitis',
    title:
      'Topical Aryl Hydrocarbon Receptor Agonist VLM-1 in Adults With Atopic Dermatitis ' +
      'of the Hands',
    conditions: ['Atopic Dermatitis'],
    status: 'COMPLETED',
    phases: ['PHASE3'],
    sex: 'ALL',
    ages: [18, null],
    places: ['Rouen, France', 'San Diego, California, United States', 'Glasgow, United Kingdom'],
    inclusion: [
      criterion(
        'Atopic dermatitis by the criteria of Hanifin and Rajka for 1 year or longer.',
        'condition | >= | duration of atopic dermatitis 1 | years',
      ),
      criterion(
        'Peak pruritus rating of at least 4 in the week before baseline.',
        'other | >= | peak pruritus rating 4 | points',
      ),
      criterion(
        'Eczema on the hands graded moderate or severe.',
        'condition | EXISTS | eczema on the hands graded moderate or severe ~ eczema on ' +
          'the hands | none',
      ),
    ],
    exclusion: [
      criterion(
        'Contact allergy that is thought to cause the hand eczema.',
        'condition | EXISTS | contact allergy that causes the hand eczema ~ contact allergy | none',
      ),
      criterion(
        'Bacterial skin infection treated with antibiotics within 7 days.',
        'condition | WITHIN_LAST | bacterial skin infection treated with antibiotics 7 ~ ' +
          'bacterial skin infection 7 | days',
      ),
      criterion(
        'Systemic treatment of eczema during the last 4 weeks.',
        'medication | WITHIN_LAST | systemic treatment of eczema 4 | weeks',
      ),
    ],
  },
];
