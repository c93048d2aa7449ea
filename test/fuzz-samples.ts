import { readFileSync } from 'node:fs';
import type { Fault } from '../src/domain/fault.ts';
import type { Task } from '../src/domain/protocol/task.ts';
import { parseRow } from '../src/formats/jsonl.ts';
import { importModes } from '../src/domain/exchange/file-formats.ts';
import { takeJudgments } from './take-judgments.ts';
import type { GivenRow } from '../src/formats/judging/judgment-intake.ts';
import { readersWithin } from '../src/operations/exchange/read-apart.ts';
import type { ToolExport } from '../src/formats/exchange/tool-export.ts';
import { toolJudgments } from '../src/formats/exchange/tool-judgments.ts';
import { toolUnitRows } from '../src/formats/exchange/tool-units.ts';
import { unitFromRow, unitTable } from '../src/formats/units/unit-rows.ts';
import { judgmentLine } from '../src/formats/judging/whole-judgment.ts';
import { compileTask } from '../src/truth/judging/faults.ts';
import { buildTask } from './build-task.ts';

export const task = buildTask({
  questions: {
    relevant: {},
    sufficient: {},
    grade: { scale: { ordinal: [0, 1, 2], present: 1, ticked: 2 } },
    kind: { scale: { nominal: ['Cat', 'Dog'] }, required: false, when: 'relevant' },
    quote: { scale: { quote: { from: 'text' } }, required: false },
    why: { scale: 'text', required: false },
  },
  constraints: ['sufficient => relevant'],
  unit: { id: ['id'], subject: 'doc', show: ['text'], rank: 'rank' },
});
export const labels = buildTask({
  form: 'labels',
  questions: { IRB: { scale: { ordinal: [0, 1, 2], present: 1, ticked: 2 } }, AML: {} },
  unit: { id: ['id'] },
});
export const pair = buildTask({
  questions: { relevance_label: { scale: { ordinal: [0, 1, 2] } }, rationale: { scale: 'text' } },
  unit: { id: ['query_id', 'nct_id'] },
});
export const ranked = buildTask({
  questions: { relevance: { scale: { ordinal: [0, 1, 2] } } },
  unit: { id: ['query', 'doc'] },
});
export const retrieval = compileTask(
  buildTask({
    questions: { topically_relevant: {}, evidence_sufficient: {}, misleading: {} },
    constraints: [
      'evidence_sufficient => topically_relevant',
      'evidence_sufficient => not misleading',
    ],
    unit: { id: ['record_uuid', 'chunk_id'] },
  }),
);

const open = {
  guideline: null,
  guidelineRequired: false,
  units: new Map([['u1', { id: 'u1', text: 'Must be 18 years or older.' }]]),
};

/** Takes rows in every mode; what came in must be writable, and readable again. */
export function takeRows(own: Task, rows: readonly GivenRow[]): readonly Fault[] {
  const compiled = compileTask(own);
  const context = { ...open, units: own === task ? open.units : null };
  return importModes.flatMap((mode) => {
    const taken = takeJudgments(compiled, context, mode, rows);
    for (const judgment of taken.judgments) {
      const written = judgmentLine(judgment);
      const line = parseRow(written);
      const lines = line.ok ? [{ row: line.row, line: 1 }] : [];
      const back = takeJudgments(compiled, context, 'reject', lines);
      if (back.judgments.length !== 1)
        throw new Error(`a judgment that came in cannot be read back: ${written.slice(0, 300)}`);
      const again = judgmentLine(back.judgments[0]!);
      if (again !== written)
        throw new Error(`a judgment came back as another: ${again} for ${written.slice(0, 300)}`);
      if (compiled.faults(judgment.answers, null).length > 0)
        throw new Error(`a judgment with faults came in: ${written.slice(0, 300)}`);
    }
    return [...taken.faults, ...taken.aside.flatMap((one) => one.faults)];
  });
}

export function takeExport(own: Task, exported: ToolExport): readonly Fault[] {
  const judged = toolJudgments(own, exported, {
    annotator: 'anna',
    fields: { ignored: null },
    values: { relevant: { Relevant: true } },
  });
  const units = toolUnitRows(own, exported);
  return [
    ...judged.faults,
    ...units.faults,
    ...takeRows(own, judged.rows),
    ...units.rows.flatMap(({ row }) => unitFaults(own, row)),
  ];
}

