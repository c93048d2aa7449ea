import { criterion } from './trial-source.ts';
import type { TrialSource } from './trial-source.ts';

/** Invented trials in osteoporosis and osteoarthritis. */
export const boneTrials: readonly TrialSource[] = [
  {
    topic: 'postmenopausal-osteoporosis',
    title:
      'Sclerostin Antibody GHV-15 Followed by Zoledronic Acid in Women With ' +
      'Postmenopausal Osteoporosis at High Risk of Fracture',
    conditions: ['Postmenopausal Osteoporosis'],
    status: 'RECRUITING',
    phases: ['PHASE3'],
    sex: 'FEMALE',
    ages: [65, 90],
    places: ['Madrid, Spain', 'Bilbao, Spain', 'Porto, Portugal'],
    inclusion: [
      criterion(
        'Bone mineral density T-score of -2.5 or lower at the hip or the lumbar spine.',
        'lab | <= | bone mineral density T-score -2.5 | points',
      ),
      criterion(
        'At least one vertebral fracture of moderate grade, or two of mild grade.',
        'history | >= | vertebral fractures of moderate grade 1 | events',
        'history | >= | vertebral fractures of mild grade 2 | events',
      ),
      criterion(
        'Two or more lumbar vertebrae that can be assessed by densitometry.',
        'procedure | >= | assessable lumbar vertebrae 2 | events',
      ),
    ],
    exclusion: [
      criterion(
        'Myocardial infarction or stroke within 12 months before enrolment.',
        'history | WITHIN_LAST | myocardial infarction or stroke 12 ~ myocardial ' +
          'infarction 12 | months',
      ),
      criterion(
        'Serum 25-hydroxyvitamin D of 20 ng/mL or less; one repeat after loading is allowed.',
        'lab | <= | serum 25-hydroxyvitamin D 20 | ng/mL',
      ),
      criterion(
        'Intravenous bisphosphonates in the last 3 years.',
        'medication | WITHIN_LAST | intravenous bisphosphonates 3 | years',
      ),
    ],
  },
  {
    topic: 'postmenopausal-osteoporosis',
    title:
      'Biosimilar Denosumab PLD-1 and Reference Product in Postmenopausal Women With Osteoporosis',
    conditions: ['Postmenopausal Osteoporosis'],
    status: 'COMPLETED',
    phases: ['PHASE3'],
    sex: 'FEMALE',
    ages: [55, 85],
    places: ['Barcelona, Spain', 'Krakow, Poland', 'Brno, Czechia'],
    inclusion: [
      criterion(
        'Absence of menstrual periods for 12 months or longer without another medical cause.',
        'condition | >= | absence of menstrual periods 12 | months',
      ),
      criterion(
        'Lumbar spine T-score between -4.0 and -2.5.',
        'lab | >= | lumbar spine T-score -4.0 | points',
        'lab | <= | lumbar spine T-score -2.5 | points',
      ),
      criterion(
        'Body weight from 50 kg to 90 kg.',
        'other | >= | body weight 50 | kg',
        'other | <= | body weight 90 | kg',
      ),
    ],
    exclusion: [
      criterion(
        'Osteonecrosis of the jaw, or dental work with bone exposure planned.',
        'condition | EXISTS | osteonecrosis of the jaw or planned dental work ~ ' +
          'osteonecrosis of the jaw | none',
      ),
      criterion(
        'Previous denosumab or any antibody against sclerostin.',
        'medication | EXISTS | denosumab or antibody against sclerostin ~ denosumab | none',
      ),
      criterion(
        'Albumin-corrected calcium of 8.0 mg/dL or lower.',
        'lab | <= | albumin-corrected calcium 8.0 | mg/dL',
      ),
    ],
  },
  {
    topic: 'postmenopausal-osteoporosis',
    title:
      'Microneedle Patch With Abaloparatide Analogue MNP-3 in Postmenopausal ' +
      'Osteoporosis: a Dose-Ranging Study',
    conditions: ['Postmenopausal Osteoporosis'],
    status: 'RECRUITING',
    phases: ['PHASE2'],
    sex: 'FEMALE',
    ages: [60, 80],
    places: ['Valencia, Spain', 'Toulouse, France'],
    inclusion: [
      criterion(
        'T-score of -2.5 or lower, or of -2.0 or lower with a fragility fracture.',
        'lab | <= | T-score -2.5 | points',
        'lab | <= | T-score with a fragility fracture -2.0 ~ T-score -2.0 | points',
      ),
      criterion(
        'Serum calcium and parathyroid hormone within the normal range.',
        'lab | EXISTS | normal serum calcium and parathyroid hormone ~ normal serum calcium | none',
      ),
      criterion(
        'Healthy skin at both thighs, where the patch is applied.',
        'condition | EXISTS | healthy skin at both thighs | none',
      ),
    ],
    exclusion: [
      criterion(
        'External beam radiotherapy to the skeleton at any time.',
        'procedure | EXISTS | radiotherapy to the skeleton | none',
      ),
      criterion(
        'Kidney stones within the past 2 years.',
        'history | WITHIN_LAST | kidney stones 2 | years',
      ),
      criterion(
        'Teriparatide or abaloparatide for more than 3 months in the past.',
        'medication | EXISTS | teriparatide or abaloparatide for more than 3 months ~ ' +
          'teriparatide | none',
      ),
    ],
  },
  {
    topic: 'postmenopausal-osteoporosis',
    title: 'Early Zoledronic Acid to Prevent Bone Loss in the First Years After Menopause',
    conditions: ['Postmenopausal Osteoporosis', 'Osteopenia'],
    status: 'RECRUITING',
    phases: ['PHASE3'],
    sex: 'FEMALE',
    ages: [50, 60],
    places: ['Seville, Spain', 'Salamanca, Spain'],
    inclusion: [
      criterion(
        'Last menstrual period between 1 and 5 years ago.',
        'condition | >= | time since last menstrual period 1 | years',
        'condition | <= | time since last menstrual period 5 | years',
      ),
      criterion(
        'T-score of -2.5 or higher at every site, and of -1.0 or lower at one.',
        'lab | >= | T-score at every site -2.5 | points',
      ),
      criterion(
        'Creatinine clearance of 40 mL/min or more.',
        'lab | >= | creatinine clearance 40 | mL/min',
      ),
    ],
    exclusion: [
      criterion(
        'Fracture of the hip or a vertebra without major trauma.',
        'history | EXISTS | fracture of the hip or a vertebra ~ fracture of the hip | none',
      ),
      criterion(
        'Hormone replacement therapy during the past 6 months.',
        'medication | WITHIN_LAST | hormone replacement therapy 6 | months',
      ),
      criterion(
        'Uveitis or iritis after a bisphosphonate.',
        'history | EXISTS | uveitis or iritis after a bisphosphonate ~ uveitis after a ' +
          'bisphosphonate | none',
      ),
    ],
  },
  {
    topic: 'male-osteoporosis',
    title: 'Two-Year Study of Oral Cathepsin K Inhibitor DVR-30 in Men With Primary Osteoporosis',
    conditions: ['Osteoporosis in Men'],
    status: 'RECRUITING',
    phases: ['PHASE3'],
    sex: 'MALE',
    ages: [50, 85],
    places: ['Zaragoza, Spain', 'Nancy, France'],
    inclusion: [
      criterion(
        'T-score of -2.5 or lower at the spine or the femoral neck, by male reference values.',
        'lab | <= | T-score at the spine or the femoral neck -2.5 ~ T-score at the spine ' +
          '-2.5 | points',
      ),
      criterion(
        'Morning testosterone of at least 300 ng/dL.',
        'lab | >= | morning testosterone 300 | ng/dL',
      ),
      criterion(
        'Daily calcium of 1000 mg and vitamin D, from food or tablets.',
        'medication | >= | daily calcium 1000 | mg',
      ),
    ],
    exclusion: [
      criterion(
        'Androgen deprivation therapy now or in the last 12 months.',
        'medication | WITHIN_LAST | androgen deprivation therapy 12 | months',
      ),
      criterion(
        'Scleroderma or a similar thickening of the skin.',
        'condition | EXISTS | scleroderma or similar thickening of the skin ~ scleroderma | none',
      ),
      criterion(
        'Alcohol intake of 4 units a day or more.',
        'other | >= | alcohol intake a day 4 | units',
      ),
    ],
  },
  {
    topic: 'knee-osteoarthritis',
    title:
      'Single Injection of Extended-Release Triamcinolone Versus Saline in Painful Knee ' +
      'Osteoarthritis',
    conditions: ['Knee Osteoarthritis'],
    status: 'COMPLETED',
    phases: ['PHASE3'],
    sex: 'ALL',
    ages: [40, null],
    places: ['Malaga, Spain', 'Leeds, United Kingdom', 'Phoenix, Arizona, United States'],
    inclusion: [
      criterion(
        'Kellgren–Lawrence grade of 2 or 3 in the index knee.',
        'lab | IN | Kellgren–Lawrence grade 2, 3 ~ Kellgren–Lawrence grade 2 | grade',
      ),
      criterion(
        'Average daily pain of at least 5 points on a scale from 0 to 10 over one week.',
        'condition | >= | average daily pain 5 | points',
      ),
      criterion(
        'Knee pain on more than 15 days of the last month.',
        'condition | EXISTS | knee pain on more than 15 days of the last month ~ knee pain | none',
      ),
    ],
    exclusion: [
      criterion(
        'Injection of corticosteroid into any joint in the preceding 3 months.',
        'procedure | WITHIN_LAST | injection of corticosteroid into a joint 3 | months',
      ),
      criterion(
        'Gout, rheumatoid arthritis or another inflammatory arthritis.',
        'condition | EXISTS | gout, rheumatoid arthritis or another inflammatory ' +
          'arthritis ~ gout | none',
      ),
      criterion('HbA1c of 8.0% or more.', 'lab | >= | HbA1c 8.0 | %'),
    ],
  },
];
