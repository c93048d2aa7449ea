import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  buildJob,
  noteLines,
  relevanceGuideline,
  relevanceProtocol,
  saying,
  scriptedProvider,
  testAsking,
} from '../../../test/model-world.ts';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { describeStores } from '../../../test/stores.ts';
import { makeWorld } from '../../../test/work-world.ts';
import { insertUnits } from '../../store/units/units.ts';
import { hashOf, modelResult, requestId } from '../models/model-result.ts';
import { workspaceLedger } from '../models/workspace-ledger.ts';
import { projectProtocol, taskOf } from '../project-protocol.ts';
import { createProject } from '../protocol/create-project.ts';
import type { WorkContext } from '../work-context.ts';
import { cutRelease } from './cut-release.ts';
import { verifyRelease } from './verify-release.ts';

const asking = testAsking(scriptedProvider(() => saying('yes')));
const at = '2026-03-02T08:00:00.000Z';

/** Both runs of a model on two notes; the first note needed a second attempt and got a third. */
async function askedProject(lead: WorkContext): Promise<void> {
  const source = relevanceProtocol.replace(/ {2}mini: .*\n/, '');
  const content = { source, guideline: relevanceGuideline, files: {} };
  await createProject(lead, content);
  const units = noteLines(2)
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, string>>)
    .map((fields) => ({ id: fields['id']!, subject: fields['topic']!, fields }));
  const place = { project: 'notes', task: 'relevance' };
  await lead.store.write((tx) => insertUnits(tx, place, units, at));
  const project = await projectProtocol(lead.store, 'notes');
  const task = taskOf(project, 'relevance');
  const ledger = await workspaceLedger(lead, { project, task });
  const job = buildJob({ plan: { runs: { nano: [1, 2] } } });
  await ledger.addJob(job);
  const attempt = (unit: string, run: number, number: number, text: string) => {
    const cell = { unit, annotator: `nano#${run}`, number };
    const id = requestId(ledger.key, cell, task.hash, 'prompt-1');
    const sent = { ...cell, id, job: job.id, batch: null, taskHash: task.hash };
    return modelResult(asking, sent, saying(text), {}, { at, latency: 5 });
  };
  for (const [unit, run, number, text] of [
    [units[0]!.id, 1, 1, 'perhaps'],
    [units[0]!.id, 1, 2, 'yes'],
    [units[0]!.id, 1, 3, 'no'],
    [units[0]!.id, 2, 1, 'yes'],
    [units[1]!.id, 1, 1, 'no'],
    [units[1]!.id, 2, 1, 'no'],
  ] as const)
    await ledger.record([attempt(unit, run, number, text)], job);
}

interface JudgmentLine {
  readonly answers: { readonly relevant: boolean };
  readonly reply: { readonly hash: string; readonly text: string | null } | null;
}

function judgmentsIn(folder: string): readonly JudgmentLine[] {
  const text = readFileSync(join(folder, 'record/judgments.jsonl'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JudgmentLine);
}

describeStores('the replies of models in a release', (databases) => {
  it('are those that became judgments: by hash, whole on request, checked', async () => {
    const { lead } = await makeWorld(await databases.open());
    await askedProject(lead);
    const out = temporaryFolder();
    const choice = { version: '1.0', seed: 1, allowOpen: null, names: false, withText: false };
    const cut = async (name: string, replies: boolean): Promise<string> => {
      const folder = join(out, name);
      const request = { ...choice, replies, sign: null, out: folder };
      const result = await cutRelease(lead, 'notes', request);
      expect(result.cut ? [] : result.obstacles).toEqual([]);
      return folder;
    };
    const verified = async (folder: string) =>
      (await verifyRelease({ folder, signer: null, head: null })).differences;

    const plain = await cut('plain', false);
    const rawOf = (one: JudgmentLine): string =>
      JSON.stringify({ text: one.answers.relevant ? 'yes' : 'no', end: 'complete' });
    const hashes = judgmentsIn(plain).map((one) => [one.reply, hashOf(rawOf(one))] as const);
    expect(hashes.length).toBe(4);
    for (const [reply, hash] of hashes) expect(reply).toEqual({ hash, text: null });
    expect(await verified(plain)).toEqual([]);
    const models = readFileSync(join(plain, 'record/models.jsonl'), 'utf8').trim().split('\n');
    const asked = models.map((line) => JSON.parse(line) as { asked: number; accepted: number });
    expect(asked.reduce((sum, one) => sum + one.accepted, 0)).toBe(4);
    expect(readFileSync(join(plain, 'report.html'), 'utf8')).toContain(
      'What each run of a model was asked and cost',
    );

    const whole = await cut('whole', true);
    for (const one of judgmentsIn(whole))
      expect(one.reply).toEqual({ hash: hashOf(rawOf(one)), text: rawOf(one) });
    expect(await verified(whole)).toEqual([]);

    const file = join(whole, 'record/judgments.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').replace('\\"yes\\"', '\\"yes!\\"'));
    expect(await verified(whole)).toContainEqual(
      expect.objectContaining({
        file: 'record/judgments.jsonl',
        row: 1,
        field: 'reply.hash',
        what: expect.objectContaining({ code: 'differs-unit' }) as unknown,
      }),
    );
  });
});
