import { criterion } from './trial-source.ts';
import type { TrialSource } from './trial-source.ts';

/** Invented trials in heart failure and atrial fibrillation. */
export const heartTrials: readonly TrialSource[] = [
  {
    topic: 'hfpef',
    title:
      'Mineralocorticoid Receptor Modulator KVT-118 in Adults With Heart Failure and ' +
      'Preserved Ejection Fraction',
    conditions: ['Heart Failure With Preserved Ejection Fraction'],
    status: 'RECRUITING',
    phases: ['PHASE3'],
    sex: 'ALL',
    ages: [40, null],
    places: ['Leipzig, Saxony, Germany', 'Vienna, Austria', 'Graz, Austria'],
    inclusion: [
      criterion(
        'Chronic heart failure in New York Heart Association class II to IV, known for at ' +
          'least 3 months.',
        'condition | EXISTS | chronic heart failure, NYHA class II to IV ~ chronic heart ' +
          'failure | none',
        'condition | >= | duration of heart failure 3 | months',
      ),
      criterion(
        'Left ventricular ejection fraction of 50% or higher on an echocardiogram taken ' +
          'no more than 6 months before screening.',
        'lab | >= | left ventricular ejection fraction 50 | %',
      ),
      criterion(
        'NT-proBNP of at least 300 pg/mL in sinus rhythm, or of at least 900 pg/mL in ' +
          'atrial fibrillation.',
        'lab | >= | NT-proBNP in sinus rhythm 300 | pg/mL',
        'lab | >= | NT-proBNP in atrial fibrillation 900 | pg/mL',
      ),
    ],
    exclusion: [
      criterion(
        'Serum potassium of 5.2 mmol/L or more at screening.',
        'lab | >= | serum potassium 5.2 | mmol/L',
      ),
      criterion(
        'Acute coronary syndrome, stroke or coronary revascularisation in the 90 days ' +
          'before randomisation.',
        'history | WITHIN_LAST | acute coronary syndrome, stroke or coronary ' +
          'revascularisation 90 | days',
      ),
      criterion(
        'Known amyloid or hypertrophic cardiomyopathy.',
        'condition | EXISTS | amyloid or hypertrophic cardiomyopathy ~ hypertrophic ' +
          'cardiomyopathy | none',
      ),
    ],
  },
  {
    topic: 'hfpef',
    title:
      'Once-Daily Soluble Guanylate Cyclase Activator RDA-902 Versus Placebo in HFpEF With Obesity',
    conditions: ['Heart Failure With Preserved Ejection Fraction', 'Obesity'],
    status: 'RECRUITING',
    phases: ['PHASE3'],
    sex: 'ALL',
    ages: [18, 85],
    places: ['Berlin, Germany', 'Rotterdam, Netherlands', 'Aarhus, Denmark'],
    inclusion: [
      criterion(
        'Ejection fraction of at least 45% with structural heart disease or raised ' +
          'filling pressure.',
        'lab | >= | ejection fraction 45 | %',
        'condition | EXISTS | structural heart disease or raised filling pressure ~ ' +
          'structural heart disease | none',
      ),
      criterion('Body mass index of 30 kg/m2 or more.', 'lab | >= | body mass index 30 | kg/m2'),
      criterion(
        'Six-minute walk distance between 100 and 425 metres at the first visit.',
        'procedure | >= | six-minute walk distance 100 | m',
        'procedure | <= | six-minute walk distance 425 | m',
      ),
      criterion(
        'A stable dose of a loop diuretic for 4 weeks or longer, if one is taken.',
        'medication | >= | stable dose of a loop diuretic 4 | weeks',
      ),
    ],
    exclusion: [
      criterion(
        'Hospital admission for worsening heart failure during the last 30 days.',
        'history | WITHIN_LAST | hospital admission for worsening heart failure 30 | days',
      ),
      criterion(
        'Systolic blood pressure of 100 mmHg or lower, measured sitting.',
        'lab | <= | sitting systolic blood pressure 100 | mmHg',
      ),
      criterion(
        'Current use of nitrates or phosphodiesterase-5 inhibitors.',
        'medication | EXISTS | nitrates or phosphodiesterase-5 inhibitors ~ nitrates | none',
      ),
    ],
  },
  {
    topic: 'hfpef',
    title:
      'Dose-Finding Study of the Inhaled Nitrite Donor ILM-33 on Exercise Capacity in ' +
      'Preserved Ejection Fraction Heart Failure',
    conditions: ['Heart Failure With Preserved Ejection Fraction'],
    status: 'RECRUITING',
    phases: ['PHASE2'],
    sex: 'ALL',
    ages: [45, 80],
    places: ['Munich, Bavaria, Germany', 'Heidelberg, Baden-Württemberg, Germany'],
    inclusion: [
      criterion(
        'Pulmonary capillary wedge pressure of at least 25 mmHg at peak exercise, ' +
          'documented by right heart catheterisation.',
        'lab | >= | pulmonary capillary wedge pressure at peak exercise 25 | mmHg',
        'procedure | EXISTS | right heart catheterisation | none',
      ),
      criterion(
        'Left ventricular ejection fraction of 50% or more.',
        'lab | >= | left ventricular ejection fraction 50 | %',
      ),
      criterion(
        'Peak oxygen uptake of no more than 75% of the value expected for age and sex.',
        'lab | <= | peak oxygen uptake of expected value 75 | %',
      ),
    ],
    exclusion: [
      criterion(
        'Chronic lung disease that needs home oxygen.',
        'condition | EXISTS | chronic lung disease that needs home oxygen ~ chronic lung ' +
          'disease | none',
      ),
      criterion('Haemoglobin of 10 g/dL or lower.', 'lab | <= | haemoglobin 10 | g/dL'),
      criterion(
        'Cardiac surgery or a valve intervention within the previous 6 months.',
        'procedure | WITHIN_LAST | cardiac surgery or a valve intervention 6 ~ cardiac ' +
          'surgery 6 | months',
      ),
    ],
  },
  {
    topic: 'hfpef',
    title:
      'Long-Term Outcomes of the Sodium–Glucose Cotransporter Inhibitor TLV-5 in Heart ' +
      'Failure With Ejection Fraction Above 50 Percent',
    conditions: ['Heart Failure With Preserved Ejection Fraction', 'Chronic Kidney Disease'],
    status: 'COMPLETED',
    phases: ['PHASE3'],
    sex: 'ALL',
    ages: [18, null],
    places: ['Hamburg, Germany', 'Lyon, France', 'Gothenburg, Sweden'],
    inclusion: [
      criterion(
        'At least one hospital stay for heart failure in the 12 months before enrolment.',
        'history | WITHIN_LAST | hospital stay for heart failure 12 | months',
      ),
      criterion(
        'Ejection fraction of 51% or higher and evidence of left atrial enlargement.',
        'lab | >= | ejection fraction 51 | %',
        'condition | EXISTS | left atrial enlargement | none',
      ),
      criterion(
        'Estimated glomerular filtration rate of at least 25 mL/min/1.73m2.',
        'lab | >= | estimated glomerular filtration rate 25 | mL/min/1.73m2',
      ),
    ],
    exclusion: [
      criterion(
        'Type 1 diabetes mellitus or a previous episode of diabetic ketoacidosis.',
        'condition | EXISTS | type 1 diabetes mellitus | none',
        'history | EXISTS | diabetic ketoacidosis | none',
      ),
      criterion(
        'Use of any sodium–glucose cotransporter 2 inhibitor in the past 8 weeks.',
        'medication | WITHIN_LAST | sodium–glucose cotransporter 2 inhibitor 8 | weeks',
      ),
      criterion(
        'Listing for heart transplantation, or a ventricular assist device in place.',
        'procedure | EXISTS | listing for heart transplantation or ventricular assist ' +
          'device ~ listing for heart transplantation | none',
      ),
    ],
  },
  {
    topic: 'hfref',
    title:
      'Cardiac Myosin Activator DNR-41 Added to Standard Care in Heart Failure With ' +
      'Reduced Ejection Fraction',
    conditions: ['Heart Failure With Reduced Ejection Fraction'],
    status: 'RECRUITING',
    phases: ['PHASE3'],
    sex: 'ALL',
    ages: [18, 85],
    places: ['Dresden, Saxony, Germany', 'Prague, Czechia', 'Warsaw, Poland'],
    inclusion: [
      criterion(
        'Left ventricular ejection fraction of 35% or lower.',
        'lab | <= | left ventricular ejection fraction 35 | %',
      ),
      criterion(
        'Treatment with a beta blocker and a renin–angiotensin system inhibitor at the ' +
          'highest tolerated dose for at least 30 days.',
        'medication | EXISTS | beta blocker and renin–angiotensin system inhibitor ~ beta ' +
          'blocker | none',
        'medication | >= | highest tolerated dose 30 | days',
      ),
      criterion(
        'Resting heart rate of 50 beats per minute or more.',
        'lab | >= | resting heart rate 50 | beats/min',
      ),
    ],
    exclusion: [
      criterion(
        'Severe uncorrected valve disease.',
        'condition | EXISTS | severe uncorrected valve disease | none',
      ),
      criterion(
        'Implantation of a cardiac resynchronisation device within 3 months before screening.',
        'procedure | WITHIN_LAST | implantation of a cardiac resynchronisation device 3 | months',
      ),
      criterion(
        'Troponin I that rises on two samples taken 6 hours apart.',
        'lab | EXISTS | rising troponin I | none',
      ),
    ],
  },
  {
    topic: 'atrial-fibrillation',
    title:
      'Factor XI Antibody VSC-27 for Stroke Prevention in Atrial Fibrillation Unsuited to ' +
      'Oral Anticoagulants',
    conditions: ['Atrial Fibrillation', 'Stroke'],
    status: 'RECRUITING',
    phases: ['PHASE3'],
    sex: 'ALL',
    ages: [65, null],
    places: [
      'Cologne, North Rhine-Westphalia, Germany',
      'Madrid, Spain',
      'Toronto, Ontario, Canada',
    ],
    inclusion: [
      criterion(
        'Paroxysmal, persistent or permanent atrial fibrillation documented on an ' +
          'electrocardiogram.',
        'condition | EXISTS | atrial fibrillation documented on an electrocardiogram ~ ' +
          'atrial fibrillation | none',
      ),
      criterion(
        'CHA2DS2-VASc score of 3 or more in men and 4 or more in women.',
        'other | >= | CHA2DS2-VASc score in men 3 | points',
        'other | >= | CHA2DS2-VASc score in women 4 | points',
      ),
      criterion(
        'A documented reason why direct oral anticoagulants cannot be used.',
        'medication | NOT_EXISTS | direct oral anticoagulants | none',
      ),
    ],
    exclusion: [
      criterion(
        'Intracranial bleeding at any time.',
        'history | EXISTS | intracranial bleeding | none',
      ),
      criterion(
        'Mechanical heart valve or moderate to severe mitral stenosis.',
        'condition | EXISTS | mechanical heart valve or moderate to severe mitral ' +
          'stenosis ~ mechanical heart valve | none',
      ),
      criterion(
        'Platelet count of 90,000 cells/uL or lower.',
        'lab | <= | platelet count 90000 | cells/uL',
      ),
    ],
  },
];
