import { describe, expect, it } from 'vitest';
import { handOutUnits } from './hand-out.ts';
import { runPieces } from './stage-run.ts';

const drawnOf = (units: readonly string[]) => ({
  units,
  probability: (unit: string) => (unit === 'a' ? 0.25 : 0.5),
  seed: 1,
  corpus: units.length,
  used: 0,
  labels: [],
  unlabelled: { available: units.length, drawn: units.length },
  hard: null,
  exact: true,
});
const places = { dealt: ['ben', 'anna'], perUnit: 1, upTo: 1, models: ['mini#2', 'mini#1'] };
const round = { further: null };
const plan = {
  round,
  places,
  perUnit: 3,
  seed: 1,
  annotators: ['anna', 'ben', 'mini#1', 'mini#2'],
};

describe('units that are handed out', () => {
  it('are evenly dealt to people, and all of them to every run of a model', async () => {
    const handedOut = await handOutUnits(drawnOf(['a', 'b', 'c', 'd']), {
      ...plan,
      handOut: 'balanced',
    });
    // Four units with three places each.
    expect([handedOut.units, handedOut.perUnit, handedOut.rows]).toEqual([4, 3, 16]);
    const pieces = [...handedOut.pieces('run', () => 3)];
    expect(pieces.map(({ run, isFirst, units }) => [run, isFirst, units])).toEqual([
      [
        'run',
        true,
        [
          { unit: 'a', position: 0, inclusionProbability: 0.25 },
          { unit: 'b', position: 1, inclusionProbability: 0.5 },
          { unit: 'c', position: 2, inclusionProbability: 0.5 },
        ],
      ],
      ['run', false, [{ unit: 'd', position: 3, inclusionProbability: 0.5 }]],
    ]);
    const slots = pieces.flatMap((piece) => piece.slots);
    const models = slots.filter(({ annotator }) => annotator!.startsWith('mini'));
    expect(models.slice(0, 2)).toEqual([
      { unit: 'a', ordinal: 2, annotator: 'mini#1', position: 0 },
      { unit: 'a', ordinal: 3, annotator: 'mini#2', position: 0 },
    ]);
    expect([slots.length, models.length]).toEqual([12, 8]);
    for (const person of ['anna', 'ben']) {
      const own = slots.filter(({ annotator }) => annotator === person);
      expect(own.map(({ ordinal }) => ordinal)).toEqual([1, 1]);
      expect(own.map(({ position }) => position).toSorted()).toEqual([0, 1]);
    }
    expect([...handedOut.orderParts('run')]).toEqual([]);
  });

  it('are nobody’s where people claim them, in the order of their names', async () => {
    const handedOut = await handOutUnits(drawnOf(['a', 'b']), {
      ...plan,
      places: { ...places, perUnit: 2, upTo: 2, models: [] },
      perUnit: 2,
      handOut: 'open',
    });
    const [piece, ...more] = handedOut.pieces('run', () => 2);
    expect(more).toEqual([]);
    expect(piece!.slots).toEqual([
      { unit: 'a', ordinal: 1, annotator: null, position: 0 },
      { unit: 'a', ordinal: 2, annotator: null, position: 0 },
      { unit: 'b', ordinal: 1, annotator: null, position: 1 },
      { unit: 'b', ordinal: 2, annotator: null, position: 1 },
    ]);
    expect([...handedOut.orderParts('run')]).toEqual([]);
  });

  it('have further places where they were drawn for it, before those of models', async () => {
    const people = ['anna', 'ben', 'cora'];
    const further = { upTo: 3, share: 0.5, disagreement: false, questions: null, flag: false };
    const given = {
      ...plan,
      round: { further },
      places: { dealt: people, perUnit: 2, upTo: 3, models: ['mini#1'] },
      perUnit: 3,
      annotators: people,
    };
    for (const handOut of ['balanced', 'open'] as const) {
      const handedOut = await handOutUnits(drawnOf(['a', 'b', 'c', 'd']), { ...given, handOut });
      // Four units, with three places each and a fourth on two of them.
      expect([handedOut.further, handedOut.rows]).toEqual([2, 4 * (1 + 3) + 2]);
      const slots = [...handedOut.pieces('run', () => 4)].flatMap((piece) => piece.slots);
      const late = slots.filter((slot) => slot.further === 'share');
      expect(late.map(({ ordinal }) => ordinal)).toEqual([3, 3]);
      for (const { unit, annotator } of late) {
        const own = slots.filter((slot) => slot.unit === unit);
        expect(own.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3, 4]);
        const names = own.slice(0, 3).map((slot) => slot.annotator);
        expect(names.toSorted()).toEqual(handOut === 'open' ? [null, null, null] : people);
        expect(names[2]).toBe(annotator);
      }
    }
  });

  it('are dealt five hundred at a time, and the rest of the order is kept in parts', async () => {
    const units = Array.from({ length: 1203 }, (_, at) => `u${String(at).padStart(4, '0')}`);
    const alone = { dealt: ['anna'], perUnit: 1, upTo: 1, models: [] };
    const given = { ...plan, places: alone, perUnit: 1, handOut: 'balanced' } as const;
    const handedOut = await handOutUnits(drawnOf(units), given);
    const parts = [...handedOut.orderParts('run')];
    expect(
      parts.map(({ run, annotator, first, units: own }) => [run, annotator, first, own.length]),
    ).toEqual([
      ['run', 'anna', 500, 500],
      ['run', 'anna', 1000, 203],
    ]);
    const slots = [...handedOut.pieces('run', () => 1203)].flatMap((piece) => piece.slots);
    const dealt = slots.filter(({ position }) => position !== null);
    expect(dealt.map(({ position }) => position).toSorted((a, b) => a! - b!)).toEqual(
      Array.from({ length: 500 }, (_, at) => at),
    );
    const later = new Set(parts.flatMap((part) => part.units));
    expect(slots.every(({ unit, position }) => later.has(unit) === (position === null))).toBe(true);
    // 1203 units with a place each are 2406 rows: a thousand units fit into 2,000 rows.
    const pieces = [...runPieces('run', handedOut)];
    expect(pieces.map(({ size }) => size)).toEqual([2000, 406, 0, 0]);
  });
});
