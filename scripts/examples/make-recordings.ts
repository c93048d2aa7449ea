import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupBy } from '../../src/domain/group-by.ts';
import type { Answer } from '../../src/domain/answer.ts';
import type { Answers } from '../../src/domain/judging/judgment.ts';
import type { Protocol } from '../../src/domain/protocol/protocol.ts';
import { scaleAnswers } from '../../src/domain/protocol/scale.ts';
import type { Task } from '../../src/domain/protocol/task.ts';
import { replyForm } from '../../src/formats/models/reply-schema.ts';
import type { ReplyField, ReplyForm } from '../../src/formats/models/reply-schema.ts';
import { readProtocol } from '../../src/formats/protocol/protocol-yaml.ts';
import { seededRandom } from '../../src/statistics/seeded-random.ts';
import { simulate } from './simulated-annotator.ts';
import type { Behaviour } from './simulated-annotator.ts';
import { jsonLines, writeExample } from './write-example.ts';

const examples = join(import.meta.dirname, '../../examples');
const seed = 'recordings:1';
const head = {
  recording: 1,
  simulated: true,
  note: 'Simulated: no model was asked, and nothing here says how the named models behave.',
};
/** How a simulated model reads what people have judged. */
const reader: Behaviour = { id: 'gpt-5-mini', accuracy: 0.93, invention: 0.03, perHour: 1 };
const runs = [1, 2];

type Row = Readonly<Record<string, unknown>>;

/** The generated recordings of all examples, by their path below `examples`. */
export function files(): ReadonlyMap<string, string> {
  return new Map([
    ['policy-ground-truth/recordings/allergy.jsonl', judgedByModels('policy-ground-truth')],
    ...['regulatory-topics', 'trial-relevance', 'rag-tasks'].flatMap((name) => {
      const protocol = protocolOf(name);
      return protocol.tasks.map(
        (task) => [`${name}/recordings/${task.id}.jsonl`, judgedByPeople(name, task)] as const,
      );
    }),
  ]);
}

/** The replies of models whose judgments the example has. What most runs say is written once. */
function judgedByModels(name: string): string {
  const [task] = protocolOf(name).tasks;
  const form = replyForm(task!);
  const byUnit = groupBy(judgmentRows(name), (row) => unitOf(task!, row));
  const lines = [...byUnit].flatMap(([unit, rows]) => {
    const replies = rows.map((row) => ({
      annotator: String(row['annotator_id']),
      reply: replyOf(form, answersOf(task!, row), ''),
    }));
    const counts = groupBy(replies, ({ reply }) => JSON.stringify(reply));
    const [usual] = [...counts.values()].toSorted((a, b) => b.length - a.length);
    const common = usual![0]!.reply;
    const others = replies.filter(({ reply }) => JSON.stringify(reply) !== JSON.stringify(common));
    return [{ unit, reply: common }, ...others.map((one) => ({ unit, ...one }))];
  });
  return jsonLines([head, ...lines]);
}

/** Replies that read each unit like one of the people who judged it, with errors of their own. */
function judgedByPeople(name: string, task: Task): string {
  const form = replyForm(task);
  const rows = judgmentRows(name).filter((row) => isOf(task, row));
  const judged = groupBy(rows, (row) => unitOf(task, row));
  const units = rowsOf(join(name, protocolOf(name).units[task.id]!));
  const lines = units.flatMap((fields) => {
    const unit = unitOf(task, fields);
    const choice = seededRandom(`${seed}:${name}:${task.id}:${unit}`);
    // A few units of the regulatory topics are in no round: there, nothing is seen.
    const known = judged.get(unit) ?? [];
    const read = known.length === 0 ? {} : answersOf(task, known[choice.integer(known.length)]!);
    const truth = { ...nothingSeen(task), ...read };
    return runs.map((run) => {
      const random = seededRandom(`${seed}:${name}:${task.id}:${unit}:${run}`);
      const answers = simulate(task, reader, truth, random);
      return { unit, run, reply: replyOf(form, answers, 'Simulated: no model was asked.') };
    });
  });
  return jsonLines([head, ...withMishaps(task, lines)]);
}

/** Two replies as they also occur: one in a fence, and one that breaks a constraint. */
function withMishaps(
  task: Task,
  lines: readonly { readonly unit: string; readonly run: number; readonly reply: object }[],
): readonly object[] {
  if (task.id !== 'retrieval') return lines;
  return lines.map((line, at) => {
    if (at === 4)
      return { ...line, reply: `\`\`\`json\n${JSON.stringify(line.reply, null, 2)}\n\`\`\`` };
    const broken = { topically_relevant: false, evidence_sufficient: true };
    return at === 9 ? { ...line, reply: { ...line.reply, ...broken } } : line;
  });
}

function protocolOf(name: string): Protocol {
  const read = readProtocol(readFileSync(join(examples, name, 'protocol.yaml'), 'utf8'));
  if (!read.ok) throw new Error(read.faults.map((fault) => fault.message).join('\n'));
  return read.value;
}

function rowsOf(path: string): readonly Row[] {
  const lines = readFileSync(join(examples, path), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}

function judgmentRows(name: string): readonly Row[] {
  const folder = join(name, 'judgments');
  return readdirSync(join(examples, folder))
    .filter((file) => !file.startsWith('pilot.') && !file.startsWith('training.'))
    .concat(readdirSync(join(examples, folder)).filter((file) => file.startsWith('pilot.')))
    .flatMap((file) => rowsOf(join(folder, file)));
}

function unitOf(task: Task, row: Row): string {
  return task.unit.id.map((field) => String(row[field])).join('::');
}

/** Whether a row is about a task: it has the fields of its id and an answer to its questions. */
function isOf(task: Task, row: Row): boolean {
  const isUnit = task.unit.id.every((field) => Object.hasOwn(row, field));
  const isAnswered = task.questions.some(({ id }) => Object.hasOwn(row, id));
  return isUnit && (isAnswered || Object.hasOwn(row, 'labels'));
}

function answersOf(task: Task, row: Row): Answers {
  const grades = row['grades'] as Readonly<Record<string, number>> | undefined;
  const labels = row['labels'] as readonly string[] | undefined;
  const given = task.questions.flatMap(({ id, scale }): readonly [string, Answer][] => {
    if (labels === undefined) {
      const answer = row[id];
      return answer === undefined || answer === null ? [] : [[id, answer as Answer]];
    }
    const lowest = scaleAnswers(scale)[0]!;
    return [[id, labels.includes(id) ? (grades?.[id] ?? 1) : lowest]];
  });
  return Object.fromEntries(given);
}

function nothingSeen(task: Task): Answers {
  if (task.form !== 'labels') return {};
  return Object.fromEntries(task.questions.map(({ id, scale }) => [id, scaleAnswers(scale)[0]!]));
}

/** The object that says these answers. */
function replyOf({ fields }: ReplyForm, answers: Answers, notes: string): object {
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field, answers, notes)]));
}

function valueOf({ about, values }: ReplyField, answers: Answers, notes: string): Answer {
  if (about.kind === 'aside') {
    if (about.aside === 'notes') return notes;
    return about.aside === 'confidence' ? 'medium' : false;
  }
  const answer = answers[about.question.id];
  if (answer === undefined) return values.kind === 'choice' ? (values.skip ?? '') : '';
  const isText = values.kind === 'choice' && values.values.some((one) => typeof one === 'string');
  return isText ? String(answer) : answer;
}

if (import.meta.main) writeExample(examples, files());
