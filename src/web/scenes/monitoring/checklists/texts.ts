import { defineTexts } from '../../../texts/define-texts.ts';

export const checklistTexts = defineTexts({
  en: {
    title: 'Checklists',
    lead:
      'Three quality checklists. Every item is computed from the data; there is nothing to ' +
      'tick.',
    before: 'Before the full round',
    weekly: (week: string) => `Every week: ${week}`,
    after: 'After the full round',
    status: { done: 'Done', 'not done': 'Not done', cannot: 'Unknown' },
    count: (done: number, all: number) => `${done} of ${all} done`,
  },
  de: {
    title: 'Checklisten',
    lead:
      'Drei Checklisten zur Qualität. Jeder Punkt wird aus den Daten berechnet; abzuhaken ' +
      'gibt es nichts.',
    before: 'Vor der Hauptrunde',
    weekly: (week) => `Jede Woche: ${week}`,
    after: 'Nach der Hauptrunde',
    status: { done: 'Erledigt', 'not done': 'Nicht erledigt', cannot: 'Unbekannt' },
    count: (done, all) => `${done} von ${all} erledigt`,
  },
});
