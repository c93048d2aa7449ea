import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exportFile } from '../src/operations/exchange/export-file.ts';
import type { ExportRequest } from '../src/operations/exchange/export-request.ts';
import { examplesFolder, exampleStories } from '../src/operations/protocol/example-stories.ts';
import { importFile } from '../src/operations/exchange/import-file.ts';
import type { ImportRequest } from '../src/operations/exchange/import-request.ts';
import { loadExamples } from '../src/operations/protocol/load-examples.ts';
import { loadFolder } from '../src/operations/protocol/load-folder.ts';
import { PasswordHasher } from '../src/operations/people/password.ts';
import { projectProtocol } from '../src/operations/project-protocol.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import { leadOf, putExamples } from './complete-examples.ts';
import { parseLines, temporaryFolder } from './run-assay.ts';
import { describeStores } from './stores.ts';
import type { TestDatabases } from './stores.ts';
import { isThorough } from './tries.ts';

async function exported(context: WorkContext, request: ExportRequest): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of (await exportFile(context, request)).pieces)
    pieces.push(typeof piece === 'string' ? Buffer.from(piece, 'utf8') : Buffer.from(piece));
  return Buffer.concat(pieces);
}

async function imported(
  context: WorkContext,
  content: Buffer,
  request: Omit<ImportRequest, 'path' | 'name'>,
): Promise<Awaited<ReturnType<typeof importFile>>> {
  const path = join(temporaryFolder(), 'file');
  await writeFile(path, content);
  return await importFile(context, { ...request, path, name: 'file' });
}

type Row = Readonly<Record<string, unknown>>;

const sorted = (rows: readonly Row[]): readonly string[] =>
  rows.map((row) => JSON.stringify(row)).toSorted();

/** Reasons not to count that lie in a judgment itself, not in its round. */
const ownReasons = ['stale', 'not-on-panel', 'weight-0'];

/** A judgment as an import brings it in: outside of any round, so that it does not count. */
function asImported(row: Row, importId: string): Row {
  const isOwn = ownReasons.includes(String(row['counts']));
  const counts = isOwn ? row['counts'] : 'outside-rounds';
  return { ...row, round: null, origin: `import:${importId}`, counts };
}

/** The 13,869 judgments of models go through one database; through both with ASSAY_THOROUGH=1. */
function isTried({ kind }: TestDatabases, name: string): boolean {
  return kind === 'sqlite' || name !== 'policy-ground-truth' || isThorough;
}

/** The four examples in a database. */
async function examples(databases: TestDatabases): Promise<WorkContext> {
  if (databases.kind === 'sqlite')
    return leadOf(await databases.openAt(await putExamples(await databases.address())));
  const lead = leadOf(await databases.open());
  await loadExamples(lead, new PasswordHasher({ logN: 4, r: 8, p: 1 }), 'a password');
  return lead;
}

describeStores('what was exported', (databases) => {
  it('comes in again as it was, for every task of the examples, in each format', async () => {
    const there = await examples(databases);
    const here = leadOf(await databases.open());
    const seen: string[] = [];
    for (const { name } of exampleStories.filter((one) => isTried(databases, one.name))) {
      const { project } = await loadFolder(here, join(examplesFolder, name));
      for (const task of (await projectProtocol(here.store, project)).tasks.keys()) {
        const units = { project, task, kind: 'units' } as const;
        for (const format of ['jsonl', 'csv'])
          expect(
            await imported(here, await exported(there, { ...units, format }), units),
          ).toMatchObject({ inserted: 0, unchanged: expect.any(Number) });
        const judgments = { project, task, kind: 'judgments' } as const;
        const lines = await exported(there, judgments);
        const given = parseLines<Row>(lines.toString('utf8'));
        const first = await imported(here, lines, { ...judgments, guideline: 'any' });
        expect(first).toMatchObject({ inserted: given.length, unchanged: 0, willCount: 0 });
        expect(first.warnings[0]).toMatchObject({
          code: 'rounds-not-kept',
          values: { count: given.length },
        });
        const again = parseLines<Row>((await exported(here, judgments)).toString('utf8'));
        expect(sorted(again)).toEqual(sorted(given.map((row) => asImported(row, first.log!))));
        // The same in another format says nothing new, so that every part of it was read as it
        // was written. Tables are read and written alike over both databases.
        for (const format of databases.kind === 'sqlite' ? ['csv', 'parquet'] : []) {
          expect([
            project,
            task,
            format,
            await imported(here, await exported(there, { ...judgments, format }), {
              ...judgments,
              guideline: 'any',
            }),
          ]).toMatchObject([project, task, format, { inserted: 0, unchanged: given.length }]);
        }
        seen.push(`${project} ${task}: ${given.length > 0}`);
      }
    }
    expect(seen).toEqual([
      'regulatory-topics topics: true',
      'trial-relevance relevance: true',
      'trial-relevance rules: true',
      'rag-tasks retrieval: true',
      'rag-tasks grounding: true',
      'rag-tasks generation: true',
      ...(isTried(databases, 'policy-ground-truth') ? ['policy-ground-truth allergy: true'] : []),
    ]);
  });
});
