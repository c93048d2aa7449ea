import type { Confidence } from '../../../../domain/judging/judgment.ts';
import { confidences } from '../../../../domain/judging/judgment.ts';
import { inLanguage } from '../../../../domain/local-text.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { Action } from '../../../actions/action.ts';
import type { ActionKeys } from '../../../actions/keymap.ts';

/** What the commands of the form work on. */
export interface AnnotateContext {
  /** Whether answers can be given now: not while feedback is shown, nor in a closed round. */
  readonly mayAnswer: boolean;
  /** Whether the comparison with the key is shown. */
  readonly isCompared: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly canGoBack: boolean;
  readonly canGoOn: boolean;
  readonly canSkip: boolean;
  /** Whether a question with options is at hand that takes this many. */
  readonly hasOptions: (count: number) => boolean;
  readonly hasBinary: boolean;
  readonly submit: () => void;
  readonly skip: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly clear: () => void;
  readonly move: (by: number) => void;
  readonly slide: (by: number) => void;
  readonly choose: (option: number) => void;
  readonly decide: (isYes: boolean) => void;
  readonly toggleLabel: (label: number) => void;
  readonly grade: (grade: number) => void;
  readonly sayNone: () => void;
  readonly setConfidence: (confidence: Confidence) => void;
  readonly toggleUncertain: () => void;
  readonly toggleFlag: () => void;
  readonly writeNotes: () => void;
  readonly leaveField: () => void;
  readonly openFolded: () => void;
  readonly findQuote: () => void;
  readonly toggleGuideline: () => void;
  readonly previousUnit: () => void;
  readonly goOn: () => void;
  readonly nextUnit: () => void;
}

/** The commands of a task's form by name; which there are depends on what the task asks. */
export type AnnotateActions = Readonly<Record<string, Action<AnnotateContext>>>;

/** The commands of a task. */
export function annotateActions(task: Task): AnnotateActions {
  const isLabels = task.form === 'labels';
  const kinds = new Set(task.questions.map((question) => question.scale.kind));
  return {
    ...(isLabels ? labelActions(task) : questionActions(kinds)),
    ...(kinds.has('ordinal') ? gradeActions(isLabels) : {}),
    ...(kinds.has('quote') ? { findQuote } : {}),
    ...asideActions(task),
    submit: submitAction(isLabels),
    ...workActions,
    ...(task.unit.folded.length > 0 ? { openFolded } : {}),
  };
}

/** The key of the label at a place: 1 to 9, 0 for the tenth, then with Shift. */
export function labelKeys(place: number): ActionKeys {
  const digit = (place + 1) % 10;
  const assay = [place < 10 ? String(digit) : `shift+${digit}`];
  const letter = ['q', 'w', 'e', 't'][place - 10];
  return letter === undefined ? { assay } : { assay, 'label-studio': [letter] };
}

/** The most labels that have a key. */
export const mostLabelKeys = 20;

const answering = {
  group: 'answering',
  when: (context: AnnotateContext) => context.mayAnswer,
} as const;

function labelActions(task: Task): AnnotateActions {
  const ticks = task.questions
    .slice(0, mostLabelKeys)
    .map((question, place): readonly [string, Action<AnnotateContext>] => [
      `label-${place}`,
      {
        ...answering,
        title:
          place === 0
            ? {
                en: 'Tick labels 1 to 9; 0 is the tenth, with Shift from the eleventh on',
                de: 'Label 1 bis 9 ankreuzen; 0 ist das zehnte, mit Umschalt ab dem elften',
              }
            : { en: inLanguage(question.title, 'en'), de: inLanguage(question.title, 'de') },
        keys: labelKeys(place),
        run: (context) => context.toggleLabel(place),
        unlisted: place > 0,
      },
    ]);
  return {
    ...Object.fromEntries(ticks),
    none: {
      ...answering,
      title: { en: 'No label applies', de: 'Kein Label trifft zu' },
      keys: { assay: ['n'] },
      run: (context) => context.sayNone(),
    },
  };
}

