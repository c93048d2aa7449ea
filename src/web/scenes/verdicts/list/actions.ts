import { commandTable } from '../../../actions/command-table.ts';

/** The commands of the list. Enter on a row follows its link. */
export const verdictsActions = commandTable<object>()({
  down: ['moving', 'ArrowDown', 'Next subject', 'Nächster Gegenstand', { repeats: true }],
  up: ['moving', 'ArrowUp', 'Previous subject', 'Voriger Gegenstand', { repeats: true }],
  search: ['viewing', 's', 'Search the subjects', 'Gegenstände suchen'],
  leave: ['moving', 'Escape', 'Leave the text field', 'Textfeld verlassen', { whileWriting: true }],
});
