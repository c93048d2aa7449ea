import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codedText } from '../../domain/text-values.ts';
import { jsonLines } from '../../../test/run-assay.ts';
import { describeStores } from '../../../test/stores.ts';
import { truthFromRecord } from './truth-from-record.ts';
import { exportFile } from '../exchange/export-file.ts';
import { listPolicies, listVerdicts } from './list-verdicts.ts';
import { newProtocolVersion } from '../protocol/new-protocol-version.ts';
import { makeRuling } from '../rulings/make-ruling.ts';
import { showVerdict } from './show-verdict.ts';
import {
  project,
  protocol,
  content,
  units,
  annotators,
  all,
  severe,
  mild,
  irrelevant,
  imported,
  world,
  judged,
  request,
  rows,
} from '../../../test/review-record.ts';
import type { Sketch } from '../../../test/review-record.ts';

describeStores('evidence from the record', (databases) => {
  it('is stale when the questions have changed since, until it was judged anew', async () => {
    const lead = await world(
      await databases.open(),
      all(() => mild),
    );
    const added = await newProtocolVersion(lead, {
      project,
      content: content(protocol('none, mild, moderate, severe', '1.1')),
    });
    expect(added.stale).toMatchObject([{ judgments: 15, byQuestions: 15, byGuideline: 0 }]);
    const stopped = await truthFromRecord(lead.store, request);
    expect([stopped.topics, stopped.stale.map((one) => one.message)]).toEqual([
      [],
      [
        expect.stringMatching(
          /^T1 was judged under other terms .* 15 judgments are from that version/,
        ),
      ],
    ]);
    const goingOn = await truthFromRecord(lead.store, { ...request, invalidate: true }).catch(
      (error: Error) => error.message,
    );
    expect(goingOn).toMatch('there are no judgments on T1');
    expect((await listPolicies(lead, { project })).problems).toContainEqual({
      code: 'older-questions',
      values: { topic: 'T1', count: 15 },
    });
    expect((await rows(lead)).map((row) => [row.verdict, row.missing])).toEqual([
      [null, 3],
      [null, 2],
    ]);
    await imported(
      lead,
      'judgments',
      jsonLines(
        all(() => severe).map(({ unit, annotator, answers }) => ({
          id: unit,
          ...answers,
          annotator_id: annotator,
          guideline_version: '1.1',
        })),
      ),
    );
    expect((await truthFromRecord(lead.store, request)).stale).toEqual([]);
    expect((await rows(lead)).map((row) => row.verdict)).toEqual(['High', 'High']);
  });

  it('says of a ruling that the judgments no longer say what it corrected', async () => {
    const lead = await world(
      await databases.open(),
      all(() => severe),
    );
    await makeRuling(lead, {
      project,
      unit: 'a1',
      answers: { severity: 'none' },
      reason: 'A figure of speech.',
      seen: null,
      idempotencyKey: 'one',
    });
    expect((await listVerdicts(lead, { project })).summary.overrides).toEqual({
      applied: 1,
      unused: 0,
      stale: 0,
    });
    await judged(
      lead,
      annotators.map((annotator) => ({ unit: 'a1', annotator, answers: mild })),
    );
    const { topics } = await truthFromRecord(lead.store, request);
    expect(topics[0]!.overrides).toMatchObject({
      applied: 1,
      stale: [
        {
          unit: 'a1',
          why: {
            code: 'stale-override',
            values: { unit: 'a1', field: 'severity', got: 'severe', expected: 'mild' },
          },
        },
      ],
    });
  });

  it('does not count runs of models that the panel does not name', async () => {
    const lead = await world(
      await databases.open(),
      all(() => mild),
    );
    const before = await rows(lead);
    await judged(lead, [{ unit: 'a1', annotator: 'other#1', answers: severe }]);
    expect(await rows(lead)).toEqual(before);
    const { topics } = await truthFromRecord(lead.store, request);
    expect(topics[0]!.grounds('a1').votes).toContainEqual(
      expect.objectContaining({ annotator: 'other#1', weight: 0 }),
    );
  });

  it('goes out as a cache file and comes in again as the same judgments, once', async () => {
    const from = await world(
      await databases.open(),
      all((unit, annotator) =>
        unit === 'a2' && annotator === 'large#1' ? irrelevant : unit < 'b' ? severe : mild,
      ),
    );
    const written = await exportFile(from, {
      project,
      kind: 'judgments',
      format: 'judgment-cache',
    });
    let text = '';
    for await (const piece of written.pieces) text += String(piece);
    const cache = JSON.parse(text) as {
      raw: Record<string, object>;
      aggregated: Record<string, object>;
      _metadata: Record<string, object>;
    };
    expect(cache._metadata['T1']).toMatchObject({
      model_config: { large: 1, small: 2 },
      model_weights: { large: 2, small: 1 },
    });
    expect([Object.keys(cache.raw).length, cache.aggregated['T1::a1']]).toEqual([
      15,
      { _aggregated: true, _confidence: { relevant: 1, severity: 1 }, review_id: 'a1', ...severe },
    ]);
    const to = await world(await databases.open(), []);
    expect(await imported(to, 'judgments', text)).toMatchObject({
      format: 'judgment-cache',
      inserted: 15,
    });
    expect(await imported(to, 'judgments', text)).toMatchObject({ inserted: 0, unchanged: 15 });
    expect(await rows(to)).toEqual(await rows(from));
  });

  it('takes of a cache file only what answers the questions about known units, or says what it left out', async () => {
    const lead = await world(await databases.open(), []);
    const text = JSON.stringify({
      raw: {
        'T1::a1::large::run1': severe,
        'T1::zz::large::run1': severe,
        'T1::a2::large::run1': { relevant: true, severity: 'terrible' },
        'T2::a1::large::run1': severe,
      },
      aggregated: { 'T1::a1': mild, 'T1::b1': mild },
    });
    const refused = await imported(lead, 'judgments', text).catch(
      (error: { faults: readonly { code: string }[] }) => error.faults.map((one) => one.code),
    );
    expect(refused).toEqual(['unknown-unit', 'missing-field', 'wrong-value']);
    const taken = await imported(lead, 'judgments', text, {
      mode: 'flag',
      mapping: { annotator: 'aggregate' },
    });
    expect(taken).toMatchObject({
      inserted: 2,
      skipped: [
        codedText('skipped-unknown-units', { count: 1 }),
        expect.objectContaining({ code: 'skipped-fault' }),
        codedText('skipped-outside-terms', { question: 'severity', answer: 'terrible', count: 1 }),
        codedText('skipped-other-topics', { count: 1 }),
      ],
    });
  });

  it('depends on no order in which judgments and rulings came', async () => {
    const answers = fc.constantFrom(severe, mild, irrelevant);
    const given = fc
      .tuple(...units.flatMap(() => annotators.map(() => answers)))
      .map((list) =>
        all(() => irrelevant).map((sketch, at) => ({ ...sketch, answers: list[at]! })),
      );
    const shuffled = given.chain((list) =>
      fc.tuple(
        fc.constant(list),
        fc.shuffledSubarray(list as Sketch[], { minLength: list.length }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(shuffled, async ([first, second]) => {
        const [one, other] = [
          await world(await databases.open(), first),
          await world(await databases.open(), second),
        ];
        await makeRuling(one, {
          project,
          unit: 'a2',
          answers: irrelevant,
          reason: 'Yes.',
          seen: null,
          idempotencyKey: '1',
        });
        await makeRuling(one, {
          project,
          unit: 'b2',
          exclude: true,
          reason: 'No review.',
          seen: null,
          idempotencyKey: '2',
        });
        await makeRuling(other, {
          project,
          unit: 'b2',
          exclude: true,
          reason: 'No review.',
          seen: null,
          idempotencyKey: '2',
        });
        await makeRuling(other, {
          project,
          unit: 'a2',
          answers: irrelevant,
          reason: 'Yes.',
          seen: null,
          idempotencyKey: '1',
        });
        expect(await rows(other)).toEqual(await rows(one));
      }),
      { seed: 1, numRuns: databases.kind === 'sqlite' ? 8 : 2 },
    );
  });

  it('is not changed by a ruling to the present value, and never milder for one more severe incident', async () => {
    const answers = fc.constantFrom(severe, mild, irrelevant);
    const given = fc
      .tuple(...units.map(() => answers))
      .map((list) => all((unit) => list[units.findIndex((one) => one.id === unit)]!));
    await fc.assert(
      fc.asyncProperty(
        given,
        fc.constantFrom(...units.map((unit) => unit.id)),
        async (judgments, unit) => {
          const lead = await world(await databases.open(), judgments);
          const before = await rows(lead);
          const present = judgments.find((one) => one.unit === unit)!.answers;
          await makeRuling(lead, {
            project,
            unit,
            answers: present,
            reason: 'So it is.',
            seen: null,
            idempotencyKey: '1',
          });
          expect((await rows(lead)).map(({ rulings: _, ...row }) => row)).toEqual(
            before.map(({ rulings: _, ...row }) => row),
          );
          const { lastRulings } = await showVerdict(lead, {
            project,
            subject: unit[0]!.toUpperCase(),
          });
          await makeRuling(lead, {
            project,
            unit,
            answers: severe,
            reason: 'Worse.',
            seen: lastRulings[unit]!,
            idempotencyKey: '2',
          });
          for (const [at, row] of (await rows(lead)).entries())
            expect(row.score).toBeGreaterThanOrEqual(before[at]!.score!);
        },
      ),
      { seed: 1, numRuns: databases.kind === 'sqlite' ? 8 : 2 },
    );
  });
});
