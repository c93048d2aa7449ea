import { inEnglish } from '../../domain/english.ts';
import { describe, expect, it } from 'vitest';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Round } from '../../domain/rounds/round.ts';
import type { CheckStatus } from '../../domain/rounds/gate-status.ts';
import type { GateCheck } from './gate-report.ts';
import { completeGate, guidelineGate, questionsGate } from '../../domain/rounds/gate.ts';
import { blockText, roundStates, trainingBefore } from './round-state.ts';
import type { PresentState, RoundState, RunFigures } from './round-state.ts';

const round = (id: string, kind: Round['kind'], given: Partial<Round> = {}): Round => ({
  id,
  kind,
  task: 't',
  units: 10,
  annotators: 2,
  draw: { by: null, floor: 0, hard: null, hardBy: null },
  key: null,
  gates: [],
  repeat: null,
  assisted: null,
  further: null,
  ...given,
});
const protocolOf = (...rounds: readonly Round[]): Protocol => ({ rounds }) as unknown as Protocol;
const check = (status: CheckStatus, gate = 'fleiss_kappa >= 0.70 overall'): GateCheck => ({
  gate,
  measure: 'fleiss_kappa',
  scope: { code: 'scope-macro', values: {} },
  target: 0.7,
  actual: status === 'PASS' ? 0.8 : status === 'FAIL' ? 0.5 : null,
  n: 10,
  status,
  ...(status === 'UNDEFINED' ? { why: { code: 'no-variance', values: {} } } : {}),
});
let minute = 0;
const run = (name: string, status: CheckStatus, given: Partial<RunFigures> = {}): RunFigures => ({
  run: `${name}-${given.attempt ?? 1}`,
  round: name,
  attempt: 1,
  task: 't',
  kind: path.rounds.find((one) => one.id === name)?.kind ?? 'full',
  rounds: path.rounds,
  openedAt: `2026-01-01T00:${String((minute += 1)).padStart(2, '0')}:00Z`,
  closedAt: '2026-01-02T00:00:00Z',
  guideline: '1.0',
  taskHash: 'h1',
  wanted: 20,
  judged: 20,
  checks: [check(status)],
  waivers: [],
  ...given,
});
const present: PresentState = { guideline: '1.0', taskHash: () => 'h1', admitted: () => 3 };
const states = (
  protocol: Protocol,
  runs: readonly RunFigures[],
  now: Partial<PresentState> = {},
): Readonly<Record<string, RoundState>> =>
  Object.fromEntries(
    roundStates(protocol, runs, { ...present, ...now }).map((one) => [one.round, one]),
  );
const short = (all: Readonly<Record<string, RoundState>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(all).map(([name, one]) => [
      name,
      `${one.state}${one.mayOpen ? ', may open' : ''}${one.needed ? '' : ', not needed'}`,
    ]),
  );

const path = protocolOf(
  round('training', 'training'),
  round('pilot', 'pilot'),
  round('repilot', 'pilot'),
  round('full', 'full'),
);

