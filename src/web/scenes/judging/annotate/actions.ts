import type { Confidence } from '../../../../domain/judging/judgment.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { Action } from '../../../actions/action.ts';
import {
  asideActions,
  gradeActions,
  labelActions,
  questionActions,
  quoteActions,
  revisingActions,
} from './answer-actions.ts';

/** What the commands of the form work on. */
export interface AnnotateContext {
  /** False while feedback is shown, and in a closed round. */
  readonly mayAnswer: boolean;
  /** Whether the comparison with the key is shown. */
  readonly isCompared: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly canGoBack: boolean;
  readonly canGoOn: boolean;
  readonly canSkip: boolean;
  /** Whether some question that is asked now has an option with this digit. */
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

export type AnnotateAction = Action<AnnotateContext>;

/** The commands of a form by name. Which exist depends on what the task asks. */
export type AnnotateActions = Readonly<Record<string, AnnotateAction>>;

/** The commands of a task. */
export function annotateActions(task: Task): AnnotateActions {
  const isLabels = task.form === 'labels';
  const kinds = new Set(task.questions.map((question) => question.scale.kind));
  return {
    ...(isLabels ? labelActions(task) : questionActions(kinds)),
    ...(kinds.has('ordinal') ? gradeActions(isLabels) : {}),
    ...(kinds.has('quote') ? quoteActions : {}),
    ...asideActions(task),
    submit: submitAction(isLabels),
    ...revisingActions,
    ...unitActions,
    ...(task.unit.folded.length > 0 ? { openFolded } : {}),
  };
}

/** In Prodigy, a accepts: all labels at once, or the current question. */
function submitAction(isLabels: boolean): AnnotateAction {
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

const openFolded: AnnotateAction = {
  title: { en: 'Open the collapsed part', de: 'Eingeklappten Teil öffnen' },
  group: 'viewing',
  keys: { assay: ['o'] },
  run: (context) => context.openFolded(),
};

const unitActions: AnnotateActions = {
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
  down: {
    title: { en: 'Next question', de: 'Nächste Frage' },
    group: 'moving',
    keys: { assay: ['ArrowDown'] },
    repeats: true,
    run: (context) => context.move(1),
  },
  up: {
    title: { en: 'Previous question', de: 'Vorige Frage' },
    group: 'moving',
    keys: { assay: ['ArrowUp'] },
    repeats: true,
    run: (context) => context.move(-1),
  },
  previous: {
    title: { en: 'Previous unit', de: 'Vorige Einheit' },
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
    title: { en: 'Continue', de: 'Weiter' },
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
