import { describe, expect, it } from 'vitest';
import { contestedIn, request } from '../../../test/contested-case.ts';
import { lastingWorld, latestAudit } from '../../../test/lasting-world.ts';
import { refusal } from '../../../test/refusals.ts';
import { project } from '../../../test/work-world.ts';
import { recordFact } from '../judging/record-fact.ts';
import { edgeCases } from './edge-cases.ts';
import { makeRuling } from './make-ruling.ts';
import { previewRuling } from './preview-ruling.ts';
import { rulingQueue } from './ruling-queue.ts';
import { showCase } from './show-case.ts';
import { similarCases } from './similar-cases.ts';

/** Three of six units wait: u4, u5 and u6, on each of which two people disagree about all. */
const cases = lastingWorld(contestedIn);
const names = ['A', 'B', 'C'];
const ties = names.map((question) => ({ question, between: [0, 1] }));
const sentences = names.map((question) => ({
  code: 'question-tied',
  values: { question, answers: ['0', '1'] },
}));
const reasons = ties.map((tie, at) => ({ kind: 'tied', ...tie, sentence: sentences[at] }));
const vote = (answers: object, at: string, who: string): object => ({
  answers,
  asides: {},
  guideline: '1.0',
  at,
  seconds: 30,
  weight: 1,
  revisions: 0,
  uncounted: null,
  who,
  own: false,
  assisted: false,
  counts: true,
});
const [early, late] = ['2026-03-02T08:00:00.000Z', '2026-03-02T08:05:00.000Z'];

