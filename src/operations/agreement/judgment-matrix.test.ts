import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { prepared, protocol, row, rows } from '../../../test/compared-files.ts';
import type { Row } from '../../../test/compared-files.ts';
import { faultsIn } from '../../../test/refusals.ts';
import { agree } from './agree.ts';
import { mismatches } from './mismatches.ts';

describe('rows of their own kind', () => {
  it('hold answers and reasons together, and name units by several fields', () => {
    const source = protocol.replace('id: id', 'id: [query, trial]');
    const own = (unit: string, annotator: string, bug: number, why: string): Row => ({
      unit,
      annotator,
      guideline: '1.0',
      answers: { bug, why },
    });
    const { at, request } = prepared({
      'a.jsonl': [own('q2::t1', 'anna', 0, 'no'), own('q1::t9', 'anna', 1, 'yes')],
      'b.jsonl': [own('q1::t9', 'ben', 2, ''), own('q2::t1', 'ben', 1, 'maybe')],
    });
    writeFileSync(at('protocol.yaml'), source);
    expect(mismatches(agree(request))).toEqual([
      { query: 'q1', trial: 't9', label_a: 1, label_b: 2, why_a: 'yes' },
      { query: 'q2', trial: 't1', label_a: 0, label_b: 1, why_a: 'no', why_b: 'maybe' },
    ]);
  });

  it('are kept in columns that grow, with the line of each', () => {
    const grades = Array.from({ length: 1100 }, (_, at) => at % 3);
    const { request } = prepared({
      'a.jsonl': rows('anna', grades),
      'b.jsonl': rows('ben', [1, ...grades.slice(1, -1), 2]),
    });
    const result = agree(request);
    // The first is 0 and the last, 1099 modulo 3, is 1; ben says 1 and 2.
    expect([result.matrix.size, result.mismatches, result.exactMatches]).toEqual([
      1100,
      [0, 1099],
      1098,
    ]);
    expect(result.matrix.placeOf(1023, 0)).toEqual({ file: request.files[0], line: 1024 });
    expect(result.matrix.placeOf(1099, 1)).toEqual({ file: request.files[1], line: 1100 });
    expect(mismatches(result)).toEqual([
      { id: 'u1', label_a: 0, label_b: 1 },
      { id: 'u1100', label_a: 1, label_b: 2 },
    ]);
  });

  it('are simulated where the protocol says so', () => {
    const { at, request } = prepared({ 'a.jsonl': rows('anna', [0]), 'b.jsonl': rows('ben', [0]) });
    writeFileSync(at('protocol.yaml'), `${protocol}simulated: true\n`);
    expect(agree(request).simulated).toBe(true);
  });

  it('may leave out an answer, which differs from none', () => {
    const source = protocol.replace(
      'bug: { scale: grade }',
      'bug: { scale: grade, required: false }',
    );
    const { at, request } = prepared({
      'a.jsonl': [
        row('u1', 'anna', 1),
        { id: 'u2', annotator_id: 'anna', guideline_version: '1.0' },
      ],
      'b.jsonl': rows('ben', [1, 2]),
    });
    writeFileSync(at('protocol.yaml'), source);
    const result = agree(request);
    expect([result.exactMatches, result.mismatches]).toEqual([2, []]);
  });
});

describe('a gate on one question', () => {
  it('is checked on that question, and a round that is unknown is refused', () => {
    const { at, request } = prepared({
      'a.jsonl': rows('anna', [0, 1, 2, 1]),
      'b.jsonl': rows('ben', [0, 1, 2, 0]),
    });
    const gates = '["percent_agreement >= 0.9 on bug", "percent_agreement >= 0.5 per question"]';
    const source = protocol.replace(/gate: \[.*\]/, `gate: ${gates}`);
    writeFileSync(at('protocol.yaml'), source);
    const result = agree({ ...request, round: 'pilot' });
    expect(result.gate!.checks.map(({ status, actual }) => [status, actual])).toEqual([
      ['FAIL', 0.75],
      ['PASS', 0.75],
    ]);
    expect(faultsIn(() => agree({ ...request, round: 'last' }))).toMatchObject([
      { code: 'unknown-round' },
    ]);
  });
});
