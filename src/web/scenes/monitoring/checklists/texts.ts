import { defineTexts } from '../../../texts/define-texts.ts';

export const checklistTexts = defineTexts({
  en: {
    title: 'Checklists',
    lead: 'Three checklists of quality control. Nobody ticks them: each item is computed from the record.',
    before: 'Before the full round',
    weekly: (week: string) => `Every week: ${week}`,
    after: 'After the full round',
    status: { done: 'Done', 'not done': 'Not done', cannot: 'Cannot be said' },
    count: (done: number, all: number) => `${done} of ${all} done`,
  },
  de: {
    title: 'Checklisten',
    lead: 'Drei Checklisten der Qualitätssicherung. Niemand hakt sie ab: Jeder Punkt wird aus den Aufzeichnungen berechnet.',
    before: 'Vor der vollen Runde',
    weekly: (week) => `Jede Woche: ${week}`,
    after: 'Nach der vollen Runde',
    status: { done: 'Erledigt', 'not done': 'Nicht erledigt', cannot: 'Nicht zu sagen' },
    count: (done, all) => `${done} von ${all} erledigt`,
  },
});
