import { criterion } from './trial-source.ts';
import type { TrialSource } from './trial-source.ts';

/** Invented trials in breast cancer. */
export const breastTrials: readonly TrialSource[] = [
  {
    topic: 'metastatic-tnbc',
    title:
      'TROP2 Antibody–Drug Conjugate LMK-301 After One Prior Line in Metastatic ' +
      'Triple-Negative Breast Cancer',
    conditions: ['Metastatic Triple-Negative Breast Cancer'],
    status: 'RECRUITING',
    phases: ['PHASE2'],
    sex: 'ALL',
    ages: [18, null],
    places: ['Houston, Texas, United States', 'Nashville, Tennessee, United States'],
    inclusion: [
      criterion(
        'Histologically confirmed triple-negative breast cancer that is metastatic or ' +
          'cannot be resected.',
        'condition | EXISTS | metastatic or unresectable triple-negative breast cancer ~ ' +
          'triple-negative breast cancer | none',
      ),
      criterion(
        'Exactly one previous line of chemotherapy for metastatic disease.',
        'medication | = | previous lines of chemotherapy for metastatic disease 1 | lines',
      ),
      criterion(
        'At least one lesion that can be measured by RECIST 1.1.',
        'condition | EXISTS | lesion measurable by RECIST 1.1 ~ measurable lesion | none',
      ),
      criterion(
        'Absolute neutrophil count of 1500 cells/uL or more.',
        'lab | >= | absolute neutrophil count 1500 | cells/uL',
      ),
    ],
    exclusion: [
      criterion(
        'Earlier treatment with a topoisomerase I inhibitor.',
        'medication | EXISTS | topoisomerase I inhibitor | none',
      ),
      criterion(
        'Brain metastases that have not been stable for at least 4 weeks.',
        'condition | EXISTS | brain metastases not stable for 4 weeks ~ brain metastases | none',
      ),
      criterion(
        'Interstitial lung disease that needed corticosteroids at any time.',
        'history | EXISTS | interstitial lung disease that needed corticosteroids ~ ' +
          'interstitial lung disease | none',
      ),
    ],
  },
  {
    topic: 'metastatic-tnbc',
    title:
      'Oral AKT Inhibitor QSP-14 Combined With Paclitaxel as First Treatment of Advanced ' +
      'Triple-Negative Breast Cancer',
    conditions: ['Metastatic Triple-Negative Breast Cancer'],
    status: 'NOT_YET_RECRUITING',
    phases: ['PHASE1', 'PHASE2'],
    sex: 'FEMALE',
    ages: [18, 75],
    places: ['Dallas, Texas, United States', 'Austin, Texas, United States'],
    inclusion: [
      criterion(
        'Oestrogen and progesterone receptor staining of 1% or less and no HER2 amplification.',
        'lab | <= | oestrogen and progesterone receptor staining 1 ~ oestrogen receptor ' +
          'staining 1 | %',
        'lab | NOT_EXISTS | HER2 amplification | none',
      ),
      criterion(
        'No chemotherapy so far for metastatic disease.',
        'medication | NO_HISTORY | chemotherapy for metastatic disease ~ chemotherapy | none',
      ),
      criterion(
        'ECOG performance status of 0 or 1.',
        'other | IN | ECOG performance status 0, 1 ~ ECOG performance status 0 | points',
      ),
    ],
    exclusion: [
      criterion('Fasting glucose of 160 mg/dL or more.', 'lab | >= | fasting glucose 160 | mg/dL'),
      criterion(
        'Peripheral neuropathy of grade 2 or higher.',
        'condition | >= | peripheral neuropathy 2 | grade',
      ),
      criterion(
        'Radiotherapy to the target lesion within 14 days before the first dose.',
        'procedure | WITHIN_LAST | radiotherapy to the target lesion 14 | days',
      ),
    ],
  },
  {
    topic: 'metastatic-tnbc',
    title:
      'Capecitabine With or Without the PARP Inhibitor OVR-6 in BRCA-Mutated Metastatic ' +
      'Triple-Negative Breast Cancer',
    conditions: ['Metastatic Triple-Negative Breast Cancer', 'BRCA1 Mutation', 'BRCA2 Mutation'],
    status: 'COMPLETED',
    phases: ['PHASE2'],
    sex: 'ALL',
    ages: [18, null],
    places: ['San Antonio, Texas, United States', 'Tucson, Arizona, United States'],
    inclusion: [
      criterion(
        'A germline mutation in BRCA1 or BRCA2 that is known or suspected to be harmful.',
        'lab | EXISTS | germline mutation in BRCA1 or BRCA2 ~ germline mutation in BRCA1 | none',
      ),
      criterion(
        'No more than two previous lines of cytotoxic treatment for metastatic disease.',
        'medication | <= | previous lines of cytotoxic treatment 2 | lines',
      ),
      criterion(
        'Creatinine clearance of at least 51 mL/min.',
        'lab | >= | creatinine clearance 51 | mL/min',
      ),
    ],
    exclusion: [
      criterion(
        'Progression while on platinum chemotherapy.',
        'history | EXISTS | progression on platinum chemotherapy | none',
      ),
      criterion(
        'Known deficiency of dihydropyrimidine dehydrogenase.',
        'condition | EXISTS | deficiency of dihydropyrimidine dehydrogenase | none',
      ),
      criterion(
        'Transfusion of red cells or platelets in the 21 days before registration.',
        'procedure | WITHIN_LAST | transfusion of red cells or platelets 21 ~ transfusion ' +
          'of red cells 21 | days',
      ),
    ],
  },
  {
    topic: 'metastatic-tnbc',
    title:
      'Checkpoint Inhibitor Pair EZT-2 and EZT-9 Against Chemotherapy in PD-L1-Positive ' +
      'Metastatic Triple-Negative Breast Cancer',
    conditions: ['Metastatic Triple-Negative Breast Cancer'],
    status: 'RECRUITING',
    phases: ['PHASE3'],
    sex: 'ALL',
    ages: [18, null],
    places: ['Houston, Texas, United States', 'Seoul, South Korea', 'Milan, Italy'],
    inclusion: [
      criterion(
        'PD-L1 combined positive score of 10 or more in a central laboratory.',
        'lab | >= | PD-L1 combined positive score 10 | points',
      ),
      criterion(
        'Six months or longer between the end of curative treatment and the first recurrence.',
        'history | >= | time from curative treatment to recurrence 6 | months',
      ),
      criterion(
        'Tumour tissue from a biopsy that is not older than 12 months.',
        'procedure | WITHIN_LAST | tumour biopsy 12 | months',
      ),
    ],
    exclusion: [
      criterion(
        'Autoimmune disease treated systemically in the past 2 years.',
        'condition | WITHIN_LAST | autoimmune disease treated systemically 2 ~ autoimmune ' +
          'disease 2 | years',
      ),
      criterion(
        'Prednisone at more than a replacement dose within 7 days of the first infusion.',
        'medication | WITHIN_LAST | prednisone above a replacement dose 7 ~ prednisone 7 | days',
      ),
      criterion(
        'Earlier solid organ transplantation.',
        'history | EXISTS | solid organ transplantation | none',
      ),
    ],
  },
  {
    topic: 'metastatic-tnbc',
    title:
      'Vaccine Against Folate Receptor Alpha as Maintenance in Metastatic Triple-Negative ' +
      'Breast Cancer',
    conditions: ['Metastatic Triple-Negative Breast Cancer'],
    status: 'RECRUITING',
    phases: ['PHASE2'],
    sex: 'FEMALE',
    ages: [18, null],
    places: ['Boston, Massachusetts, United States', 'New York, New York, United States'],
    inclusion: [
      criterion(
        'Response or stable disease after four to eight cycles of first-line chemotherapy.',
        'medication | >= | cycles of first-line chemotherapy 4 | cycles',
        'medication | <= | cycles of first-line chemotherapy 8 | cycles',
      ),
      criterion(
        'Lymphocyte count of 800 cells/uL or more.',
        'lab | >= | lymphocyte count 800 | cells/uL',
      ),
      criterion(
        'Life expectancy of at least 6 months in the judgement of the investigator.',
        'other | >= | life expectancy 6 | months',
      ),
    ],
    exclusion: [
      criterion(
        'Any immunosuppressive medicine in the last 28 days.',
        'medication | WITHIN_LAST | immunosuppressive medicine 28 | days',
      ),
      criterion(
        'Infection with HIV, or chronic hepatitis B or C.',
        'condition | EXISTS | HIV infection or chronic hepatitis B or C ~ HIV infection | none',
      ),
      criterion(
        'A second cancer that needed treatment within 3 years.',
        'history | WITHIN_LAST | second cancer that needed treatment 3 | years',
      ),
    ],
  },
  {
    topic: 'hormone-positive-breast-cancer',
    title:
      'Selective Estrogen Receptor Degrader UDL-55 After CDK4/6 Inhibition in Hormone ' +
      'Receptor-Positive Metastatic Breast Cancer',
    conditions: ['Hormone Receptor Positive Breast Cancer', 'Metastatic Breast Cancer'],
    status: 'RECRUITING',
    phases: ['PHASE2'],
    sex: 'ALL',
    ages: [18, null],
    places: ['Dallas, Texas, United States', 'Toronto, Ontario, Canada'],
    inclusion: [
      criterion(
        'Oestrogen receptor staining of at least 10% in the most recent biopsy.',
        'lab | >= | oestrogen receptor staining 10 | %',
      ),
      criterion(
        'Progression after 6 months or more of endocrine therapy with a CDK4/6 inhibitor.',
        'medication | >= | endocrine therapy with a CDK4/6 inhibitor 6 | months',
      ),
      criterion(
        'Bilirubin no higher than 1.5 times the upper limit of normal.',
        'lab | <= | bilirubin 1.5 | x ULN',
      ),
    ],
    exclusion: [
      criterion(
        'Visceral crisis or disease that threatens life in the short term.',
        'condition | EXISTS | visceral crisis or disease that threatens life ~ visceral ' +
          'crisis | none',
      ),
      criterion(
        'QTc interval of 480 ms or more on two recordings.',
        'lab | >= | QTc interval 480 | ms',
      ),
      criterion(
        'Chemotherapy for advanced disease within 3 weeks before enrolment.',
        'medication | WITHIN_LAST | chemotherapy for advanced disease 3 | weeks',
      ),
    ],
  },
  {
    topic: 'early-tnbc',
    title:
      'Shortened Neoadjuvant Chemotherapy With Immunotherapy in Stage II and III ' +
      'Triple-Negative Breast Cancer',
    conditions: ['Early Triple-Negative Breast Cancer'],
    status: 'RECRUITING',
    phases: ['PHASE2'],
    sex: 'FEMALE',
    ages: [18, 70],
    places: ['Fort Worth, Texas, United States', 'Oklahoma City, Oklahoma, United States'],
    inclusion: [
      criterion(
        'Previously untreated triple-negative breast cancer of stage II or III.',
        'condition | EXISTS | untreated triple-negative breast cancer of stage II or III ' +
          '~ triple-negative breast cancer | none',
      ),
      criterion(
        'Tumour diameter of 20 mm or more, or involved axillary lymph nodes.',
        'lab | >= | tumour diameter 20 | mm',
      ),
      criterion(
        'Left ventricular ejection fraction of at least 50%.',
        'lab | >= | left ventricular ejection fraction 50 | %',
      ),
    ],
    exclusion: [
      criterion(
        'Distant metastases on CT or bone scan.',
        'condition | EXISTS | distant metastases | none',
      ),
      criterion(
        'Invasive cancer of the same breast in the last 5 years.',
        'history | WITHIN_LAST | invasive cancer of the same breast 5 | years',
      ),
      criterion(
        'Pneumonitis that has been treated with corticosteroids.',
        'history | EXISTS | pneumonitis treated with corticosteroids ~ pneumonitis | none',
      ),
    ],
  },
];
