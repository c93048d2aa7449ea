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

  it('says how each line of an option is reckoned', () => {
    const [internal, external] = plan(expectation).options;
    expect(internal).toEqual({
      id: 'A',
      title: 'Internal experts',
      lines: [
        { what: 'experts', how: '3 × 300 h × 100', amount: 90_000 },
        { what: 'annotation tool', how: '', amount: 1200 },
      ],
      total: 91_200,
      hours: 900,
      enough: true,
    });
    // For one person the number is left out.
    expect(external!.lines[0]).toEqual({
      what: 'specialised annotators',
      how: '900 h × 50',
      amount: 45_000,
    });
    // 900 hours are exactly enough for 890 and ten more.
    expect(plan({ ...expectation, overheadHours: 50 }).options[0]!.enough).toBe(true);
    expect(plan({ ...expectation, overheadHours: 51 }).options[0]!.enough).toBe(false);
  });

  it('holds a claim to its last week, whichever way round it is given', () => {
    // 25 hours at 5 a week are 5 weeks.
    const work = { ...expectation, units: 100, annotators: 1, minutes: 6, rulingShare: 0 };
    const claim = (claimedWeeks: readonly [number, number]) =>
      plan({ ...work, overheadHours: 15, people: 1, hoursPerWeek: 5, claimedWeeks }).claim;
    expect(claim([5, 4])).toEqual({
      weeks: [4, 5],
      holds: true,
      weeklyHours: [5, 6.25],
      people: [1, 2],
    });
    expect(claim([3, 4])!.holds).toBe(false);
  });

  it('has what was planned in full, with the currency and the rates', () => {
    const result = plan(expectation);
    expect(result).toMatchObject({
      protocol: null,
      currency: 'USD',
      ruledUnits: 600,
      effort: { units: 2000, annotators: 3, minutes: 8, people: 3, hours_per_week: 20 },
      precision: { kappa: 0.7, prevalence: 0.1, annotators: 3, width: 0.1, gates: [] },
    });
    expect(result.effort).not.toHaveProperty('options');
  });

  it('needs units for a lower end that lies below what is expected, of a kappa alone', () => {
    const asked = (gate: string, annotators?: number) =>
      plan({ ...expectation, gate, ...(annotators === undefined ? {} : { annotators }) }).precision
        .gates[0]!;
    // Half the width lies between the target and the expected value: 2 × (0.7 − 0.65).
    const width = plan({ ...expectation, width: 2 * (0.7 - 0.65) }).precision.needed;
    expect(asked('cohen_kappa.low >= 0.65')).toEqual({
      round: null,
      gate: 'cohen_kappa.low >= 0.65',
      units: null,
      needed: width,
    });
    expect(asked('fleiss_kappa.low >= 0.65', 2).needed.units).toBeGreaterThan(width.units!);
    expect(asked('fleiss_kappa.low >= 0.70').needed).toEqual({
      units: null,
      why: { code: 'low-not-above', values: { expected: 0.7, target: 0.7 } },
    });
    expect(asked('krippendorff_alpha.low >= 0.60').needed).toEqual({
      units: null,
      why: { code: 'low-unplanned', values: {} },
    });
    expect(() => plan({ ...expectation, gate: 'kappa' })).toThrow('--gate: ');
  });

  it('takes rounds, units and gates of a protocol', () => {
    const folder = temporaryFolder({ 'guide.md': '# Guide\n' });
    const protocol = join(folder, 'protocol.yaml');
    const head =
      'assay: 1\nname: tiny\nguideline: { version: "1", file: guide.md }\n' +
      'tasks: { topics: { unit: { id: id, show: text }, questions: { IRB: {} } } }\n';
    const rounds =
      'rounds:\n  pilot: { units: 50, annotators: 2, gate: ["fleiss_kappa.low >= 0.6"] }\n' +
      '  draft: { kind: pilot }\n  full: { units: 300 }\n  more: { kind: full, units: 200 }\n';
    writeFileSync(protocol, `${head}${rounds}effort: { claimed_weeks: [1, 2] }\n`);
    const result = plan({ ...expectation, protocol });
    // Both full rounds together, since the effort does not say.
    expect(result.effort.units).toBe(500);
    expect(result.precision.rounds.map(({ round, units }) => [round, units])).toEqual([
      ['pilot', 50],
      ['planned', 500],
    ]);
    expect(result.claim).toMatchObject({ weeks: [1, 2] });
    const [gate] = result.precision.gates;
    const two = plan({ ...expectation, annotators: 2, gate: 'fleiss_kappa.low >= 0.6' });
    expect(gate).toEqual({
      round: 'pilot',
      gate: 'fleiss_kappa.low >= 0.6',
      units: 50,
      needed: two.precision.gates[0]!.needed,
    });
    writeFileSync(protocol, `${head}effort: { units: 80 }\n`);
    expect(plan({ ...expectation, protocol })).toMatchObject({
      effort: { units: 80 },
      claim: null,
    });
  });
});
