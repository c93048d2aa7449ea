import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  buildBatch,
  buildJob,
  failing,
  noteLines,
  relevanceGuideline,
  relevanceProtocol,
  saying,
  scriptedProvider,
  testAsking,
} from '../../../../test/model-world.ts';
import { jsonLines, parseLines, temporaryFolder } from '../../../../test/run-assay.ts';
import type { ModelOutcome } from '../../../domain/models/model-reply.ts';
import { readContent } from '../../../formats/protocol/protocol-content.ts';
import { loadProtocol } from '../../protocol/load-protocol.ts';
import { protocolFolder } from '../../protocol/protocol-folder.ts';
import { hashOf, modelResult } from '../model-result.ts';
import { askedModels } from './asked-models.ts';
import { readFolderJudgments } from './folder-judgments.ts';
import type { FolderJudgment } from './folder-judgments.ts';
import { folderLedger } from './folder-ledger.ts';

const job = buildJob();
const at = '2026-03-02T08:00:00.000Z';
const asking = testAsking(scriptedProvider(() => saying('yes')));
const prompts = new Map([['nano#1', 'prompt-1']]);
const training = `rounds:
  start: { kind: training, units: 2, key: judgments/key.jsonl }
`;

function folderWith(judgments: Readonly<Record<string, readonly object[]>> = {}, more = '') {
  const folder = temporaryFolder({
    'protocol.yaml': `${relevanceProtocol}${more}`,
    'guideline.md': relevanceGuideline,
    'units.jsonl': `${noteLines(20)}\n`,
  });
  mkdirSync(join(folder, 'judgments'));
  for (const [name, rows] of Object.entries(judgments))
    writeFileSync(join(folder, 'judgments', name), jsonLines(rows));
  const task = readContent(protocolFolder(folder)).tasks.get('relevance')!;
  const loaded = loadProtocol(folder);
  const open = (isReadOnly = false) => {
    const ledger = folderLedger({ loaded, task }, () => new Date(at), { isReadOnly });
    onTestFinished(() => ledger.close());
    return ledger;
  };
  const own = (name: string): string => join(folder, '.assay/models/relevance', name);
  const result = (
    unit: string,
    outcome: ModelOutcome = saying('yes'),
    batch: string | null = null,
  ) => {
    const sent = { id: `r-${unit}`, unit, annotator: 'nano#1', number: 1, job: job.id, batch };
    return modelResult(asking, { ...sent, taskHash: task.hash }, outcome, {}, { at, latency: 5 });
  };
  return { folder, task, loaded, open, own, result };
}

const judged = (unit: string, more: object = {}) => ({
  unit,
  annotator: 'nano#1',
  answers: { relevant: true },
  guideline: '1.0',
  ...more,
});

