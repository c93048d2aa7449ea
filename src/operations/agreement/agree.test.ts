import { describe, expect, it } from 'vitest';
import { prepared, row, rows } from '../../../test/compared-files.ts';
import { faultsIn } from '../../../test/refusals.ts';
import {
  agree,
  agreementOnAnswers,
  confusionMatrices,
  kappaWords,
  leadingKappa,
  overallMeasures,
} from './agree.ts';
import { mismatches } from './mismatches.ts';

const reasonOf = (act: () => unknown): unknown => faultsIn(act)[0]?.values['reason'];

describe('the agreement of two', () => {
  it('is told in full: matches, mismatches, confusion and gates', () => {
    const { request } = prepared({
      'a.jsonl': rows('anna', [0, 1, 2, 1]),
      'b.jsonl': rows('ben', [0, 1, 1, 1]),
    });
    const result = agree({ ...request, round: 'pilot' });
    expect(result).toMatchObject({
      task: { id: 'topics' },
      protocol: 'tickets',
      simulated: false,
      recognised: false,
      round: { id: 'pilot' },
      families: [],
      exactMatches: 3,
      mismatches: [2],
      exactShare: 0.75,
      gate: { status: 'PASS' },
    });
    expect(result.confusion).toEqual({
      bug: {
        '0->0': 1,
        '0->1': 0,
        '0->2': 0,
        '1->0': 0,
        '1->1': 2,
        '1->2': 0,
        '2->0': 0,
        '2->1': 1,
        '2->2': 0,
      },
    });
    // The target itself passes, and all eight judgments are there.
    expect(result.gate!.checks).toMatchObject([
      { measure: 'percent_agreement', actual: 0.75, status: 'PASS' },
      { measure: 'quotas', n: 8, status: 'PASS' },
    ]);
    expect(result.cohenKappa).toEqual(result.measured.overall('cohen_kappa', 'macro'));
    expect(result.matrix.overlap).toEqual({ common: 4, only: { anna: 0, ben: 0 } });
    expect([result.matrix.unit(2), result.matrix.placeOf(2, 1)]).toEqual([
      'u3',
      { file: request.files[1], line: 3 },
    ]);
    expect(leadingKappa(result)).toBe('cohen_kappa');
    expect(kappaWords(result)).toEqual({ bug: expect.any(String) });
    const specific = agreementOnAnswers(result.measured)['bug']!;
    // Both said 1 twice, and one of them alone once: 2 × 2 / (2 × 2 + 1).
    expect([specific['0']!.value, specific['1']!.value]).toEqual([1, 0.8]);
    const overall = overallMeasures(result.measured);
    expect(Object.keys(overall.sets)).toEqual(['percent_agreement', 'krippendorff_alpha']);
    expect([
      overall.macro.percent_agreement!.value,
      overall.pooled.percent_agreement!.value,
    ]).toEqual([0.75, 0.75]);
    const [matrix] = confusionMatrices(result);
    expect(matrix).toMatchObject({ question: 'bug', first: 'anna', second: 'ben', units: 4 });
  });

  it('has no checks in a round without gates, and warns of fewer units than a pilot has', () => {
    const { request } = prepared({
      'a.jsonl': rows('anna', [0, 1]),
      'b.jsonl': rows('ben', [0, 1]),
    });
    const codes = (result: ReturnType<typeof agree>) => result.warnings.map(({ code }) => code);
    const plain = agree({ ...request, round: 'full' });
    expect(plain.gate!.checks).toEqual([]);
    expect(plain.warnings).toContainEqual({
      code: 'below-round-size',
      values: { kind: 'pilot', compared: 2, round: 'pilot', asked: 4 },
    });
    expect(plain.exactShare).toBe(1);
    const enough = prepared({
      'a.jsonl': rows('anna', [0, 1, 2, 0]),
      'b.jsonl': rows('ben', [0, 1, 2, 0]),
    });
    expect(codes(agree({ ...enough.request, round: 'pilot' }))).not.toContain('below-round-size');
  });

  it('has what they said where they differ, from the files', () => {
    const { request } = prepared({
      'a.jsonl': [row('u2', 'anna', 0, { why: 'none', notes: 'sure' }), row('u1', 'anna', 1)],
      'b.jsonl': [row('u1', 'ben', 0, { notes: 'maybe' }), row('u2', 'ben', 2, { why: '' })],
    });
    expect(mismatches(agree(request))).toEqual([
      { id: 'u1', label_a: 1, label_b: 0, notes_b: 'maybe' },
      { id: 'u2', label_a: 0, label_b: 2, why_a: 'none', notes_a: 'sure' },
    ]);
  });
});

