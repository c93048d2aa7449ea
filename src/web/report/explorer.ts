import type { Answer } from '../../domain/answer.ts';
import { inEnglish } from '../../domain/english.ts';
import { uncountedText } from '../../domain/fold/uncounted.ts';
import { inLanguage } from '../../domain/local-text.ts';
import type { Question } from '../../domain/protocol/question.ts';
import type { FoldedTask, RecordFold } from '../../release/record-fold.ts';
import { answerWord } from '../../release/report/answer-names.ts';
import type { RecordUnit } from '../../release/record.ts';
import { countedEntries } from '../../truth/fold/counted-entries.ts';
import { unitTruth } from '../../truth/fold/unit-truth.ts';
import { element, labelled } from './elements.ts';

/** How many units are listed at once. */
const most = 100;

/** Every unit with its truth; opened, the votes, the rulings and the guideline behind it. */
export function showExplorer(place: HTMLElement, fold: RecordFold): void {
  const search = element('input', { type: 'search', placeholder: 'Id, subject or text' });
  const state = choice(['all', 'settled', 'ruled', 'excluded', 'open', 'awaiting']);
  const task = choice(fold.tasks.map((one) => one.task.task.id));
  const order = choice(['as released', 'by id', 'most disagreement first']);
  const found = element('p', { role: 'status' });
  const list = element('div');
  const show = (): void => {
    const own = fold.tasks.find((one) => one.task.task.id === task.value) ?? fold.tasks[0]!;
    const words = search.value.toLowerCase();
    const all = own.list
      .map((unit) => ({ unit, truth: unitTruth(own.fold, unit.id) }))
      .filter(
        ({ unit, truth }) =>
          (state.value === 'all' || truth.standing.state === state.value) &&
          (words === '' || textOf(unit).includes(words)),
      );
    if (order.value === 'by id') all.sort((a, b) => (a.unit.id < b.unit.id ? -1 : 1));
    if (order.value.startsWith('most')) all.sort((a, b) => against(b.truth) - against(a.truth));
    const shown = all.slice(0, most);
    found.textContent =
      `${all.length} of ${own.list.length} units` +
      (shown.length < all.length ? `; the first ${most} are listed` : '');
    list.replaceChildren(
      ...shown.map(({ unit, truth }) => unitDetails(fold, own, unit, inEnglish(truth.line))),
    );
  };
  for (const field of [search, state, task, order]) field.addEventListener('input', show);
  place.replaceChildren(
    element(
      'div',
      { class: 'tools' },
      labelled('Search', search),
      labelled('Standing', state),
      ...(fold.tasks.length === 1 ? [] : [labelled('Task', task)]),
      labelled('Order', order),
    ),
    found,
    list,
  );
  show();
}

function choice(values: readonly string[]): HTMLSelectElement {
  return element('select', {}, ...values.map((value) => element('option', { value }, value)));
}

function textOf({ id, subject, fields }: RecordUnit): string {
  return [id, subject ?? '', ...Object.values(fields).map(String)].join('\n').toLowerCase();
}

function against({ decision }: ReturnType<typeof unitTruth>): number {
  return Math.max(0, ...(decision?.support ?? []).map((one) => one.against));
}

/** One unit; what is behind it is made when somebody opens it. */
function unitDetails(
  fold: RecordFold,
  task: FoldedTask,
  unit: RecordUnit,
  line: string,
): HTMLElement {
  const details = element(
    'details',
    {},
    element('summary', {}, element('strong', {}, unit.id), ` ${line}`),
  );
  details.addEventListener('toggle', () => {
    if (!details.open || details.childElementCount > 1) return;
    details.append(...unitContent(fold, task, unit));
  });
  return details;
}

