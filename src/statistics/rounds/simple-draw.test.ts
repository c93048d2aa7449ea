import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simpleDraw } from './simple-draw.ts';
import { stratifiedDraw } from './stratified-draw.ts';

describe('simpleDraw', () => {
  it('draws what a stratified draw without labels draws', () => {
    const situations = fc
      .integer({ min: 1, max: 300 })
      .chain((units) => fc.tuple(fc.constant(units), fc.integer({ min: 1, max: units })));
    fc.assert(
      fc.property(situations, fc.integer(), ([units, size], seed) => {
        const labels = { units, labels: 0, has: new Uint8Array(0) };
        const expected = stratifiedDraw({ labels, size, floor: 0 }, seed);
        expect(drawnBy(units, size, seed)).toEqual(expected.units);
        if (expected.units !== null) expect(expected.probability[0]).toBeCloseTo(size / units, 12);
      }),
      { seed: 1 },
    );
  });

  it('pauses while it draws many, and draws as many as asked for', () => {
    const steps = [...simpleDraw(100_000, 50_000, 7)];
    expect(steps.length).toBeGreaterThan(3);
    expect(new Set(drawnBy(100_000, 50_000, 7)).size).toBe(50_000);
  });
});

function drawnBy(units: number, size: number, seed: number): Int32Array {
  const steps = simpleDraw(units, size, seed);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