describe('files that are compared', () => {
  it('hold one annotator each, who is not in another, unless somebody is compared again', () => {
    const { request } = prepared({
      'a.jsonl': [...rows('anna', [0, 1]), row('u3', 'ben', 1)],
      'b.jsonl': rows('anna', [0, 1, 1]),
    });
    const found = faultsIn(() => agree(request));
    expect(found.map(({ code, line }) => [code, line])).toEqual([
      ['mixed-annotators', 3],
      ['same-annotator', undefined],
    ]);
    expect(found[0]!.values).toEqual({ field: 'annotator_id', got: 'ben', expected: 'anna' });
    expect(found[1]!.values).toEqual({
      annotator: 'anna',
      files: `${request.files[0]} and ${request.files[1]}`,
    });
    const again = prepared({ 'a.jsonl': rows('anna', [0, 1]), 'b.jsonl': rows('anna', [0, 0]) });
    const result = agree({ ...again.request, retest: true });
    expect([result.matrix.annotators, result.exactMatches]).toEqual([['anna (1)', 'anna (2)'], 1]);
  });

  it('hold each judgment once, and those of two at least', () => {
    const { request } = prepared({
      'a.jsonl': [...rows('anna', [0, 1]), row('u1', 'anna', 1)],
      'b.jsonl': [...rows('ben', [0, 1]), row('u2', 'anna', 0)],
    });
    const found = faultsIn(() => agree({ ...request, onePerFile: false }));
    expect(found.map(({ code, line, values }) => [code, line, values['place']])).toEqual([
      ['duplicate-judgment', 3, { code: 'on-line', values: { file: request.files[0], line: 1 } }],
      [
        'duplicate-judgment',
        3,
        { code: 'on-line-of', values: { file: request.files[0], line: 2 } },
      ],
    ]);
    const alone = prepared({ 'a.jsonl': rows('anna', [0, 1]) });
    expect(reasonOf(() => agree({ ...alone.request, onePerFile: false }))).toBe(
      'Agreement needs two annotators, and all rows are by anna. Pass the files of several.',
    );
  });

  it('are about the same units, or only the common ones are compared', () => {
    const { request } = prepared({
      'a.jsonl': rows('anna', [0, 1, 2, 0, 1, 2]),
      'b.jsonl': rows('ben', [0, 1]),
    });
    expect(faultsIn(() => agree(request))).toMatchObject([
      { code: 'keys-differ', values: { detail: '2 in common; ben lacks 4 (u3, u4 and u5, …)' } },
    ]);
    const common = agree({ ...request, overlap: true });
    expect([common.matrix.size, common.matrix.compared, common.matrix.unit(1)]).toEqual([
      2,
      2,
      'u2',
    ]);
    expect(common.matrix.overlap).toEqual({ common: 2, only: { anna: 4, ben: 0 } });
    expect(common.warnings).toContainEqual({
      code: 'only-common',
      values: { common: 2, left: [{ code: 'left-of', values: { count: 4, annotator: 'anna' } }] },
    });
    // Where rows say who judged, units that one alone judged are kept and not compared.
    const all = agree({ ...request, onePerFile: false });
    expect([all.matrix.size, all.matrix.compared, all.exactMatches]).toEqual([6, 2, 2]);
    expect(all.warnings).toContainEqual({ code: 'judged-once', values: { count: 4 } });
    // Of twelve judgments eight are there, so the round that is first gated has not passed.
    expect(all.gate).toMatchObject({ status: 'FAIL', checks: [{}, { measure: 'quotas', n: 8 }] });
    const three = prepared({ 'a.jsonl': rows('anna', [0, 1, 2]), 'b.jsonl': rows('ben', [0]) });
    expect(faultsIn(() => agree(three.request))[0]!.values['detail']).toBe(
      '1 in common; ben lacks 2 (u2 and u3)',
    );
  });

  it('name units that are known, under the guideline that is asked for', () => {
    const { at, request } = prepared({
      'a.jsonl': rows('anna', [0, 1]),
      'b.jsonl': rows('ben', [0, 1]),
      'units.jsonl': [{ id: 'u1', text: 'one' }],
    });
    const files = request.files.slice(0, 2);
    const found = faultsIn(() => agree({ ...request, files, units: [at('units.jsonl')] }));
    expect(found.map(({ code, line }) => [code, line])).toEqual([
      ['unknown-unit', 2],
      ['unknown-unit', 2],
    ]);
    const other = faultsIn(() => agree({ ...request, files, guideline: '2.0' }));
    expect(new Set(other.map(({ code }) => code))).toEqual(new Set(['wrong-guideline']));
  });

  it('leave out judgments that were given with a suggestion in sight', () => {
    const assistance = { by: 'mini#1', suggested: { bug: 0 }, shown: true };
    const { request } = prepared({
      'a.jsonl': rows('anna', [0, 1, 2]),
      'b.jsonl': [...rows('ben', [0, 1]), { ...row('u3', 'ben', 2), assistance }],
    });
    const result = agree(request);
    expect([result.matrix.size, result.matrix.apart]).toEqual([2, { assisted: 1, further: 0 }]);
    expect(result.warnings).toContainEqual({ code: 'assisted-not-compared', values: { count: 1 } });
  });
});

