import { describe, expect, it } from 'vitest';
import { runAssay, runJson, temporaryFolder } from './run-assay.ts';

describe('assay plan', () => {
  it('prints hours, weeks, the claim that does not hold, costs and precision in 80 columns', async () => {
    const run = await runAssay(['plan'], temporaryFolder());
    expect([run.code, run.err]).toEqual([0, '']);
    for (const text of [
      '890',
      '14.8 weeks',
      'not the claimed 7–9 weeks',
      '91,200',
      '51,200',
      '42,000',
      'A width of 0.1 needs',
    ])
      expect(run.out).toContain(text);
    for (const line of run.out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('prints the same for programs', async () => {
    const result = await runJson<Record<string, unknown>>(['plan'], temporaryFolder());
    expect(result).toMatchObject({
      total_hours: 890,
      weekly_hours: 60,
      claim: { weeks: [7, 9], holds: false },
      options: [
        { option: 'A', total: 91_200 },
        { option: 'B', total: 51_200 },
        { option: 'C', total: 42_000 },
      ],
    });
    expect(result['weeks']).toBeCloseTo(14.8333, 4);
  });

  it('takes other figures, and checks other claims', async () => {
    const run = await runAssay(
      [
        'plan',
        '--units',
        '300',
        '--annotators',
        '2',
        '--minutes',
        '4',
        '--overhead-hours',
        '0',
        '--ruling-share',
        '0',
        '--people',
        '2',
        '--claimed-weeks',
        '1-2',
      ],
      temporaryFolder(),
    );
    expect(run.out).toContain('40 h a week: 1.0 weeks.\nThat is within the claimed 1–2 weeks.');
    const small = (
      await runAssay(['plan', '--units', '1', '--claimed-weeks', '7-9'], temporaryFolder())
    ).out;
    expect(small).toContain('0.7 weeks.\nThat is less than the claimed 7–9 weeks.');
    expect(small).toContain('1 unit × 3 annotators');
    expect(small).toContain('Option A pays for 900 h, more than the 40.4 h that the work takes.');
    expect(await runAssay(['plan', '--units', 'many'], temporaryFolder())).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('whole number'),
    });
    expect(await runAssay(['plan', '--prevalence', '2'], temporaryFolder())).toMatchObject({
      code: 2,
      out: '',
    });
    expect(await runAssay(['plan', '--protocol', 'nothing.yaml'], temporaryFolder())).toMatchObject(
      { code: 2, out: '', err: expect.stringContaining('nothing.yaml does not exist') },
    );
  });
});
