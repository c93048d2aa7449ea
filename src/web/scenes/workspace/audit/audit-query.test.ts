import { describe, expect, it } from 'vitest';
import { auditQuery, readFilter, writeFilter } from './audit-query.ts';

describe('a filter of the audit log', () => {
  it('is the same after the way through the address', () => {
    const filter = {
      actor: 'anna',
      action: 'rule',
      object: 'run/',
      from: '2026-03-01',
      to: '2026-03-02',
      isBrief: true,
    };
    expect(readFilter(writeFilter(filter))).toEqual(filter);
    expect(writeFilter(readFilter({}))).toEqual({});
  });

  it('takes whole days, the last one included', () => {
    const { from, to } = auditQuery(readFilter({ from: '2026-03-01', to: '2026-03-01' }));
    expect(Date.parse(to!) - Date.parse(from!)).toBe(24 * 3_600_000);
    expect(auditQuery(readFilter({ from: 'soon' })).from).toBeUndefined();
  });

  it('leaves judgments out only where no action is named', () => {
    expect(auditQuery(readFilter({ judgments: '0' })).without).toBe('judge,judge-again');
    expect(auditQuery(readFilter({ judgments: '0', action: 'judge' }))).toMatchObject({
      actions: 'judge',
      without: undefined,
    });
  });
});