describe('the rounds of a protocol', () => {
  it('open one after the other', () => {
    expect(short(states(path, [], { admitted: () => 0 }))).toEqual({
      training: 'ready, may open',
      pilot: 'locked',
      repilot: 'locked',
      full: 'locked',
    });
    expect(
      short(states(path, [run('training', 'PASS', { closedAt: null })], { admitted: () => 1 })),
    ).toEqual({ training: 'open', pilot: 'locked', repilot: 'locked', full: 'locked' });
    expect(short(states(path, [run('training', 'PASS', { closedAt: null })]))).toEqual({
      training: 'open',
      pilot: 'ready, may open',
      repilot: 'locked',
      full: 'locked',
    });
    expect(short(states(path, [run('pilot', 'PASS', { closedAt: null })]))).toEqual({
      training: 'ready, may open',
      pilot: 'open',
      repilot: 'locked',
      full: 'locked',
    });
  });

  it('go on after a pilot that passed; its repeat is then not needed', () => {
    expect(short(states(path, [run('pilot', 'PASS')]))).toEqual({
      training: 'ready, may open',
      pilot: 'closed, not needed',
      repilot: 'ready, may open, not needed',
      full: 'ready, may open',
    });
  });

  it('repeat a pilot that failed, as the next round or as the same again', () => {
    const failed = states(path, [run('pilot', 'FAIL')]);
    expect(short(failed)).toMatchObject({
      pilot: 'closed, may open',
      repilot: 'ready, may open',
      full: 'locked',
    });
    expect(failed['full']!.blocks.map((block) => inEnglish(blockText(block)))).toEqual([
      'The round pilot did not pass. Fleiss’ κ at least 0.70 overall (fleiss_kappa >= 0.70 ' +
        'overall) was not reached: 0.500 (overall (macro), n = 10). Repeat it, or waive the gate ' +
        'with your name and a reason.',
    ]);
    expect(short(states(path, [run('pilot', 'FAIL'), run('repilot', 'PASS')]))).toMatchObject({
      pilot: 'closed, not needed',
      repilot: 'closed, not needed',
      full: 'ready, may open',
    });
    expect(
      short(states(path, [run('pilot', 'FAIL'), run('pilot', 'PASS', { attempt: 2 })])),
    ).toMatchObject({ pilot: 'closed, not needed', full: 'ready, may open' });
    // The one that was opened last decides, and two pilots of a task are not open at once.
    expect(short(states(path, [run('pilot', 'PASS'), run('repilot', 'FAIL')]))).toMatchObject({
      full: 'locked',
    });
    expect(
      short(
        states(path, [run('pilot', 'FAIL'), run('repilot', 'PASS', { closedAt: null, judged: 3 })]),
      ),
    ).toMatchObject({ pilot: 'closed', repilot: 'open', full: 'locked' });
  });

  it('take a measure without a value as not passed', () => {
    const undecided = states(path, [run('pilot', 'UNDEFINED')]);
    expect(undecided['full']!.state).toBe('locked');
    expect(inEnglish(blockText(undecided['full']!.blocks[0]!))).toContain('Chance agreement is 1');
  });

  it('heed waivers gate by gate', () => {
    const common = { id: 'w', annotator: null, by: 'lena', reason: 'r', at: '', withdrawn: null };
    const waivers = [{ ...common, gate: 'fleiss_kappa >= 0.70 overall' }];
    const two = [check('FAIL'), check('FAIL', 'percent_agreement >= 0.9 overall')];
    expect(states(path, [run('pilot', 'FAIL', { waivers })])['full']!.state).toBe('ready');
    const half = states(path, [run('pilot', 'FAIL', { waivers, checks: two })]);
    expect(half['full']!.state).toBe('locked');
    expect(half['pilot']!.runs[0]).toMatchObject({
      status: 'FAIL',
      passed: false,
      unmet: [{ gate: 'percent_agreement >= 0.9 overall' }],
    });
  });

  it('do not pass with judgments missing, or after changes of questions or guideline', () => {
    const unmet = (
      given: Partial<RunFigures>,
      now: Partial<PresentState> = {},
      kind: Round['kind'] = 'pilot',
    ): readonly string[] =>
      states(protocolOf(round('one', kind)), [run('one', 'PASS', { kind, ...given })], now)[
        'one'
      ]!.runs[0]!.unmet.map((one) => one.gate);
    expect(unmet({ judged: 19 })).toEqual([completeGate]);
    expect(unmet({ judged: 19, closedAt: null })).toEqual([]);
    expect(unmet({ judged: 19, checks: [check('FAIL', completeGate)] })).toEqual([completeGate]);
    expect(unmet({}, { taskHash: () => 'h2' })).toEqual([questionsGate]);
    expect(unmet({}, { guideline: '1.1' })).toEqual([guidelineGate]);
    expect(unmet({}, { guideline: '1.1' }, 'full')).toEqual([]);
    expect(unmet({ judged: 3 }, { guideline: '1.1' }, 'training')).toEqual([]);
  });

  it('count each task for itself', () => {
    const both = protocolOf(
      round('pilot', 'pilot'),
      round('full', 'full'),
      round('rules-pilot', 'pilot', { task: 'rules' }),
      round('rules-full', 'full', { task: 'rules' }),
    );
    expect(short(states(both, [run('pilot', 'PASS')]))).toEqual({
      pilot: 'closed, not needed',
      full: 'ready, may open',
      'rules-pilot': 'ready, may open',
      'rules-full': 'locked',
    });
  });

  it('let a full round reopen for more units, and a second one open only when it passed', () => {
    const two = protocolOf(round('full', 'full'), round('more', 'full'));
    expect(short(states(two, [run('full', 'PASS')]))).toEqual({
      full: 'closed, may open, not needed',
      more: 'ready, may open',
    });
    expect(short(states(two, [run('full', 'FAIL')]))).toEqual({
      full: 'closed, may open',
      more: 'locked',
    });
  });

  it('ask for as many admitted annotators as judge each unit', () => {
    const [training, pilot] = path.rounds;
    expect(trainingBefore(pilot!, path)).toBe(training);
    expect(trainingBefore(training!, path)).toBeUndefined();
    expect(
      states(path, [], { admitted: () => 1 })['pilot']!.blocks.map((block) =>
        inEnglish(blockText(block)),
      ),
    ).toEqual(['2 admitted annotators are needed after the round training; there is 1.']);
  });

  it('say what blocks them as a code with values', () => {
    const missed = {
      gate: 'fleiss_kappa >= 0.70 overall',
      measure: 'fleiss_kappa' as const,
      scope: { code: 'scope-macro', values: {} },
      target: 0.7,
      actual: 0.5,
      n: 20,
      status: 'FAIL' as const,
    };
    const why = { code: 'no-value', values: {} };
    expect(
      [
        { kind: 'not-opened' as const, round: 'pilot' },
        { kind: 'not-closed' as const, round: 'pilot', run: 'r', judged: 3, wanted: 8 },
        { kind: 'running' as const, round: 'pilot', run: 'r' },
        { kind: 'passed' as const, round: 'pilot', run: 'r' },
      ].map((block) => blockText(block)),
    ).toEqual([
      { code: 'round-comes-first', values: { round: 'pilot' } },
      { code: 'round-still-open', values: { round: 'pilot', judged: 3, wanted: 8 } },
      { code: 'round-is-open', values: {} },
      { code: 'round-has-passed', values: {} },
    ]);
    // Three checks are named and the rest counted; a check without a value says why.
    const gate = { kind: 'gate' as const, round: 'pilot', run: 'r' };
    const textsOf = (...checks: readonly object[]): readonly unknown[] =>
      (
        blockText({ ...gate, checks } as never).values['checks'] as unknown as readonly {
          code: string;
        }[]
      ).map(({ code }) => code);
    expect(textsOf(missed, missed, missed)).toEqual(Array(3).fill('check-missed'));
    expect(textsOf(missed, missed, missed, missed).at(-1)).toBe('more-checks');
    expect(textsOf({ ...missed, actual: null })).toEqual(['check-unvalued']);
    expect(textsOf({ ...missed, why })).toEqual(['check-unvalued']);
  });
});