describe('a unit that waits for a ruling', () => {
  it('is shown with everything that is needed to rule, and nobody’s name', async () => {
    const consensus = {
      answer: null,
      confidence: 0.5,
      votes: [
        { answer: 0, weight: 1 },
        { answer: 1, weight: 1 },
      ],
      tied: [0, 1],
      tieBroken: false,
    };
    const question = (name: string, answers: readonly number[]): object => ({
      question: name,
      answers,
      consensus: { question: name, ...consensus },
      possible: [0, 1, 2],
    });
    expect(await showCase(cases().sam, { project, unit: 'u5' })).toEqual({
      task: 'topics',
      unit: 'u5',
      subject: 'd0',
      fields: { text: 'alpha text 5', source: 'where it is from', previous: 'before', page: 4 },
      anyCounts: true,
      state: 'open',
      line: { code: 'truth-open', values: { why: sentences } },
      agreement: 0,
      reasons,
      voices: [
        vote({ A: 0, B: 1, C: 0 }, late, 'Annotator 1'),
        vote({ A: 1, B: 0, C: 1 }, early, 'Annotator 2'),
      ],
      hiddenVotes: 0,
      questions: [question('A', [0, 1]), question('B', [1, 0]), question('C', [0, 1])],
      suggestion: null,
      rulings: [],
      lastRuling: null,
      history: [
        { at: early, what: 'judged', who: 'Annotator 2', detail: '1.0' },
        { at: late, what: 'judged', who: 'Annotator 1', detail: '1.0' },
      ],
      mayRule: { allowed: true, own: false, why: null },
    });
    expect(await refusal(showCase(cases().sam, { project, unit: 'none' }))).toEqual([
      ['not-found', { what: { code: 'unit', values: { id: 'none' } } }],
    ]);
  });

  it('stands in a queue that is read page by page', async () => {
    const { sam } = cases();
    const item = (unit: string) => ({ unit, agreement: 0, judgments: 2, complete: true, reasons });
    const first = await rulingQueue(sam, { project, limit: 2 });
    expect(first).toEqual({
      task: 'topics',
      total: 3,
      items: [item('u4'), item('u5')],
      nextCursor: expect.any(String),
    });
    const cursor = first.nextCursor!;
    const last = { task: 'topics', total: 3, items: [item('u6')], nextCursor: null };
    expect(await rulingQueue(sam, { project, limit: 2, cursor })).toEqual(last);
    expect(await rulingQueue(sam, { project, limit: 1, cursor })).toEqual(last);
    const lengths = [];
    for (const limit of [-1, 0, 1.9, 3, 1000])
      lengths.push((await rulingQueue(sam, { project, limit })).items.length);
    expect(lengths).toEqual([1, 1, 1, 3, 3]);
    expect((await rulingQueue(sam, { project })).items).toHaveLength(3);
    for (const broken of ['nonsense', Buffer.from('["0",1]').toString('base64url')])
      expect(await refusal(rulingQueue(sam, { project, cursor: broken }))).toHaveLength(1);
    expect(await rulingQueue(sam, { project, like: 'u1' })).toMatchObject({ total: 0, items: [] });
    expect(await rulingQueue(sam, { project, like: 'none' })).toMatchObject({ total: 0 });
    expect(await rulingQueue(sam, { project, like: 'u4' })).toMatchObject({ total: 3 });
  });

  it('has others that are like it', async () => {
    const { sam } = cases();
    const like = (unit: string) => similarCases(sam, { project, task: 'topics', unit });
    expect(await like('u5')).toEqual({
      task: 'topics',
      unit: 'u5',
      ties,
      waiting: { total: 2, units: ['u4', 'u6'] },
      ruled: { total: 0, rulings: [] },
    });
    for (const unit of ['u1', 'none'])
      expect(await like(unit)).toEqual({
        task: 'topics',
        unit,
        ties: [],
        waiting: { total: 0, units: [] },
        ruled: { total: 0, rulings: [] },
      });
  });

  it('is told what a ruling would change', async () => {
    const { sam } = cases();
    const preview = (given: object, unit = 'u5') => previewRuling(sam, { project, unit, ...given });
    const open = { before: 'open', after: 'open' };
    expect(await preview({ answers: { A: 1, B: 0, C: 2 } })).toEqual({
      faults: [],
      stillOpen: [],
      state: { before: 'open', after: 'ruled' },
      changes: [
        { question: 'A', before: null, after: 1 },
        { question: 'B', before: null, after: 0 },
        { question: 'C', before: null, after: 2 },
      ],
      waiting: { before: 3, after: 2 },
      gates: 1,
      verdicts: [],
    });
    expect(await preview({ answers: { A: 1 } })).toMatchObject({
      faults: [],
      stillOpen: ['B', 'C'],
      state: open,
      waiting: { before: 3, after: 3 },
    });
    expect(await preview({ answers: { A: 7 } })).toEqual({
      faults: [expect.objectContaining({ code: 'wrong-value', field: 'A' })],
      stillOpen: [],
      state: open,
      changes: [],
      waiting: { before: 3, after: 3 },
      gates: 1,
      verdicts: [],
    });
    // On a unit that is settled, what changes is what differs.
    expect(await preview({ answers: { A: 1, B: 1 } }, 'u1')).toMatchObject({
      state: { before: 'settled', after: 'ruled' },
      changes: [{ question: 'B', before: 0, after: 1 }],
      waiting: { before: 3, after: 3 },
    });
    expect(await preview({ exclude: true }, 'u1')).toMatchObject({
      state: { before: 'settled', after: 'excluded' },
      changes: [
        { question: 'A', before: 1, after: null },
        { question: 'B', before: 0, after: null },
        { question: 'C', before: 0, after: null },
      ],
    });
    expect((await refusal(preview({ exclude: true }, 'none')))[0]![0]).toBe('not-found');
  });

  it('is refused a ruling that says too little, too much, or nothing that fits', async () => {
    const { world, sam, anna } = cases();
    const refused = async (given: object, who = sam) =>
      await refusal(makeRuling(who, { ...request({ idempotencyKey: 'other' }), ...given }));
    const expected = { code: 'answers-or-exclude', values: {} };
    const length = { code: 'text-of-length', values: { least: 1, most: 200 } };
    expect(await refused({ reason: ' \n' })).toEqual([
      ['reason-required', { what: { code: 'a-ruling', values: {} } }],
    ]);
    expect(await refused({ answers: undefined })).toEqual([
      ['wrong-value', { field: 'answers', got: 'nothing', expected }],
    ]);
    const got = { code: 'beside-exclude', values: {} };
    expect(await refused({ exclude: true })).toEqual([
      ['wrong-value', { field: 'answers', got, expected }],
    ]);
    for (const answers of [{}, { A: null }])
      expect(await refused({ answers })).toEqual([
        [
          'missing-field',
          { field: 'answers', expected: { code: 'answer-or-exclusion', values: {} } },
        ],
      ]);
    expect(await refused({ idempotencyKey: '' })).toEqual([
      ['wrong-value', { field: 'idempotency_key', got: '""', expected: length }],
    ]);
    expect(await refused({ idempotencyKey: 'k'.repeat(201) })).toMatchObject([['wrong-value', {}]]);
    expect(await refused({ unit: 'none' })).toEqual([
      ['not-found', { what: { code: 'unit', values: { id: 'none' } } }],
    ]);
    expect(await refused({ seen: 'none' })).toEqual([
      ['ruling-unknown', { ruling: 'none', unit: 'u5' }],
    ]);
    expect((await refused({}, anna))[0]![0]).toBe('role-needed');
    expect((await latestAudit(world, 1))[0]!.action).not.toBe('rule');
    expect((await showCase(sam, { project, unit: 'u5' })).rulings).toEqual([]);
  });
});

