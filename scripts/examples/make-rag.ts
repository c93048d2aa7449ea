import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answers } from '../../src/domain/judging/judgment.ts';
import type { Task } from '../../src/domain/protocol/task.ts';
import type { UnitFields } from '../../src/domain/units/unit.ts';
import { readProtocol } from '../../src/formats/protocol/protocol-yaml.ts';
import { readRagRecord } from '../../src/formats/exchange/rag-record.ts';
import type { RagRecord } from '../../src/formats/exchange/rag-record.ts';
import { fanOut } from '../../src/formats/exchange/rag-units.ts';
import type { RagTask } from '../../src/formats/exchange/rag-units.ts';
import { seededRandom } from '../../src/statistics/seeded-random.ts';
import type { SeededRandom } from '../../src/statistics/seeded-random.ts';
import { shuffle } from '../../src/statistics/shuffle.ts';
import { bikes } from './rag/bikes.ts';
import { buergerbuero } from './rag/buergerbuero.ts';
import type { Handbook, RecordSource } from './rag/handbook.ts';
import { library } from './rag/library.ts';
import { office } from './rag/office.ts';
import { staff } from './rag/staff.ts';
import { volkshochschule } from './rag/volkshochschule.ts';
import { simulate, simulateClock } from './simulated-annotator.ts';
import type { Behaviour } from './simulated-annotator.ts';
import { jsonLines, writeExample } from './write-example.ts';

const folder = join(import.meta.dirname, '../../examples/rag-tasks');
const seed = 'rag-tasks:58';

/** A person who is surer where the case is plain than where people can see it differently. */
interface Person {
  readonly id: string;
  readonly plain: number;
  readonly debatable: number;
  readonly leniency: number;
  readonly perHour: Readonly<Record<string, number>>;
}

const people: readonly Person[] = [
  {
    id: 'mara',
    plain: 0.975,
    debatable: 0.8,
    leniency: 0.1,
    perHour: { retrieval: 70, grounding: 32, generation: 48 },
  },
  {
    id: 'jonas',
    plain: 0.955,
    debatable: 0.7,
    leniency: -0.1,
    perHour: { retrieval: 95, grounding: 41, generation: 60 },
  },
];
const firstDays: Readonly<Record<string, string>> = {
  retrieval: '2026-02-02',
  grounding: '2026-02-09',
  generation: '2026-02-16',
};

/** A record as it is imported, with what is true of it. */
interface KnownRecord {
  readonly record: RagRecord;
  readonly source: RecordSource;
}

/** A unit, its true answers, and the questions on which people can see it differently. */
interface KnownUnit {
  readonly unit: UnitFields;
  readonly truth: Answers;
  readonly debatable: ReadonlySet<string>;
}

/** A record as a row of the file: nothing else is said of it or of its chunks. */
function rowOf({ record }: KnownRecord): object {
  const { query, answer, chunks, context_set, language } = record;
  const plain = chunks.map(({ chunk_id, doc_id, chunk_rank, text }) => ({
    chunk_id,
    doc_id,
    chunk_rank,
    text,
  }));
  return { query, answer, chunks: plain, context_set, language };
}

/** The generated files of the example, by their path in its folder. */
export function files(): ReadonlyMap<string, string> {
  const records = composeRecords();
  const made = new Map([['records.jsonl', jsonLines(records.map(rowOf))]]);
  for (const task of readTasks()) {
    const units = records.flatMap((known) => knownUnits(task, known));
    made.set(`units/${task.id}.jsonl`, jsonLines(units.map((entry) => entry.unit)));
    for (const person of people)
      made.set(`judgments/${task.id}.${person.id}.jsonl`, jsonLines(judge(task, units, person)));
  }
  return made;
}

function readTasks(): readonly Task[] {
  const read = readProtocol(readFileSync(join(folder, 'protocol.yaml'), 'utf8'));
  if (!read.ok)
    throw new Error(read.faults.map((fault) => `line ${fault.line}: ${fault.message}`).join('\n'));
  return read.value.tasks;
}

function composeRecords(): readonly KnownRecord[] {
  const all = [library, bikes, office, staff, buergerbuero, volkshochschule].flatMap((handbook) =>
    handbook.records.map((source) => composeRecord(handbook, source)),
  );
  return shuffle<KnownRecord, KnownRecord[]>(all, seededRandom(`${seed}:order`));
}

