import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codedText } from '../../domain/text-values.ts';
import { jsonLines, temporaryFolder } from '../../../test/run-assay.ts';
import { describeStores } from '../../../test/stores.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Store } from '../../store/open-store.ts';
import { createProject } from '../protocol/create-project.ts';
import { truthFromRecord } from './truth-from-record.ts';
import { exportFile } from '../exchange/export-file.ts';
import { importFile } from '../exchange/import-file.ts';
import type { ImportResult } from '../exchange/import-file.ts';
import type { ImportRequest } from '../exchange/import-request.ts';
import { listPolicies, listVerdicts } from './list-verdicts.ts';
import type { VerdictRow } from '../../truth/verdicts/verdict-row.ts';
import { newProtocolVersion } from '../protocol/new-protocol-version.ts';
import { openRound } from '../rounds/open-round.ts';
import { projectRounds } from '../rounds/project-rounds.ts';
import { nextUnits } from '../judging/next-unit.ts';
import { chooseModelVotes } from '../rulings/model-votes.ts';
import { makeRuling } from '../rulings/make-ruling.ts';
import { saveJudgment } from '../judging/save-judgment.ts';
import { showVerdict } from './show-verdict.ts';
import { timeOrderedIds } from '../time-ordered-ids.ts';
import type { WorkContext } from '../work-context.ts';

const project = 'reviews';
const protocol = (
  severities = 'none, mild, severe',
  version = '1.0',
  panel = '  large: { kind: model, weight: 2 }\n  small: { kind: model, weight: 1, runs: 2 }\n',
  rounds = '',
): string => `assay: 1
name: ${project}
guideline: { version: "${version}", file: guideline.md }
tasks:
  safety:
    unit: { id: id, subject: place, show: text, date: date }
    questions:
      relevant: {}
      severity: { when: relevant, scale: { nominal: [${severities}] } }
      why: { scale: text, required: false }
panel:
${panel}${rounds}consensus: weighted
policies: { files: [points.yaml], k: [2, 4] }
`;
const policy =
  'policy: P1\ntitle: By points\ntopic: T1\ntask: safety\nverdicts: [Low, High]\ndefault: Low\ncounts: relevant\npoints:\n  by: severity\n  values: { mild: 1, severe: 10 }\n  thresholds: [{ verdict: High, min: 5 }]\n';
const content = (source: string) => ({
  source,
  guideline: '# Guideline\n',
  files: { 'points.yaml': policy },
});

interface Sketch {
  readonly unit: string;
  readonly annotator: string;
  readonly answers: Answers;
}
const units = ['a1', 'a2', 'a3', 'b1', 'b2'].map((id, at) => ({
  id,
  place: id[0]!.toUpperCase(),
  text: `Text of ${id}.`,
  date: `2026-01-0${9 - at}`,
}));
const annotators = ['large#1', 'small#1', 'small#2'];
const all = (answersOf: (unit: string, annotator: string) => Answers): readonly Sketch[] =>
  units.flatMap(({ id }) =>
    annotators.map((annotator) => ({ unit: id, annotator, answers: answersOf(id, annotator) })),
  );
const severe: Answers = { relevant: true, severity: 'severe' };
const mild: Answers = { relevant: true, severity: 'mild' };
const irrelevant: Answers = { relevant: false };

function contextOf(
  store: Store,
  login = 'lena',
  role: 'lead' | 'annotator' | 'adjudicator' = 'lead',
): WorkContext {
  let now = Date.parse('2026-02-01T10:00:00Z');
  const clock = (): Date => new Date((now += 1000));
  return {
    store,
    clock,
    newId: timeOrderedIds(clock),
    actor: { account: login, login, roleIn: () => role, via: 'cli' },
  };
}

async function imported(
  lead: WorkContext,
  kind: ImportRequest['kind'],
  text: string,
  given: Partial<ImportRequest> = {},
): Promise<ImportResult> {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, text);
  return await importFile(lead, { project, kind, path, name: 'file', ...given });
}

async function world(
  store: Store,
  judgments: readonly Sketch[],
  source = protocol(),
): Promise<WorkContext> {
  const lead = contextOf(store);
  await createProject(lead, content(source));
  await imported(lead, 'units', jsonLines(units));
  if (judgments.length > 0) await judged(lead, judgments);
  return lead;
}

