import { defineActions } from '../../../actions/action.ts';

/** What the commands of the list work on. */
export interface VerdictsContext {
  readonly move: (by: number) => void;
  readonly search: () => void;
  readonly leaveField: () => void;
}

/** The commands of the list. Enter on a row follows its link. */
export const verdictsActions = defineActions<VerdictsContext>()({
  down: {
    title: { en: 'Next subject', de: 'Nächster Gegenstand' },
    group: 'moving',
    keys: { assay: ['ArrowDown'] },
    repeats: true,
    run: (context) => context.move(1),
  },
  up: {
    title: { en: 'Subject before', de: 'Voriger Gegenstand' },
    group: 'moving',
    keys: { assay: ['ArrowUp'] },
    repeats: true,
    run: (context) => context.move(-1),
  },
  search: {
    title: { en: 'Search the subjects', de: 'Gegenstände suchen' },
    group: 'viewing',
    keys: { assay: ['s'] },
    run: (context) => context.search(),
  },
  leave: {
    title: { en: 'Leave the text field', de: 'Textfeld verlassen' },
    group: 'moving',
    keys: { assay: ['Escape'] },
    whileWriting: true,
    run: (context) => context.leaveField(),
  },
});
