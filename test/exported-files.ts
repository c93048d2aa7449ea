import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judgeAll, makeProject, project, protocolContent, truthOf, wrongOf } from './work-world.ts';
import type { WorkWorld } from './work-world.ts';
import { judgmentsOfUnit } from '../src/store/judging/judgments.ts';
import { exportFile } from '../src/operations/exchange/export-file.ts';
import type { ExportedFile, ExportRequest } from '../src/operations/exchange/export-request.ts';
import { importFile } from '../src/operations/exchange/import-file.ts';
import type { ImportRequest } from '../src/operations/exchange/import-request.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { saveJudgment } from '../src/operations/judging/save-judgment.ts';
import type { WorkContext } from '../src/operations/work-context.ts';

export async function bytesOf(file: ExportedFile): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of file.pieces)
    pieces.push(typeof piece === 'string' ? Buffer.from(piece, 'utf8') : Buffer.from(piece));
  return Buffer.concat(pieces);
}

export async function exported(
  who: WorkContext,
  request: Partial<ExportRequest> & Pick<ExportRequest, 'kind'>,
): Promise<{ readonly text: string; readonly file: ExportedFile }> {
  const file = await exportFile(who, { project, ...request });
  return { text: (await bytesOf(file)).toString('utf8'), file };
}

export async function imported(
  who: WorkContext,
  content: string | Uint8Array,
  request: Omit<ImportRequest, 'path' | 'name'>,
): Promise<Awaited<ReturnType<typeof importFile>>> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-imported-'));
  try {
    const path = join(folder, 'file');
    writeFileSync(path, content);
    return await importFile(who, { path, name: 'file', ...request });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const rounds = '  full: { units: 4, annotators: 2 }';

/** Four units judged by two people, one judgment revised, one draft that was never submitted. */
export async function judged(world: WorkWorld): Promise<string> {
  await makeProject(world, protocolContent({ rounds }), 8);
  const [anna, ben] = [await world.person('anna'), await world.person('ben')];
  const run = (
    await openRound(world.lead, { project, round: 'full', seed: 1, annotators: ['anna', 'ben'] })
  ).run.id;
  await judgeAll(anna, run, truthOf);
  world.pass(10);
  const units = await judgeAll(ben, run, truthOf);
  world.pass(10);
  const own = (
    await world.store.read((db) =>
      judgmentsOfUnit(db, { project, task: 'topics', unit: units[0]! }),
    )
  ).find((one) => one.annotator === 'ben')!;
  await saveJudgment(ben, {
    run,
    unit: units[0]!,
    answers: wrongOf(units[0]!),
    asides: { notes: '=SUM(A1)' },
    idempotencyKey: 'again',
    supersedes: own.id,
    seconds: 10,
  });
  return run;
}