export function unitFaults(own: Task, row: Readonly<Record<string, unknown>>): readonly Fault[] {
  const read = unitFromRow(own, row);
  if (read.ok) unitTable(own, [read.unit]);
  return read.ok ? [] : read.faults;
}

export const linesOf = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.trim() !== '');

export function jsonLines(
  text: string,
  each: (row: Readonly<Record<string, unknown>>, line: number, content: string) => readonly Fault[],
): readonly Fault[] {
  return linesOf(text).flatMap((content, at) => {
    const parsed = parseRow(content);
    return parsed.ok ? each(parsed.row, at + 1, content) : [parsed.fault];
  });
}

export const flat =
  '{"id":"u1","relevant":true,"sufficient":false,"grade":1,"kind":"Cat","quote":"18 ' +
  'years","why":"ä","annotator_id":"anna","guideline_version":"1","confidence":"high",' +
  '"flag":true,"at":"2026-01-31T09:30:00Z","seconds":4}\n' +
  '{"id":"u1","relevant":false,"sufficient":false,"grade":2,"annotator_id":"ben"}\n';
export const whole =
  '{"unit":"u1","task":"task","annotator":"cleo","answers":{"relevant":true,' +
  '"sufficient":true,"grade":2},"guideline":null,"task_hash":null,"round":null,' +
  '"at":null,"seconds":null,"notes":"n"}\n';
export const ticked =
  '{"id":"u1","labels":["IRB","AML"],"grades":{"IRB":1},"annotator_id":"anna"}\n' +
  '{"id":"u2","labels":[],"annotator_id":"anna"}\n';
export const record =
  '{"query":"q1","answer":"a1","chunks":[{"chunk_id":"c1","doc_id":"d1","chunk_rank":1,' +
  '"text":"t1"},{"chunk_id":"c2","doc_id":"d1","chunk_rank":2,"text":"t2"}],' +
  '"context_set":"x","language":"de"}';
export const ragRow = {
  unit: {
    record_uuid: 'r1',
    query: 'q',
    chunk: 'c',
    chunk_id: 'c1',
    doc_id: 'd',
    chunk_rank: 1,
    language: 'en',
  },
  annotator: 'anna',
  answers: { topically_relevant: true, evidence_sufficient: false, misleading: false },
  notes: 'n',
  insertedAt: '2026-01-31T09:30:00Z',
  at: '2026-01-31T09:30:00Z',
  status: 'completed',
};
export const protocol =
  'assay: 1\nname: p\nguideline: { version: "1", file: g.md }\ntasks:\n  t:\n    unit: { ' +
  'id: id, show: text }\n    scales: { grade: { ordinal: [0: no, 1: yes], present: 1 } }\n' +
  '    questions:\n      a: { ask: Is it?, scale: grade }\n      b: { when: a, scale: { ' +
  'nominal: [x, y] } }\n    constraints: [ "b = x => a" ]\npanel: { people: { weight: 1 ' +
  '}, model: { kind: model, runs: 2 } }\nrounds:\n  pilot: { units: 10, annotators: 2, ' +
  'gate: [ "cohen_kappa >= 0.70 overall" ] }\nconsensus: majority\n';
export const policy =
  'policy: P1\ntitle: By points\ntask: task\nverdicts: [Low, High]\ndefault: Low\ncounts: ' +
  'relevant\npoints:\n  by: kind\n  values: { Cat: 2 }\n  modifiers:\n    - { title: ' +
  'Grade, when: grade = 2, points: 3 }\n  thresholds:\n    - { verdict: High, min: 8 }\n';
export const overrides =
  '{"_comment":"c","created_at":"2026-01-19","T":[{"review_id":"u1","business_id":"b",' +
  '"original":{"relevant":false},"corrected":{"relevant":true},"reason":"r"}],' +
  '"U":{"overrides":[{"review_id":"u2","corrected":{"relevant":false},"reason":"r"}]}}';
export const parquetRows = [
  { id: 'u1', annotator_id: 'anna', relevant: true, grade: 2, score: 0.5, text: 'ä' },
  { id: 'u2', annotator_id: 'ben', relevant: false, grade: 0, score: 1 },
];
export const parquetReaders = readersWithin({ seconds: 0.5, megabytes: 512 });
export const duckdb = JSON.parse(
  readFileSync(new URL('../src/formats/fixtures/duckdb-parquet.json', import.meta.url), 'utf8'),
) as Readonly<Record<'v1' | 'v2', readonly string[]>>;

export const text = (input: string | Uint8Array): string =>
  typeof input === 'string' ? input : '';
