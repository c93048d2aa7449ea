import { defineActions } from '../../../actions/action.ts';
import type { Action } from '../../../actions/action.ts';

/** What the commands of the trace work on. */
export interface TraceContext {
  readonly isTrying: boolean;
  readonly move: (by: number) => void;
  readonly tryUnit: () => void;
  readonly list: () => void;
}

const reading = (context: TraceContext): boolean => !context.isTrying;

/** The commands of the trace. */
export const traceActions = defineActions<TraceContext>()({
  down: {
    title: { en: 'Next unit', de: 'Nächste Einheit' },
    group: 'moving',
    keys: { assay: ['ArrowDown'] },
    repeats: true,
    when: reading,
    run: (context) => context.move(1),
  },
  up: {
    title: { en: 'Unit before', de: 'Vorige Einheit' },
    group: 'moving',
    keys: { assay: ['ArrowUp'] },
    repeats: true,
    when: reading,
    run: (context) => context.move(-1),
  },
  whatIf: {
    title: { en: 'What if …?', de: 'Was wäre, wenn …?' },
    group: 'ruling',
    keys: { assay: ['w'] },
    when: reading,
    run: (context) => context.tryUnit(),
  },
  list: {
    title: { en: 'Back to the verdicts', de: 'Zurück zu den Verdikten' },
    group: 'moving',
    keys: { assay: ['q'] },
    run: (context) => context.list(),
  },
});

/** What the commands of a trial work on. */
export interface WhatIfContext {
  readonly mayRule: boolean;
  readonly move: (by: number) => void;
  readonly choose: (digit: number) => void;
  readonly decide: (isYes: boolean) => void;
  readonly toggleExclude: () => void;
  readonly writeReason: () => void;
  readonly submit: () => void;
  readonly discard: () => void;
}

const ruling = { group: 'ruling', when: (context: WhatIfContext) => context.mayRule } as const;

/** The commands while something is tried. */
export const whatIfActions = {
  ...Object.fromEntries(
    Array.from({ length: 10 }, (_, digit): readonly [string, Action<WhatIfContext>] => [
      `choose-${digit}`,
      {
        group: 'answering',
        title: { en: 'Try an answer by its digit', de: 'Antwort über ihre Ziffer ausprobieren' },
        keys: { assay: [String(digit)] },
        run: (context) => context.choose(digit),
        unlisted: digit !== 0,
      },
    ]),
  ),
  ...defineActions<WhatIfContext>()({
    yes: {
      group: 'answering',
      title: { en: 'Yes', de: 'Ja' },
      keys: { assay: ['y'] },
      run: (context) => context.decide(true),
    },
    no: {
      group: 'answering',
      title: { en: 'No', de: 'Nein' },
      keys: { assay: ['n'] },
      run: (context) => context.decide(false),
    },
    down: {
      group: 'moving',
      title: { en: 'Next question', de: 'Nächste Frage' },
      keys: { assay: ['ArrowDown'] },
      repeats: true,
      run: (context) => context.move(1),
    },
    up: {
      group: 'moving',
      title: { en: 'Question before', de: 'Vorige Frage' },
      keys: { assay: ['ArrowUp'] },
      repeats: true,
      run: (context) => context.move(-1),
    },
    exclude: {
      group: 'answering',
      title: { en: 'Without the unit', de: 'Ohne die Einheit' },
      keys: { assay: ['x'] },
      run: (context) => context.toggleExclude(),
    },
    reason: {
      ...ruling,
      title: { en: 'Write the reason', de: 'Grund schreiben' },
      keys: { assay: ['r'] },
      run: (context) => context.writeReason(),
    },
    submit: {
      ...ruling,
      title: { en: 'Make it a ruling', de: 'Zum Entscheid machen' },
      keys: { assay: ['mod+Enter'] },
      run: (context) => context.submit(),
    },
    discard: {
      group: 'general',
      title: { en: 'Discard', de: 'Verwerfen' },
      keys: { assay: ['Escape'] },
      whileWriting: true,
      run: (context) => context.discard(),
    },
  }),
};
