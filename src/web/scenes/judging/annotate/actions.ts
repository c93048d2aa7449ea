import { confidences } from '../../../../domain/judging/judgment.ts';
import type { Confidence } from '../../../../domain/judging/judgment.ts';
import { inLanguage } from '../../../../domain/local-text.ts';
import type { AsideName, Task } from '../../../../domain/protocol/task.ts';
import type { Action } from '../../../actions/action.ts';
import { commandTable } from '../../../actions/command-table.ts';
import type { Handlers } from '../../../actions/command-table.ts';
import type { ActionKeys } from '../../../actions/keymap.ts';

/** What can be done now; `answer` is false while feedback is shown, and in a closed round. */
type Can =
  | 'answer'
  | 'accept'
  | 'undo'
  | 'redo'
  | 'skip'
  | 'goBack'
  | 'goOn'
  | 'leaveComparison'
  | 'ask';

/** What the commands depend on, and what those do that take a number or a value. */
interface AnnotateState {
  readonly can: Readonly<Record<Can, boolean>>;
  /** Whether the unit has answers or text that were not submitted. */
  readonly hasUnsaved: boolean;
  /** Tells the user that the key does not leave unsaved answers. */
  readonly sayUnsaved: () => void;
  readonly choose: (digit: number) => void;
  readonly toggleLabel: (place: number) => void;
  readonly grade: (grade: number) => void;
  readonly setConfidence: (confidence: Confidence) => void;
}

/** What the commands of the form work on. */
export type AnnotateContext = AnnotateState & Handlers<keyof typeof commands>;

/** The commands of a form by name. Which exist depends on what the task asks. */
export type AnnotateActions = Readonly<Record<string, Action<AnnotateContext>>>;

/** The commands of a task. */
export function annotateActions(task: Task, isAssisted = false): AnnotateActions {
  const { yes, no, none, findQuote, uncertain, flag, notes, openFolded, ...rest } = commands;
  const { acceptOne, acceptAll, ...always } = rest;
  const isLabels = task.form === 'labels';
  const kinds = new Set(task.questions.map((question) => question.scale.kind));
  const found: AnnotateActions[] = [];
  if (isLabels) found.push(labelActions(task), { none });
  if (!isLabels && kinds.has('binary')) found.push({ yes, no });
  if (!isLabels && (kinds.has('nominal') || kinds.has('ordinal'))) found.push(digitActions);
  if (kinds.has('ordinal')) found.push(gradeActions(isLabels));
  if (kinds.has('quote')) found.push({ findQuote });
  const asides: Readonly<Record<AsideName, AnnotateActions>> = {
    confidence: confidenceActions,
    uncertain: { uncertain },
    flag: { flag },
    notes: { notes },
  };
  found.push(...task.asides.map((aside) => asides[aside]), always);
  // In Prodigy, a accepts: all labels at once, or the current question.
  const acceptKeys = { ...submitKeys, prodigy: ['a', 'Enter', 'mod+Enter'] };
  if (isLabels) found.push({ submit: { ...always.submit, keys: acceptKeys } });
  if (task.unit.folded.length > 0) found.push({ openFolded });
  if (isAssisted) found.push({ acceptOne, acceptAll });
  return Object.assign({}, ...found) as AnnotateActions;
}

/** The key of the label at a place: 1 to 9, 0 for the tenth, then with Shift. */
function labelKeys(place: number): ActionKeys {
  const digit = (place + 1) % 10;
  const assay = [place < 10 ? String(digit) : `shift+${digit}`];
  const letter = ['q', 'w', 'e', 't'][place - 10];
  return letter === undefined ? { assay } : { assay, 'label-studio': [letter] };
}

const submitKeys: ActionKeys = { assay: ['Enter', 'mod+Enter'], 'label-studio': ['mod+Enter'] };
const undoKeys = {
  assay: ['u', 'mod+z'],
  prodigy: ['Backspace', 'mod+z'],
  'label-studio': ['mod+z'],
};
const redoKeys = { assay: ['shift+u', 'mod+shift+z'], 'label-studio': ['mod+shift+z'] };
const yesKeys = {
  assay: ['y'],
  prodigy: ['a', 'y'],
  german: { assay: ['j'], prodigy: ['a', 'j'] },
};
const skipKeys = {
  assay: ['s', 'alt+s'],
  prodigy: ['Space', 'alt+s'],
  'label-studio': ['mod+Space', 'alt+s'],
  argilla: ['Backspace', 'alt+s'],
};
/** A letter that was meant for a text field must not leave the unit. */
const staying = {
  isGuarded: ({ hasUnsaved }: AnnotateState) => hasUnsaved,
  onGuarded: ({ sayUnsaved }: AnnotateState) => sayUnsaved(),
};
const unitKeys = (arrow: string): ActionKeys => ({
  assay: [`shift+${arrow}`],
  argilla: [arrow, `shift+${arrow}`],
});

const when = (what: Can) => ({ when: ({ can }: AnnotateState) => can[what] });
const answering = when('answer');
const repeats = { repeats: true };

