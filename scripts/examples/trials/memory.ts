import { criterion } from './trial-source.ts';
import type { TrialSource } from './trial-source.ts';

/** Invented trials in Alzheimer's disease and Parkinson's disease. */
export const memoryTrials: readonly TrialSource[] = [
  {
    topic: 'early-alzheimer',
    title:
      'Subcutaneous Anti-Amyloid Antibody MRD-210 in Mild Cognitive Impairment and Mild ' +
      "Dementia Due to Alzheimer's Disease",
    conditions: ["Early Alzheimer's Disease", 'Mild Cognitive Impairment'],
    status: 'RECRUITING',
    phases: ['PHASE3'],
    sex: 'ALL',
    ages: [55, 85],
    places: ['London, United Kingdom', 'Bristol, United Kingdom', 'Utrecht, Netherlands'],
    inclusion: [
      criterion(
        'Mini-Mental State Examination score from 22 to 30.',
        'other | >= | Mini-Mental State Examination score 22 | points',
        'other | <= | Mini-Mental State Examination score 30 | points',
      ),
      criterion(
        'Amyloid confirmed by positron emission tomography or in cerebrospinal fluid.',
        'lab | EXISTS | amyloid in positron emission tomography or cerebrospinal fluid ~ ' +
          'amyloid in cerebrospinal fluid | none',
      ),
      criterion(
        'A study partner who spends 10 hours a week or more with the participant.',
        'other | >= | hours a week with a study partner 10 | hours',
      ),
    ],
    exclusion: [
      criterion(
        'More than four microbleeds or superficial siderosis on MRI.',
        'lab | EXISTS | more than four microbleeds or superficial siderosis ~ more than ' +
          'four microbleeds | none',
      ),
      criterion(
        'Anticoagulants in the 4 weeks before screening.',
        'medication | WITHIN_LAST | anticoagulants 4 | weeks',
      ),
      criterion(
        'Transient ischaemic attack or stroke within 12 months.',
        'history | WITHIN_LAST | transient ischaemic attack or stroke 12 ~ stroke 12 | months',
      ),
    ],
  },
  {
    topic: 'early-alzheimer',
    title:
      'Tau Antisense Oligonucleotide ASO-T7 Given Into the Spinal Fluid in Early ' +
      "Alzheimer's Disease",
    conditions: ["Early Alzheimer's Disease"],
    status: 'RECRUITING',
    phases: ['PHASE2'],
    sex: 'ALL',
    ages: [50, 80],
    places: ['Edinburgh, United Kingdom', 'Cambridge, United Kingdom'],
    inclusion: [
      criterion(
        'Clinical Dementia Rating global score of 0.5 or 1.',
        'other | IN | Clinical Dementia Rating 0.5, 1 ~ Clinical Dementia Rating 0.5 | points',
      ),
      criterion(
        'Raised phosphorylated tau in plasma or cerebrospinal fluid.',
        'lab | EXISTS | raised phosphorylated tau in plasma or cerebrospinal fluid ~ ' +
          'raised phosphorylated tau in plasma | none',
      ),
      criterion(
        'Cholinesterase inhibitor, if taken, at an unchanged dose for at least 12 weeks.',
        'medication | >= | unchanged dose of a cholinesterase inhibitor 12 | weeks',
      ),
    ],
    exclusion: [
      criterion(
        'Any spinal condition that makes lumbar puncture unsafe.',
        'condition | EXISTS | spinal condition that makes lumbar puncture unsafe ~ spinal ' +
          'condition | none',
      ),
      criterion(
        'Platelet count of 100,000 cells/uL or lower.',
        'lab | <= | platelet count 100000 | cells/uL',
      ),
      criterion(
        'Hydrocephalus or a shunt.',
        'condition | EXISTS | hydrocephalus or a shunt ~ hydrocephalus | none',
      ),
    ],
  },
  {
    topic: 'early-alzheimer',
    title:
      "Incretin Combination OBR-17 on Cognitive Decline in Early Symptomatic Alzheimer's Disease",
    conditions: ["Early Alzheimer's Disease"],
    status: 'RECRUITING',
    phases: ['PHASE3'],
    sex: 'ALL',
    ages: [55, 84],
    places: ['Sacramento, California, United States', 'Toronto, Ontario, Canada'],
    inclusion: [
      criterion(
        'Montreal Cognitive Assessment score between 16 and 25.',
        'other | >= | Montreal Cognitive Assessment score 16 | points',
        'other | <= | Montreal Cognitive Assessment score 25 | points',
      ),
      criterion(
        'Decline in memory over the last 12 months, confirmed by an informant.',
        'condition | EXISTS | decline in memory over 12 months ~ decline in memory | none',
      ),
      criterion('Body mass index of 22 kg/m2 or more.', 'lab | >= | body mass index 22 | kg/m2'),
    ],
    exclusion: [
      criterion(
        'Type 1 diabetes, or type 2 diabetes treated with insulin.',
        'condition | EXISTS | type 1 diabetes or type 2 diabetes treated with insulin ~ ' +
          'type 1 diabetes | none',
      ),
      criterion(
        'Weight loss of 5% or more during the previous 6 months.',
        'history | >= | weight loss in 6 months 5 ~ weight loss 5 | %',
      ),
      criterion(
        'Gallstone disease with symptoms in the past year.',
        'history | WITHIN_LAST | gallstone disease with symptoms 1 ~ gallstone disease 1 | years',
      ),
    ],
  },
  {
    topic: 'early-alzheimer',
    title: "Aerobic Exercise and Oral Ketone Ester in Prodromal Alzheimer's Disease",
    conditions: ["Early Alzheimer's Disease", "Prodromal Alzheimer's Disease"],
    status: 'COMPLETED',
    phases: ['PHASE2'],
    sex: 'ALL',
    ages: [60, 85],
    places: ['Manchester, United Kingdom', 'Galway, Ireland'],
    inclusion: [
      criterion(
        'Delayed recall at least 1.5 standard deviations below the mean for age.',
        'other | >= | deficit in delayed recall 1.5 | SD',
      ),
      criterion(
        'Ability to walk for 20 minutes without help.',
        'other | >= | walking without help 20 | minutes',
      ),
      criterion(
        'Geriatric Depression Scale score of 6 or lower.',
        'other | <= | Geriatric Depression Scale score 6 | points',
      ),
    ],
    exclusion: [
      criterion(
        'Regular ketogenic diet in the last 3 months.',
        'other | WITHIN_LAST | ketogenic diet 3 | months',
      ),
      criterion(
        'Angina on exertion or heart failure in class III or IV.',
        'condition | EXISTS | angina on exertion or heart failure in class III or IV ~ ' +
          'angina on exertion | none',
      ),
      criterion(
        'Joint replacement within 6 months of enrolment.',
        'procedure | WITHIN_LAST | joint replacement 6 | months',
      ),
    ],
  },
  {
    topic: 'alzheimer-agitation',
    title: "Low-Dose Dexmedetomidine Film for Agitation in Moderate to Severe Alzheimer's Dementia",
    conditions: ["Agitation in Alzheimer's Dementia"],
    status: 'RECRUITING',
    phases: ['PHASE3'],
    sex: 'ALL',
    ages: [60, 95],
    places: ['Birmingham, United Kingdom', 'Cordoba, Spain'],
    inclusion: [
      criterion(
        'Mini-Mental State Examination score of 18 or lower.',
        'other | <= | Mini-Mental State Examination score 18 | points',
      ),
      criterion(
        'Cohen-Mansfield Agitation Inventory score of at least 45.',
        'other | >= | Cohen-Mansfield Agitation Inventory score 45 | points',
      ),
      criterion(
        'Residence in a nursing home for 4 weeks or more.',
        'other | >= | residence in a nursing home 4 | weeks',
      ),
    ],
    exclusion: [
      criterion(
        'Agitation caused by pain, infection or another treatable illness.',
        'condition | EXISTS | agitation caused by pain, infection or another illness ~ ' +
          'agitation caused by pain | none',
      ),
      criterion(
        'Heart rate of 50 beats per minute or lower.',
        'lab | <= | heart rate 50 | beats/min',
      ),
      criterion(
        'Antipsychotic medicine started within 14 days.',
        'medication | WITHIN_LAST | start of an antipsychotic medicine 14 | days',
      ),
    ],
  },
  {
    topic: 'parkinson',
    title: "LRRK2 Kinase Inhibitor HLN-90 to Slow Progression in Early Parkinson's Disease",
    conditions: ["Parkinson's Disease"],
    status: 'RECRUITING',
    phases: ['PHASE2'],
    sex: 'ALL',
    ages: [40, 79],
    places: [
      'Oxford, United Kingdom',
      'Tübingen, Baden-Württemberg, Germany',
      'Boston, Massachusetts, United States',
    ],
    inclusion: [
      criterion(
        "Parkinson's disease diagnosed no more than 2 years ago, at Hoehn and Yahr stage 1 or 2.",
        "condition | <= | time since diagnosis of Parkinson's disease 2 | years",
        'condition | IN | Hoehn and Yahr stage 1, 2 ~ Hoehn and Yahr stage 1 | grade',
      ),
      criterion(
        'No treatment with levodopa for 60 days or longer before baseline.',
        'medication | >= | time without levodopa 60 | days',
      ),
      criterion(
        'Dopamine transporter imaging that supports the diagnosis.',
        'procedure | EXISTS | dopamine transporter imaging that supports the diagnosis ~ ' +
          'dopamine transporter imaging | none',
      ),
    ],
    exclusion: [
      criterion(
        'Forced vital capacity of 75% of the predicted value or lower.',
        'lab | <= | forced vital capacity 75 | %',
      ),
      criterion(
        'Dementia or a Montreal Cognitive Assessment score of 23 or lower.',
        'condition | EXISTS | dementia | none',
        'other | <= | Montreal Cognitive Assessment score 23 | points',
      ),
      criterion(
        'Deep brain stimulation or other brain surgery.',
        'procedure | EXISTS | deep brain stimulation or other brain surgery ~ deep brain ' +
          'stimulation | none',
      ),
    ],
  },
];