function questionActions(kinds: ReadonlySet<string>): AnnotateActions {
  const binary: AnnotateActions = {
    yes: {
      ...answering,
      title: { en: 'Yes', de: 'Ja' },
      keys: { assay: ['y'], prodigy: ['a', 'y'] },
      when: (context) => context.mayAnswer && context.hasBinary,
      run: (context) => context.decide(true),
    },
    no: {
      ...answering,
      title: { en: 'No', de: 'Nein' },
      keys: { assay: ['n'], prodigy: ['x', 'n'] },
      when: (context) => context.mayAnswer && context.hasBinary,
      run: (context) => context.decide(false),
    },
  };
  const digits = Array.from(
    { length: 10 },
    (_, digit): readonly [string, Action<AnnotateContext>] => [
      `choose-${digit}`,
      {
        ...answering,
        title: {
          en: 'Choose an option of the question at hand by its digit',
          de: 'Antwort der aktuellen Frage über ihre Ziffer wählen',
        },
        keys: { assay: [String(digit)] },
        when: (context) => context.mayAnswer && context.hasOptions(digit),
        run: (context) => context.choose(digit),
        unlisted: digit !== 1,
      },
    ],
  );
  return {
    ...(kinds.has('binary') ? binary : {}),
    ...(kinds.has('nominal') || kinds.has('ordinal') ? Object.fromEntries(digits) : {}),
  };
}

/** Grades in ascending order. In Label Studio q, w and e are labels. */
const gradeKeys: readonly ActionKeys[] = [
  { assay: ['q'], 'label-studio': ['z'] },
  { assay: ['w'], 'label-studio': ['x'] },
  { assay: ['e'], 'label-studio': ['c'] },
];

function gradeActions(isLabels: boolean): AnnotateActions {
  const names = isLabels
    ? { en: 'Grade the label at hand', de: 'Aktuelles Label einstufen' }
    : { en: 'Grade the question at hand', de: 'Aktuelle Frage einstufen' };
  return Object.fromEntries(
    gradeKeys.map((keys, grade) => [
      `grade-${grade}`,
      {
        ...answering,
        title: { en: `${names.en}: ${grade}`, de: `${names.de}: ${grade}` },
        keys,
        run: (context: AnnotateContext) => context.grade(grade),
      },
    ]),
  );
}

const findQuote: Action<AnnotateContext> = {
  ...answering,
  title: { en: 'Find and quote', de: 'Suchen und zitieren' },
  keys: { assay: ['/', 'c'] },
  run: (context) => context.findQuote(),
};

const confidenceWords: Readonly<Record<Confidence, Action['title']>> = {
  low: { en: 'Low confidence', de: 'Geringe Sicherheit' },
  medium: { en: 'Medium confidence', de: 'Mittlere Sicherheit' },
  high: { en: 'High confidence', de: 'Hohe Sicherheit' },
};

function asideActions({ asides }: Task): AnnotateActions {
  const confidence = confidences.map((value, place) => [
    `confidence-${value}`,
    {
      ...answering,
      title: confidenceWords[value],
      keys: { assay: [['j', 'k', 'l'][place]!] },
      run: (context: AnnotateContext) => context.setConfidence(value),
    },
  ]);
  return {
    ...(asides.includes('confidence') ? Object.fromEntries(confidence) : {}),
    ...(asides.includes('uncertain')
      ? {
          uncertain: {
            ...answering,
            title: { en: 'Uncertain', de: 'Unsicher' },
            keys: { assay: ['d'] },
            run: (context: AnnotateContext) => context.toggleUncertain(),
          },
        }
      : {}),
    ...(asides.includes('flag')
      ? {
          flag: {
            ...answering,
            title: { en: 'Flag for a second look', de: 'Für einen zweiten Blick markieren' },
            keys: { assay: ['f'] },
            run: (context: AnnotateContext) => context.toggleFlag(),
          },
        }
      : {}),
    ...(asides.includes('notes')
      ? {
          notes: {
            ...answering,
            title: { en: 'Write a note', de: 'Notiz schreiben' },
            keys: { assay: ['m'] },
            run: (context: AnnotateContext) => context.writeNotes(),
          },
        }
      : {}),
  };
}

