import { describe, expect, it } from 'vitest';
import { admissions, isAdmitted } from './admission.ts';
import type { GateWaiver, TrainingRun } from './admission.ts';
import type { TrainingResult } from './training-result.ts';

const gate = 'cohen_kappa >= 0.70 against key';
const result = (annotator: string, judged: number, status: 'PASS' | 'FAIL'): TrainingResult => ({
  annotator,
  judged,
  wanted: 5,
  checks: [
    {
      gate,
      measure: 'cohen_kappa',
      scope: { code: 'scope-own-key', values: { annotator } },
      annotator,
      target: 0.7,
      actual: status === 'PASS' ? 0.9 : 0.2,
      n: judged,
      status,
    },
  ],
  questions: [],
  study: status === 'PASS' ? [] : ['A'],
});
const run = (
  id: string,
  results: readonly TrainingResult[],
  waivers: readonly GateWaiver[] = [],
): TrainingRun => ({ run: id, isClosed: true, results, shared: [], waivers });
const waiver = (what: string, annotator: string | null = null): GateWaiver => ({
  id: 'w',
  gate: what,
  annotator,
  by: 'lena',
  reason: 'r',
  at: '',
  withdrawn: null,
});
const statusOf = (runs: readonly TrainingRun[], annotator: string): string | undefined =>
  admissions(runs).get(annotator)?.status;

describe('admission after training', () => {
  it('needs every unit and every gate', () => {
    const runs = [
      run('t1', [result('anna', 5, 'PASS'), result('ben', 5, 'FAIL'), result('cora', 4, 'PASS')]),
    ];
    expect(['anna', 'ben', 'cora', 'dora'].map((name) => statusOf(runs, name))).toEqual([
      'admitted',
      'failed',
      'unfinished',
      undefined,
    ]);
    expect(admissions(runs).get('ben')).toMatchObject({ run: 't1', study: ['A'] });
    expect(isAdmitted(admissions(runs).get('anna'))).toBe(true);
    expect(isAdmitted(undefined)).toBe(false);
  });

  it('is decided by the latest run that was finished', () => {
    expect(
      statusOf(
        [run('t1', [result('ben', 5, 'FAIL')]), run('t2', [result('ben', 5, 'PASS')])],
        'ben',
      ),
    ).toBe('admitted');
    expect(
      statusOf(
        [run('t1', [result('ben', 5, 'PASS')]), run('t2', [result('ben', 5, 'FAIL')])],
        'ben',
      ),
    ).toBe('failed');
    expect(
      statusOf(
        [run('t1', [result('ben', 5, 'PASS')]), run('t2', [result('ben', 2, 'FAIL')])],
        'ben',
      ),
    ).toBe('admitted');
  });

  it('can be waived for all or for one, but not for who did nothing', () => {
    const results = [
      result('anna', 5, 'FAIL'),
      result('ben', 3, 'FAIL'),
      result('cora', 0, 'FAIL'),
    ];
    const names = ['anna', 'ben', 'cora'];
    expect(names.map((name) => statusOf([run('t1', results, [waiver(gate)])], name))).toEqual([
      'waived',
      'waived',
      'unfinished',
    ]);
    expect(
      names.map((name) => statusOf([run('t1', results, [waiver(gate, 'ben')])], name)),
    ).toEqual(['failed', 'waived', 'unfinished']);
  });
});