const commands = commandTable<AnnotateState>()({
  yes: ['answering', yesKeys, 'Yes', 'Ja', answering],
  no: ['answering', { assay: ['n'], prodigy: ['x', 'n'] }, 'No', 'Nein', answering],
  none: ['answering', 'n', 'No label applies', 'Kein Label trifft zu', answering],
  findQuote: ['answering', ['/', 'c'], 'Find and quote', 'Suchen und zitieren', answering],
  uncertain: ['answering', 'd', 'Uncertain', 'Unsicher', answering],
  flag: ['answering', 'f', 'Flag for a second look', 'Zur erneuten Prüfung markieren', answering],
  notes: ['answering', 'm', 'Write a note', 'Notiz schreiben', answering],
  acceptOne: [
    'answering',
    'v',
    'Answer as suggested',
    'Wie vorgeschlagen antworten',
    when('accept'),
  ],
  acceptAll: [
    'answering',
    'shift+v',
    'Answer everything as suggested',
    'Alles wie vorgeschlagen beantworten',
    when('accept'),
  ],
  ask: [
    'viewing',
    { assay: ['a'], prodigy: ['i'] },
    'Ask a question',
    'Frage stellen',
    when('ask'),
  ],
  submit: ['submitting', submitKeys, 'Submit', 'Abgeben', answering],
  undo: ['answering', undoKeys, 'Undo', 'Rückgängig', when('undo')],
  redo: ['answering', redoKeys, 'Redo', 'Wiederholen', when('redo')],
  clear: ['answering', 'Delete', 'Clear answer', 'Antwort löschen', answering],
  right: [
    'moving',
    { assay: ['ArrowRight'], argilla: [] },
    'Next option, or one grade higher',
    'Nächste Antwort oder eine Stufe höher',
    answering,
  ],
  left: [
    'moving',
    { assay: ['ArrowLeft'], argilla: [] },
    'Previous option, or one grade lower',
    'Vorige Antwort oder eine Stufe tiefer',
    answering,
  ],
  skip: ['submitting', skipKeys, 'Later', 'Später', { ...when('skip'), ...staying }],
  down: ['moving', 'ArrowDown', 'Next question', 'Nächste Frage', repeats],
  up: ['moving', 'ArrowUp', 'Previous question', 'Vorige Frage', repeats],
  previous: ['moving', unitKeys('ArrowLeft'), 'Previous unit', 'Vorige Einheit', when('goBack')],
  next: ['moving', unitKeys('ArrowRight'), 'Next unit', 'Nächste Einheit', when('goOn')],
  leave: [
    'moving',
    'Escape',
    'Leave the text field, close the guideline',
    'Textfeld verlassen, Leitfaden schließen',
    { whileWriting: true },
  ],
  continue: [
    'submitting',
    ['Enter', 'mod+Enter'],
    'Continue',
    'Weiter',
    { ...when('leaveComparison'), unlisted: true },
  ],
  guideline: ['viewing', 'g', 'Guideline', 'Leitfaden'],
  openFolded: ['viewing', 'o', 'Open the collapsed part', 'Eingeklappten Teil öffnen'],
});

/** The most labels that have a key. */
const mostLabelKeys = 20;
const allLabels = {
  en: 'Tick labels 1 to 9; 0 is the tenth, with Shift from the eleventh on',
  de: 'Label 1 bis 9 ankreuzen; 0 ist das zehnte, mit Umschalt ab dem elften',
};
const byDigit = {
  en: 'Choose an option of the current question by its digit',
  de: 'Antwort der aktuellen Frage über ihre Ziffer wählen',
};

/** Ticks labels. The help lists the first for all. */
function labelActions(task: Task): AnnotateActions {
  const ticks = task.questions.slice(0, mostLabelKeys).map(({ title }, place) => {
    const own = { en: inLanguage(title, 'en'), de: inLanguage(title, 'de') };
    const tick = answer(place === 0 ? allLabels : own, labelKeys(place), (context) =>
      context.toggleLabel(place),
    );
    return [`label-${place}`, { ...tick, unlisted: place !== 0 }];
  });
  return Object.fromEntries(ticks);
}

const digitActions: AnnotateActions = Object.fromEntries(
  Array.from({ length: 10 }, (_, digit) => {
    const keys = { assay: [String(digit)] };
    const choose = answer(byDigit, keys, (context) => context.choose(digit));
    return [`choose-${digit}`, { ...choose, unlisted: digit !== 1 }];
  }),
);

/** Grades in ascending order. In Label Studio q, w and e are labels. */
const gradeKeys: readonly ActionKeys[] = [
  { assay: ['q'], 'label-studio': ['z'] },
  { assay: ['w'], 'label-studio': ['x'] },
  { assay: ['e'], 'label-studio': ['c'] },
];

/** Grades the current label or question. */
function gradeActions(isLabels: boolean): AnnotateActions {
  const en = isLabels ? 'Grade the current label' : 'Grade the current question';
  const de = isLabels ? 'Aktuelles Label einstufen' : 'Aktuelle Frage einstufen';
  const grades = gradeKeys.map((keys, grade) => {
    const title = { en: `${en}: ${grade}`, de: `${de}: ${grade}` };
    return [`grade-${grade}`, answer(title, keys, (context) => context.grade(grade))];
  });
  return Object.fromEntries(grades);
}

/** In German, j is "Ja". */
const confidenceRows: Readonly<Record<Confidence, readonly [string, string, ActionKeys]>> = {
  low: ['Low confidence', 'Geringe Sicherheit', { assay: ['j'], german: { assay: ['h'] } }],
  medium: ['Medium confidence', 'Mittlere Sicherheit', { assay: ['k'] }],
  high: ['High confidence', 'Hohe Sicherheit', { assay: ['l'] }],
};
const confidenceActions: AnnotateActions = Object.fromEntries(
  confidences.map((value) => {
    const [en, de, keys] = confidenceRows[value];
    const give = answer({ en, de }, keys, (context) => context.setConfidence(value));
    return [`confidence-${value}`, give];
  }),
);

/** A command that changes the answers. */
function answer(
  title: Action['title'],
  keys: ActionKeys,
  run: (context: AnnotateContext) => void,
): Action<AnnotateContext> {
  return { title, group: 'answering', keys, ...answering, run };
}
