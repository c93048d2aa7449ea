import { describe, expect, it } from 'vitest';
import { fault } from '../../../domain/fault.ts';
import type { GuardReport } from '../release/open-release.ts';
import { pageRelease } from './evaluation-page.ts';

function guarded(given: Partial<GuardReport>): GuardReport {
  return {
    release: 'release',
    project: 'trials',
    task: 'relevance',
    split: 'test',
    simulated: false,
    manifest: 'm',
    units: 10,
    excluded: 0,
    otherSide: 0,
    systems: ['bm25'],
    madeBy: [],
    training: null,
    objections: [],
    override: null,
    ...given,
  };
}

const objection = fault('file-empty', {}, { file: 'a.csv' });

describe('the page of an evaluation against a release', () => {
  it('names no override where none was needed', () => {
    expect(pageRelease(guarded({}), null).override).toBe(null);
    expect(pageRelease(guarded({ override: 'We know.' }), null).override).toBe(null);
    expect(pageRelease(guarded({ objections: [objection] }), null).override).toBe(null);
  });

  it('says why it was overridden, and what was objected, up to fifty', () => {
    const shown = (count: number) =>
      pageRelease(
        guarded({
          override: 'We know.',
          objections: Array.from({ length: count }, () => objection),
        }),
        null,
      ).override;
    const line = `a.csv:1 ${objection.message}`;
    expect(shown(1)).toEqual({ reason: 'We know.', objections: [line] });
    expect(shown(50)!.objections).toEqual(Array.from({ length: 50 }, () => line));
    expect(shown(53)!.objections.slice(49)).toEqual([line, '… and 3 more']);
  });
});