async function judged(
  lead: WorkContext,
  judgments: readonly Sketch[],
  round?: string,
): Promise<void> {
  await imported(
    lead,
    'judgments',
    jsonLines(
      judgments.map(({ unit, annotator, answers }) => ({
        id: unit,
        ...answers,
        annotator_id: annotator,
        guideline_version: '1.0',
      })),
    ),
    round === undefined ? {} : { round },
  );
}

const request = {
  project,
  ids: [],
  allowPartial: false,
  invalidate: false,
  subject: null,
  seed: 1,
};
const rows = async (lead: WorkContext, k = 4): Promise<readonly VerdictRow[]> =>
  (await listVerdicts(lead, { project, k })).items;
const brief = (list: readonly VerdictRow[]) =>
  list.map(({ subject, verdict, score, missing, open, rulings }) => ({
    subject,
    verdict,
    score,
    missing,
    open,
    rulings,
  }));

describeStores('evidence from the record', (databases) => {
  it('is the weighted vote, and the K most recent units of a subject', async () => {
    // 2 for severe against 1 + 1 for mild is a tie on a1; on a3 the two small runs outweigh
    // nothing, because large says severe with 2 of 4.
    const lead = await world(
      await databases.open(),
      all((unit, annotator) =>
        unit === 'a1'
          ? annotator === 'large#1'
            ? severe
            : mild
          : unit === 'a3'
            ? severe
            : irrelevant,
      ),
    );
    expect(brief(await rows(lead, 2))).toEqual([
      { subject: 'A', verdict: 'Low', score: 0, missing: 0, open: 1, rulings: 0 },
      { subject: 'B', verdict: 'Low', score: 0, missing: 0, open: 0, rulings: 0 },
    ]);
    expect(brief(await rows(lead, 4))[0]).toMatchObject({ verdict: 'High', score: 10, open: 1 });
  });

  it('follows the record: what is added since changes the verdicts', async () => {
    const lead = await world(
      await databases.open(),
      all(() => irrelevant),
    );
    expect((await rows(lead)).map((row) => row.verdict)).toEqual(['Low', 'Low']);
    await judged(
      lead,
      annotators.map((annotator) => ({ unit: 'b1', annotator, answers: severe })),
    );
    expect((await rows(lead)).map((row) => row.verdict)).toEqual(['Low', 'High']);
    await imported(
      lead,
      'units',
      jsonLines([{ id: 'c1', place: 'C', text: 'New.', date: '2026-01-01' }]),
    );
    expect(brief(await rows(lead))[2]).toEqual({
      subject: 'C',
      verdict: null,
      score: null,
      missing: 1,
      open: 0,
      rulings: 0,
    });
  });

  it('counts units that not all runs have judged as missing, unless partial ones are to count', async () => {
    const { store } = await world(
      await databases.open(),
      all(() => severe).filter(({ unit, annotator }) => unit !== 'a1' || annotator === 'small#1'),
    );
    const states = async (allowPartial: boolean) =>
      [
        ...(await truthFromRecord(store, { ...request, allowPartial })).topics[0]!.subjects(),
      ][0]!.units.map((unit) => [unit.id, unit.state, unit.isPartial]);
    expect((await states(false))[0]).toEqual(['a1', 'missing', false]);
    expect((await states(true))[0]).toEqual(['a1', 'known', true]);
  });

  it('waits for people who are still to judge a unit', async () => {
    const source = protocol(
      undefined,
      undefined,
      '  people: { kind: human, names: [anna, ben] }\n',
      'rounds:\n  full: { units: all, annotators: 2 }\n',
    );
    const lead = await world(await databases.open(), [], source);
    const [anna, ben] = [
      contextOf(lead.store, 'anna', 'annotator'),
      contextOf(lead.store, 'ben', 'annotator'),
    ];
    const { run } = await openRound(lead, {
      project,
      round: 'full',
      seed: 1,
      annotators: ['anna', 'ben'],
    });
    const judge = async (context: WorkContext): Promise<void> => {
      for (const { unit } of (await nextUnits(context, { run: run.id, count: 5 })).units)
        await saveJudgment(context, {
          run: run.id,
          unit,
          answers: { ...severe, why: `Says ${context.actor.login}.` },
          idempotencyKey: `${context.actor.login} ${unit}`,
        });
    };
    await judge(anna);
    expect((await rows(lead)).map((row) => [row.verdict, row.missing])).toEqual([
      [null, 3],
      [null, 2],
    ]);
    await judge(ben);
    expect((await rows(lead)).map((row) => [row.verdict, row.missing])).toEqual([
      ['High', 0],
      ['High', 0],
    ]);
    const [shown] = (await showVerdict(lead, { project, subject: 'B' })).units;
    expect(shown!.grounds.quotes.map((quote) => [quote.annotator, quote.text])).toEqual([
      ['anna', 'Says anna.'],
      ['ben', 'Says ben.'],
    ]);
    const blind = (
      await showVerdict(contextOf(lead.store, 'ada', 'adjudicator'), { project, subject: 'B' })
    ).units[0]!;
    expect(blind.grounds.votes.map((vote) => vote.annotator)).toEqual([
      'Annotator 1',
      'Annotator 2',
    ]);
    expect(JSON.stringify(blind.grounds.quotes.map((quote) => quote.annotator))).not.toMatch(
      /anna|ben/,
    );
  });

  it('hides what models answered from adjudicators until a lead shows it', async () => {
    const panel = 'people: { names: [anna] }\n  large: { kind: model, weight: 2 }\n';
    const lead = await world(
      await databases.open(),
      units.flatMap(({ id: unit }) => [
        { unit, annotator: 'anna', answers: mild },
        { unit, annotator: 'large#1', answers: { ...severe, why: 'The model says so.' } },
      ]),
      protocol(undefined, undefined, `  ${panel}`),
    );
    const ada = contextOf(lead.store, 'ada', 'adjudicator');
    const shownTo = async (context: WorkContext) => {
      const { units: traced, hiddenVotes } = await showVerdict(context, { project, subject: 'B' });
      const { votes, quotes, consensus } = traced[0]!.grounds;
      const severity = consensus!.questions.find(({ question }) => question === 'severity')!;
      const { answer, confidence, votes: weights } = severity;
      const names = votes.map(({ annotator }) => annotator);
      return { names, quotes: quotes.length, answer, confidence, weights, hiddenVotes };
    };
    const whole = { answer: 'severe', confidence: 2 / 3, quotes: 1, hiddenVotes: 0 };
    expect(await shownTo(lead)).toMatchObject({ ...whole, names: ['large#1', 'anna'] });
    // What stands stays; who says so, and with what weight, does not. Two units, one model.
    expect(await shownTo(ada)).toEqual({
      names: ['Annotator 1'],
      quotes: 0,
      answer: 'severe',
      confidence: null,
      weights: [{ answer: 'mild', weight: 1 }],
      hiddenVotes: 2,
    });
    await chooseModelVotes(lead, { project, shown: true, reason: 'There are few people.' });
    expect(await shownTo(ada)).toMatchObject({ ...whole, names: ['large#1', 'Annotator 1'] });
  });

  it('has the runs of models that a file brings into the open round, and no others', async () => {
    const rounds = 'rounds:\n  extraction: { kind: full, units: all, annotators: all }\n';
    const source = protocol(undefined, undefined, undefined, rounds);
    const lead = await world(await databases.open(), [], source);
    await openRound(lead, { project, round: 'extraction', seed: 1 });
    const shown = async () => (await rows(lead)).map((row) => [row.verdict, row.missing]);
    await judged(
      lead,
      all(() => severe),
    );
    expect(await shown()).toEqual([
      [null, 3],
      [null, 2],
    ]);
    await judged(
      lead,
      all(() => mild),
      'extraction',
    );
    expect(await shown()).toEqual([
      ['Low', 0],
      ['Low', 0],
    ]);
    const quotas = await projectRounds(lead.store, project);
    expect(quotas.runs[0]!.figures).toMatchObject({ judged: 15, wanted: 15 });
  });

  it('is not shown to whoever is still to judge the subject', async () => {
    const source = protocol(
      undefined,
      undefined,
      '  people: { kind: human, names: [lena] }\n',
      'rounds:\n  full: { units: all, annotators: 1 }\n',
    );
    const lead = await world(await databases.open(), [], source);
    await openRound(lead, { project, round: 'full', seed: 1, annotators: ['lena'] });
    const inBrowser: WorkContext = { ...lead, actor: { ...lead.actor, via: 'session' } };
    await expect(showVerdict(inBrowser, { project, subject: 'A' })).rejects.toMatchObject({
      faults: [{ code: 'takes-part' }],
    });
    await expect(listVerdicts(inBrowser, { project })).rejects.toMatchObject({
      faults: [{ code: 'takes-part' }],
    });
  });

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