function unitContent(fold: RecordFold, task: FoldedTask, unit: RecordUnit): readonly HTMLElement[] {
  const shown = task.task.task.unit.show.flatMap((field) =>
    unit.fields[field] === undefined ? [] : [element('blockquote', {}, String(unit.fields[field]))],
  );
  return [
    ...(shown.length > 0
      ? shown
      : [element('p', {}, `The text is not published; its hash is ${unit.hash}.`)]),
    voteTable(task, unit),
    ...rulingLines(fold, task, unit),
    guidelineCards(fold, task),
  ];
}

/** Each question with its truth and everybody's answer; questions that all answer alike last. */
function voteTable(task: FoldedTask, unit: RecordUnit): HTMLElement {
  const { questions } = task.task.task;
  const own = task.judgments.filter((judgment) => judgment.unit === unit.id);
  const entries = countedEntries(task.fold, own).map((entry) => ({
    ...entry,
    given: JSON.parse(entry.answers) as Readonly<Record<string, unknown>>,
  }));
  const { standing } = unitTruth(task.fold, unit.id);
  const truth: Readonly<Record<string, unknown>> = 'answers' in standing ? standing.answers : {};
  const rows = questions.map((question) => {
    const { id, title } = question;
    const shown = (answer: unknown): string => answerText(question, answer);
    const answers = entries.map(({ given }) => shown(given[id]));
    const settled = shown(truth[id]);
    const isContested = new Set([...answers, settled]).size > 1;
    return { title: inLanguage(title), truth: settled, answers, isContested };
  });
  const ordered = [
    ...rows.filter((row) => row.isContested),
    ...rows.filter((row) => !row.isContested),
  ];
  const heads = entries.map(({ annotator, uncounted }) =>
    element(
      'th',
      { scope: 'col' },
      annotator,
      ...(uncounted === null ? [] : [element('small', {}, inEnglish(uncountedText(uncounted)))]),
    ),
  );
  return element(
    'div',
    { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': `Votes on ${unit.id}` },
    element(
      'table',
      {},
      element('caption', {}, 'Truth and votes'),
      element(
        'tr',
        {},
        element('th', { scope: 'col' }, 'Question'),
        element('th', { scope: 'col' }, 'Truth'),
        ...heads,
      ),
      ...ordered.map((row) =>
        element(
          'tr',
          row.isContested ? { class: 'contested' } : {},
          element('th', { scope: 'row' }, row.title),
          element('td', {}, element('strong', {}, row.truth)),
          ...row.answers.map((answer) => element('td', {}, answer)),
        ),
      ),
    ),
  );
}

/** An answer by the title that its scale gives it. */
function answerText(question: Question, answer: unknown): string {
  if (answer === undefined || answer === null) return '–';
  if (typeof answer === 'boolean') return answer ? 'yes' : 'no';
  return answerWord(question, answer as Answer);
}

function rulingLines(
  { record }: RecordFold,
  { task: { task } }: FoldedTask,
  unit: RecordUnit,
): readonly HTMLElement[] {
  const told = ([id, answer]: readonly [string, unknown]): string => {
    const question = task.questions.find((one) => one.id === id);
    if (question === undefined) return `${id}: ${String(answer)}`;
    return `${inLanguage(question.title)}: ${answerText(question, answer)}`;
  };
  return record.rulings
    .filter((ruling) => ruling.task === unit.task && ruling.unit === unit.id)
    .map(({ by, at, reason, decision }) => {
      const said =
        decision.kind === 'exclude'
          ? 'excluded'
          : Object.entries(decision.answers).map(told).join(', ');
      return element('p', {}, `Ruling by ${by} on ${at.slice(0, 10)}: ${said}. ${reason}`);
    });
}

function guidelineCards({ present }: RecordFold, { task }: FoldedTask): HTMLElement {
  const own = new Set(task.task.questions.map(({ id }) => id));
  const cards = present.guideline.cards.filter((card) => own.has(card.question));
  return element(
    'details',
    {},
    element('summary', {}, `Guideline ${present.protocol.guideline.version}`),
    ...cards.map((card) =>
      element('p', {}, element('strong', {}, card.title), ` ${card.definition}`),
    ),
  );
}
