import { describe, expect, it } from 'vitest';
import { modelEngine, pieces, resultLine, scriptedBatches } from '../../../test/model-engine.ts';
import { buildBatch, buildFailure, failing, saying } from '../../../test/model-world.ts';
import type { ModelBatch } from '../../domain/models/model-batch.ts';
import type { BatchLine, BatchService } from '../../llm/provider.ts';
import type { Asking } from './asking.ts';
import type { Engine } from './engine.ts';
import type { Ledger, Result } from './ledger.ts';
import { takeInBatch } from './take-in-batch.ts';

const units = ['n1', 'n2', 'n3', 'n4'];

/** Takes in a batch about four notes with these results. */
async function takenIn(
  results: BatchService['results'],
  given: {
    batch?: Partial<ModelBatch>;
    asking?: Partial<Asking>;
    engine?: (engine: Engine) => Partial<Engine>;
    ended?: string;
  } = {},
) {
  const { provider } = scriptedBatches({ results });
  const started = await modelEngine(provider, { units: 4, asking: given.asking ?? {} });
  const { engine, ledger } = started;
  const batch = buildBatch({
    taskHash: engine.taskHash,
    phase: 'submitted',
    remote: 'remote-1',
    requests: 4,
    ...given.batch,
  });
  const requests = units.map((unit) => {
    return { id: `request-${unit}`, unit, annotator: 'nano#1', number: 1, enlarged: false };
  });
  await ledger.addBatch(batch, requests);
  const recorded: (readonly [string, string, string | null])[] = [];
  const versions: (readonly [string, string])[] = [];
  const jobs = new Set<string>();
  const writes: number[] = [];
  const noted: Ledger = {
    ...ledger,
    record: async (some, job, isMore) => {
      writes.push(some.length);
      jobs.add(job.id);
      for (const { attempt } of some as readonly Result[]) {
        recorded.push([attempt.unit, attempt.outcome, attempt.code]);
        versions.push([attempt.taskHash, attempt.promptHash]);
      }
      return await ledger.record(some, job, isMore);
    },
  };
  const own: Engine = { ...engine, ledger: noted, ...given.engine?.({ ...engine, ledger: noted }) };
  const taken = await takeInBatch(own, started.asking, batch, given.ended ?? 'complete');
  return {
    ...started,
    taken,
    recorded,
    versions,
    writes,
    jobs: [...jobs],
    batch: (await ledger.batches())[0]!,
    warnings: engine.warnings.all,
  };
}

const all = (of: (unit: string) => ReturnType<typeof saying> = () => saying('yes')) =>
  units.map((unit) => resultLine(`request-${unit}`, of(unit)));

