import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { judgmentBy, rulingBy } from '../../../test/build-judgment.ts';
import { entryOf, makeFold } from '../../../test/random-judgments.ts';
import { accountText, sumOfAccounts } from '../../domain/fold/account.ts';
import type { Account } from '../../domain/fold/account.ts';
import { inEnglish } from '../../domain/english.ts';
import { standingNames } from '../../domain/fold/standing.ts';
import type { Uncounted } from '../../domain/fold/uncounted.ts';
import { account } from './account.ts';
import { demands } from './standing-rules.ts';
import type { TaskFold } from './task-fold.ts';

const task = buildTask({ questions: { relevant: {} } });

/** Who is on the panel counts; what is given in a run counts by the name of the run. */
function countsByRun({ run, taskHash }: { run: string | null; taskHash: string }) {
  const reasons: Readonly<Record<string, Uncounted>> = {
    failed: { why: 'round-failed', round: 'pilot' },
    pilot: { why: 'round-not-passed', round: 'pilot' },
    training: { why: 'training', round: 'training' },
  };
  if (taskHash === 'older') return { why: 'stale', round: null } as const;
  return run === null ? null : (reasons[run] ?? null);
}

function emptyFold(hasRounds = true): TaskFold {
  const panel = { people: { kind: 'human' }, keywords: { kind: 'rule' } } as const;
  return makeFold(task, { panel, hasRounds, uncounted: countsByRun });
}

function judge(
  fold: TaskFold,
  unit: string,
  answers: Readonly<Record<string, boolean>>,
  given: { readonly run?: string; readonly hash?: string; readonly flag?: true } = {},
): void {
  const { run = null, hash = 'hash', flag } = given;
  const asides = flag === undefined ? {} : { flag };
  for (const [annotator, relevant] of Object.entries(answers))
    fold.add(
      entryOf(judgmentBy(annotator, { relevant }, { unit, taskHash: hash, asides }), { run }),
    );
}

function parts(fold: TaskFold, units: number): readonly string[] {
  return account(fold, units).parts.map(
    ({ standing, why, round, units: count }) =>
      `${count} ${standing}: ${why}${round === null ? '' : ` (${round})`}`,
  );
}

const pilot = { run: 'r1', round: 'pilot' };
const agreed = { anna: true, ben: true };
const split = { anna: true, ben: false };

