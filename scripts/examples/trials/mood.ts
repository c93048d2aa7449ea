import { criterion } from './trial-source.ts';
import type { TrialSource } from './trial-source.ts';

/** Invented trials in depression and bipolar disorder. */
export const moodTrials: readonly TrialSource[] = [
  {
    topic: 'treatment-resistant-depression',
    title:
      'Single-Dose Psilocybin Analogue ELD-25 With Psychological Support in ' +
      'Treatment-Resistant Depression',
    conditions: ['Treatment-Resistant Depression'],
    status: 'RECRUITING',
    phases: ['PHASE2'],
    sex: 'ALL',
    ages: [18, 65],
    places: ['Boston, Massachusetts, United States', 'Baltimore, Maryland, United States'],
    inclusion: [
      criterion(
        'Current major depressive episode of at least 3 months in which two to four ' +
          'antidepressants of adequate dose and duration have failed.',
        'condition | >= | duration of the current depressive episode 3 | months',
        'medication | >= | failed antidepressants 2 | events',
      ),
      criterion(
        'Montgomery–Åsberg Depression Rating Scale score of 22 or more.',
        'other | >= | Montgomery–Åsberg Depression Rating Scale score 22 | points',
      ),
      criterion(
        'Willingness to taper antidepressants two weeks before dosing.',
        'medication | EXISTS | willingness to taper antidepressants | none',
      ),
    ],
    exclusion: [
      criterion(
        'Psychotic disorder in the participant, or in a parent or sibling.',
        'history | EXISTS | psychotic disorder in the participant, a parent or a sibling ' +
          '~ psychotic disorder in the participant | none',
      ),
      criterion(
        'Use of any classic psychedelic in the past 12 months.',
        'medication | WITHIN_LAST | classic psychedelic 12 | months',
      ),
      criterion(
        'Uncontrolled hypertension with a systolic value of 150 mmHg or more.',
        'lab | >= | systolic blood pressure 150 | mmHg',
      ),
    ],
  },
  {
    topic: 'treatment-resistant-depression',
    title:
      'Accelerated Theta-Burst Stimulation Augmented by D-Cycloserine in Depression Not ' +
      'Responding to Medication',
    conditions: ['Treatment-Resistant Depression', 'Major Depressive Disorder'],
    status: 'RECRUITING',
    phases: ['PHASE2'],
    sex: 'ALL',
    ages: [22, 70],
    places: ['Boston, Massachusetts, United States'],
    inclusion: [
      criterion(
        'Hamilton Depression Rating Scale score of at least 20 at two visits.',
        'other | >= | Hamilton Depression Rating Scale score 20 | points',
      ),
      criterion(
        'Failure of two or more antidepressants in the present episode, rated with the ' +
          'treatment history form.',
        'medication | >= | failed antidepressants in the present episode 2 ~ failed ' +
          'antidepressants 2 | events',
      ),
      criterion(
        'Unchanged psychotropic medication for 6 weeks or longer.',
        'medication | >= | unchanged psychotropic medication 6 | weeks',
      ),
    ],
    exclusion: [
      criterion(
        'Metal implants in the head, a cochlear implant or a pacemaker.',
        'condition | EXISTS | metal implants in the head, a cochlear implant or a ' +
          'pacemaker ~ metal implants in the head | none',
      ),
      criterion(
        'A seizure at any time after the age of 5 years.',
        'history | EXISTS | seizure after the age of 5 years ~ seizure | none',
      ),
      criterion(
        'Electroconvulsive therapy in the preceding 3 months.',
        'procedure | WITHIN_LAST | electroconvulsive therapy 3 | months',
      ),
    ],
  },
  {
    topic: 'treatment-resistant-depression',
    title:
      'Esketamine-Sparing Maintenance With the NMDA Modulator ZRT-9 in ' +
      'Treatment-Resistant Depression',
    conditions: ['Treatment-Resistant Depression'],
    status: 'RECRUITING',
    phases: ['PHASE3'],
    sex: 'ALL',
    ages: [18, 74],
    places: [
      'Boston, Massachusetts, United States',
      'Tampa, Florida, United States',
      'Lille, France',
    ],
    inclusion: [
      criterion(
        'Stable remission after 16 weeks or more of intranasal esketamine.',
        'medication | >= | intranasal esketamine 16 | weeks',
      ),
      criterion(
        'Score of 12 or lower on the Montgomery–Åsberg Depression Rating Scale at baseline.',
        'other | <= | Montgomery–Åsberg Depression Rating Scale score 12 | points',
      ),
      criterion(
        'An adult who can accompany the participant home after each visit.',
        'other | EXISTS | accompanying adult | none',
      ),
    ],
    exclusion: [
      criterion(
        'Aneurysmal vascular disease or an arteriovenous malformation.',
        'condition | EXISTS | aneurysmal vascular disease or arteriovenous malformation ~ ' +
          'aneurysmal vascular disease | none',
      ),
      criterion(
        'Moderate or severe substance use disorder within 6 months before screening.',
        'condition | WITHIN_LAST | moderate or severe substance use disorder 6 | months',
      ),
      criterion(
        'Suicidal intent with a plan in the past month.',
        'history | WITHIN_LAST | suicidal intent with a plan 1 ~ suicidal intent 1 | months',
      ),
    ],
  },
  {
    topic: 'treatment-resistant-depression',
    title:
      'Kappa Opioid Antagonist CLV-404 as Adjunct in Adults Whose Depression Has Not ' +
      'Responded to Two Antidepressants',
    conditions: ['Treatment-Resistant Depression', 'Anhedonia'],
    status: 'RECRUITING',
    phases: ['PHASE2'],
    sex: 'ALL',
    ages: [18, 64],
    places: ['Chicago, Illinois, United States', 'Atlanta, Georgia, United States'],
    inclusion: [
      criterion(
        'Snaith–Hamilton Pleasure Scale score of 20 or more.',
        'other | >= | Snaith–Hamilton Pleasure Scale score 20 | points',
      ),
      criterion(
        'Treatment with an SSRI or SNRI at an unchanged dose for at least 8 weeks.',
        'medication | >= | unchanged dose of an SSRI or SNRI 8 ~ unchanged dose of an ' +
          'SSRI 8 | weeks',
      ),
      criterion(
        'Body mass index from 18 to 35 kg/m2.',
        'lab | >= | body mass index 18 | kg/m2',
        'lab | <= | body mass index 35 | kg/m2',
      ),
    ],
    exclusion: [
      criterion(
        'Opioid medicines within 14 days of the baseline visit.',
        'medication | WITHIN_LAST | opioid medicines 14 | days',
      ),
      criterion(
        'Lifetime diagnosis of bipolar disorder or schizophrenia.',
        'history | EXISTS | bipolar disorder or schizophrenia ~ bipolar disorder | none',
      ),
      criterion('ALT of 2 times the upper limit of normal or more.', 'lab | >= | ALT 2 | x ULN'),
    ],
  },
  {
    topic: 'bipolar-depression',
    title:
      'Serotonin–Dopamine Modulator RVO-72 Added to Lithium or Valproate in Bipolar I Depression',
    conditions: ['Bipolar Depression'],
    status: 'RECRUITING',
    phases: ['PHASE2'],
    sex: 'ALL',
    ages: [18, 75],
    places: ['Boston, Massachusetts, United States', 'Cleveland, Ohio, United States'],
    inclusion: [
      criterion(
        'Bipolar I disorder with a depressive episode that began between 2 weeks and 6 months ago.',
        'condition | EXISTS | bipolar I disorder with a depressive episode ~ bipolar I ' +
          'disorder | none',
      ),
      criterion(
        'Lithium level between 0.6 and 1.2 mmol/L, or valproate in the therapeutic range.',
        'lab | >= | lithium level 0.6 | mmol/L',
        'lab | <= | lithium level 1.2 | mmol/L',
      ),
      criterion(
        'Young Mania Rating Scale score of 12 or lower.',
        'other | <= | Young Mania Rating Scale score 12 | points',
      ),
    ],
    exclusion: [
      criterion(
        'Four or more mood episodes in the last 12 months.',
        'history | >= | mood episodes in the last 12 months 4 ~ mood episodes 4 | events',
      ),
      criterion(
        'Neuroleptic malignant syndrome in the past.',
        'history | EXISTS | neuroleptic malignant syndrome | none',
      ),
      criterion(
        'Clozapine within 30 days before screening.',
        'medication | WITHIN_LAST | clozapine 30 | days',
      ),
    ],
  },
  {
    topic: 'major-depression',
    title:
      'Internet-Delivered Behavioural Activation Plus Sertraline for a First Episode of ' +
      'Major Depression',
    conditions: ['Major Depressive Disorder'],
    status: 'RECRUITING',
    phases: ['PHASE2'],
    sex: 'ALL',
    ages: [16, 30],
    places: ['Boston, Massachusetts, United States', 'Halifax, Nova Scotia, Canada'],
    inclusion: [
      criterion(
        'First episode of major depression, with a PHQ-9 score of 10 to 19.',
        'condition | EXISTS | first episode of major depression | none',
        'other | >= | PHQ-9 score 10 | points',
        'other | <= | PHQ-9 score 19 | points',
      ),
      criterion(
        'No antidepressant taken so far.',
        'medication | NO_HISTORY | antidepressant | none',
      ),
      criterion(
        'A private place with internet access for weekly sessions.',
        'other | EXISTS | internet access in a private place ~ internet access | none',
      ),
    ],
    exclusion: [
      criterion(
        'Psychotherapy in the past 8 weeks.',
        'procedure | WITHIN_LAST | psychotherapy 8 | weeks',
      ),
      criterion(
        'Current eating disorder with a body mass index of 17 kg/m2 or lower.',
        'lab | <= | body mass index with an eating disorder 17 | kg/m2',
      ),
      criterion(
        'Suicide attempt within 6 months before the first contact.',
        'history | WITHIN_LAST | suicide attempt 6 | months',
      ),
    ],
  },
];