describe('a run that did not pass', () => {
  const [pilot, full] = [round('pilot', 'pilot'), round('full', 'full')];
  const then = { rounds: [pilot, full] };
  const red = (): RunFigures => run('pilot', 'FAIL', then);
  const waivers = [
    {
      id: 'w',
      annotator: null,
      gate: 'fleiss_kappa >= 0.70 overall',
      by: 'lena',
      reason: 'r',
      at: '',
      withdrawn: null,
    },
  ];

  it.each([
    ['is left out', [full], 'full'],
    ['comes later', [full, pilot], 'full'],
    ['is called training', [{ ...pilot, kind: 'training' as const }, full], 'full'],
    ['has become the full round', [{ ...pilot, kind: 'full' as const }], 'pilot'],
    ['is of another task', [{ ...pilot, task: 'other' }, full], 'full'],
    ['is left out, and full has another name', [round('main', 'full')], 'main'],
    ['comes after a full round with another name', [round('main', 'full'), pilot], 'main'],
    ['is followed by a pilot that was full', [pilot, { ...full, kind: 'pilot' as const }], 'full'],
    ['lost its gate', [{ ...pilot, gates: [] }, full], 'full'],
  ])('blocks when its round %s', (_, rounds, wanted) => {
    const state = states(protocolOf(...rounds), [red()])[wanted]!;
    expect(state).toMatchObject({ mayOpen: false, blocks: [{ kind: 'gate', round: 'pilot' }] });
    expect(inEnglish(blockText(state.blocks[0]!))).toContain(
      '(fleiss_kappa >= 0.70 overall) was not reached: 0.500',
    );
  });

  it('is named with the way out when the protocol no longer has its round', () => {
    const [block] = states(protocolOf(full), [red()])['full']!.blocks;
    expect(block).toMatchObject({ retired: true });
    expect(inEnglish(blockText(block!))).toMatch(/no longer has.*repeat it, or waive the gate/);
  });

  it('blocks while it is open, too', () => {
    const open = { ...red(), closedAt: null };
    expect(states(protocolOf(full), [open])['full']).toMatchObject({
      blocks: [{ kind: 'not-closed', round: 'pilot' }],
    });
  });

  it('lets go when it is waived, and blocks again when that is withdrawn', () => {
    const waived = { ...red(), waivers };
    const withdrawn = { by: 'lena', reason: 'too early', at: '' };
    // The next round may be open by then.
    const again = { ...red(), waivers: waivers.map((one) => ({ ...one, withdrawn })) };
    const next = { ...run('full', 'PASS', then), closedAt: null };
    const kinds = (before: RunFigures): readonly string[] =>
      states(protocolOf(pilot, full), [before, next])['full']!.blocks.map(({ kind }) => kind);
    expect([kinds(waived), kinds(again)]).toEqual([['running'], ['running', 'gate']]);
    expect(states(protocolOf(full), [waived])['full']!.mayOpen).toBe(true);
    const back = { ...waived, waivers: [{ ...waivers[0]!, withdrawn }] };
    expect(states(protocolOf(full), [back])['full']!.mayOpen).toBe(false);
  });

  it('lets go when its round was repeated and passed, also under another name', () => {
    const again = run('pilot', 'PASS', { ...then, attempt: 2 });
    expect(states(protocolOf(full), [red(), again])['full']!.mayOpen).toBe(true);
    const second = round('second', 'pilot');
    const other = protocolOf(second, full);
    expect(states(other, [red()])['second']!.mayOpen).toBe(true);
    const repeated = run('second', 'PASS', { kind: 'pilot', rounds: [second, full] });
    expect(states(other, [red(), repeated])['full']!.mayOpen).toBe(true);
    const failed = run('second', 'FAIL', { kind: 'pilot', rounds: [second, full] });
    expect(states(other, [red(), failed])['full']!.blocks).toMatchObject([{ round: 'second' }]);
  });

  it('is no repeat of itself under another kind', () => {
    const trained = run('pilot', 'PASS', {
      attempt: 2,
      kind: 'training',
      rounds: [{ ...pilot, kind: 'training' }, full],
    });
    expect(states(protocolOf(full), [red(), trained])['full']!.mayOpen).toBe(false);
  });

  it('blocks neither what came before it nor other tasks', () => {
    const failed = run('full', 'FAIL', { rounds: [pilot, full] });
    expect(states(protocolOf(pilot, full), [failed])['pilot']!.mayOpen).toBe(true);
    const apart = round('apart', 'full', { task: 'other' });
    expect(states(protocolOf(apart), [red()])['apart']!.mayOpen).toBe(true);
  });
});