describe('the account of a task', () => {
  it('says for every unit where it stands and why', () => {
    const fold = emptyFold();
    for (const unit of ['agreed', 'tied', 'flagged', 'stale', 'failed', 'disputed', 'half'])
      fold.demand(unit, 'closed', pilot);
    fold.demand('practice', 'training', pilot);
    fold.demand('skipped', 'closed', pilot);
    fold.demand('asked', 'open', pilot);
    fold.demand('half', 'open', pilot);
    judge(fold, 'agreed', agreed);
    judge(fold, 'tied', split);
    judge(fold, 'flagged', agreed, { flag: true });
    judge(fold, 'stale', agreed, { hash: 'older' });
    judge(fold, 'failed', agreed, { run: 'failed' });
    judge(fold, 'disputed', split, { run: 'failed' });
    judge(fold, 'half', { anna: true });
    fold.await(fold.units.find('half'), ['ben']);
    judge(fold, 'practice', agreed, { run: 'training' });
    judge(fold, 'tagged', { keywords: true });
    judge(fold, 'ruled', split);
    fold.rule(rulingBy('sam', { relevant: true }, { unit: 'ruled' }));
    fold.rule(rulingBy('sam', null, { unit: 'spam' }));
    fold.settle();
    expect(parts(fold, 20)).toEqual([
      '8 undrawn: never',
      '1 undrawn: training',
      '1 awaiting: closed',
      '1 awaiting: people',
      '1 awaiting: unjudged',
      '1 open: flagged',
      '1 open: round (pilot)',
      '1 open: tied',
      '1 uncounted: round-failed (pilot)',
      '1 uncounted: stale',
      '1 settled: majority',
      '1 ruled: ruling-made',
      '1 excluded: exclusion',
    ]);
    expect(inEnglish(accountText(account(fold, 20)))).toBe(
      '20 units: 1 settled by judgments, 1 settled by a ruling, 1 excluded, 3 waiting for a ' +
        'ruling, 3 waiting for judgments, 2 judged, not counting and 9 not drawn',
    );
  });

  it('waits for every unit where there are no rounds', () => {
    const fold = emptyFold(false);
    judge(fold, 'agreed', agreed);
    fold.settle();
    expect(parts(fold, 3)).toEqual(['2 awaiting: unjudged', '1 settled: majority']);
  });

  it('has the same of what counts again as of what counted from the start', () => {
    const fold = emptyFold();
    fold.demand('u1', 'closed', pilot);
    judge(fold, 'u1', agreed, { run: 'failed' });
    fold.settle();
    expect(parts(fold, 1)).toEqual(['1 uncounted: round-failed (pilot)']);
    // Drawn again: whoever gets it again gives a new judgment, and that one counts.
    fold.demand('u1', 'open', pilot);
    fold.await(0, ['anna', 'cora']);
    fold.settle();
    expect(parts(fold, 1)).toEqual(['1 awaiting: people']);
    judge(fold, 'u1', { anna: false, cora: false }, { run: 'full' });
    fold.await(0, []);
    fold.settle();
    expect(parts(fold, 1)).toEqual(['1 settled: majority']);
    expect(fold.standings.counted.count(0)).toBe(2);
  });

  it('counts a flag as waiting for a ruling until somebody has ruled since', () => {
    const fold = emptyFold();
    fold.demand('u1', 'closed', pilot);
    judge(fold, 'u1', agreed, { flag: true });
    fold.settle();
    expect(fold.standings.standing(0)).toMatchObject({ state: 'open', why: [{ kind: 'flagged' }] });
    expect(fold.standings.code(0, 0)).toBe(-1);
    fold.rule(rulingBy('sam', { relevant: true }, { at: '2026-03-03T08:00:00Z' }));
    fold.settle();
    expect(parts(fold, 1)).toEqual(['1 ruled: ruling-made']);
  });

  it('sums to all units, and following what is new is the same as folding it anew', () => {
    const runs = [undefined, 'failed', 'pilot', 'training', 'full'] as const;
    const act = fc.record({
      unit: fc.nat(7).map((at) => `u${at}`),
      kind: fc.constantFrom('judge', 'rule', 'exclude', 'demand', 'await', 'look'),
      run: fc.constantFrom(...runs),
      isStale: fc.boolean(),
      flag: fc.boolean(),
      annotator: fc.constantFrom('anna', 'ben', 'keywords'),
      answer: fc.boolean(),
      demand: fc.constantFrom(...demands),
      minute: fc.nat(59),
    });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), fc.boolean(), (acts, hasRounds) => {
        const play = (looks: boolean): Account => {
          const fold = emptyFold(hasRounds);
          for (const { unit, kind, run, isStale, flag, ...one } of acts) {
            const { annotator, answer, demand, minute } = one;
            const at = `2026-03-02T08:${String(minute).padStart(2, '0')}:00Z`;
            if (kind === 'judge')
              fold.add(
                entryOf(
                  judgmentBy(
                    annotator,
                    { relevant: answer },
                    {
                      unit,
                      at,
                      taskHash: isStale ? 'older' : 'hash',
                      asides: flag ? { flag } : {},
                    },
                  ),
                  { run: run ?? null, at },
                ),
              );
            const given = { unit, at };
            if (kind === 'rule') fold.rule(rulingBy('sam', { relevant: answer }, given));
            if (kind === 'exclude') fold.rule(rulingBy('sam', null, given));
            if (kind === 'demand') fold.demand(unit, demand, pilot);
            if (kind === 'await') fold.await(fold.units.add(unit), answer ? [annotator] : []);
            if (looks && kind === 'look') fold.settle();
          }
          fold.settle();
          return account(fold, 10);
        };
        const followed = play(true);
        expect(followed).toEqual(play(false));
        expect(followed.units).toBe(10);
        const sum = standingNames.reduce((all, name) => all + followed.standings[name], 0);
        expect(sum).toBe(10);
        for (const name of standingNames) {
          const own = followed.parts.filter(({ standing }) => standing === name);
          expect(own.reduce((all, one) => all + one.units, 0)).toBe(followed.standings[name]);
        }
        expect(sumOfAccounts([followed, followed]).units).toBe(20);
      }),
    );
  });
});
