import { criterion } from './trial-source.ts';
import type { TrialSource } from './trial-source.ts';

/** Invented trials in asthma and chronic obstructive pulmonary disease. */
export const lungTrials: readonly TrialSource[] = [
  {
    topic: 'eosinophilic-asthma',
    title: 'Anti-TSLP Antibody PRX-640 in Adolescents and Adults With Severe Eosinophilic Asthma',
    conditions: ['Severe Eosinophilic Asthma'],
    status: 'RECRUITING',
    phases: ['PHASE3'],
    sex: 'ALL',
    ages: [12, 75],
    places: ['Manchester, United Kingdom', 'Denver, Colorado, United States', 'Ghent, Belgium'],
    inclusion: [
      criterion(
        'Asthma diagnosed by a physician at least 12 months ago and treated with a ' +
          'high-dose inhaled corticosteroid plus one further controller.',
        'condition | >= | duration of asthma 12 | months',
        'medication | EXISTS | high-dose inhaled corticosteroid plus one further ' +
          'controller ~ high-dose inhaled corticosteroid | none',
      ),
      criterion(
        'Two or more exacerbations that needed systemic corticosteroids in the past 12 months.',
        'history | >= | exacerbations that needed systemic corticosteroids in 12 months 2 ' +
          '~ exacerbations 2 | events',
      ),
      criterion(
        'Blood eosinophils of at least 300 cells/uL at screening.',
        'lab | >= | blood eosinophils 300 | cells/uL',
      ),
    ],
    exclusion: [
      criterion(
        'Smoking now, or a history of 10 pack-years or more.',
        'history | >= | smoking 10 | pack-years',
        'history | EXISTS | current smoking | none',
      ),
      criterion(
        'Use of any monoclonal antibody for asthma within 4 months or five half-lives, ' +
          'whichever is longer.',
        'medication | WITHIN_LAST | monoclonal antibody for asthma 4 | months',
      ),
      criterion(
        'A helminth infection that has not been treated.',
        'condition | EXISTS | untreated helminth infection ~ helminth infection | none',
      ),
    ],
  },
  {
    topic: 'eosinophilic-asthma',
    title:
      'Pharmacokinetics and Efficacy of Subcutaneous Anti-IL-5 Receptor Therapy BQN-12 in ' +
      'Teenagers With Eosinophilic Asthma',
    conditions: ['Severe Eosinophilic Asthma', 'Asthma in Children'],
    status: 'RECRUITING',
    phases: ['PHASE2'],
    sex: 'ALL',
    ages: [12, 17],
    places: [
      'Cincinnati, Ohio, United States',
      'Boston, Massachusetts, United States',
      'Barcelona, Spain',
    ],
    inclusion: [
      criterion('Body weight of at least 35 kg.', 'other | >= | body weight 35 | kg'),
      criterion(
        'Asthma Control Questionnaire score of 1.5 points or higher on two visits.',
        'other | >= | Asthma Control Questionnaire score 1.5 | points',
      ),
      criterion(
        'Blood eosinophils of 150 cells/uL or more, or of 300 cells/uL or more at any ' +
          'time in the last year.',
        'lab | >= | blood eosinophils 150 | cells/uL',
        'lab | >= | blood eosinophils in the last year 300 ~ blood eosinophils 300 | cells/uL',
      ),
      criterion(
        'Assent of the young person and written consent of a parent or guardian.',
        'other | EXISTS | assent and parental consent ~ parental consent | none',
      ),
    ],
    exclusion: [
      criterion(
        'Admission to intensive care for asthma in the last 3 months.',
        'history | WITHIN_LAST | admission to intensive care for asthma 3 | months',
      ),
      criterion(
        'Cystic fibrosis, primary ciliary dyskinesia or another lung disease that could ' +
          'explain the symptoms.',
        'condition | EXISTS | cystic fibrosis, primary ciliary dyskinesia or another lung ' +
          'disease ~ cystic fibrosis | none',
      ),
      criterion(
        'Vaping or smoking during the 6 months before the first visit.',
        'history | WITHIN_LAST | vaping or smoking 6 ~ smoking 6 | months',
      ),
    ],
  },
  {
    topic: 'eosinophilic-asthma',
    title:
      'Oral Corticosteroid Sparing With the Long-Acting Antibody HZ-88 in Adults With ' +
      'Severe Eosinophilic Asthma',
    conditions: ['Severe Eosinophilic Asthma'],
    status: 'RECRUITING',
    phases: ['PHASE3'],
    sex: 'ALL',
    ages: [18, 80],
    places: ['Houston, Texas, United States', 'Marseille, France'],
    inclusion: [
      criterion(
        'Daily prednisolone between 5 mg and 30 mg for at least 6 months.',
        'medication | >= | daily prednisolone 5 | mg',
        'medication | <= | daily prednisolone 30 | mg',
      ),
      criterion(
        'Pre-bronchodilator FEV1 of no more than 80% of the predicted value.',
        'lab | <= | pre-bronchodilator FEV1 80 | %',
      ),
      criterion(
        'Reversibility of FEV1 by 12% or more after salbutamol, now or in the medical records.',
        'lab | >= | reversibility of FEV1 12 | %',
      ),
    ],
    exclusion: [
      criterion(
        'Adrenal insufficiency that requires lifelong replacement therapy.',
        'condition | EXISTS | adrenal insufficiency that requires replacement ~ adrenal ' +
          'insufficiency | none',
      ),
      criterion(
        'Eosinophilic granulomatosis with polyangiitis or hypereosinophilic syndrome.',
        'condition | EXISTS | eosinophilic granulomatosis with polyangiitis or ' +
          'hypereosinophilic syndrome ~ hypereosinophilic syndrome | none',
      ),
      criterion(
        'Bronchial thermoplasty in the preceding 12 months.',
        'procedure | WITHIN_LAST | bronchial thermoplasty 12 | months',
      ),
    ],
  },
  {
    topic: 'eosinophilic-asthma',
    title:
      'Open-Label Extension of Anti-IL-4 Receptor Antibody CMR-7 in Uncontrolled Asthma ' +
      'With Raised Eosinophils',
    conditions: ['Severe Eosinophilic Asthma'],
    status: 'ACTIVE_NOT_RECRUITING',
    phases: ['PHASE3'],
    sex: 'ALL',
    ages: [12, null],
    places: ['Lodz, Poland', 'Buenos Aires, Argentina', 'San Antonio, Texas, United States'],
    inclusion: [
      criterion(
        'Completion of all 52 weeks of the parent study on study treatment.',
        'history | EXISTS | completion of the parent study | none',
      ),
      criterion(
        'Inhaled corticosteroid use on at least 80% of days in the electronic diary.',
        'medication | >= | days with inhaled corticosteroid 80 | %',
      ),
      criterion(
        'Ability to use the autoinjector at home, alone or with a carer.',
        'other | EXISTS | ability to use the autoinjector | none',
      ),
    ],
    exclusion: [
      criterion(
        'An adverse event in the parent study that led to permanent withdrawal of study treatment.',
        'history | EXISTS | adverse event that led to withdrawal | none',
      ),
      criterion(
        'A live vaccine in the 30 days before the baseline visit.',
        'medication | WITHIN_LAST | live vaccine 30 | days',
      ),
      criterion(
        'Active tuberculosis or non-tuberculous mycobacterial infection.',
        'condition | EXISTS | active tuberculosis or non-tuberculous mycobacterial ' +
          'infection ~ active tuberculosis | none',
      ),
    ],
  },
  {
    topic: 'childhood-asthma',
    title: 'As-Needed Budesonide–Formoterol for Mild Asthma in Primary School Children',
    conditions: ['Mild Asthma', 'Asthma in Children'],
    status: 'RECRUITING',
    phases: ['PHASE3'],
    sex: 'ALL',
    ages: [6, 11],
    places: ['Wellington, New Zealand', 'Cardiff, United Kingdom', 'Valencia, Spain'],
    inclusion: [
      criterion(
        'Asthma symptoms on 2 or more days a week over the last 4 weeks while using a ' +
          'reliever alone.',
        'condition | >= | days with asthma symptoms a week 2 | days',
      ),
      criterion(
        'Inhaler technique judged adequate after at most three attempts.',
        'other | <= | attempts at inhaler technique 3 | events',
      ),
      criterion(
        'A parent who can complete a daily diary in the language of the study site.',
        'other | EXISTS | parent who can complete a daily diary | none',
      ),
    ],
    exclusion: [
      criterion(
        'Oral corticosteroids for asthma in the past 6 weeks.',
        'medication | WITHIN_LAST | oral corticosteroids for asthma 6 | weeks',
      ),
      criterion(
        'Birth before 32 weeks of pregnancy with chronic lung disease of prematurity.',
        'history | EXISTS | preterm birth with chronic lung disease of prematurity ~ ' +
          'preterm birth | none',
      ),
      criterion(
        'Regular use of an inhaled corticosteroid during the last 3 months.',
        'medication | WITHIN_LAST | inhaled corticosteroid 3 | months',
      ),
    ],
  },
  {
    topic: 'copd',
    title:
      'Inhaled Dual Phosphodiesterase Inhibitor NBL-19 in Chronic Obstructive Pulmonary ' +
      'Disease With Chronic Bronchitis',
    conditions: ['Chronic Obstructive Pulmonary Disease'],
    status: 'RECRUITING',
    phases: ['PHASE3'],
    sex: 'ALL',
    ages: [40, 80],
    places: ['Gauting, Bavaria, Germany', 'Leicester, United Kingdom', 'Hamilton, Ontario, Canada'],
    inclusion: [
      criterion(
        'Post-bronchodilator FEV1 to FVC ratio of 0.70 or lower.',
        'lab | <= | post-bronchodilator FEV1 to FVC ratio 0.70 | none',
      ),
      criterion(
        'Smoking history of at least 10 pack-years.',
        'history | >= | smoking history 10 | pack-years',
      ),
      criterion(
        'Productive cough for 3 months in each of two consecutive years.',
        'condition | EXISTS | productive cough for 3 months in two consecutive years ~ ' +
          'productive cough | none',
      ),
    ],
    exclusion: [
      criterion('A current diagnosis of asthma.', 'condition | EXISTS | current asthma | none'),
      criterion(
        'Long-term oxygen for 15 hours a day or more.',
        'procedure | >= | long-term oxygen a day 15 | hours',
      ),
      criterion(
        'Lung volume reduction surgery within 12 months of screening.',
        'procedure | WITHIN_LAST | lung volume reduction surgery 12 | months',
      ),
    ],
  },
];
