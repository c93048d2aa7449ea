import { criterion } from './trial-source.ts';
import type { TrialSource } from './trial-source.ts';

/** Invented trials in diabetic kidney disease, type 2 diabetes and IgA nephropathy. */
export const kidneyTrials: readonly TrialSource[] = [
  {
    topic: 'diabetic-kidney-disease',
    title:
      'Endothelin A Receptor Antagonist BTR-77 on Albuminuria in Type 2 Diabetes With ' +
      'Chronic Kidney Disease',
    conditions: ['Diabetic Kidney Disease', 'Type 2 Diabetes'],
    status: 'RECRUITING',
    phases: ['PHASE2'],
    sex: 'ALL',
    ages: [18, 80],
    places: ['Toronto, Ontario, Canada', 'Montreal, Quebec, Canada'],
    inclusion: [
      criterion(
        'Type 2 diabetes with HbA1c of no more than 10.5%.',
        'condition | EXISTS | type 2 diabetes | none',
        'lab | <= | HbA1c 10.5 | %',
      ),
      criterion(
        'Urine albumin-to-creatinine ratio between 200 mg/g and 5000 mg/g in two of three ' +
          'morning samples.',
        'lab | >= | urine albumin-to-creatinine ratio 200 | mg/g',
        'lab | <= | urine albumin-to-creatinine ratio 5000 | mg/g',
      ),
      criterion(
        'Highest tolerated dose of an ACE inhibitor or an angiotensin receptor blocker ' +
          'for 4 weeks or longer.',
        'medication | >= | highest tolerated dose of an ACE inhibitor or angiotensin ' +
          'receptor blocker 4 ~ ACE inhibitor 4 | weeks',
      ),
    ],
    exclusion: [
      criterion(
        'BNP of 200 pg/mL or more, or a hospital stay for heart failure in the past 6 months.',
        'lab | >= | BNP 200 | pg/mL',
        'history | WITHIN_LAST | hospital stay for heart failure 6 | months',
      ),
      criterion(
        'Peripheral oedema that calls for a higher dose of diuretics.',
        'condition | EXISTS | peripheral oedema that calls for diuretics ~ peripheral ' +
          'oedema | none',
      ),
      criterion(
        'Dialysis or kidney transplantation, planned or in the past.',
        'procedure | EXISTS | dialysis or kidney transplantation ~ dialysis | none',
      ),
    ],
  },
  {
    topic: 'diabetic-kidney-disease',
    title: 'Weekly GLP-1 and Amylin Co-Agonist WHT-20 and Kidney Outcomes in Diabetic Nephropathy',
    conditions: ['Diabetic Kidney Disease', 'Diabetic Nephropathy'],
    status: 'RECRUITING',
    phases: ['PHASE3'],
    sex: 'ALL',
    ages: [18, null],
    places: [
      'Hamilton, Ontario, Canada',
      'London, Ontario, Canada',
      'Boston, Massachusetts, United States',
    ],
    inclusion: [
      criterion(
        'Estimated glomerular filtration rate from 25 to 75 mL/min/1.73m2.',
        'lab | >= | estimated glomerular filtration rate 25 | mL/min/1.73m2',
        'lab | <= | estimated glomerular filtration rate 75 | mL/min/1.73m2',
      ),
      criterion('Body mass index of at least 27 kg/m2.', 'lab | >= | body mass index 27 | kg/m2'),
      criterion(
        'Glucose-lowering treatment without change during the last 60 days.',
        'medication | >= | unchanged glucose-lowering treatment 60 | days',
      ),
    ],
    exclusion: [
      criterion(
        'Personal or family history of medullary thyroid carcinoma.',
        'history | EXISTS | medullary thyroid carcinoma | none',
      ),
      criterion(
        'Acute pancreatitis within 180 days before screening.',
        'history | WITHIN_LAST | acute pancreatitis 180 | days',
      ),
      criterion(
        'Diabetic retinopathy that is expected to need treatment in the next months.',
        'condition | EXISTS | diabetic retinopathy that needs treatment ~ diabetic ' +
          'retinopathy | none',
      ),
    ],
  },
  {
    topic: 'diabetic-kidney-disease',
    title:
      'Aldosterone Synthase Inhibitor FHC-310 Added to SGLT2 Inhibition in Diabetic Kidney Disease',
    conditions: ['Diabetic Kidney Disease', 'Chronic Kidney Disease'],
    status: 'RECRUITING',
    phases: ['PHASE2'],
    sex: 'ALL',
    ages: [25, 75],
    places: ['Vancouver, British Columbia, Canada', 'Calgary, Alberta, Canada'],
    inclusion: [
      criterion(
        'Type 2 diabetes for at least 5 years.',
        'condition | >= | duration of type 2 diabetes 5 | years',
      ),
      criterion(
        'Stable treatment with an SGLT2 inhibitor for 12 weeks or more.',
        'medication | >= | stable treatment with an SGLT2 inhibitor 12 | weeks',
      ),
      criterion(
        'Systolic blood pressure of at least 120 mmHg.',
        'lab | >= | systolic blood pressure 120 | mmHg',
      ),
    ],
    exclusion: [
      criterion('Morning cortisol of 3 ug/dL or lower.', 'lab | <= | morning cortisol 3 | ug/dL'),
      criterion(
        'Use of spironolactone, eplerenone or finerenone in the 4 weeks before randomisation.',
        'medication | WITHIN_LAST | spironolactone, eplerenone or finerenone 4 ~ ' +
          'spironolactone 4 | weeks',
      ),
      criterion(
        'Serum potassium of 5.0 mmol/L or higher.',
        'lab | >= | serum potassium 5.0 | mmol/L',
      ),
    ],
  },
  {
    topic: 'diabetic-kidney-disease',
    title:
      'Apoptosis Signal-Regulating Kinase Inhibitor SYL-4 in Adults With Type 2 Diabetes ' +
      'and Moderate Kidney Disease',
    conditions: ['Diabetic Kidney Disease'],
    status: 'TERMINATED',
    phases: ['PHASE2'],
    sex: 'ALL',
    ages: [18, 79],
    places: ['Ottawa, Ontario, Canada', 'Buffalo, New York, United States'],
    inclusion: [
      criterion(
        'Estimated glomerular filtration rate of 20 mL/min/1.73m2 or more.',
        'lab | >= | estimated glomerular filtration rate 20 | mL/min/1.73m2',
      ),
      criterion(
        'Mean blood pressure no higher than 160 mmHg systolic at two visits.',
        'lab | <= | systolic blood pressure 160 | mmHg',
      ),
      criterion(
        'Albuminuria recorded on at least two occasions in the past year.',
        'lab | >= | occasions with albuminuria in the past year 2 ~ albuminuria 2 | events',
      ),
    ],
    exclusion: [
      criterion(
        'Kidney disease with a cause other than diabetes or hypertension.',
        'condition | EXISTS | kidney disease with another cause than diabetes or ' +
          'hypertension ~ kidney disease with another cause than diabetes | none',
      ),
      criterion('HbA1c of 12% or more.', 'lab | >= | HbA1c 12 | %'),
      criterion(
        'Acute kidney injury in the last 3 months.',
        'history | WITHIN_LAST | acute kidney injury 3 | months',
      ),
    ],
  },
  {
    topic: 'iga-nephropathy',
    title:
      'Complement Factor B Inhibitor JSR-8 in Primary IgA Nephropathy With Persistent Proteinuria',
    conditions: ['IgA Nephropathy', 'Chronic Kidney Disease'],
    status: 'RECRUITING',
    phases: ['PHASE3'],
    sex: 'ALL',
    ages: [18, 70],
    places: ['Kingston, Ontario, Canada', 'Sheffield, United Kingdom', 'Granada, Spain'],
    inclusion: [
      criterion(
        'IgA nephropathy proven by a biopsy taken within the last 5 years.',
        'procedure | WITHIN_LAST | biopsy with IgA nephropathy 5 ~ biopsy 5 | years',
        'condition | EXISTS | IgA nephropathy | none',
      ),
      criterion(
        'Urine protein of at least 1 g a day despite 90 days of supportive treatment.',
        'lab | >= | urine protein a day 1 | g',
      ),
      criterion(
        'Vaccination against meningococcus and pneumococcus before the first dose.',
        'medication | EXISTS | vaccination against meningococcus and pneumococcus ~ ' +
          'vaccination against meningococcus | none',
      ),
    ],
    exclusion: [
      criterion(
        'Diabetic nephropathy or lupus nephritis on biopsy.',
        'condition | EXISTS | diabetic nephropathy or lupus nephritis ~ lupus nephritis | none',
      ),
      criterion(
        'Systemic immunosuppression for 3 days or more in the past 6 months.',
        'medication | WITHIN_LAST | systemic immunosuppression 6 | months',
      ),
      criterion(
        'Recurrent invasive infection with encapsulated bacteria.',
        'history | EXISTS | recurrent invasive infection with encapsulated bacteria ~ ' +
          'recurrent infection | none',
      ),
    ],
  },
  {
    topic: 'type-2-diabetes',
    title:
      'Once-Weekly Basal Insulin NPD-61 Compared With Daily Glargine in Insulin-Naive ' +
      'Type 2 Diabetes',
    conditions: ['Type 2 Diabetes'],
    status: 'RECRUITING',
    phases: ['PHASE3'],
    sex: 'ALL',
    ages: [18, 75],
    places: [
      'Mississauga, Ontario, Canada',
      'Houston, Texas, United States',
      'Mainz, Rhineland-Palatinate, Germany',
    ],
    inclusion: [
      criterion(
        'HbA1c between 7.0% and 10.0% on stable oral treatment.',
        'lab | >= | HbA1c 7.0 | %',
        'lab | <= | HbA1c 10.0 | %',
      ),
      criterion(
        'No treatment with insulin apart from short courses of 14 days or less.',
        'medication | NO_HISTORY | insulin apart from short courses ~ insulin | none',
      ),
      criterion('Body mass index of 40 kg/m2 or lower.', 'lab | <= | body mass index 40 | kg/m2'),
    ],
    exclusion: [
      criterion(
        'Estimated glomerular filtration rate of 44 mL/min/1.73m2 or less.',
        'lab | <= | estimated glomerular filtration rate 44 | mL/min/1.73m2',
      ),
      criterion(
        'More than one episode of severe hypoglycaemia in the previous 6 months.',
        'history | >= | episodes of severe hypoglycaemia in 6 months 2 ~ severe ' +
          'hypoglycaemia 2 | events',
      ),
      criterion(
        'Myocardial infarction within 60 days before screening.',
        'history | WITHIN_LAST | myocardial infarction 60 | days',
      ),
    ],
  },
];
