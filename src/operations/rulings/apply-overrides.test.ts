import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import {
  calm,
  evidence,
  folderOf,
  judged,
  protocol,
  rows,
  severe,
  whole,
} from '../../../test/protocol-truth.ts';
import { faultsIn } from '../../../test/refusals.ts';
import type { ProtocolRequest } from '../verdicts/truth-from-protocol.ts';
import { withoutPointless } from './apply-overrides.ts';

const entry = (unit: string, corrected: object, given: object = {}): object => {
  return { review_id: unit, corrected, reason: 'Seen.', ...given };
};
const overrides = (...entries: readonly object[]): string => JSON.stringify({ reviews: entries });
const ruled = (unit: string, given: object): object => {
  return { unit, task: 'reviews', by: 'lead', reason: 'Seen.', ...given };
};
type Files = Readonly<Record<string, string>>;

/** What becomes of the units k1 has, in a folder where u1 is severe and the others are calm. */
function after(files: Files, given: Partial<ProtocolRequest> = {}) {
  const folder = folderOf({ ...whole, ...files });
  const { topics, notes } = evidence(folder, given);
  const [truths] = topics;
  const [subject] = truths!.subjects();
  return {
    report: truths!.overrides,
    hash: truths!.overridesHash,
    notes: notes.map((note) => note.replaceAll(`${folder}/`, '')),
    units: subject!.units.map(({ id, state, codes, ruling }) => [id, state, codes, ruling?.by]),
  };
}

function faultsFor(files: Files, given: Partial<ProtocolRequest> = {}) {
  const folder = folderOf({ ...whole, ...files });
  return faultsIn(() => evidence(folder, given)).map(({ code, file, line, field, about }) =>
    [code, file?.slice(folder.length + 1), line, about ?? field].join(' '),
  );
}

