import { inEnglish } from '../domain/english.ts';
import { inLanguage } from '../domain/local-text.ts';
import type { Round } from '../domain/rounds/round.ts';
import { codedText } from '../domain/text-values.ts';
import { noValue } from '../statistics/estimate.ts';
import { gateFacts, trainingFacts } from '../truth/monitoring/checklist-facts.ts';
import type { ChecklistFacts, ReleasedTask } from '../truth/monitoring/checklist-facts.ts';
import { checklists } from '../truth/monitoring/checklists.ts';
import type { FoldedTask, RecordFold } from './record-fold.ts';
import type { TaskFigures } from './task-figures.ts';

/** An item of a checklist, in words. */
export interface ChecklistFigure {
  readonly when: 'before' | 'after';
  readonly item: string;
  readonly status: 'done' | 'not done' | 'cannot';
  readonly sentence: string;
}

/**
 * The checklists of quality control before and after the work, as the record has them. Those of
 * every week, and whether the audit log is whole, are known in the workspace only.
 */
export function checklistFigures(
  fold: RecordFold,
  task: FoldedTask,
  { account, judgments, split }: Pick<TaskFigures, 'account' | 'judgments' | 'split'>,
  version: string,
): readonly ChecklistFigure[] {
  const { present, record, states } = fold;
  const { id, questions } = task.task.task;
  const own = present.protocol.rounds.filter((round) => round.task === id);
  const ofKind = (kind: Round['kind']): readonly Round[] =>
    own.filter((round) => round.kind === kind);
  const since = record.versions.find(
    (one) => one.guidelineVersion === present.protocol.guideline.version,
  )!.at;
  const rulings = record.rulings.filter((one) => one.task === id);
  const proposed = rulings.filter((one) => one.guidelineProposal !== null && one.at > since);
  const { before, after } = checklists({
    training: trainingFacts(own, states, fold.admissions.get(id), []),
    pilot: gateFacts(ofKind('pilot'), states),
    tool: {
      protocolVersion: record.versions.at(-1)!.version,
      units: account.units,
      annotators: new Set(task.judgments.map((one) => one.annotator)).size,
      judgments: judgments.total,
    },
    sampling: samplingFacts(fold, ofKind('full')),
    ...ofTheWeek,
    full: gateFacts(ofKind('full'), states),
    account,
    releases: [{ version, ...releasedTask({ judgments, split }) }],
    guideline: present.guideline,
    questionNames: new Map(
      questions.flatMap(({ id: question, title, measured }) =>
        measured ? [[question, inLanguage(title)]] : [],
      ),
    ),
    openProposals: proposed.length,
    archive: { judgments: 0, stale: 0, auditEntries: 0, auditIntact: true },
  });
  const listed = [
    ...before.map((one) => ({ when: 'before' as const, ...one })),
    ...after.map((one) => ({ when: 'after' as const, ...one })),
  ];
  return listed
    .filter((one) => one.id !== 'archive')
    .map(({ when, title, status, sentence }) => ({
      when,
      item: inEnglish(title),
      status,
      sentence: inEnglish(sentence),
    }));
}

/** What a release holds of a task. */
export function releasedTask({
  judgments,
  split,
}: Pick<TaskFigures, 'judgments' | 'split'>): ReleasedTask {
  return {
    judgments: judgments.total,
    split: split && { ...split.sizes, stratified: split.labels.length > 0 },
  };
}

/** What only the weekly list needs. */
const ofTheWeek: Pick<ChecklistFacts, 'week' | 'edgeCases' | 'questions'> = {
  week: {
    name: '',
    shared: 0,
    agreement: noValue('no-ratings'),
    measure: codedText('no-value'),
    speeds: [],
    isLimited: false,
  },
  edgeCases: { registered: 0, thisWeek: 0, flaggedOpen: 0 },
  questions: { asked: 0, open: 0, oldest: null },
};

function samplingFacts(
  { record, present }: RecordFold,
  full: readonly Round[],
): ChecklistFacts['sampling'] {
  const round = full.at(-1);
  if (round === undefined) return null;
  const run = record.runs.findLast((one) => one.round === round.id);
  const approved = record.versions.at(-1)!;
  const { units, draw } = present.protocol.rounds.find((one) => one.id === round.id)!;
  return {
    round: round.id,
    units,
    draw,
    approvedBy: approved.by,
    approvedAt: approved.at,
    opened: run === undefined ? null : { seed: run.seed },
  };
}
