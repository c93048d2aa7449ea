import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runAssay, runJson, temporaryFolder } from './run-assay.ts';

const rag = fileURLToPath(new URL('../examples/rag-tasks', import.meta.url));

const protocol = `assay: 1
name: votes
guideline: { version: '1.0', file: guideline.md }
tasks:
  main:
    unit: { id: item, show: item }
    questions: { label: { scale: { nominal: [cat, dog] } } }
panel: { people: { weight: 1 } }
rounds: {}
`;

interface Imported {
  readonly tasks: readonly { readonly task: string; readonly inserted: number }[];
  readonly preview: readonly unknown[];
}

it('votes without a header make units, and then judgments', async () => {
  const folder = temporaryFolder({
    'protocol.yaml': protocol,
    'guideline.md': '# Guideline\n',
    'votes.tsv': 'w1\ti1\tcat\nw2\ti1\tdog\nw1\ti2\tdog\n',
    'columns.json': '{"columns": ["annotator", "item", "label"]}',
    'units.json': '{"columns": ["annotator_id", "item", "label"]}',
  });
  const units = await runJson<Imported>(
    ['import', 'votes.tsv', '--mapping', 'units.json', '--protocol', '.'],
    folder,
  );
  expect(units.tasks).toEqual([{ task: 'main', inserted: 2, unchanged: 0 }]);
  const judged = await runJson<Imported>(
    ['import', 'votes.tsv', '--mapping', 'columns.json', '--kind', 'judgments'],
    folder,
  );
  expect(judged.tasks).toEqual([{ task: 'main', inserted: 3, unchanged: 0 }]);
});

it('a dry run shows the first units as they would be imported', async () => {
  const folder = temporaryFolder({ 'protocol.yaml': protocol, 'guideline.md': '# Guideline\n' });
  const table = temporaryFolder({ 'units.csv': 'item,note\na,1\nb,2\nc,3\nd,4\n' });
  await runAssay(['protocol', 'list'], folder);
  await runJson(['import', join(table, 'units.csv'), '--protocol', '.'], folder);
  const run = await runJson<Imported>(['import', join(table, 'units.csv'), '--dry-run'], folder);
  expect(run.preview).toEqual(
    ['a', 'b', 'c'].map((item, at) => ({
      task: 'main',
      unit: item,
      annotator: null,
      values: { item, note: String(at + 1) },
    })),
  );
});

it('a file without a project is told apart, with a protocol and its first rows', async () => {
  const folder = temporaryFolder({ 'units.csv': 'id,text\na,Some text\nb,More text\n' });
  const run = await runAssay(['import', 'units.csv'], folder);
  expect(run.code).toBe(2);
  expect(run.out).toContain('units.csv is read as units-csv');
  expect(run.out).toContain('{"id":"a","text":"Some text"}');
  expect(run.out).toContain('protocol.yaml:');
  expect(run.err).toContain('There is no database');
});

it('a folder that has a protocol is told apart from one that needs one', async () => {
  const folder = temporaryFolder({
    'protocol.yaml': protocol,
    'guideline.md': '# Guideline\n',
    'votes.csv': 'item,annotator_id,label\ni1,anna,cat\n',
  });
  const run = await runAssay(['import', 'votes.csv', '--kind', 'judgments'], folder);
  expect(run.code).toBe(2);
  expect(run.out).toContain('votes.csv is read as');
  expect(run.err).toContain('This folder has a protocol. To use it, import its units');
  expect(run.err).toContain('There is no database');
});

it('traces become units of the three RAG tasks, and their scores judgments', async () => {
  const trace = {
    id: 't1',
    timestamp: '2026-01-01T00:00:00Z',
    input: { messages: [{ role: 'user', content: 'How long is the notice period?' }] },
    output: 'Four weeks [C1].',
    scores: [
      { id: 's1', name: 'supported', value: 1, dataType: 'BOOLEAN', source: 'EVAL', traceId: 't1' },
      { id: 's2', name: 'invented', value: 0, dataType: 'BOOLEAN', source: 'EVAL', traceId: 't1' },
    ],
    observations: [
      {
        id: 'o1',
        type: 'RETRIEVER',
        output: [
          { id: 'c-7', content: 'The notice period is four weeks.', metadata: { source: 'book' } },
          { id: 'c-9', content: 'Trial period: two weeks.' },
        ],
      },
    ],
  };
  const fields = { supported: 'support_present', invented: 'unsupported_claim_present' };
  // What the tool was not asked about.
  const answers = {
    contradicted_claim_present: false,
    source_cited: true,
    fabricated_source: false,
  };
  const folder = temporaryFolder({
    'traces.json': JSON.stringify([trace]),
    'mapping.json': JSON.stringify({ fields, answers }),
  });
  const units = await runJson<Imported>(['import', 'traces.json', '--protocol', rag], folder);
  expect(units.tasks.map(({ task, inserted }) => [task, inserted])).toEqual([
    ['retrieval', 2],
    ['grounding', 1],
    ['generation', 1],
  ]);
  const words =
    'import traces.json --kind judgments --task grounding --mapping mapping.json --json --dry-run';
  const run = await runAssay(words.split(' '), folder);
  expect(run.err).not.toContain('is not among the units');
  const { preview } = JSON.parse(run.out) as { preview: Readonly<Record<string, unknown>>[] };
  expect(preview[0]).toMatchObject({
    annotator: 'langfuse-eval',
    values: { support_present: true, unsupported_claim_present: false },
  });
});
