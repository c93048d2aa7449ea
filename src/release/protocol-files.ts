import { idSeparator } from '../domain/units/unit.ts';
import { csvLine, forPeople } from '../formats/csv.ts';
import { RagMerge } from '../formats/exchange/rag-merged.ts';
import { ragTable } from '../formats/exchange/rag-export.ts';
import type { RagJudgment } from '../formats/exchange/rag-export.ts';
import { ragTasks } from '../formats/exchange/rag-units.ts';
import { writeQrels } from '../formats/exchange/trec-qrels.ts';
import type { Qrel } from '../formats/exchange/trec-qrels.ts';
import { flatLine } from '../formats/judging/flat-judgment.ts';
import { idParts } from '../formats/judging/judgment-columns.ts';
import { groupBy } from '../domain/group-by.ts';
import { annotatorStanding } from '../domain/judging/annotator.ts';
import type { Question } from '../domain/protocol/question.ts';
import { sides } from '../truth/release/split.ts';
import { readJudgment, sideTable } from './data-tables.ts';
import type { ToldTask } from './data-tables.ts';
import { stateOf } from './obstacles.ts';
import type { FoldedTask, RecordFold } from './record-fold.ts';
import type { RecordJudgment } from './record.ts';
import { joined, wholeFile } from './release-file.ts';
import type { ReleaseContent } from './release-file.ts';
import { verdictFiles } from './verdict-tables.ts';

/**
 * The files that readers of a protocol of this kind expect: dev and test sets, the guideline, files
 * per annotator and qrels, the tables of RAG tasks, ground truth per policy and K.
 */
export function protocolFiles(
  fold: RecordFold,
  told: readonly ToldTask[],
  version: string,
  asOf: string,
): ReadonlyMap<string, ReleaseContent> {
  return new Map([
    [`annotation_guidelines_v${version}.md`, wholeFile(fold.record.versions.at(-1)!.guideline)],
    ...told.flatMap((one) => splitFiles(one, version)),
    ...told.flatMap((one) => annotatorFiles(fold, one.task)),
    ...told.flatMap(qrelFiles),
    ...ragFiles(told),
    ...[...verdictFiles(fold, asOf)].map(
      ([name, text]) => [`ground_truth/${name}`, wholeFile(text)] as const,
    ),
  ]);
}

type NamedFile = readonly [string, ReleaseContent];

function splitFiles(told: ToldTask, version: string): readonly NamedFile[] {
  if (told.split === null) return [];
  return sides.map((side): NamedFile => {
    const { columns, cells } = sideTable(told, side);
    const names = columns.map(({ name }) => name);
    const lines = function* (): Generator<string> {
      yield csvLine(names, forPeople);
      for (const row of cells()) yield csvLine(row.map(cellOf), forPeople);
    };
    return [`${side}_set${told.suffix}_v${version}.csv`, () => joined(lines())];
  });
}

function cellOf(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  const isPlain = typeof value === 'string' || typeof value === 'number';
  return isPlain || typeof value === 'boolean' ? value : JSON.stringify(value);
}

/** The latest judgments of each person under each guideline, in the format they were given in. */
function annotatorFiles(fold: RecordFold, folded: FoldedTask): readonly NamedFile[] {
  const { task } = folded.task;
  const isRag = ragTasks.some((kind) => kind === task.id);
  if (task.form !== 'questions' || isRag) return [];
  const { panel } = fold.present.protocol;
  const people = fold.record.people === null ? null : new Set(fold.record.people);
  const trainings = new Set(
    fold.runs.filter(({ round }) => round.kind === 'training').map(({ run }) => run.id),
  );
  const given = folded.judgments.filter(
    ({ annotator, run, taskHash }) =>
      annotatorStanding(panel, annotator, people, task.id).kind === 'human' &&
      (run === null || !trainings.has(run)) &&
      folded.task.hashes.has(taskHash),
  );
  const fieldsOf = new Map(folded.list.map((unit) => [unit.id, unit.fields]));
  const groups = groupBy(given, ({ annotator, guideline }) => `${annotator}.${guideline}`);
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, entries]): NamedFile => {
      const lines = function* (): Generator<string> {
        for (const entry of latestPerUnit(entries))
          yield flatLine(task, readJudgment(entry, new Map()), fieldsOf.get(entry.unit));
      };
      return [`annotations/${task.id}.${fileName(name)}.jsonl`, () => joined(lines())];
    });
}

