import { describe, expect, it } from 'vitest';
import { imported } from '../../../test/imported-files.ts';
import { lastingWorld } from '../../../test/lasting-world.ts';
import { refusal } from '../../../test/refusals.ts';
import { jsonLines } from '../../../test/run-assay.ts';
import { judgeAll, makeProject, project, protocolContent } from '../../../test/work-world.ts';
import { truthOf, wrongOf } from '../../../test/work-world.ts';
import { recordFact } from '../judging/record-fact.ts';
import { closeRound } from '../rounds/close-round.ts';
import { openRound } from '../rounds/open-round.ts';
import type { WorkContext } from '../work-context.ts';
import { chooseModelVotes } from './model-votes.ts';
import { previewRuling } from './preview-ruling.ts';
import { rulingQueue } from './ruling-queue.ts';
import { showCase } from './show-case.ts';
import { similarCases } from './similar-cases.ts';

const vote = (unit: string, annotator: string, A: number): object => {
  return { unit, task: 'topics', annotator, guideline: '1.0', answers: { A, B: 0, C: 0 } };
};

describe('votes of models that are hidden from those who rule', () => {
  const mixed = lastingWorld(async (world) => {
    const panel = '  people: { names: [anna, ben] }\n  nano: { kind: model, weight: 1, runs: 2 }';
    const question = 'why: { scale: text }\n      passage: { scale: { quote: { from: text } } }';
    const rounds = '  {}';
    await makeProject(world, protocolContent({ rounds, panel, question }), 3);
    // The task asks for a text and a passage too.
    const rest = { why: 'So.', passage: 'text' };
    const rows = [
      vote('u1', 'anna', 1),
      vote('u1', 'ben', 0),
      vote('u1', 'cora', 0),
      vote('u1', 'nano#1', 1),
      vote('u1', 'nano#2', 1),
      vote('u2', 'anna', 1),
      vote('u2', 'nano#1', 1),
    ].map((row) => {
      const { answers } = row as { readonly answers: object };
      return { ...row, answers: { ...answers, ...rest } };
    });
    await imported(world, jsonLines(rows), { kind: 'judgments' });
    return { sam: await world.person('sam', 'adjudicator') };
  });
  const choose = (shown: boolean) =>
    chooseModelVotes(mixed().world.lead, { project, shown, reason: 'For a look.' });
  const look = async (unit: string) => {
    const shown = await showCase(mixed().sam, { project, unit });
    const [{ consensus }] = shown.questions as unknown as [
      { consensus: { answer: unknown; confidence: unknown; votes: readonly object[] } | null },
    ];
    const votes = consensus?.votes.toSorted((a, b) =>
      JSON.stringify(a) < JSON.stringify(b) ? -1 : 1,
    );
    return { ...shown, first: consensus === null ? null : { ...consensus, votes } };
  };

  it('are counted but not told: the answer stays, with the weights of the votes that are seen', async () => {
    await choose(false);
    const hidden = await look('u1');
    expect(hidden).toMatchObject({ state: 'settled', anyCounts: true, hiddenVotes: 2 });
    expect(hidden.voices.map(({ who }) => who)).toEqual([1, 2, 3].map((at) => `Annotator ${at}`));
    expect(hidden.voices.map(({ counts }) => counts).toSorted()).toEqual([false, true, true]);
    expect(hidden.history).toHaveLength(3);
    // The vote of cora, who is not on the panel, has no weight.
    expect(hidden.first).toMatchObject({
      answer: 1,
      confidence: null,
      votes: [
        { answer: 0, weight: 1 },
        { answer: 1, weight: 1 },
      ],
    });
    expect(hidden.questions.at(-1)).toMatchObject({ consensus: null, possible: [] });
    expect(JSON.stringify(hidden)).not.toContain('nano');
    await choose(true);
    const shown = await look('u1');
    expect(shown.hiddenVotes).toBe(0);
    expect(shown.voices).toHaveLength(5);
    expect(shown.history).toHaveLength(5);
    expect(shown.first!.confidence).not.toBeNull();
    expect(shown.first!.votes).not.toEqual(hidden.first!.votes);
  });

  it('say nothing of what they decide as long as others are missing, which are named if models', async () => {
    await choose(false);
    const hidden = await look('u2');
    expect(hidden).toMatchObject({ state: 'awaiting', hiddenVotes: 1, first: null });
    expect(hidden.suggestion).toBeNull();
    expect(hidden.line).toMatchObject({ code: 'truth-awaiting' });
    expect(JSON.stringify(hidden.line)).toContain('nano#2');
    await choose(true);
    expect(await look('u2')).toMatchObject({ state: 'awaiting', hiddenVotes: 0 });
    expect((await look('u2')).first).toMatchObject({ answer: 1 });
  });

  it('leave a unit that nobody judged without votes, and a ruling on it open in closed questions', async () => {
    const { sam } = mixed();
    expect(await look('u3')).toMatchObject({
      state: 'awaiting',
      anyCounts: false,
      agreement: null,
      reasons: [],
      voices: [],
      hiddenVotes: 0,
      first: null,
      history: [],
    });
    const preview = await previewRuling(sam, { project, unit: 'u3', answers: { A: 1 } });
    // Texts and passages belong to judgments, and the truth has none.
    expect(preview).toEqual({
      faults: [],
      stillOpen: ['B', 'C'],
      state: { before: 'awaiting', after: 'awaiting' },
      changes: [],
      waiting: { before: 0, after: 0 },
      gates: 0,
      verdicts: [],
    });
  });
});

