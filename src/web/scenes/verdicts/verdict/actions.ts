import { commandTable, digitCommands } from '../../../actions/command-table.ts';

interface TraceState {
  readonly isTrying: boolean;
}

const reading = { when: (state: TraceState) => !state.isTrying };

/** A letter meant for the reason must not leave what is tried. */
const staying = { isGuarded: (state: TraceState) => state.isTrying };

/** The commands of the trace. */
export const traceActions = commandTable<TraceState>()({
  down: ['moving', 'ArrowDown', 'Next unit', 'Nächste Einheit', { ...reading, repeats: true }],
  up: ['moving', 'ArrowUp', 'Previous unit', 'Vorige Einheit', { ...reading, repeats: true }],
  whatIf: ['ruling', 'w', 'What if …?', 'Was wäre, wenn …?', reading],
  list: ['moving', ['q', 'alt+q'], 'Back to the verdicts', 'Zurück zu den Verdikten', staying],
});

interface WhatIfState {
  readonly mayRule: boolean;
  readonly choose: (digit: number) => void;
}

const ruling = { when: (state: WhatIfState) => state.mayRule };
const repeats = { repeats: true };

/** The commands while something is tried. */
export const whatIfActions = {
  ...digitCommands<WhatIfState>('answering', {
    en: 'Try an answer by its digit',
    de: 'Antwort über ihre Ziffer ausprobieren',
  }),
  ...commandTable<WhatIfState>()({
    yes: ['answering', ['y', 'j'], 'Yes', 'Ja'],
    no: ['answering', 'n', 'No', 'Nein'],
    down: ['moving', 'ArrowDown', 'Next question', 'Nächste Frage', repeats],
    up: ['moving', 'ArrowUp', 'Previous question', 'Vorige Frage', repeats],
    exclude: ['answering', 'x', 'Without the unit', 'Ohne die Einheit'],
    reason: ['ruling', 'r', 'Write the reason', 'Begründung schreiben', ruling],
    submit: ['ruling', 'mod+Enter', 'Make it a ruling', 'Als Entscheid festhalten', ruling],
    discard: ['general', 'Escape', 'Discard', 'Verwerfen', { whileWriting: true }],
  }),
};
