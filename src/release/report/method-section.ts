import { inLanguage } from '../../domain/local-text.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Question } from '../../domain/protocol/question.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { Uncounted } from '../../domain/fold/uncounted.ts';
import type { Figures } from '../figures.ts';
import type { RecordFold } from '../record-fold.ts';
import { count, counted, plain, table } from './cells.ts';
import type { ReportBlock, ReportSection } from './report.ts';

/** What was asked, of whom, and how answers become truth: the protocol in words. */
export function methodSection(fold: RecordFold, figures: Figures): ReportSection {
  const { protocol } = fold.present;
  return {
    id: 'method',
    title: 'Method',
    blocks: [
      ...protocol.tasks.flatMap((task) => taskBlocks(task, protocol.tasks.length > 1)),
      { kind: 'heading', text: 'Who judged' },
      panelTable(protocol),
      { kind: 'heading', text: 'From judgments to truth' },
      { kind: 'list', items: rulesOfTruth(protocol) },
      ...countedBlocks(figures),
    ],
  };
}

function taskBlocks(task: Task, isOneOfMany: boolean): readonly ReportBlock[] {
  const title = inLanguage(task.title);
  const constraints = task.constraints.map(({ source }) => source);
  return [
    { kind: 'heading', text: isOneOfMany ? `What was asked: ${title}` : 'What was asked' },
    ...questionBlocks(task),
    ...(constraints.length === 0
      ? []
      : [
          {
            kind: 'text' as const,
            text: 'Answers that break one of these rules are refused, whoever gives them:',
          },
          { kind: 'list' as const, items: constraints },
        ]),
  ];
}

/** The questions; what all of them share is said once. */
function questionBlocks(task: Task): readonly ReportBlock[] {
  const { questions } = task;
  const caption = `The questions of “${inLanguage(task.title)}”`;
  const asked = questions.map(({ title, ask }) =>
    inLanguage(ask) === inLanguage(title) ? 'Does it apply?' : inLanguage(ask),
  );
  const scales = questions.map(scaleText);
  const isShared = [asked, scales].every((all) => all.every((one) => one === all[0]));
  if (questions.length > 1 && isShared)
    return [
      { kind: 'text', text: `The same was asked about each: ${asked[0]!} ${scales[0]!}` },
      table(
        caption,
        ['Question', 'Its name in the files'],
        questions.map(({ title, id }) => [plain(inLanguage(title)), plain(id)]),
      ),
    ];
  const rows = questions.map(({ title, id }, at) => [
    { text: inLanguage(title), note: id },
    plain(asked[at]!),
    plain(scales[at]!),
  ]);
  return [table(caption, ['Question', 'As it was asked', 'Answers'], rows)];
}

function scaleText({ scale, when }: Question): string {
  const asked = when === null ? '' : ` Asked only when ${when.source}.`;
  if (scale.kind === 'text') return `Free text.${asked}`;
  if (scale.kind === 'quote') return `A passage of ${scale.from}, word for word.${asked}`;
  if (scale.kind === 'binary') return `Yes or no.${asked}`;
  const values = scale.values.map(({ value, title }) =>
    inLanguage(title) === String(value) ? String(value) : `${value}: ${inLanguage(title)}`,
  );
  return `${values.join('; ')}.${asked}`;
}

function panelTable({ panel }: Protocol): ReportBlock {
  const kinds = { human: 'People', model: 'Model', rule: 'Keyword rule' };
  const rows = Object.entries(panel).map(([name, entry]) => {
    const { kind, weight = kind === 'rule' ? 0 : 1, runs, names } = entry;
    const who = names === undefined ? name : counted(names.length, 'named person', 'named people');
    return [
      plain(kind === 'human' ? who : name),
      plain(kinds[kind]),
      plain(kind === 'model' ? String(runs ?? 1) : '–'),
      { text: String(weight), ...(weight === 0 ? { note: 'kept, never counted' } : {}) },
    ];
  });
  return table('The panel', ['Who', 'Kind', '#Runs', '#Weight'], rows);
}

function rulesOfTruth({ consensus, truth, rounds }: Protocol): readonly string[] {
  const methods = {
    majority: 'The answer that most judgments give is the truth; each counts the same.',
    weighted: 'The answer with most of the weight is the truth.',
    'dawid-skene': 'Dawid and Skene’s model of each annotator’s errors gives the truth.',
    mace: 'MACE, a model of each annotator’s competence, gives the truth.',
  };
  const ties =
    consensus.tie === 'heaviest'
      ? 'The annotator with the most weight decides a tie, and the tie is marked.'
      : 'A tie has no answer: the unit waits for a ruling.';
  const which =
    truth === null
      ? 'Judgments of full rounds count, and of pilots whose gate passed or was waived.'
      : `Only judgments of these rounds count: ${truth.join(', ')}.`;
  return [
    methods[consensus.method],
    ties,
    ...(rounds.length === 0 ? [] : [which]),
    'A ruling, with a name and a reason, outranks the judgments. Judgments are never changed.',
    'Judgments under an older version of the questions are stale: kept, counted, left out.',
  ];
}

function countedBlocks({ tasks }: Figures): readonly ReportBlock[] {
  return tasks.map(({ title, judgments }, at) => {
    const place = `tasks.${at}.judgments`;
    const rows = Object.entries(judgments.uncounted).map(([why, number]) => [
      plain(uncountedTitles[why as Uncounted['why']]),
      count(number, `${place}.uncounted.${why}`),
    ]);
    return table(
      tasks.length === 1 ? 'Which judgments count' : `Which judgments count: ${title}`,
      ['Judgments', '#Number'],
      [
        [plain('All'), count(judgments.total, `${place}.total`)],
        [plain('Counted'), count(judgments.counted, `${place}.counted`)],
        ...rows,
      ],
    );
  });
}

/** Why judgments do not count, for many of them at once. */
const uncountedTitles: Readonly<Record<Uncounted['why'], string>> = {
  superseded: 'Revised by a later judgment of the same annotator',
  stale: 'Given under other questions or another guideline',
  training: 'Given in training',
  invalid: 'With an answer off its scale',
  'not-on-panel': 'By somebody who is not on the panel',
  'weight-0': 'By annotators without weight',
  'not-admitted': 'By annotators who were not admitted after training',
  'round-not-passed': 'Of a pilot that is still open',
  'round-failed': 'Of a pilot that missed its gate',
  'round-not-named': 'Of rounds that the protocol does not count',
  'outside-rounds': 'Outside all rounds',
};
