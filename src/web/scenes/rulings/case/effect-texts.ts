import { defineTexts } from '../../../texts/define-texts.ts';

export const effectTexts = defineTexts({
  en: {
    title: 'This ruling:',
    none: 'none',
    becomes: (before: string, after: string) => `${before} → ${after}`,
    stays: (state: string) => `stays ${state}`,
    sameTruth: 'no answer changes',
    answers: (count: number) => (count === 1 ? '1 answer changes' : `${count} answers change`),
    verdicts: (changed: number, all: number) =>
      changed === 0 ? `none of ${all} verdicts changes` : `${changed} of ${all} verdicts change`,
    left: (count: string) => `${count} left in the queue`,
    verdict: (subject: string, policy: string, k: string) => `${subject}, ${policy}, K = ${k}`,
    noVerdicts: 'Verdicts are hidden from you while you judge in an open round of this project.',
    gates: (count: number) =>
      (count === 1
        ? 'The gate of this task stays as it is: '
        : `The ${count} gates of this task stay as they are: `) +
      'gates measure votes, and a ruling is not a vote.',
  },
  de: {
    title: 'Dieser Entscheid:',
    none: 'keine',
    becomes: (before, after) => `${before} → ${after}`,
    stays: (state) => `bleibt ${state}`,
    sameTruth: 'keine Antwort ändert sich',
    answers: (count) => (count === 1 ? '1 Antwort ändert sich' : `${count} Antworten ändern sich`),
    verdicts: (changed, all) =>
      changed === 0
        ? `keines von ${all} Verdikten ändert sich`
        : `${changed} von ${all} Verdikten ändern sich`,
    left: (count) => `dann noch ${count} in der Warteschlange`,
    verdict: (subject, policy, k) => `${subject}, ${policy}, K = ${k}`,
    noVerdicts:
      'Verdikte sind verborgen, solange Sie in einer offenen Runde dieses Projekts urteilen.',
    gates: (count) =>
      (count === 1
        ? 'Die Hürde dieser Aufgabe bleibt, wie sie ist: '
        : `Die ${count} Hürden dieser Aufgabe bleiben, wie sie sind: `) +
      'Hürden messen Stimmen, und ein Entscheid ist keine Stimme.',
  },
});