describe('a pilot that has not passed', () => {
  const pilot = lastingWorld(async (world) => {
    const gate = 'percent_agreement >= 0.90 overall';
    const rounds = `  pilot: { annotators: 2, gate: ["${gate}"] }\n  full: { annotators: 2 }`;
    await makeProject(world, protocolContent({ rounds }), 3);
    const [anna, ben] = [await world.person('anna'), await world.person('ben')];
    const sam = await world.person('sam', 'adjudicator');
    const opened = await openRound(world.lead, { project, round: 'pilot', seed: 1 });
    const run = opened.run.id;
    await recordFact(ben, { run, unit: 'u1', kind: 'question', detail: { text: 'Why?' } });
    world.pass(1);
    const early = await showCase(sam, { project, unit: 'u1' });
    await judgeAll(anna, run, truthOf);
    world.pass(1);
    await judgeAll(ben, run, wrongOf);
    const asJudge = { ...sam, actor: { ...sam.actor, login: 'ben' } };
    const blind: unknown[] = [];
    for (const ask of asks(asJudge, 'u1')) blind.push(...(await refusal(ask())));
    await closeRound(world.lead, { run });
    return { anna, sam, early, blind };
  });
  const asks = (who: WorkContext, unit: string): readonly (() => Promise<unknown>)[] => [
    () => previewRuling(who, { project, unit, exclude: true }),
    () => similarCases(who, { project, task: 'topics', unit }),
    () => showCase(who, { project, unit }),
    () => rulingQueue(who, { project }),
  ];

  it('shows what its votes would decide, and that none of them counts', async () => {
    const { sam } = pilot();
    const why = { code: 'uncounted-round-failed', values: { round: 'pilot' } };
    for (const unit of ['u1', 'u2', 'u3']) {
      const shown = await showCase(sam, { project, unit });
      expect(shown).toMatchObject({
        state: 'open',
        anyCounts: false,
        agreement: 0,
        hiddenVotes: 0,
        voices: [
          { counts: false, uncounted: why },
          { counts: false, uncounted: why },
        ],
      });
      expect(shown.questions.map(({ consensus }) => consensus)).toMatchObject(
        ['A', 'B', 'C'].map((question) => ({ question, answer: null, tied: [0, 1] })),
      );
      expect(shown.reasons.map(({ kind }) => kind)).toEqual(['round', 'tied', 'tied', 'tied']);
    }
  });

  it('has cases that are alike, each with all the others, also where it is the first', async () => {
    const { sam } = pilot();
    const units = ['u1', 'u2', 'u3'];
    for (const unit of units) {
      const found = await similarCases(sam, { project, task: 'topics', unit });
      expect(found.waiting.units.toSorted()).toEqual(units.filter((other) => other !== unit));
      const walked = await rulingQueue(sam, { project, like: unit });
      expect(walked.items.map((item) => item.unit).toSorted()).toEqual(units);
      const answers = { A: 1, B: 1, C: 1 };
      expect(await previewRuling(sam, { project, unit, answers })).toMatchObject({
        state: { before: 'open', after: 'ruled' },
        changes: ['A', 'B', 'C'].map((question) => ({ question, before: null, after: 1 })),
        waiting: { before: 3, after: 2 },
        gates: 1,
      });
    }
  });

  it('tells who asked before judging without a name, and with one to a lead who wants it', async () => {
    const { early, world } = pilot();
    expect(early.history).toMatchObject([
      { what: 'question', who: 'An annotator', detail: 'Why?' },
    ]);
    const named = await showCase(world.lead, { project, unit: 'u1', names: true });
    expect(named.history.map(({ who }) => who)).toEqual(['ben', 'anna', 'ben']);
  });

  it('is not shown to annotators, nor to those who rule but judge in it', async () => {
    const { anna, blind } = pilot();
    const own = ['takes-part', { round: 'pilot', attempt: 1 }];
    expect(blind).toEqual([own, own, own, own]);
    for (const ask of asks(anna, 'u1'))
      expect((await refusal(ask())).map(([code]) => code)).toEqual(['role-needed']);
  });
});
