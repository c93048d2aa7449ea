import { confidences } from '../../../../domain/judging/judgment.ts';
import type { Confidence } from '../../../../domain/judging/judgment.ts';
import { inLanguage } from '../../../../domain/local-text.ts';
import type { AsideName, Task } from '../../../../domain/protocol/task.ts';
import type { ActionKeys } from '../../../actions/keymap.ts';
import type { AnnotateAction, AnnotateActions } from './actions.ts';

/** The key of the label at a place: 1 to 9, 0 for the tenth, then with Shift. @internal */
export function labelKeys(place: number): ActionKeys {
  const digit = (place + 1) % 10;
  const assay = [place < 10 ? String(digit) : `shift+${digit}`];
  const letter = ['q', 'w', 'e', 't'][place - 10];
  return letter === undefined ? { assay } : { assay, 'label-studio': [letter] };
}

/** Ticks labels, or says that none applies. */
export function labelActions(task: Task): AnnotateActions {
  const ticks = task.questions
    .slice(0, mostLabelKeys)
    .map(({ title }, place) => [
      `label-${place}`,
      {
        ...answering(
          inLanguage(title, 'en'),
          inLanguage(title, 'de'),
          labelKeys(place),
          (context) => context.toggleLabel(place),
        ),
        ...(place === 0 ? { title: allLabels } : { unlisted: true }),
      },
    ]);
  return {
    ...Object.fromEntries(ticks),
    none: answering('No label applies', 'Kein Label trifft zu', { assay: ['n'] }, (context) =>
      context.sayNone(),
    ),
  };
}

/** Answers the current question: yes or no, or an option by its digit. */
export function questionActions(kinds: ReadonlySet<string>): AnnotateActions {
  const digits = Array.from({ length: 10 }, (_, digit) => [
    `choose-${digit}`,
    answering(
      'Choose an option of the current question by its digit',
      'Antwort der aktuellen Frage über ihre Ziffer wählen',
      { assay: [String(digit)] },
      (context) => context.choose(digit),
      { when: (context) => context.mayAnswer && context.hasOptions(digit), unlisted: digit !== 1 },
    ),
  ]);
  return {
    ...(kinds.has('binary') ? binaryActions : {}),
    ...(kinds.has('nominal') || kinds.has('ordinal') ? Object.fromEntries(digits) : {}),
  };
}

/** Grades the current label or question. */
export function gradeActions(isLabels: boolean): AnnotateActions {
  const en = isLabels ? 'Grade the current label' : 'Grade the current question';
  const de = isLabels ? 'Aktuelles Label einstufen' : 'Aktuelle Frage einstufen';
  return Object.fromEntries(
    gradeKeys.map((keys, grade) => [
      `grade-${grade}`,
      answering(`${en}: ${grade}`, `${de}: ${grade}`, keys, (context) => context.grade(grade)),
    ]),
  );
}

/** What may be said beside the answers. */
export function asideActions({ asides }: Task): AnnotateActions {
  return Object.assign({}, ...asides.map((aside) => asideCommands[aside])) as AnnotateActions;
}

/** Quotes a passage of the text. */
export const quoteActions: AnnotateActions = {
  findQuote: answering('Find and quote', 'Suchen und zitieren', { assay: ['/', 'c'] }, (context) =>
    context.findQuote(),
  ),
};

/** Takes answers back, and moves between the options of a question. */
export const revisingActions: AnnotateActions = {
  undo: answering(
    'Undo',
    'Rückgängig',
    { assay: ['u', 'mod+z'], prodigy: ['Backspace', 'mod+z'], 'label-studio': ['mod+z'] },
    (context) => context.undo(),
    { when: (context) => context.mayAnswer && context.canUndo },
  ),
  redo: answering(
    'Redo',
    'Wiederholen',
    { assay: ['shift+u', 'mod+shift+z'], 'label-studio': ['mod+shift+z'] },
    (context) => context.redo(),
    { when: (context) => context.mayAnswer && context.canRedo },
  ),
  clear: answering('Clear answer', 'Antwort löschen', { assay: ['Delete'] }, (context) =>
    context.clear(),
  ),
  right: answering(
    'Next option, or one grade higher',
    'Nächste Antwort oder eine Stufe höher',
    { assay: ['ArrowRight'], argilla: [] },
    (context) => context.slide(1),
    { group: 'moving' },
  ),
  left: answering(
    'Previous option, or one grade lower',
    'Vorige Antwort oder eine Stufe tiefer',
    { assay: ['ArrowLeft'], argilla: [] },
    (context) => context.slide(-1),
    { group: 'moving' },
  ),
};

/** A command that changes the answers. */
function answering(
  en: string,
  de: string,
  keys: ActionKeys,
  run: AnnotateAction['run'],
  more: Partial<AnnotateAction> = {},
): AnnotateAction {
  const when: AnnotateAction['when'] = (context) => context.mayAnswer;
  return { title: { en, de }, group: 'answering', keys, when, run, ...more };
}

/** The most labels that have a key. */
const mostLabelKeys = 20;

const allLabels = {
  en: 'Tick labels 1 to 9; 0 is the tenth, with Shift from the eleventh on',
  de: 'Label 1 bis 9 ankreuzen; 0 ist das zehnte, mit Umschalt ab dem elften',
};

const whenBinary: AnnotateAction['when'] = (context) => context.mayAnswer && context.hasBinary;

const binaryActions: AnnotateActions = {
  yes: answering(
    'Yes',
    'Ja',
    { assay: ['y'], prodigy: ['a', 'y'], german: { assay: ['j'], prodigy: ['a', 'j'] } },
    (context) => context.decide(true),
    { when: whenBinary },
  ),
  no: answering(
    'No',
    'Nein',
    { assay: ['n'], prodigy: ['x', 'n'] },
    (context) => context.decide(false),
    { when: whenBinary },
  ),
};

/** Grades in ascending order. In Label Studio q, w and e are labels. */
const gradeKeys: readonly ActionKeys[] = [
  { assay: ['q'], 'label-studio': ['z'] },
  { assay: ['w'], 'label-studio': ['x'] },
  { assay: ['e'], 'label-studio': ['c'] },
];

/** In German, j is "Ja". */
const confidenceCommands: Record<Confidence, readonly [string, string, ActionKeys]> = {
  low: ['Low confidence', 'Geringe Sicherheit', { assay: ['j'], german: { assay: ['h'] } }],
  medium: ['Medium confidence', 'Mittlere Sicherheit', { assay: ['k'] }],
  high: ['High confidence', 'Hohe Sicherheit', { assay: ['l'] }],
};

const asideCommands: Readonly<Record<AsideName, AnnotateActions>> = {
  confidence: Object.fromEntries(
    confidences.map((value) => {
      const [en, de, keys] = confidenceCommands[value];
      const command = answering(en, de, keys, (context) => context.setConfidence(value));
      return [`confidence-${value}`, command];
    }),
  ),
  uncertain: {
    uncertain: answering('Uncertain', 'Unsicher', { assay: ['d'] }, (context) =>
      context.toggleUncertain(),
    ),
  },
  flag: {
    flag: answering(
      'Flag for a second look',
      'Zur erneuten Prüfung markieren',
      { assay: ['f'] },
      (context) => context.toggleFlag(),
    ),
  },
  notes: {
    notes: answering('Write a note', 'Notiz schreiben', { assay: ['m'] }, (context) =>
      context.writeNotes(),
    ),
  },
};
