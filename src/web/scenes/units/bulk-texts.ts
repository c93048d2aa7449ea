import { defineTexts } from '../../texts/define-texts.ts';

export const bulkTexts = defineTexts({
  en: {
    title: 'Choose units',
    choosePage: (count: string) => `Choose the ${count} shown`,
    chooseAll: (count: string) => `Choose all ${count} found`,
    chosen: (count: string) => `${count} chosen`,
    clear: 'Clear selection',
    acts: { flag: 'Flag…', agenda: 'Put on the agenda…', exclude: 'Exclude…' },
    titles: { flag: 'Flag units', agenda: 'Put units on the agenda', exclude: 'Exclude units' },
    why: {
      flag: (count: string) =>
        `Asks for a second look at ${count} units. This does not change their truth.`,
      agenda: (count: string) => `${count} units become points of the next meeting, at most 50.`,
      exclude: (count: string) =>
        `A ruling removes each of the ${count} units from the data set. If you may not rule on ` +
        'one of them, none is removed. Their judgments stay, and a later ruling can bring a unit ' +
        'back.',
    },
    reasons: {
      flag: 'Why they need a second look',
      agenda: 'What should be discussed',
      exclude: 'Reason, which is recorded with every unit',
    },
    confirm: { flag: 'Flag', agenda: 'Put on the agenda', exclude: 'Exclude' },
    marked: {
      flag: (count: string) => `${count} flagged.`,
      agenda: (count: string) => `${count} put on the agenda.`,
    },
    progress: {
      flag: 'Units flagged so far',
      agenda: 'Units put on the agenda so far',
      exclude: 'Units excluded so far',
      undo: 'Units undone so far',
    },
    excluded: (count: string) => `${count} excluded.`,
    undo: 'Undo',
    undone: 'Undone.',
  },
  de: {
    title: 'Einheiten auswählen',
    choosePage: (count) => `Die ${count} gezeigten auswählen`,
    chooseAll: (count) => `Alle ${count} gefundenen auswählen`,
    chosen: (count) => `${count} ausgewählt`,
    clear: 'Auswahl aufheben',
    acts: { flag: 'Markieren …', agenda: 'Auf die Tagesordnung …', exclude: 'Ausschließen …' },
    titles: {
      flag: 'Einheiten markieren',
      agenda: 'Auf die Tagesordnung setzen',
      exclude: 'Einheiten ausschließen',
    },
    why: {
      flag: (count) =>
        `Bittet um einen zweiten Blick auf ${count} Einheiten. An ihrer Wahrheit ändert das ` +
        'nichts.',
      agenda: (count) => `${count} Einheiten werden Punkte der nächsten Besprechung, höchstens 50.`,
      exclude: (count) =>
        `Ein Entscheid nimmt jede der ${count} Einheiten aus dem Datensatz. Wenn Sie über eine ` +
        'nicht entscheiden dürfen, bleiben alle darin. Die Urteile bleiben, und ein späterer ' +
        'Entscheid kann eine Einheit zurückholen.',
    },
    reasons: {
      flag: 'Warum sie einen zweiten Blick brauchen',
      agenda: 'Worüber gesprochen werden soll',
      exclude: 'Grund, der bei jeder Einheit festgehalten wird',
    },
    confirm: { flag: 'Markieren', agenda: 'Auf die Tagesordnung', exclude: 'Ausschließen' },
    marked: {
      flag: (count) => `${count} markiert.`,
      agenda: (count) => `${count} auf die Tagesordnung gesetzt.`,
    },
    progress: {
      flag: 'Bisher markiert',
      agenda: 'Bisher auf der Tagesordnung',
      exclude: 'Bisher ausgeschlossen',
      undo: 'Bisher rückgängig gemacht',
    },
    excluded: (count) => `${count} ausgeschlossen.`,
    undo: 'Rückgängig',
    undone: 'Rückgängig gemacht.',
  },
});