describe('taking in the results of a batch', () => {
  it('keeps each line for the request that it names, whatever the order', async () => {
    const lines = all((unit) => saying(unit === 'n2' ? 'no' : 'yes')).toReversed();
    const { taken, recorded, batch, told, warnings, jobs } = await takenIn(
      pieces([lines.slice(0, 3), lines.slice(3)]),
    );
    expect(taken).toEqual({ stop: null, results: 4 });
    expect(recorded).toEqual(units.toReversed().map((unit) => [unit, 'accepted', null]));
    expect(batch).toMatchObject({
      phase: 'taken-in',
      ended: 'complete',
      endedAt: '2026-03-02T08:00:00.000Z',
      notes: [],
    });
    expect([told, warnings, jobs]).toEqual([[], [], ['job-1']]);
  });

  it('counts lines that nobody asked for or that are damaged, and what is missing', async () => {
    const odd: BatchLine[] = [
      resultLine('somebody'),
      resultLine('else'),
      { kind: 'damaged', line: `{\0"a${'b'.repeat(300)}` },
    ];
    const { taken, recorded, batch, told } = await takenIn(pieces([[...odd, ...all().slice(1)]]));
    expect(taken).toEqual({ stop: null, results: 3 });
    const notes = [
      { code: 'batch-unknown', values: { count: 2, first: 'somebody' } },
      // The first 200 letters, without what no database takes.
      { code: 'batch-damaged', values: { count: 1, first: `{"a${'b'.repeat(196)}` } },
      { code: 'batch-missing', values: { count: 1 } },
    ];
    expect([batch.notes, told]).toEqual([notes, notes]);
    expect(recorded.at(-1)).toEqual(['n1', 'missing', null]);
  });

  it('begins again the next time when not all of it arrived', async () => {
    const cut = buildFailure({ class: 'soon', code: 'cut', message: 'ended early' });
    const { taken, batch, warnings, recorded } = await takenIn(pieces([all().slice(0, 2)], cut));
    expect(taken).toEqual({ stop: null, results: 2 });
    expect([batch.phase, batch.endedAt, recorded.length]).toEqual(['submitted', null, 2]);
    const values = { remote: 'remote-1', entry: 'nano', code: 'cut', message: 'ended early' };
    expect(warnings).toMatchObject([{ code: 'batch-results-cut', values }]);
  });

  it('gives up what the provider has deleted, and says how much that is', async () => {
    const gone = buildFailure({ class: 'never', code: 'results-gone', message: 'deleted' });
    const { taken, batch, recorded } = await takenIn(pieces([all().slice(0, 1)], gone));
    const values = { count: 3, message: 'deleted' };
    expect(taken).toEqual({ stop: { code: 'pause-lost', values }, results: 1 });
    expect(recorded.slice(1)).toEqual(units.slice(1).map((unit) => [unit, 'lost', null]));
    expect(batch).toMatchObject({ phase: 'taken-in', notes: [] });
  });

  it('gives back a batch that answers nothing of what was asked', async () => {
    const { taken, batch, told, recorded } = await takenIn(pieces([[resultLine('other')]]), {
      batch: { mistaken: ['before'] },
    });
    expect([taken, recorded]).toEqual([{ stop: null, results: 0 }, []]);
    const note = { code: 'batch-mistaken', values: { remote: 'remote-1' } };
    expect(batch).toMatchObject({
      phase: 'submitting',
      remote: null,
      mistaken: ['before', 'remote-1'],
      notes: [note],
    });
    expect(told).toEqual([note]);
  });

  it('is ours although it says nothing, or nothing that can be read', async () => {
    const empty = await takenIn(pieces([]));
    expect([empty.batch.phase, empty.recorded.length]).toEqual(['taken-in', 4]);
    const damaged = await takenIn(pieces([[{ kind: 'damaged', line: 'x' }]]));
    expect(damaged.batch).toMatchObject({
      phase: 'taken-in',
      notes: [
        { code: 'batch-damaged', values: { count: 1, first: 'x' } },
        { code: 'batch-missing', values: { count: 4 } },
      ],
    });
  });

  it('says how many failed, with the most frequent reason', async () => {
    const busy = { code: 'busy', message: 'try later' };
    const outcomes = [failing({ code: 'odd' }), failing(busy), failing(busy), saying('yes')];
    const { warnings, taken } = await takenIn(
      pieces([all((unit) => outcomes[units.indexOf(unit)]!)]),
    );
    expect(taken).toEqual({ stop: null, results: 4 });
    expect(warnings).toMatchObject([{ code: 'batch-failures', values: { ...busy, count: 3 } }]);
  });

  it('stops at the first failure that a person has to act on', async () => {
    const outcomes = [
      failing({ class: 'person', code: 'quota', message: 'pay' }),
      failing({ class: 'person', code: 'key', message: 'none' }),
      failing({ class: 'never', code: 'bad', message: 'wrong' }),
      saying('yes'),
    ];
    const { warnings, taken } = await takenIn(
      pieces([all((unit) => outcomes[units.indexOf(unit)]!)]),
    );
    const values = { provider: 'openai', code: 'quota', message: 'pay' };
    expect(taken).toEqual({ stop: { code: 'pause-person', values }, results: 4 });
    // What is refused for good is told by itself, and not among those that are tried again.
    expect(warnings).toEqual([
      { code: 'request-refused', values: { entry: 'nano', code: 'bad', message: 'wrong' } },
    ]);
  });

  it.each([{ taskHash: 'other' }, { promptHash: 'other' }])(
    'keeps answers to what is no longer asked as paid attempts: %j',
    async (batch) => {
      const lines = all((unit) => saying(unit === 'n1' ? 'perhaps' : 'yes')).slice(0, 3);
      const { recorded, versions, engine: started } = await takenIn(pieces([lines]), { batch });
      expect(recorded).toEqual([
        ['n1', 'invalid', 'off_scale'],
        ['n2', 'unneeded', 'stale'],
        ['n3', 'unneeded', 'stale'],
        ['n4', 'missing', null],
      ]);
      const version = { taskHash: started.taskHash, promptHash: 'prompt-1', ...batch };
      expect(versions).toEqual(units.map(() => [version.taskHash, version.promptHash]));
    },
  );

  it('reads answers with the text of the unit where that matters', async () => {
    const read = (isRead: boolean) => {
      const texts: unknown[] = [];
      const asking: Partial<Asking> = {
        readsUnits: isRead,
        read: (_, fields) => {
          texts.push(fields['text']);
          return { ok: true, answers: { relevant: true }, asides: {}, marks: [] };
        },
      };
      return { texts, asking };
    };
    const reading = read(true);
    await takenIn(pieces([[resultLine('nobody'), ...all()]]), reading);
    expect(reading.texts).toEqual([1, 2, 3, 4].map((number) => `note number ${number}`));
    const blind = read(false);
    await takenIn(pieces([all()]), blind);
    expect(blind.texts).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('writes as much at once as the ledger takes best', async () => {
    const engine = ({ ledger }: Engine) => ({ ledger: { ...ledger, together: 2 } });
    const lines = all()
      .slice(0, 1)
      .map((line) => [line]);
    const { writes } = await takenIn(pieces([...lines, ...lines, ...lines]), { engine });
    // Two, the third, and the three that are missing in two writes.
    expect(writes).toEqual([2, 1, 2, 1]);
  });

  it('stops in the middle when it is interrupted, and keeps what arrived', async () => {
    const stop = new AbortController();
    const results: BatchService['results'] = async function* interrupted() {
      yield { kind: 'lines', lines: all().slice(0, 1) };
      stop.abort();
      yield { kind: 'lines', lines: all().slice(1, 2) };
      yield { kind: 'lines', lines: all().slice(2) };
    };
    const { taken, batch, recorded } = await takenIn(results, {
      engine: () => ({ signal: stop.signal }),
    });
    expect([taken, batch.phase]).toEqual([{ stop: null, results: 2 }, 'submitted']);
    expect(recorded.map(([unit]) => unit)).toEqual(['n1', 'n2']);
  });

  it('keeps answers under the job that the batch belongs to', async () => {
    const old = await takenIn(pieces([all()]), {
      batch: { job: 'job-0' },
      engine: ({ job, ledger }) => ({
        ledger: { ...ledger, jobs: async () => [job, { ...job, id: 'job-0' }] },
      }),
    });
    expect(old.jobs).toEqual(['job-0']);
    const unknown = await takenIn(pieces([all()]), { batch: { job: 'job-0' } });
    expect(unknown.jobs).toEqual(['job-1']);
  });
});
