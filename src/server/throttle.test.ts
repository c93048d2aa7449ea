import { describe, expect, it } from 'vitest';
import { Throttle } from './throttle.ts';

const at = (plan = { free: 3, longest: 8 }) => {
  let now = 0;
  return {
    throttle: new Throttle(plan, () => now),
    pass: (seconds: number) => (now += seconds * 1000),
  };
};

describe('the throttle', () => {
  it('lets some failures pass, then makes each next attempt wait twice as long, up to the longest wait', () => {
    const { throttle, pass } = at();
    const waits = Array.from({ length: 8 }, () => {
      throttle.attempt('key');
      const wait = throttle.wait('key');
      pass(wait);
      return wait;
    });
    expect(waits).toEqual([0, 0, 1, 2, 4, 8, 8, 8]);
    expect(throttle.wait('key')).toBe(0);
    expect(throttle.wait('other')).toBe(0);
  });

  it('forgets after a success, and after an hour', () => {
    const { throttle, pass } = at();
    for (let time = 0; time < 5; time += 1) throttle.attempt('key');
    throttle.succeeded('key');
    throttle.attempt('key');
    expect(throttle.wait('key')).toBe(0);
    for (let time = 0; time < 5; time += 1) throttle.attempt('key');
    pass(3601);
    throttle.attempt('key');
    expect(throttle.wait('key')).toBe(0);
  });

  it('keeps the failures before an attempt that is taken back', () => {
    const { throttle } = at();
    for (let time = 0; time < 3; time += 1) throttle.attempt('address');
    throttle.takeBack('address');
    expect(throttle.wait('address')).toBe(0);
    throttle.attempt('address');
    expect(throttle.wait('address')).toBe(1);
  });

  it('keeps no more than it has room for', () => {
    const { throttle } = at({ free: 1, longest: 60 });
    for (let key = 0; key < 10_001; key += 1) throttle.attempt(String(key));
    expect([throttle.wait('0'), throttle.wait('1'), throttle.wait('10000')]).toEqual([0, 1, 1]);
  });
});