describe('judgments that units got besides their first ones', () => {
  it('are compared where units were drawn for it, and left out where answers asked', () => {
    const { request } = prepared({
      'all.jsonl': [
        ...rows('anna', [0, 1, 2]),
        ...rows('ben', [0, 1, 1]),
        { ...row('u1', 'cora', 0), further: 'share' },
        { ...row('u3', 'cora', 2), further: 'disagreement' },
      ],
    });
    const { matrix, warnings, measured } = agree({ ...request, onePerFile: false });
    expect(matrix.apart).toEqual({ assisted: 0, further: 1 });
    expect(warnings).toContainEqual({ code: 'further-not-compared', values: { count: 1 } });
    // Two of three units alike: with the third judgment on u3 it would be (1 + 1 + 1/3)/3.
    expect(measured.overall('percent_agreement', 'macro')).toMatchObject({ value: 2 / 3, n: 3 });
  });
});

describe('runs of one model', () => {
  it('are one family: agreement is between families, stability within', () => {
    const { request } = prepared({
      'a.jsonl': [
        ...rows('anna', [0, 1, 1]),
        ...rows('mini#1', [0, 1, 0]),
        ...rows('mini#2', [0, 1, 0]),
      ],
    });
    const result = agree({ ...request, onePerFile: false });
    expect(result.families.map(({ family, annotators }) => [family, annotators])).toEqual([
      ['anna', ['anna']],
      ['mini', ['mini#1', 'mini#2']],
    ]);
    expect(result.families[1]!.stability['bug']!.value).toBe(1);
    // Two families on three units, of which they share two.
    expect(result.measured.overall('percent_agreement', 'macro').value).toBeCloseTo(2 / 3, 12);
    expect([leadingKappa(result), result.confusion]).toEqual(['cohen_kappa', null]);
    expect(confusionMatrices(result)).toHaveLength(3);
    expect(result.mismatches).toEqual([2]);
    expect(mismatches(result)).toEqual([{ id: 'u3', label_a: 1, label_b: 0, label_c: 0 }]);
  });
});
