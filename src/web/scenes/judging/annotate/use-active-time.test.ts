import { describe, expect, it } from 'vitest';
import { ActiveClock } from './use-active-time.ts';

describe('active time', () => {
  it('is the time between acts, a longer pause counting as the limit', () => {
    const clock = new ActiveClock(0, 300);
    clock.act(10_000);
    clock.act(1_010_000);
    expect(clock.seconds(1_010_000)).toBe(310);
    expect(clock.seconds(1_015_000)).toBe(315);
  });

  it('does not pass while the page is hidden', () => {
    const clock = new ActiveClock(0, 300);
    clock.setHidden(true, 20_000);
    clock.setHidden(false, 200_000);
    clock.act(205_000);
    expect(clock.seconds(205_000)).toBe(25);
  });

  it('goes on from what was kept, and never runs back', () => {
    const clock = new ActiveClock(50_000, 300, 12);
    clock.act(40_000);
    expect(clock.seconds(40_000)).toBe(12);
  });
});
