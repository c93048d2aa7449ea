import { codedText, printValue } from '../../domain/text-values.ts';
import { fault, InputError, refuse } from '../../domain/fault.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { adjudicationTasks } from '../../formats/rulings/adjudication-tasks.ts';
import type { AdjudicationUnit } from '../../formats/rulings/adjudication-tasks.ts';
import type { JsonRow } from '../../formats/jsonl.ts';
import { adjudicate } from '../../formats/rulings/trial-rows.ts';
import type { AdjudicationSummary } from '../../formats/rulings/trial-rows.ts';
import { idParts } from '../../formats/judging/judgment-columns.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import { streamExportedRows } from '../../store/exchange/export-rows.ts';
import type { ExportFilter } from '../../store/exchange/export-rows.ts';
import { streamJudgments } from '../../store/judging/judgments.ts';
import type { StoredJudgment } from '../../store/judging/judgments.ts';
import { listRulings } from '../../store/rulings/rulings.ts';
import type { ExportRequest } from './export-request.ts';
import { chosenQuestion } from './export-truth.ts';
import type { ProjectTask } from '../project-protocol.ts';
import { FaultList } from '../text-file.ts';
import type { WorkContext } from '../work-context.ts';

/** What both adjudication files are made from. */
export interface AdjudicationSource {
  readonly context: WorkContext;
  readonly request: ExportRequest;
  readonly task: ProjectTask;
  readonly filter: ExportFilter;
  readonly rounds: ReadonlyMap<string, string>;
  readonly guideline: string;
}

/** The units to look over, as rows of the trial guide's adjudication format. */
export async function adjudicationRows(source: AdjudicationSource): Promise<readonly string[]> {
  const { request, task, filter, context } = source;
  const units = new Map<string, AdjudicationUnit>();
  for await (const row of streamExportedRows(context.store, filter)) {
    const { unit, fields, annotator, answers, asides, guideline } = row;
    const before = units.get(unit)?.judgments ?? [];
    const judgments = [...before, { annotator, answers, asides, guideline }];
    units.set(unit, { unit, fields, judgments });
  }
  const rows = adjudicationTasks(task.task, [...units.values()], {
    base: baseOf(request),
    target: request.target ?? 'adjudicator',
    question: questionOf(task, request.question),
    cap: request.cap ?? 15,
    blind: request.blind === true,
  });
  return rows.map((row) => `${JSON.stringify(row)}\n`);
}

type Counts = Readonly<Record<string, number>>;

/** The base annotator's rows with the rulings applied, what changed, and the counts per label. */
export interface AdjudicatedRows {
  readonly lines: readonly string[];
  readonly summary: AdjudicationSummary & {
    readonly excluded: Readonly<Record<string, string>>;
    readonly labels: Counts;
    readonly query_labels: Readonly<Record<string, Counts>>;
  };
}

/**
 * The adjudicated file of the trial guide: every row of the base annotator, with label, rationale
 * and author of the latest ruling where there is one. Excluded pairs are left out and listed with
 * their reason. A pair judged differently in several rounds is an error unless a precedence is
 * given.
 */