/** In Prodigy, a accepts: a set of labels at once, else the question at hand. */
function submitAction(isLabels: boolean): Action<AnnotateContext> {
  return {
    title: { en: 'Submit', de: 'Abgeben' },
    group: 'submitting',
    keys: {
      assay: ['Enter', 'mod+Enter'],
      'label-studio': ['mod+Enter'],
      ...(isLabels ? { prodigy: ['a', 'Enter', 'mod+Enter'] } : {}),
    },
    when: (context) => context.mayAnswer,
    run: (context) => context.submit(),
  };
}

const openFolded: Action<AnnotateContext> = {
  title: { en: 'Open the folded part', de: 'Eingeklappten Teil öffnen' },
  group: 'viewing',
  keys: { assay: ['o'] },
  run: (context) => context.openFolded(),
};

const workActions: AnnotateActions = {
  skip: {
    title: { en: 'Later', de: 'Später' },
    group: 'submitting',
    keys: {
      assay: ['s'],
      prodigy: ['Space'],
      'label-studio': ['mod+Space'],
      argilla: ['Backspace'],
    },
    when: (context) => context.mayAnswer && context.canSkip,
    run: (context) => context.skip(),
  },
  undo: {
    ...answering,
    title: { en: 'Undo', de: 'Rückgängig' },
    keys: { assay: ['u', 'mod+z'], prodigy: ['Backspace', 'mod+z'], 'label-studio': ['mod+z'] },
    when: (context) => context.mayAnswer && context.canUndo,
    run: (context) => context.undo(),
  },
  redo: {
    ...answering,
    title: { en: 'Redo', de: 'Wiederholen' },
    keys: { assay: ['shift+u', 'mod+shift+z'], 'label-studio': ['mod+shift+z'] },
    when: (context) => context.mayAnswer && context.canRedo,
    run: (context) => context.redo(),
  },
  clear: {
    ...answering,
    title: { en: 'Take the answer back', de: 'Antwort zurücknehmen' },
    keys: { assay: ['Delete'] },
    run: (context) => context.clear(),
  },
  down: {
    title: { en: 'Next question', de: 'Nächste Frage' },
    group: 'moving',
    keys: { assay: ['ArrowDown'] },
    repeats: true,
    run: (context) => context.move(1),
  },
  up: {
    title: { en: 'Question before', de: 'Vorige Frage' },
    group: 'moving',
    keys: { assay: ['ArrowUp'] },
    repeats: true,
    run: (context) => context.move(-1),
  },
  right: {
    ...answering,
    title: { en: 'Next option, or one grade higher', de: 'Nächste Antwort oder eine Stufe höher' },
    group: 'moving',
    keys: { assay: ['ArrowRight'], argilla: [] },
    run: (context) => context.slide(1),
  },
  left: {
    ...answering,
    title: { en: 'Option before, or one grade lower', de: 'Vorige Antwort oder eine Stufe tiefer' },
    group: 'moving',
    keys: { assay: ['ArrowLeft'], argilla: [] },
    run: (context) => context.slide(-1),
  },
  previous: {
    title: { en: 'Unit before', de: 'Vorige Einheit' },
    group: 'moving',
    keys: { assay: ['shift+ArrowLeft'], argilla: ['ArrowLeft', 'shift+ArrowLeft'] },
    when: (context) => context.canGoBack,
    run: (context) => context.previousUnit(),
  },
  next: {
    title: { en: 'Next unit', de: 'Nächste Einheit' },
    group: 'moving',
    keys: { assay: ['shift+ArrowRight'], argilla: ['ArrowRight', 'shift+ArrowRight'] },
    when: (context) => context.canGoOn,
    run: (context) => context.nextUnit(),
  },
  leave: {
    title: {
      en: 'Leave the text field, close the guideline',
      de: 'Textfeld verlassen, Leitfaden schließen',
    },
    group: 'moving',
    keys: { assay: ['Escape'] },
    whileWriting: true,
    run: (context) => context.leaveField(),
  },
  continue: {
    title: { en: 'Go on', de: 'Weiter' },
    group: 'submitting',
    keys: { assay: ['Enter', 'mod+Enter'] },
    when: (context) => context.isCompared,
    run: (context) => context.goOn(),
    unlisted: true,
  },
  guideline: {
    title: { en: 'Guideline', de: 'Leitfaden' },
    group: 'viewing',
    keys: { assay: ['g'] },
    run: (context) => context.toggleGuideline(),
  },
};
