import { inLanguage } from '../../domain/local-text.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Question } from '../../domain/protocol/question.ts';
import type { Figures } from '../figures.ts';
import type { RecordFold } from '../record-fold.ts';
import { rulingKind, rulingKinds } from '../ruling-figures.ts';
import type { RulingKind } from '../ruling-figures.ts';
import { answerWord, isName } from './answer-names.ts';
import { count, counted, day, listed, plain, table } from './cells.ts';
import type { ReportBlock, ReportTable } from './report.ts';

/** Rulings by kind, by whom, with which reasons; those against the judgments one by one. */
export function rulingBlocks(fold: RecordFold, figures: Figures): readonly ReportBlock[] {
  if (fold.record.rulings.length === 0) return [{ kind: 'text', text: 'Nothing was ruled on.' }];
  return [
    { kind: 'heading', text: 'Rulings' },
    ...figures.tasks.flatMap((_, at) => kindBlocks(figures, at)),
    ...overruledBlocks(fold),
    ...edgeCaseBlocks(fold),
  ];
}

const kindTitles: Readonly<Record<RulingKind, string>> = {
  settled: 'Settled what the judgments left open',
  overruled: 'Gave another answer than the judgments',
  confirmed: 'Confirmed the judgments',
  excluded: 'Excluded the unit',
  stated: 'Stated answers; what the judgments said is not known',
};

/** So many reasons are printed. */
const mostReasons = 12;

/** The rulings on a task by what they did. */
export function rulingTable({ tasks }: Figures, at: number): ReportTable {
  const { rulings, title } = tasks[at]!;
  const place = `tasks.${at}.rulings`;
  const of = tasks.length === 1 ? '' : ` on “${title}”`;
  const rows = [
    ...rulingKinds
      .filter((kind) => rulings.kinds[kind] > 0)
      .map((kind) => [
        plain(kindTitles[kind]),
        count(rulings.kinds[kind], `${place}.kinds.${kind}`),
      ]),
    ...(rulings.replaced === 0
      ? []
      : [[plain('Replaced by a later ruling'), count(rulings.replaced, `${place}.replaced`)]]),
    [plain('All rulings'), count(rulings.total, `${place}.total`)],
  ];
  return table(`Rulings by kind${of}`, ['What the ruling did', '#Rulings'], rows);
}

function kindBlocks(figures: Figures, at: number): readonly ReportBlock[] {
  const { tasks } = figures;
  const { rulings, title } = tasks[at]!;
  if (rulings.total === 0) return [];
  const place = `tasks.${at}.rulings`;
  const of = tasks.length === 1 ? '' : ` on “${title}”`;
  const who = rulings.by.map(({ name, rulings: own }) => `${name} (${own})`);
  const own =
    rulings.own === 0
      ? 'Nobody ruled on a unit that they had judged.'
      : `${counted(rulings.own, 'ruling')} came from somebody who had judged the unit.`;
  const reasons = rulings.reasons.slice(0, mostReasons);
  const rest = rulings.reasons.length - reasons.length;
  return [
    rulingTable(figures, at),
    { kind: 'text', text: `Ruled by ${listed(who)}. ${own}` },
    ...(reasons.length === 0
      ? []
      : [
          table(
            `Reasons for answers that were ruled${of}`,
            ['Reason', '#Rulings'],
            reasons.map(({ reason, rulings: number }, row) => [
              plain(reason),
              count(number, `${place}.reasons.${row}.rulings`),
            ]),
          ),
        ]),
    ...(rest <= 0
      ? []
      : [
          {
            kind: 'text' as const,
            text: `${counted(rest, 'further reason')} can be read in record/rulings.jsonl.`,
          },
        ]),
  ];
}

/** So many rulings against the judgments are printed one by one. */
const mostOverruled = 25;

function overruledBlocks({ record, tasks }: RecordFold): readonly ReportBlock[] {
  const inForce = new Set(tasks.flatMap(({ rulings }) => [...rulings.values()]));
  const all = record.rulings.filter(
    (ruling) => inForce.has(ruling) && rulingKind(ruling) === 'overruled',
  );
  if (all.length === 0) return [];
  const questionsOf = new Map(tasks.map(({ task }) => [task.task.id, task.task.questions]));
  const rows = all
    .slice(0, mostOverruled)
    .map(({ unit, task, by, at, decision, reason, original }) => {
      const questions = questionsOf.get(task) ?? [];
      const answers = decision.kind === 'exclude' ? {} : decision.answers;
      const changed = questions.filter(
        ({ id }) =>
          answers[id] !== undefined && original![id] !== undefined && answers[id] !== original![id],
      );
      return [
        tasks.length === 1 ? plain(unit) : { text: unit, note: task },
        { text: by, note: day(at) },
        plain(answersText(changed, original!)),
        plain(answersText(changed, answers)),
        plain(reason),
      ];
    });
  const rest = all.length - rows.length;
  return [
    table(
      'Rulings that gave another answer than the judgments',
      ['Unit', 'By', 'The judgments said', 'The ruling says', 'Reason'],
      rows,
    ),
    ...(rest > 0
      ? [
          {
            kind: 'text' as const,
            text: `${counted(rest, 'further such ruling')} can be read in record/rulings.jsonl.`,
          },
        ]
      : []),
  ];
}

/** Answers to some questions in a line. */
function answersText(questions: readonly Question[], answers: Answers): string {
  return questions
    .map((question) => `${named(question)}: ${answerWord(question, answers[question.id]!)}`)
    .join('; ');
}

/** A question in few words. */
function named({ id, title }: Question): string {
  const name = inLanguage(title);
  return isName(name) ? name : id;
}

/** So many units of one reason are named. */
const mostUnits = 12;

/** The excluded units by the reason that was given. */
export function exclusionTable({ tasks }: Figures): ReportTable {
  const rows = tasks.flatMap(({ exclusions, title }) =>
    [...groupBy(exclusions, ({ reason }) => reason)].map(([reason, units]) => {
      const names = units.slice(0, mostUnits).map(({ unit }) => unit);
      const rest = units.length - names.length;
      const more = rest === 0 ? '' : ` and ${rest} more in record/rulings.jsonl`;
      return [
        tasks.length === 1 ? plain(reason) : { text: reason, note: title },
        plain(`${names.join(', ')}${more}`),
        plain(String(units.length)),
      ];
    }),
  );
  return table('Excluded units by reason', ['Reason', 'Units', '#Number'], rows);
}

/** The same as a part of the report. */
export function exclusionBlocks(figures: Figures): readonly ReportBlock[] {
  const found = exclusionTable(figures);
  return found.rows.length === 0 ? [] : [{ kind: 'heading', text: 'Excluded units' }, found];
}

/** So many edge cases are printed. */
const mostCases = 20;

function edgeCaseBlocks({ tasks }: RecordFold): readonly ReportBlock[] {
  const cases = tasks.flatMap(({ rulings }) =>
    [...rulings.values()].filter((ruling) => ruling.edgeCase),
  );
  if (cases.length === 0) return [];
  const rows = cases
    .slice(0, mostCases)
    .map(({ unit, reason, guidelineProposal }) => [
      plain(unit),
      plain(reason),
      plain(guidelineProposal ?? ''),
    ]);
  const rest = cases.length - rows.length;
  return [
    table('Edge cases', ['Unit', 'Decision', 'Proposed for the guideline'], rows),
    ...(rest > 0
      ? [
          {
            kind: 'text' as const,
            text: `${counted(rest, 'further case')} can be read in record/rulings.jsonl.`,
          },
        ]
      : []),
  ];
}
