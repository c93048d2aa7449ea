import { defineActions } from '../../../actions/action.ts';
import type { Action } from '../../../actions/action.ts';

/** What the commands of a case work on. */
export interface CaseContext {
  readonly mayRule: boolean;
  readonly canTake: boolean;
  readonly canShowNames: boolean;
  readonly canGoOn: boolean;
  readonly canGoBack: boolean;
  readonly move: (by: number) => void;
  readonly slide: (by: number) => void;
  readonly choose: (digit: number) => void;
  readonly decide: (isYes: boolean) => void;
  readonly take: () => void;
  readonly toggleExclude: () => void;
  readonly toggleEdgeCase: () => void;
  readonly writeReason: () => void;
  readonly propose: () => void;
  readonly leaveField: () => void;
  readonly submit: () => void;
  readonly toggleNames: () => void;
  readonly toggleAll: () => void;
  readonly next: () => void;
  readonly previous: () => void;
  readonly queue: () => void;
}

const ruling = { group: 'ruling', when: (context: CaseContext) => context.mayRule } as const;

/** The commands of a case. */
export const caseActions = {
  ...Object.fromEntries(
    Array.from({ length: 10 }, (_, digit): readonly [string, Action<CaseContext>] => [
      `choose-${digit}`,
      {
        ...ruling,
        title: {
          en: 'Decide the label at hand by the digit of its answer',
          de: 'Aktuelles Label über die Ziffer der Antwort entscheiden',
        },
        keys: { assay: [String(digit)] },
        run: (context) => context.choose(digit),
        unlisted: digit !== 0,
      },
    ]),
  ),
  ...defineActions<CaseContext>()({
    yes: {
      ...ruling,
      title: { en: 'Yes', de: 'Ja' },
      keys: { assay: ['y'] },
      run: (context) => context.decide(true),
    },
    no: {
      ...ruling,
      title: { en: 'No', de: 'Nein' },
      keys: { assay: ['n'] },
      run: (context) => context.decide(false),
    },
    take: {
      ...ruling,
      title: {
        en: 'Take over what would make it consistent',
        de: 'Übernehmen, was es stimmig macht',
      },
      keys: { assay: ['a'] },
      when: (context) => context.mayRule && context.canTake,
      run: (context) => context.take(),
    },
    exclude: {
      ...ruling,
      title: { en: 'Exclude the unit', de: 'Einheit ausschließen' },
      keys: { assay: ['x'] },
      run: (context) => context.toggleExclude(),
    },
    edgeCase: {
      ...ruling,
      title: { en: 'Mark as an edge case', de: 'Als Grenzfall markieren' },
      keys: { assay: ['e'] },
      run: (context) => context.toggleEdgeCase(),
    },
    reason: {
      ...ruling,
      title: { en: 'Write the reason', de: 'Grund schreiben' },
      keys: { assay: ['r'] },
      run: (context) => context.writeReason(),
    },
    propose: {
      ...ruling,
      title: { en: 'Propose a change of the guideline', de: 'Änderung des Leitfadens vorschlagen' },
      keys: { assay: ['p'] },
      run: (context) => context.propose(),
    },
    submit: {
      ...ruling,
      title: { en: 'Rule and go on', de: 'Entscheiden und weiter' },
      keys: { assay: ['mod+Enter', 'Enter'] },
      run: (context) => context.submit(),
    },
    down: {
      title: { en: 'Next label', de: 'Nächstes Label' },
      group: 'moving',
      keys: { assay: ['ArrowDown'] },
      repeats: true,
      run: (context) => context.move(1),
    },
    up: {
      title: { en: 'Label before', de: 'Voriges Label' },
      group: 'moving',
      keys: { assay: ['ArrowUp'] },
      repeats: true,
      run: (context) => context.move(-1),
    },
    right: {
      ...ruling,
      title: { en: 'Next answer', de: 'Nächste Antwort' },
      group: 'moving',
      keys: { assay: ['ArrowRight'] },
      run: (context) => context.slide(1),
    },
    left: {
      ...ruling,
      title: { en: 'Answer before', de: 'Vorige Antwort' },
      group: 'moving',
      keys: { assay: ['ArrowLeft'] },
      run: (context) => context.slide(-1),
    },
    next: {
      title: { en: 'Next case', de: 'Nächster Fall' },
      group: 'moving',
      keys: { assay: ['shift+ArrowRight'] },
      when: (context) => context.canGoOn,
      run: (context) => context.next(),
    },
    previous: {
      title: { en: 'Case before', de: 'Voriger Fall' },
      group: 'moving',
      keys: { assay: ['shift+ArrowLeft'] },
      when: (context) => context.canGoBack,
      run: (context) => context.previous(),
    },
    leave: {
      title: { en: 'Leave the text field', de: 'Textfeld verlassen' },
      group: 'moving',
      keys: { assay: ['Escape'] },
      whileWriting: true,
      run: (context) => context.leaveField(),
    },
    queue: {
      title: { en: 'Back to the queue', de: 'Zur Warteschlange' },
      group: 'moving',
      keys: { assay: ['q'] },
      run: (context) => context.queue(),
    },
    names: {
      title: { en: 'Show or hide names', de: 'Namen zeigen oder verbergen' },
      group: 'viewing',
      keys: { assay: ['h'] },
      when: (context) => context.canShowNames,
      run: (context) => context.toggleNames(),
    },
    all: {
      title: { en: 'Show or hide what is undisputed', de: 'Unstrittiges zeigen oder verbergen' },
      group: 'viewing',
      keys: { assay: ['s'] },
      run: (context) => context.toggleAll(),
    },
  }),
};