function composeRecord(handbook: Handbook, source: RecordSource): KnownRecord {
  const chunks = retrieved(source).map(({ name }, at) => {
    const passage = handbook.passages.find((one) => one.chunk === name);
    if (passage === undefined) throw new Error(`there is no passage ${name}`);
    return { chunk_id: passage.chunk, doc_id: passage.doc, chunk_rank: at + 1, text: passage.text };
  });
  const context = chunks.map((chunk) => `[C${chunk.chunk_rank}] ${chunk.text}`).join(' [CTX_SEP] ');
  const read = readRagRecord({
    query: source.query,
    answer: source.answer,
    chunks,
    context_set: context,
    language: handbook.language,
  });
  if (!read.ok || read.warnings.length > 0) throw new Error(`${source.query} is no record`);
  return { record: read.record, source };
}

function retrieved(
  source: RecordSource,
): readonly { readonly name: string; readonly truth: string }[] {
  return source.retrieved.split(' ').map((entry) => {
    const [name, truth] = entry.split(':') as [string, string];
    return { name, truth };
  });
}

function knownUnits(task: Task, { record, source }: KnownRecord): readonly KnownUnit[] {
  const marks = retrieved(source);
  return fanOut(record)[task.id as RagTask].map((unit, at) => {
    const { truth, debatable } =
      task.id === 'retrieval'
        ? readMark(marks[at]!.truth)
        : readVector(task, task.id === 'grounding' ? source.grounding : source.generation);
    return { unit, truth, debatable };
  });
}

function readMark(mark: string): Pick<KnownUnit, 'truth' | 'debatable'> {
  return {
    truth: {
      topically_relevant: !mark.startsWith('N'),
      evidence_sufficient: mark.startsWith('S'),
      misleading: mark.startsWith('M'),
    },
    debatable: new Set(debatableParts[mark] ?? []),
  };
}

/**
 * Which answers a question mark makes debatable: whether it is relevant at all, or whether it is
 * enough.
 */
const debatableParts: Readonly<Record<string, readonly string[]>> = {
  'S?': ['evidence_sufficient'],
  'R?': ['topically_relevant', 'evidence_sufficient'],
  'N?': ['topically_relevant'],
  'M?': ['topically_relevant', 'misleading'],
};

function readVector(task: Task, vector: string): Pick<KnownUnit, 'truth' | 'debatable'> {
  const marks = vector.split(' ');
  if (marks.length !== task.questions.length)
    throw new Error(`${vector} has not one mark per question of ${task.id}`);
  return {
    truth: Object.fromEntries(
      task.questions.map((question, at) => [question.id, marks[at]!.startsWith('1')]),
    ),
    debatable: new Set(
      task.questions.flatMap((question, at) => (marks[at]!.endsWith('?') ? [question.id] : [])),
    ),
  };
}

function judge(task: Task, units: readonly KnownUnit[], person: Person): readonly object[] {
  const random = seededRandom(`${seed}:${person.id}:${task.id}`);
  const perHour = person.perHour[task.id]!;
  const clock = simulateClock({ id: person.id, accuracy: 1, perHour }, firstDays[task.id]!, random);
  return units.map(({ unit, truth, debatable }) => {
    const accuracy = Object.fromEntries(
      task.questions.map((question) => [
        question.id,
        debatable.has(question.id) ? person.debatable : person.plain,
      ]),
    );
    const behaviour: Behaviour = { id: person.id, accuracy, leniency: person.leniency, perHour };
    const given = simulate(task, behaviour, truth, random);
    const ids = Object.fromEntries(task.unit.id.map((field) => [field, unit[field]]));
    const notes = noteOn(given, unit, random);
    const { at, seconds } = clock.next().value;
    return {
      ...ids,
      ...given,
      annotator_id: person.id,
      guideline_version: '1.0',
      ...(notes === null ? {} : { notes }),
      at,
      seconds,
    };
  });
}

/** Why a text was called misleading, where somebody troubled to say so. */
function noteOn(given: Answers, unit: UnitFields, random: SeededRandom): string | null {
  if (given['misleading'] !== true || random.next() < 0.4) return null;
  const doc = String(unit['doc_id']);
  const german = unit['language'] === 'de';
  if (doc.includes('draft')) return 'A draft, not in force.';
  if (/20(21|22|23)$/.test(doc))
    return german
      ? 'Veraltete Fassung, die Beträge und Fristen gelten nicht mehr.'
      : 'Superseded edition; its amounts and periods no longer hold.';
  return german
    ? 'Gilt für einen anderen Fall.'
    : 'A rule for another case, easily taken for this one.';
}

if (import.meta.main) writeExample(folder, files());