export async function adjudicatedRows(source: AdjudicationSource): Promise<AdjudicatedRows> {
  const { request, task, filter, context } = source;
  const question = questionOf(task, request.question);
  const base = await baseJudgments(source, baseOf(request), question);
  const rulings = await context.store.read((db) =>
    listRulings(db, { project: filter.project, task: filter.task }),
  );
  const latest = new Map(rulings.map((ruling) => [ruling.unit, ruling]));
  const isExcluded = (ruling: Ruling): boolean =>
    ruling.decision.kind === 'exclude' && base.has(ruling.unit);
  const excluded = new Map(
    [...latest.values()].filter(isExcluded).map(({ unit, reason }) => [unit, reason]),
  );
  const kept = [...base.values()]
    .filter((judgment) => !excluded.has(judgment.unit))
    .toSorted((a, b) => (a.unit < b.unit ? -1 : 1));
  const rationale = task.task.questions.find((one) => one.scale.kind === 'text')?.id;
  const decisions = kept.flatMap(({ unit }) => {
    const ruling = latest.get(unit);
    if (ruling?.decision.kind !== 'answers' || ruling.decision.answers[question.id] === undefined)
      return [];
    const { answers } = ruling.decision;
    const row = {
      ...idsOf(task, unit),
      [question.id]: answers[question.id],
      [rationale ?? 'rationale']: answers[rationale ?? ''] ?? ruling.reason,
      annotator_id: ruling.by,
      guideline_version: source.guideline,
    };
    return [JSON.stringify(row)];
  });
  const rows = kept.map((judgment) =>
    JSON.stringify({
      ...idsOf(task, judgment.unit),
      ...judgment.answers,
      annotator_id: judgment.annotator,
      guideline_version: judgment.guideline,
    }),
  );
  const made = adjudicate(rows, decisions, question.id);
  if (!made.ok) throw new InputError(made.faults.slice(0, FaultList.shown), made.faults.length);
  const written = made.lines.map((line) => JSON.parse(line) as JsonRow);
  const queries = [...groupBy(written, (row) => String(row[task.task.unit.id[0]!]))];
  const ofQueries = queries.map(([query, own]) => [query, labelCounts(own, question)]);
  return {
    lines: made.lines.map((line) => `${line}\n`),
    summary: {
      ...made.summary,
      excluded: Object.fromEntries(excluded),
      labels: labelCounts(written, question),
      query_labels: Object.fromEntries(ofQueries) as Readonly<Record<string, Counts>>,
    },
  };
}

function labelCounts(rows: readonly JsonRow[], question: Question): Counts {
  const labels = [...groupBy(rows, (row) => printValue(row[question.id]))];
  const sorted = labels.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([label, own]) => [label, own.length]));
}

/** The base annotator's judgment on each unit; several rounds that differ need a precedence. */
async function baseJudgments(
  { context, request, filter, rounds }: AdjudicationSource,
  base: string,
  question: Question,
): Promise<ReadonlyMap<string, StoredJudgment>> {
  const byUnit = new Map<string, StoredJudgment[]>();
  const { project, task, taskHashes, run } = filter;
  for await (const judgment of streamJudgments(context.store, { project, task, latest: true })) {
    const isOwn = judgment.annotator === base && taskHashes.includes(judgment.taskHash);
    if (isOwn && (run === undefined || judgment.run === run))
      byUnit.set(judgment.unit, [...(byUnit.get(judgment.unit) ?? []), judgment]);
  }
  if (byUnit.size === 0)
    refuse('not-found', { what: codedText('judgment-of', { annotator: base, task }) });
  const { precedence } = request;
  const roundOf = (judgment: StoredJudgment): string =>
    judgment.run === null ? 'import' : (rounds.get(judgment.run) ?? judgment.run);
  const found = new FaultList();
  const chosen = new Map(
    [...byUnit].map(([unit, own]) => {
      const labels = new Set(own.map((judgment) => judgment.answers[question.id]));
      const latest = own.at(-1)!;
      if (labels.size === 1 || precedence === 'latest') return [unit, latest] as const;
      const preferred = precedence
        ?.map((round) => own.findLast((judgment) => roundOf(judgment) === round))
        .find((judgment) => judgment !== undefined);
      if (preferred !== undefined) return [unit, preferred] as const;
      const answers = own.map((judgment) => {
        const answer = String(judgment.answers[question.id]);
        return codedText('answer-in-round', { answer, round: roundOf(judgment) });
      });
      found.add(fault('answers-differ', { annotator: base, unit, answers }, { field: unit }));
      return [unit, latest] as const;
    }),
  );
  found.throwIfAny();
  return chosen;
}

function baseOf({ base }: ExportRequest): string {
  return base ?? refuse('missing-field', { field: 'base', expected: codedText('base-annotator') });
}

function questionOf({ task }: ProjectTask, named: string | undefined): Question {
  return chosenQuestion(
    task.questions.filter((question) => question.measured),
    named,
  );
}

function idsOf({ task }: ProjectTask, unit: string): Readonly<Record<string, string>> {
  const parts = idParts(task, unit);
  return Object.fromEntries(task.unit.id.map((field, at) => [field, parts[at]!]));
}
