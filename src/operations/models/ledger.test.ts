import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import {
  buildBatch,
  buildJob,
  noteLines,
  relevanceGuideline,
  relevanceProtocol,
  saying,
  testAsking,
  scriptedProvider,
  failing,
} from '../../../test/model-world.ts';
import { makeWorld } from '../../../test/work-world.ts';
import { insertUnits } from '../../store/units/units.ts';
import { streamJudgments } from '../../store/judging/judgments.ts';
import { createProject } from '../protocol/create-project.ts';
import { loadProtocol } from '../protocol/load-protocol.ts';
import { readContent } from '../../formats/protocol/protocol-content.ts';
import { projectProtocol, taskOf } from '../project-protocol.ts';
import { folderLedger } from './folder/folder-ledger.ts';
import type { Ledger, Result } from './ledger.ts';
import { modelResult, requestId, unknownResult } from './model-result.ts';
import { workspaceLedger } from './workspace-ledger.ts';

interface Opened {
  readonly ledger: Ledger;
  /** The same ledger, as another process finds it. */
  reopen(): Promise<Ledger>;
  judgments(): Promise<readonly string[]>;
}

const prompts = new Map([
  ['nano#1', 'prompt-1'],
  ['nano#2', 'prompt-1'],
]);
const asking = testAsking(scriptedProvider(() => saying('yes')));

function suite(open: () => Promise<Opened>): void {
  const job = buildJob({ plan: { runs: { nano: [1, 2] } } });
  const taskHash = 'h';

  const answered = (
    { key }: Ledger,
    hash: string,
    given: { unit?: string; annotator?: string; number?: number; batch?: string | null } = {},
    outcome = saying('yes'),
  ): Result => {
    const { unit = 'n1', annotator = 'nano#1', number = 1, batch = null } = given;
    const id = requestId(key, { unit, annotator, number }, taskHash, 'prompt-1');
    const sent = { id, job: job.id, batch, unit, annotator, number, taskHash: hash };
    return modelResult(asking, sent, outcome, {}, { at: '2026-03-02T08:00:00.000Z', latency: 5 });
  };

  it('fills a cell once, and keeps what was paid for beside it', async () => {
    const { ledger, judgments, hash } = await opened(open);
    await ledger.addJob(job);
    expect(await ledger.record([answered(ledger, hash)], job)).toEqual(['accepted']);
    const again = answered(ledger, hash, { number: 2 });
    expect(await ledger.record([again], job)).toEqual(['unneeded']);
    expect(await judgments()).toEqual(['n1 nano#1 {"relevant":true}']);
    const view = await ledger.view({ prompts, run: null, k: null });
    expect(view.content({ unit: 'n1', annotator: 'nano#1' })).toBe('judged');
    expect(view.content({ unit: 'n1', annotator: 'nano#2' })).toBe(null);
    const sums = await ledger.sums(job.id);
    // Two replies of 10 tokens each, at 1 for 10.
    expect(sums.map(({ outcome, attempts, cost }) => [outcome, attempts, cost])).toEqual([
      ['accepted', 1, 1],
      ['unneeded', 1, 1],
    ]);
  });

  it('finds a cell stale that was judged with another prompt, and takes a new answer', async () => {
    const { ledger, judgments, hash } = await opened(open);
    await ledger.addJob(job);
    await ledger.record([answered(ledger, hash)], job);
    const other = new Map([['nano#1', 'prompt-2']]);
    const view = await ledger.view({ prompts: other, run: null, k: null });
    expect(view.content({ unit: 'n1', annotator: 'nano#1' })).toBe('stale');
    const { attempt, ...rest } = answered(ledger, hash, { number: 2 }, saying('no'));
    const anew = { ...rest, attempt: { ...attempt, promptHash: 'prompt-2' } };
    expect(await ledger.record([anew], job)).toEqual(['accepted']);
    expect(await judgments()).toEqual([
      'n1 nano#1 {"relevant":true}',
      'n1 nano#1 {"relevant":false}',
    ]);
  });

  it('remembers attempts that came to nothing, after a start too', async () => {
    const { ledger, reopen, hash } = await opened(open);
    await ledger.addJob(job);
    await ledger.record([answered(ledger, hash, {}, saying('perhaps'))], job);
    await ledger.record([answered(ledger, hash, { number: 2 }, failing())], job);
    const view = await (await reopen()).view({ prompts, run: null, k: null });
    expect(
      view
        .attempts({ unit: 'n1', annotator: 'nano#1' })
        .map(({ outcome, code }) => [outcome, code]),
    ).toEqual([
      ['invalid', 'off_scale'],
      ['failed', 'server_error'],
    ]);
  });

  it('takes the results of a batch in any number of times', async () => {
    const { ledger, reopen, judgments, hash } = await opened(open);
    await ledger.addJob(job);
    const requests = ['n1', 'n2', 'n3'].map((unit) => {
      const cell = { unit, annotator: 'nano#1', number: 1 };
      return { ...cell, enlarged: false, id: requestId(ledger.key, cell, taskHash, 'prompt-1') };
    });
    await ledger.addBatch(buildBatch({ taskHash: hash, requests: 3 }), requests);
    const pending = await ledger.view({ prompts, run: null, k: null });
    expect(pending.content({ unit: 'n2', annotator: 'nano#1' })).toBe('pending');
    const batch = 'batch-1';
    const results = ['n1', 'n2'].map((unit) => answered(ledger, hash, { unit, batch }));
    expect(await ledger.record(results, job)).toEqual(['accepted', 'accepted']);
    const later = await reopen();
    expect(await later.record(results, job)).toEqual([null, null]);
    const other = answered(ledger, hash, { unit: 'n2', batch }, saying('no'));
    expect(await later.record([other], job)).toEqual(['conflict']);
    expect(await later.attemptedIn(batch)).toEqual(
      new Set(requests.slice(0, 2).map(({ id }) => id)),
    );
    const missing = unknownResult(
      asking,
      { ...requests[2]!, job: job.id, batch, taskHash: hash },
      'missing',
      '2026-03-02T08:00:00.000Z',
    );
    expect(await later.record([missing, missing], job)).toEqual(['missing', null]);
    expect((await judgments()).length).toBe(2);
    expect(await later.changeBatch(batch, ['submitted'], { phase: 'taken-in' })).toBe(false);
    expect(await later.changeBatch(batch, ['prepared'], { phase: 'taken-in' })).toBe(true);
    const done = await later.view({ prompts, run: null, k: null });
    expect(done.content({ unit: 'n3', annotator: 'nano#1' })).toBe(null);
  });

  it('knows its jobs and their states', async () => {
    const { ledger, reopen } = await opened(open);
    await ledger.addJob(job);
    const reason = { code: 'pause-interrupted', values: {} };
    await ledger.setJob(job.id, { state: 'paused', reason });
    expect(await (await reopen()).jobs()).toMatchObject([{ ...job, state: 'paused', reason }]);
  });
}

