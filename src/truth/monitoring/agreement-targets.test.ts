import { describe, expect, it } from 'vitest';
import { parseGate } from '../../domain/rounds/gate.ts';
import type { Gate } from '../../domain/rounds/gate.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import { codedText } from '../../domain/text-values.ts';
import { noValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { gateTargets, missesTarget, targetFor } from './agreement-targets.ts';

function protocolOf(...gates: readonly string[]): Pick<Protocol, 'rounds'> {
  const read = gates.map((source): Gate => {
    const parsed = parseGate(source);
    if (!parsed.ok) throw new Error(source);
    return parsed.gate;
  });
  return { rounds: [{ id: 'pilot', task: 't', gates: read }] } as unknown as Protocol;
}

const figure = (value: number, interval: readonly [number, number] | null): Estimate =>
  ({ value, n: 30, skipped: 0, interval, method: codedText('interval-jeffreys') }) as Estimate;

describe('the target of a gate on the lower end of an interval', () => {
  const asked = gateTargets(protocolOf('fleiss_kappa.low >= 0.60 per question'), 't', ['A', 'B']);

  it('says that the lower end must reach it', () => {
    const target = { round: 'pilot', measure: 'fleiss_kappa', target: 0.6, bound: 'low' };
    expect(asked).toEqual([
      { ...target, question: 'A' },
      { ...target, question: 'B' },
    ]);
  });

  it('is missed by a value above it whose interval begins below it, or that has none', () => {
    const [target] = asked;
    expect(missesTarget(figure(0.857, [0.586, 0.97]), target!)).toBe(true);
    expect(missesTarget(figure(0.9, [0.6, 0.99]), target!)).toBe(false);
    expect(missesTarget(figure(0.9, null), target!)).toBe(true);
    expect(missesTarget(noValue(codedText('no-value')), target!)).toBe(false);
    expect(missesTarget(figure(0.857, [0.586, 0.97]), { target: 0.6, bound: 'value' })).toBe(false);
  });

  it('is told where the round also asks for a value, if it is the one that is missed', () => {
    const both = gateTargets(
      protocolOf('fleiss_kappa.low >= 0.60 on A', 'fleiss_kappa >= 0.70 on A'),
      't',
      ['A'],
    );
    const told = (value: number, low: number): string | undefined =>
      targetFor(both, 'fleiss_kappa', 'A', figure(value, [low, 1]))?.bound;
    expect(told(0.8, 0.5)).toBe('low');
    expect(told(0.65, 0.62)).toBe('value');
    expect(told(0.8, 0.65)).toBe('value');
  });
});