describe('a ruling', () => {
  const ruled = lastingWorld(async (world) => {
    const found = await contestedIn(world);
    const { ben, run, sam } = found;
    const question = { run, unit: 'u4', kind: 'question', detail: { text: 'Does it?' } } as const;
    await recordFact(ben, question);
    const key = 'k'.repeat(200);
    const given = { edgeCase: true, guidelineProposal: ' Say so. ', idempotencyKey: key };
    return { ...found, made: await makeRuling(sam, request(given)), given };
  });
  const about = {
    by: 'sam',
    at: '2026-03-02T08:10:00.000Z',
    decision: { kind: 'answers', answers: { A: 1, B: 0, C: 2 } },
    reason: 'A and C are both there.',
  };
  const shown = { ownJudgment: false, edgeCase: true, guidelineProposal: 'Say so.' };

  it('is told, shown and logged as it was made', async () => {
    const { world, sam, made, given } = ruled();
    const { id } = made;
    expect(made).toEqual({ id, ...about, ...shown, fresh: true, stillOpen: [] });
    expect(await latestAudit(world, 1)).toEqual([
      {
        at: about.at,
        actor: 'sam',
        action: 'rule',
        object: `ruling/${id}`,
        detail: { task: 'topics', unit: 'u5', kind: 'answers', own: false, edge_case: true },
      },
    ]);
    expect(await makeRuling(sam, request(given))).toMatchObject({ id, fresh: false });
    expect(await refusal(makeRuling(sam, request()))).toEqual([
      ['ruled-meanwhile', { by: 'sam', unit: 'u5' }],
    ]);
    expect(await showCase(world.lead, { project, unit: 'u5', names: true })).toMatchObject({
      state: 'ruled',
      line: { code: 'truth-ruled', values: { by: 'sam', reason: about.reason } },
      reasons: [],
      rulings: [{ id, ...about, ...shown }],
      lastRuling: id,
      history: [
        { who: 'anna', what: 'judged' },
        { who: 'ben', what: 'judged' },
        { at: about.at, what: 'ruled', who: 'sam', detail: about.reason },
      ],
    });
    expect(await similarCases(sam, { project, task: 'topics', unit: 'u4' })).toMatchObject({
      waiting: { total: 1, units: ['u6'] },
      ruled: { total: 1, rulings: [{ unit: 'u5', ...about }] },
    });
    // Its own ties are those of its votes.
    expect(await similarCases(sam, { project, task: 'topics', unit: 'u5' })).toMatchObject({
      ties,
      ruled: { total: 0, rulings: [] },
    });
  });

  it('enters the register of edge cases, which says nothing of open rounds to who judges', async () => {
    const { sam, ben } = ruled();
    const proposal = { unit: 'u5', text: 'Say so.', by: 'sam', at: about.at };
    const { decision, reason: answer } = about;
    expect(await edgeCases(sam, { project })).toEqual({
      task: 'topics',
      cases: [
        {
          unit: 'u5',
          task: 'topics',
          rationale: answer,
          decision,
          by: 'sam',
          at: about.at,
          remarks: [],
          guidelineProposal: 'Say so.',
          rulings: 1,
        },
      ],
      faq: [{ asked: [], decision, answer, guidelineProposal: 'Say so.', unit: 'u5' }],
      unanswered: [{ unit: 'u4', remarks: ['Does it?'], since: about.at }],
      proposals: [proposal],
      unitTexts: { u5: 'alpha text 5' },
      markdown: expect.stringContaining(
        '> alpha text 5\n\nLabel A (some) and Label C (much) apply.',
      ),
    });
    expect(await edgeCases(ben, { project })).toEqual({
      task: 'topics',
      cases: [],
      faq: [],
      unanswered: [],
      proposals: [],
      unitTexts: {},
      markdown: '## Frequent questions\n\nNothing has been asked yet.\n',
    });
  });
});
