import { describe, expect, it } from 'vitest';
import { checkMetricsReader } from './metrics-access.ts';
import type { MetricsReader, MetricsRule } from './metrics-access.ts';

describe('the metrics', () => {
  const mayRead = (reader: Partial<MetricsReader>, rule: Partial<MetricsRule> = {}): boolean => {
    try {
      checkMetricsReader(
        { headers: {}, peer: '127.0.0.1', ...reader },
        { token: null, isProxied: false, ...rule },
      );
      return true;
    } catch {
      return false;
    }
  };

  it('are for this machine, whatever form its address has', () => {
    for (const peer of ['127.0.0.1', '127.3.2.1', '::1', '::ffff:127.0.0.1'])
      expect([peer, mayRead({ peer })]).toEqual([peer, true]);
    for (const peer of [
      '192.0.2.7',
      '::ffff:192.0.2.7',
      '2001:db8::1',
      '127.0.0.1.example.org',
      '',
      undefined,
    ])
      expect([peer, mayRead({ peer })]).toEqual([peer, false]);
  });

  it('are for nobody who comes through a proxy, who would seem to be on this machine', () => {
    expect(mayRead({ headers: { 'x-forwarded-for': '192.0.2.7' } })).toBe(false);
    expect(mayRead({ headers: { forwarded: 'for=192.0.2.7' } })).toBe(false);
    // Not every proxy says that it is one.
    expect(mayRead({}, { isProxied: true })).toBe(false);
  });

  it('are, where there is a token, for whoever shows it and for nobody else', () => {
    const token = 'a-token-of-some-length';
    const showing = (shown: string): Partial<MetricsReader> => ({
      headers: { authorization: `Bearer ${shown}`, 'x-forwarded-for': '192.0.2.7' },
      peer: '192.0.2.8',
    });
    expect(mayRead(showing(token), { token, isProxied: true })).toBe(true);
    expect(mayRead(showing(`${token}x`), { token })).toBe(false);
    expect(mayRead({}, { token })).toBe(false);
  });
});