async function opened(open: () => Promise<Opened>) {
  const found = await open();
  const hash = taskOf(
    {
      ...readContent({ source: relevanceProtocol, guideline: relevanceGuideline, files: {} }),
    } as never,
    'relevance',
  ).hash;
  return { ...found, hash };
}

describeStores('the ledger of a workspace', (databases) => {
  suite(async () => {
    const { lead, store } = await makeWorld(await databases.open());
    await createProject(lead, {
      source: relevanceProtocol,
      guideline: relevanceGuideline,
      files: {},
    });
    const units = noteLines(5)
      .split('\n')
      .map((line) => {
        const fields = JSON.parse(line) as Readonly<Record<string, string>>;
        return { id: fields['id']!, subject: fields['topic']!, fields };
      });
    await store.write((tx) =>
      insertUnits(tx, { project: 'notes', task: 'relevance' }, units, '2026-03-02T08:00:00.000Z'),
    );
    const project = await projectProtocol(store, 'notes');
    const ledger = await workspaceLedger(lead, { project, task: taskOf(project, 'relevance') });
    return {
      ledger,
      reopen: () => workspaceLedger(lead, { project, task: taskOf(project, 'relevance') }),
      judgments: async () => {
        const found: string[] = [];
        for await (const one of streamJudgments(store, { project: 'notes' }))
          found.push(`${one.unit} ${one.annotator} ${JSON.stringify(one.answers)}`);
        return found;
      },
    };
  });
});

