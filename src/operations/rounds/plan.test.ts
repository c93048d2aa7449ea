import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { defaultEffort, plan } from './plan.ts';

const expectation = { prevalence: 0.1, kappa: 0.7, width: 0.1 };

describe('plan', () => {
  it('shows 890 hours and 14.8 weeks for the default figures, which is not the claimed 7 to 9 weeks', () => {
    const result = plan(expectation);
    // 2000 × 3 × 8 min = 800 h; 600 × 5 min = 50 h; 40 h; 890 / (3 × 20) = 14.83
    expect(result.hours).toEqual({ judging: 800, rulings: 50, overhead: 40, total: 890 });
    expect(result.weeklyHours).toBe(60);
    expect(result.weeks).toBeCloseTo(14.8333, 4);
    // 890 / 9 = 98.9 h and 890 / 7 = 127.1 h a week: 5 to 7 people at 20 h
    expect(result.claim).toMatchObject({ weeks: [7, 9], holds: false, people: [5, 7] });
    expect(result.claim!.weeklyHours[0]).toBeCloseTo(98.889, 3);
  });

  it('adds up the options line by line', () => {
    const { options } = plan(expectation);
    expect(options.map(({ id, total, hours }) => [id, total, hours])).toEqual([
      ['A', 91_200, 900],
      ['B', 51_200, 900],
      ['C', 42_000, 900],
    ]);
    expect(options[0]!.lines.map((line) => line.amount)).toEqual([90_000, 1200]);
    expect(options.every((option) => option.enough)).toBe(true);
  });

  it('holds the default claim against the default work only, by however many people', () => {
    expect(
      plan({ ...expectation, units: 2000, annotators: 3, minutes: 8, people: 6 }).claim,
    ).toMatchObject({ weeks: [7, 9], holds: true });
    expect(plan({ ...expectation, units: 100 }).claim).toBe(null);
    expect(plan({ ...expectation, units: 100, claimedWeeks: [1, 2] }).claim).toMatchObject({
      weeks: [1, 2],
      holds: true,
    });
  });

  it('says when an option pays for fewer hours than the work takes', () => {
    const result = plan({ ...expectation, units: 4000 });
    expect(result.hours.total).toBe(1740); // 1600 + 100 + 40
    expect(result.options.every((option) => !option.enough)).toBe(true);
  });

  it('lets every figure be changed', () => {
    const result = plan({
      ...expectation,
      units: 100,
      annotators: 2,
      minutes: 6,
      rulingShare: 0.1,
      rulingMinutes: 12,
      overheadHours: 3,
      people: 5,
      hoursPerWeek: 5,
      claimedWeeks: [1, 2],
    });
    expect(result.hours).toEqual({ judging: 20, rulings: 2, overhead: 3, total: 25 });
    expect([result.weeks, result.claim!.holds]).toEqual([1, true]);
  });

  it('expects a narrower interval from more units, and names the number that the wanted width needs', () => {
    const { precision } = plan(expectation);
    const widths = precision.rounds.map(({ round, units, expected }) => ({
      round,
      units,
      width: expected.width!,
    }));
    expect(widths.map(({ round, units }) => [round, units])).toEqual([
      ['pilot', 100],
      ['planned', 2000],
    ]);
    // The width falls with the square root of the number: √(2000 / 100)
    expect(widths[0]!.width / widths[1]!.width).toBeCloseTo(Math.sqrt(20), 9);
    const exact = plan({ ...expectation, units: precision.needed.units! }).precision.rounds[1]!
      .expected.width!;
    expect(exact).toBeLessThanOrEqual(0.1);
    expect(
      plan({ ...expectation, units: precision.needed.units! - 1 }).precision.rounds[1]!.expected
        .width!,
    ).toBeGreaterThan(0.1);
  });

  it('has no width for a single annotator, and says why', () => {
    const { precision } = plan({ ...expectation, annotators: 1 });
    expect(precision.rounds[0]!.expected).toEqual({
      width: null,
      why: { code: 'one-annotator', values: {} },
    });
    expect(precision.needed.units).toBe(null);
  });

  it('takes the figures of a protocol', () => {
    const result = plan({
      ...expectation,
      protocol: new URL('../../../examples/regulatory-topics', import.meta.url).pathname,
    });
    expect(result.protocol).toBe('regulatory-topics');
    expect(result.hours.total).toBe(890);
    expect(result.options.map((option) => option.total)).toEqual(
      Object.keys(defaultEffort.options).map((_, at) => [91_200, 51_200, 42_000][at]),
    );
    expect(result.precision.rounds.map((one) => one.round)).toContain('pilot');
  });

  it('says of gates on a lower end alone how many units they need', () => {
    const asked = (gate: string) => plan({ ...expectation, gate }).precision.gates;
    expect(asked('fleiss_kappa >= 0.60')).toEqual([]);
    expect(asked('fleiss_kappa.low >= 0.60')).toMatchObject([
      { round: null, gate: 'fleiss_kappa.low >= 0.60', needed: { units: expect.any(Number) } },
    ]);
  });

  it('needs the number of units, from a protocol or by name', () => {
    const folder = temporaryFolder();
    const protocol = join(folder, 'protocol.yaml');
    writeFileSync(join(folder, 'guide.md'), '# Guide\n');
    writeFileSync(
      protocol,
      'assay: 1\nname: tiny\nguideline: { version: "1", file: guide.md }\n' +
        'tasks: { topics: { unit: { id: id, show: text }, questions: { IRB: {} } } }\n' +
        'effort: { annotators: 2 }\n',
    );
    expect(() => plan({ ...expectation, protocol })).toThrow('--units');
    expect(plan({ ...expectation, protocol, units: 100 }).effort.units).toBe(100);
  });
});