describe('the ledger of a folder', () => {
  it('says where it is, and knows the fields of its units', async () => {
    const { folder, open } = folderWith();
    const ledger = open();
    expect([ledger.place, ledger.together]).toEqual([folder, 50]);
    expect(ledger.key).toBe(`${hashOf(folder).slice(0, 16)}/relevance`);
    const fields = await ledger.unitFields(['n2', 'n99']);
    expect([...fields]).toEqual([['n2', { id: 'n2', topic: 't1', text: 'note number 2' }]]);
    expect(await ledger.isClosed('any')).toBe(false);
    expect(await ledger.lease({ name: 'a', owner: 'b', until: at })).toBe(true);
    expect(await ledger.holder('a')).toBeNull();
  });

  it('writes an answer as a judgment that says where it comes from, and the reply', async () => {
    const { folder, open, own, result, task } = folderWith();
    const ledger = open();
    await ledger.record([result('n1')], job);
    const file = join(folder, 'judgments/relevance.models.jsonl');
    expect(parseLines(readFileSync(file, 'utf8'))).toEqual([
      {
        unit: 'n1',
        task: 'relevance',
        annotator: 'nano#1',
        answers: { relevant: true },
        guideline: '1.0',
        task_hash: task.hash,
        round: null,
        at,
        seconds: null,
        other: { prompt: 'prompt-1', request: 'r-n1' },
      },
    ]);
    const content = (saying('yes') as { readonly raw: string }).raw;
    expect(parseLines(readFileSync(own('replies.jsonl'), 'utf8'))).toEqual([
      { hash: hashOf(content), content },
    ]);
  });

  it('keeps the line of a batch as it came, and nothing of a call without a reply', async () => {
    const { open, own, result } = folderWith();
    const ledger = open();
    await ledger.record([result('n1', failing())], job);
    expect(existsSync(own('replies.jsonl'))).toBe(false);
    await ledger.record([result('n2', saying('yes'), 'batch-1')], job);
    const { raw } = saying('yes') as { readonly raw: string };
    const text = readFileSync(own('replies.jsonl'), 'utf8');
    expect(text).toBe(`{"hash":"${hashOf(raw)}","line":${raw}}\n`);
    expect(await ledger.record([result('n2', saying('yes'), 'batch-1')], job)).toEqual([null]);
    expect(readFileSync(own('replies.jsonl'), 'utf8')).toBe(text);
  });

  it('changes only a batch that is there and in the right phase', async () => {
    const { open } = folderWith();
    const ledger = open();
    await ledger.addBatch(buildBatch({ phase: 'submitted' }), []);
    await ledger.addBatch(buildBatch({ id: 'second', phase: 'taken-in' }), []);
    expect(await ledger.changeBatch('none', ['prepared'], { file: 'f' })).toBe(false);
    expect(await ledger.changeBatch('batch-1', ['prepared'], { file: 'f' })).toBe(false);
    expect(await ledger.changeBatch('batch-1', ['prepared', 'submitted'], { file: 'f' })).toBe(
      true,
    );
    expect((await ledger.batches()).map(({ id, file }) => [id, file])).toEqual([
      ['batch-1', 'f'],
      ['second', null],
    ]);
    expect((await ledger.batches(['taken-in'])).map(({ id }) => id)).toEqual(['second']);
    expect(await ledger.batchRequests('none')).toEqual([]);
  });

  it('shows what stands in its cells: judged, stale, on its way, or tried', async () => {
    const { open, result } = folderWith({
      'people.jsonl': [
        judged('n1'),
        judged('n2', { guideline: '0.9' }),
        judged('n3', { other: { prompt: 'prompt-0' } }),
        judged('n4', { other: { prompt: 'prompt-1' } }),
      ],
    });
    const ledger = open();
    const request = (unit: string) => ({ id: `r-${unit}`, unit, annotator: 'nano#1', number: 1 });
    const requests = ['n4', 'n5', 'n6'].map((unit) => ({ ...request(unit), enlarged: false }));
    await ledger.addBatch(buildBatch(), requests);
    await ledger.record([result('n6', failing(), 'batch-1'), result('n7', failing())], job);
    const view = await ledger.view({ prompts, run: null, k: null });
    const cell = (unit: string) => ({ unit, annotator: 'nano#1' });
    const units = ['n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7', 'n99'];
    expect(units.map((unit) => view.content(cell(unit)))).toEqual([
      'judged',
      'stale',
      'stale',
      'judged',
      'pending',
      null,
      null,
      null,
    ]);
    expect(units.map((unit) => view.attempts(cell(unit)).length)).toEqual([0, 0, 0, 0, 0, 1, 1, 0]);
    expect(view.content({ unit: 'n1', annotator: 'nano#2' })).toBeNull();
    expect(view.units('nano#1')).toHaveLength(20);
    const other = await ledger.view({ prompts: new Map([['nano#1', 'p-9']]), run: null, k: null });
    // Nobody says with which prompt n1 was judged; a request about n4 is on its way.
    const contents = ['n1', 'n3', 'n4'].map((unit) => other.content(cell(unit)));
    expect(contents).toEqual(['judged', 'stale', 'pending']);
    expect(other.attempts(cell('n7'))).toEqual([]);
  });

  it('knows the cells of many units', async () => {
    const all = Array.from({ length: 20 }, (_, place) => judged(`n${place + 1}`));
    const { open } = folderWith({ 'people.jsonl': all });
    const view = await open().view({ prompts, run: null, k: null });
    for (const { unit } of all) expect(view.content({ unit, annotator: 'nano#1' })).toBe('judged');
  });

  it('that is only looked at is not locked or repaired', async () => {
    const { open, own, result } = folderWith();
    const ledger = open();
    await ledger.record([result('n1')], job);
    const looking = open(true);
    expect(await looking.sums()).toMatchObject([{ outcome: 'accepted', attempts: 1 }]);
    await looking.close();
    expect(existsSync(own('lock.json'))).toBe(true);
    await ledger.close();
    expect(existsSync(own('lock.json'))).toBe(false);
  });
});