describe('the ledger of a folder', () => {
  const make = async (): Promise<Opened & { readonly folder: string }> => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-ledger-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'protocol.yaml'), relevanceProtocol);
    writeFileSync(join(folder, 'guideline.md'), relevanceGuideline);
    writeFileSync(join(folder, 'units.jsonl'), `${noteLines(5)}\n`);
    let ledger: Ledger | null = null;
    const openFolder = async (): Promise<Ledger> => {
      await ledger?.close();
      const loaded = loadProtocol(folder);
      const { tasks } = readContent({
        source: relevanceProtocol,
        guideline: relevanceGuideline,
        files: {},
      });
      const clock = (): Date => new Date('2026-03-02T08:00:00Z');
      ledger = folderLedger({ loaded, task: tasks.get('relevance')! }, clock);
      onTestFinished(() => ledger!.close());
      return ledger;
    };
    const judgments = async () =>
      readFileSync(join(folder, 'judgments/relevance.models.jsonl'), 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as { unit: string; annotator: string; answers: object })
        .map((one) => `${one.unit} ${one.annotator} ${JSON.stringify(one.answers)}`);
    return { folder, ledger: await openFolder(), reopen: openFolder, judgments };
  };
  suite(make);

  it('cuts off a line that a crash tore, and adds judgments that only the journal has', async () => {
    const { ledger, folder, reopen, judgments } = await make();
    const hash = taskOf(
      {
        ...readContent({ source: relevanceProtocol, guideline: relevanceGuideline, files: {} }),
      } as never,
      'relevance',
    ).hash;
    const job = buildJob();
    await ledger.addJob(job);
    const id = requestId(
      ledger.key,
      { unit: 'n1', annotator: 'nano#1', number: 1 },
      hash,
      'prompt-1',
    );
    const sent = {
      id,
      job: job.id,
      batch: null,
      unit: 'n1',
      annotator: 'nano#1',
      number: 1,
      taskHash: hash,
    };
    await ledger.record(
      [modelResult(asking, sent, saying('no'), {}, { at: '2026-03-02T08:00:00.000Z', latency: 1 })],
      job,
    );
    const file = join(folder, 'judgments/relevance.models.jsonl');
    const whole = readFileSync(file, 'utf8');
    for (const torn of ['', whole.slice(0, 20), `${whole}{"unit":"n2"`]) {
      writeFileSync(file, torn);
      appendFileSync(join(folder, '.assay/models/relevance/journal.jsonl'), '{"is":"job","jo');
      const later = await reopen();
      expect(await judgments()).toEqual(['n1 nano#1 {"relevant":false}']);
      expect((await later.jobs()).length).toBe(1);
    }
  });

  it('writes results together while more are on their way, and adds all that a crash kept', async () => {
    const { ledger, folder, reopen, judgments } = await make();
    const { tasks } = readContent({
      source: relevanceProtocol,
      guideline: relevanceGuideline,
      files: {},
    });
    const { hash } = tasks.get('relevance')!;
    const job = buildJob();
    await ledger.addJob(job);
    const answer = (unit: string): Result => {
      const cell = { unit, annotator: 'nano#1', number: 1 };
      const id = requestId(ledger.key, cell, hash, 'prompt-1');
      const sent = { ...cell, id, job: job.id, batch: 'batch-1', taskHash: hash };
      const facts = { at: '2026-03-02T08:00:00.000Z', latency: null };
      return modelResult(asking, sent, saying('no'), {}, facts);
    };
    await ledger.record([answer('n1')], job, true);
    await ledger.record([answer('n2'), answer('n1')], job, true);
    const file = join(folder, 'judgments/relevance.models.jsonl');
    expect(existsSync(file)).toBe(false);
    // What else happens comes after it.
    await ledger.setJob(job.id, { state: 'paused', reason: null });
    const both = ['n1', 'n2'].map((unit) => `${unit} nano#1 {"relevant":false}`);
    expect(await judgments()).toEqual(both);
    await ledger.record([answer('n3')], job, true);
    await ledger.close();
    const [first] = readFileSync(file, 'utf8').split('\n');
    const journal = join(folder, '.assay/models/relevance/journal.jsonl');
    const events = readFileSync(journal, 'utf8').split('\n').slice(0, -1);
    // As if the third had never been written, and of the first two half of a line.
    writeFileSync(journal, `${events.slice(0, -1).join('\n')}\n`);
    writeFileSync(file, first!.slice(0, 30));
    await reopen();
    expect(await judgments()).toEqual(both);
  });

  it('lets one process in, and takes over from one that has ended', async () => {
    const { folder, reopen } = await make();
    const loaded = loadProtocol(folder);
    const { tasks } = readContent({
      source: relevanceProtocol,
      guideline: relevanceGuideline,
      files: {},
    });
    const scope = { loaded, task: tasks.get('relevance')! };
    const clock = (): Date => new Date('2026-03-02T08:00:00Z');
    expect(() => folderLedger(scope, clock, { owner: 'elsewhere/1/x' })).toThrow(
      /Another process is asking models/,
    );
    await (await reopen()).close();
    mkdirSync(join(folder, '.assay/models/relevance'), { recursive: true });
    const lock = join(folder, '.assay/models/relevance/lock.json');
    writeFileSync(
      lock,
      JSON.stringify({ owner: 'elsewhere/1/x', until: '2026-03-02T07:59:00.000Z' }),
    );
    await folderLedger(scope, clock).close();
  });
});