describe('overrides and rulings of a folder', () => {
  it('change the answers they name and leave the others', () => {
    const none = after({});
    expect(none).toMatchObject({
      report: { applied: 0, unused: [], stale: [] },
      hash: null,
      notes: [],
    });
    const mild = after({ 'rulings/a.json': overrides(entry('u1', { severity: 'mild' })) });
    // Of none, mild and severe.
    const [, , [relevant, grave, passage]] = none.units[0] as [string, string, number[]];
    expect(mild).toEqual({
      report: { applied: 1, unused: [], stale: [] },
      hash: expect.stringMatching(/^[0-9a-f]{16}$/),
      notes: [],
      units: [
        ['u1', 'known', [relevant, grave! - 1, passage], 'override file'],
        ...none.units.slice(1),
      ],
    });
  });

  it('say that a unit is irrelevant, which then has no severity whatever they say of it', () => {
    const stated = { relevant: false, severity: 'none' };
    const whole1 = after({ 'rulings/a.json': overrides(entry('u1', stated)) });
    const part = after({ 'rulings/a.json': overrides(entry('u1', { relevant: false })) });
    expect(whole1.units).toEqual(part.units);
    expect(whole1.report.applied).toBe(1);
    // The record of what was applied is over what the file says.
    expect(whole1.hash).not.toBe(part.hash);
  });

  it('are the same record where an override and a ruling say the same', () => {
    const original = { severity: 'severe' };
    const answers = { severity: 'mild' };
    const override = after({ 'rulings/a.json': overrides(entry('u1', answers, { original })) });
    const ruling = after({ 'rulings/a.jsonl': rows([ruled('u1', { answers })]) });
    expect(ruling.hash).toBe(override.hash);
    expect(ruling.report).toEqual({ applied: 1, unused: [], stale: [] });
    expect(ruling.units[0]!.slice(0, 3)).toEqual(override.units[0]!.slice(0, 3));
    expect(ruling.units[0]![3]).toBe('lead');
    const out = after({ 'rulings/a.jsonl': rows([ruled('u1', { exclude: true })]) });
    expect(out.units[0]).toEqual(['u1', 'excluded', [], 'lead']);
    expect([override.hash, null]).not.toContain(out.hash);
  });

  it('count although what they correct is outdated, which is told', () => {
    const original = { severity: 'none', relevant: true };
    expect(
      after({ 'rulings/a.json': overrides(entry('u1', { severity: 'mild' }, { original })) })
        .report,
    ).toEqual({
      applied: 1,
      unused: [],
      stale: [
        {
          unit: 'u1',
          why: {
            code: 'stale-override',
            values: { unit: 'u1', field: 'severity', got: 'none', expected: 'severe' },
          },
        },
      ],
    });
  });

  it('stay unused on a unit that nobody judged, unless they say enough', () => {
    const judgments = { 'judgments/full.big.jsonl': rows([judged('u1', 'big#1', calm)]) };
    const on = (corrected: object) =>
      after({ ...judgments, 'rulings/a.json': overrides(entry('u2', corrected)) });
    const unused = [{ unit: 'u2', why: { code: 'nobody-judged-it', values: {} } }];
    expect(on({ severity: 'severe' }).report).toEqual({ applied: 0, unused, stale: [] });
    expect(on({ severity: 'severe' }).units[1]!.slice(0, 2)).toEqual(['u2', 'missing']);
    expect(on(severe).report).toEqual({ applied: 1, unused: [], stale: [] });
    expect(on(severe).units[1]!.slice(0, 2)).toEqual(['u2', 'known']);
  });

  it('of several files are those of the first, which is told where they agree', () => {
    const same = overrides(entry('u1', { severity: 'mild' }, { by: 'ann' }));
    const again = overrides(entry('u1', { severity: 'mild' }, { by: 'bob' }));
    const both = after({ 'rulings/a.json': same, 'rulings/b.json': again });
    expect(both.report.applied).toBe(1);
    expect(both.units[0]![3]).toBe('ann');
    expect(both.notes).toEqual(['rulings/b.json:1 overrides u1 again; rulings/a.json counts.']);
    const other = overrides(entry('u1', { severity: 'none' }));
    expect(faultsFor({ 'rulings/a.json': same, 'rulings/b.json': other })).toEqual([
      'wrong-value rulings/b.json 1 u1:',
    ]);
  });

  it('of rows are the last one on a unit, where times say which that is', () => {
    const first = ruled('u1', { answers: { severity: 'mild' }, by: 'ann' });
    const later = { answers: { severity: 'none' }, by: 'bob' };
    const dated = { ...ruled('u1', later), at: '2026-01-02T00:00:00Z' };
    expect(after({ 'rulings/a.jsonl': rows([first, dated]) })).toMatchObject({
      report: { applied: 1 },
    });
    expect(after({ 'rulings/a.jsonl': rows([first, dated]) }).units[0]![3]).toBe('bob');
    expect(faultsFor({ 'rulings/a.jsonl': rows([first, ruled('u1', later)]) })).toEqual([
      'wrong-value rulings/a.jsonl 2 u1:',
    ]);
  });

  it('on topics that are not computed are told, with how many units they are on', () => {
    const some = [entry('x1', { severity: 'mild' }), entry('x2', { severity: 'mild' })];
    const text = JSON.stringify({ one: some.slice(1), two: some, none: [] });
    expect(after({ 'rulings/a.json': text })).toMatchObject({
      report: { applied: 0, unused: [], stale: [] },
      notes: [
        'rulings/a.json overrides one unit of one, which is not computed here.',
        'rulings/a.json overrides 2 units of two, which is not computed here.',
      ],
    });
  });

  it('of another subject are left aside where one is asked for', () => {
    const more = rows([
      { id: 'v1', kitchen: 'k2', text: 'Text of v1.', date: '2021-01-01', name: 'Other' },
    ]);
    const files = {
      'units.jsonl': rows([
        { id: 'u1', kitchen: 'k1', text: 'Text of u1, severe.', date: '2021-01-01', name: 'K' },
      ]).concat(more),
      'judgments/full.big.jsonl': rows([judged('u1', 'big#1', severe)]),
      'rulings/a.json': overrides(entry('v1', { severity: 'mild' })),
    };
    const unused = [{ unit: 'v1', why: { code: 'not-among-units', values: {} } }];
    expect(after(files, { subject: 'k1' }).report).toEqual({ applied: 0, unused, stale: [] });
  });

  it('are refused with the wrong subject, field or answer, all at once with their places', () => {
    const a = overrides(
      entry('u1', { severity: 'mild' }, { business_id: 'k2' }),
      entry('u2', { severity: 'awful' }),
      entry('u3', { grade: 1 }),
      entry('u9', { severity: 'mild' }),
    ).replaceAll('},{', '},\n{');
    const b = overrides(entry('u1', { severity: 'mild' }, { business_id: ' k1 ', reason: ' ' }));
    const c = rows([
      ruled('u3', { answers: { severity: 'awful' } }),
      ruled('u8', { exclude: true }),
    ]);
    const files = { 'rulings/a.json': a, 'rulings/b.json': b, 'rulings/c.jsonl': c };
    expect(faultsFor(files)).toEqual([
      'wrong-value rulings/a.json 1 reviews.0.business_id',
      'wrong-value rulings/a.json 2 reviews.1.corrected.severity',
      'unknown-reference rulings/a.json 3 reviews.2.corrected.grade',
      'wrong-value rulings/b.json 1 reviews.0.reason',
      'wrong-value rulings/c.jsonl 1 u3:',
      'unknown-unit rulings/a.json 4 review_id',
      'unknown-unit rulings/c.jsonl 2 unit',
    ]);
  });

  it('are refused where with the votes they would break a rule of the protocol', () => {
    const rule = '    constraints: ["severity = severe => alarm"]\npanel:';
    const source = protocol
      .replace('      passage:', '      alarm: { when: relevant }\n      passage:')
      .replace('panel:', rule);
    const vote = { ...calm, alarm: false };
    const files = (corrected: object) => ({
      'protocol.yaml': source,
      'judgments/full.big.jsonl': rows([judged('u1', 'big#1', vote)]),
      'rulings/a.json': overrides(
        entry('u1', corrected),
        entry('u2', { severity: 'severe', alarm: false }),
      ),
    });
    // Nobody judged u2, so there the override is without use whatever it says.
    expect(faultsFor(files({ severity: 'severe' }))).toEqual([
      expect.stringMatching(/^[a-z-]+ rulings\/a\.json 1 u1:$/),
    ]);
    expect(faultsFor(files({ severity: 'severe', alarm: true }))).toEqual([]);
  });
});

it('a correction loses the answers to questions that it makes pointless, and no other', () => {
  const task = buildTask({ questions: { a: {}, b: { when: 'a' }, c: { when: 'not a' } } });
  expect(withoutPointless(task, {}, { a: true, b: true, c: true })).toEqual({ a: true, b: true });
  expect(withoutPointless(task, { a: true }, { b: false })).toEqual({ b: false });
  expect(withoutPointless(task, { a: false }, { b: false, c: false })).toEqual({ c: false });
  expect(withoutPointless(task, { a: false }, { a: true, b: false })).toEqual({
    a: true,
    b: false,
  });
});