describe('the judgments of a folder', () => {
  const read = ({ loaded, task }: ReturnType<typeof folderWith>) => {
    const found: FolderJudgment[] = [];
    readFolderJudgments(loaded, task, (one) => found.push(one));
    return found;
  };

  it('are read with the version that they were made under', () => {
    const made = folderWith({
      'a.jsonl': [
        judged('n1', { other: { prompt: 'p', request: 'r' } }),
        judged('n2', { guideline: undefined, other: { prompt: 7 } }),
        judged('n3', { task_hash: '2:0000000000000000', answers: { former: 1 } }),
      ],
    });
    const { hash } = made.task;
    const common = { annotator: 'nano#1', guideline: '1.0' };
    expect(read(made)).toEqual([
      { ...common, unit: 'n1', taskHash: hash, prompt: 'p' },
      { ...common, unit: 'n2', taskHash: hash, prompt: null },
      { ...common, unit: 'n3', taskHash: '2:0000000000000000', prompt: null },
    ]);
  });

  it('of training are left out: those of its round, and its key', () => {
    const made = folderWith(
      {
        'key.jsonl': [judged('n1')],
        'start.anna.jsonl': [judged('n2')],
        'full.jsonl': [judged('n3')],
      },
      training,
    );
    expect(read(made).map(({ unit }) => unit)).toEqual(['n3']);
  });

  it('with faults are refused together, with their lines', () => {
    const made = folderWith({
      'a.jsonl': [judged('n1'), judged('n2', { answers: { relevant: 3 } })],
    });
    writeFileSync(join(made.folder, 'judgments', 'b.jsonl'), '\n{"unit"\n');
    expect(() => read(made)).toThrow(
      expect.objectContaining({
        faults: [expect.objectContaining({ line: 2 }), expect.objectContaining({ line: 2 })],
      }),
    );
  });
});

describe('what models were asked in a folder', () => {
  it('has sums and the replies that became judgments, whole where that is wanted', async () => {
    const { folder, open, result } = folderWith();
    const empty = askedModels(folder, 'relevance', true);
    expect([empty.sums, empty.replies.size]).toEqual([[], 0]);
    const ledger = open();
    await ledger.record([result('n1'), result('n2', saying('perhaps'))], job);
    await ledger.record([result('n3', saying('no'), 'batch-1')], job);
    await ledger.close();
    const raw = (text: string) => (saying(text) as { readonly raw: string }).raw;
    const whole = askedModels(folder, 'relevance', true);
    expect(whole.sums.map(({ outcome, attempts }) => [outcome, attempts])).toEqual([
      ['accepted', 2],
      ['invalid', 1],
    ]);
    expect([...whole.replies]).toEqual([
      ['r-n1', { hash: hashOf(raw('yes')), text: raw('yes') }],
      ['r-n3', { hash: hashOf(raw('no')), text: raw('no') }],
    ]);
    expect([...askedModels(folder, 'relevance', false).replies.values()]).toEqual([
      { hash: hashOf(raw('yes')), text: null },
      { hash: hashOf(raw('no')), text: null },
    ]);
  });
});
