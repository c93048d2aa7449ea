import { rowNumber } from '../../../../formats/units/guess-columns.ts';
import type {
  DraftedQuestion,
  ProjectDraft,
} from '../../../../formats/protocol/drafted-protocol.ts';
import type {
  ColumnsReply,
  ContentCheckReply,
} from '../../../../server/routes/protocol/new-project.ts';

/** A fault of the draft. */
export type DraftFault = ContentCheckReply['faults'][number];

/** The parts of the page, in their order. */
export const parts = ['file', 'columns', 'questions', 'guideline', 'people', 'rounds'] as const;
export type Part = (typeof parts)[number];

export const newQuestion: DraftedQuestion = {
  title: '',
  ask: '',
  scale: 'binary',
  values: [],
  definition: '',
};

/** A project before anything is known of it. */
export const emptyDraft: ProjectDraft = {
  title: '',
  id: '',
  show: [],
  subject: '',
  context: [],
  date: '',
  form: 'labels',
  questions: [newQuestion, newQuestion],
  template: null,
  guideline: null,
  people: [],
  pilot: 20,
  perUnit: 2,
  measure: 'percent_agreement',
  target: 0.8,
  notes: true,
};

/** The draft with what the columns of a file seem to be for. */
export function withColumns(draft: ProjectDraft, read: ColumnsReply, name: string): ProjectDraft {
  const { guess, rows } = read;
  return {
    ...draft,
    title: draft.title === '' ? titleOf(name) : draft.title,
    id: guess.id ?? rowNumber,
    show: guess.show.length > 0 ? guess.show : [read.columns[0]!.name],
    subject: guess.subject ?? '',
    context: guess.context,
    date: guess.date ?? '',
    pilot: Math.min(rows, 20),
  };
}

function titleOf(name: string): string {
  const words = name
    .replace(/\.\w+$/, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim();
  return words === '' ? '' : words[0]!.toUpperCase() + words.slice(1);
}

/** A unit for the preview: the first row, with its number where that is its name. */
export function firstUnit(draft: ProjectDraft, read: ColumnsReply) {
  const [row = {}] = read.first;
  return draft.id === rowNumber ? { [rowNumber]: '1', ...row } : row;
}

/** The part of the page that a fault is about, by its place in the protocol. */
export function partOf({ field = '', file }: DraftFault): Part {
  if (file !== undefined && file !== 'protocol.yaml') return 'guideline';
  if (field.startsWith('guideline')) return 'guideline';
  if (/^tasks\.[^.]+\.unit/.test(field)) return 'columns';
  if (field.startsWith('tasks')) return 'questions';
  if (field.startsWith('panel')) return 'people';
  if (field.startsWith('rounds')) return 'rounds';
  return 'file';
}

/** The title of the first question that is answered by one of several, but has no two of them. */
export function withoutChoices({ form, template, questions }: ProjectDraft): string | null {
  if (template !== null || form === 'labels') return null;
  const found = questions.find(
    ({ title, scale, values }) =>
      title.trim() !== '' &&
      (scale === 'choice' || scale === 'grade') &&
      new Set(values.map((value) => value.trim()).filter((value) => value !== '')).size < 2,
  );
  return found?.title.trim() ?? null;
}

/** What is still to be done before there is anything to check, by part. */
export function gaps(draft: ProjectDraft, read: ColumnsReply | null): readonly Part[] {
  const found: Part[] = [];
  if (read === null || draft.title.trim() === '') found.push('file');
  const named = read?.columns.find(({ name }) => name === draft.id);
  if (read !== null && (named?.is_unique === false || draft.show.length === 0))
    found.push('columns');
  const isNameless = draft.questions.every(({ title }) => title.trim() === '');
  if ((draft.template === null && isNameless) || withoutChoices(draft) !== null)
    found.push('questions');
  if (draft.people.length < draft.perUnit) found.push('people');
  if (read !== null && draft.pilot > read.rows) found.push('rounds');
  return found;
}