function latestPerUnit(entries: readonly RecordJudgment[]): Iterable<RecordJudgment> {
  return new Map(entries.map((entry) => [entry.unit, entry])).values();
}

function fileName(name: string): string {
  return name.replace(/[^\p{L}\p{N}._-]/gu, '_');
}

/** Relevance judgments for retrieval: of every graded question about pairs with a subject. */
function qrelFiles({ task: folded, truths }: ToldTask): readonly NamedFile[] {
  const { task } = folded.task;
  const isPair = task.unit.id.length > 1 || task.unit.subject !== null;
  const graded = task.questions.filter(
    (question) => question.measured && question.scale.kind === 'ordinal',
  );
  if (task.form !== 'questions' || !isPair) return [];
  return graded.flatMap((question): readonly NamedFile[] => {
    const qrels = truths.flatMap((truth) => qrelOf(folded, question, truth));
    const isUsable = qrels.every(({ query, document }) => !/\s|^$/.test(query + document));
    if (qrels.length === 0 || !isUsable) return [];
    return [[`qrels/${task.id}.${question.id}.qrels`, () => [writeQrels(qrels)]]];
  });
}

function qrelOf(
  { task: { task } }: FoldedTask,
  question: Question,
  { unit, answers }: ToldTask['truths'][number],
): readonly Qrel[] {
  const answer = answers?.[question.id];
  if (answer === undefined) return [];
  const [first = '', ...rest] = idParts(task, unit.id);
  const [query, document] =
    rest.length === 0 ? [unit.subject ?? '', first] : [first, rest.join(idSeparator)];
  return [{ query, document, grade: Number(answer) }];
}

/** The tables of retrieval, grounding and generation, and the merged view. */
function ragFiles(told: readonly ToldTask[]): readonly NamedFile[] {
  const own = ragTasks.flatMap((kind) => {
    const found = told.find(({ task }) => task.task.task.id === kind);
    return found === undefined ? [] : [{ kind, told: found }];
  });
  if (own.length === 0) return [];
  const tables = own.map(({ kind, told: { task } }): NamedFile => {
    const judgments = ragJudgments(task);
    return [`${kind}.csv`, () => [ragTable(task.task.compiled, kind, judgments, true)]];
  });
  const merge = new RagMerge(own.map(({ told: { task } }) => task.task.task));
  for (const { kind, told: one } of own) {
    const answers = new Map(one.truths.map((truth) => [truth.unit.id, truth.answers]));
    for (const { id, fields } of one.task.list)
      merge.add(kind, id, fields, answers.get(id) ?? null, stateOf(one.task, id) === 'excluded');
  }
  return [...tables, ['rag_merged.csv', () => joined(merge.lines(forPeople))]];
}

/** The latest judgments under the present questions that break no constraint. */
function ragJudgments(folded: FoldedTask): readonly RagJudgment[] {
  const { fold, list, judgments, task } = folded;
  const fieldsOf = new Map(list.map((unit) => [unit.id, unit.fields]));
  const present = judgments.filter((entry) => {
    const why = fold.uncounted(entry)?.why;
    return task.hashes.has(entry.taskHash) && why !== 'invalid' && why !== 'training';
  });
  const latest = new Map(present.map((entry) => [`${entry.annotator}\n${entry.unit}`, entry]));
  return [...latest.values()].map((entry) => {
    const { annotator, answers, asides, at } = readJudgment(entry, new Map());
    const unit = fieldsOf.get(entry.unit) ?? {};
    const common = { unit, annotator, answers, at, notes: asides.notes ?? '' };
    return { ...common, insertedAt: null, status: 'completed' };
  });
}
