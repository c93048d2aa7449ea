import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openCells } from './open-cells.ts';
import type { CellContent } from './open-cells.ts';

const units = ['u1', 'u2', 'u3'];
const annotators = ['nano#1', 'nano#2', 'mini#1'];
const cells = annotators.flatMap((annotator) => units.map((unit) => `${annotator} ${unit}`));

const demand = (contents: ReadonlyMap<string, CellContent>, invalidate = false) =>
  openCells({
    annotators,
    units: () => units,
    content: ({ unit, annotator }) => contents.get(`${annotator} ${unit}`) ?? null,
    attempts: () => [],
    job: 'a',
    invalidate,
    again: false,
  });

const contentMaps = fc
  .array(fc.constantFrom<CellContent>(null, 'judged', 'stale', 'pending'), {
    minLength: cells.length,
    maxLength: cells.length,
  })
  .map((contents) => new Map(cells.map((cell, at) => [cell, contents[at]!])));

describe('openCells', () => {
  it('asks exactly for what is neither judged nor on its way, by exact numbers', () => {
    fc.assert(
      fc.property(contentMaps, fc.boolean(), (contents, invalidate) => {
        const { open, counts } = demand(contents, invalidate);
        const wanted = cells.filter((cell) => {
          const content = contents.get(cell);
          return content === null || (content === 'stale' && invalidate);
        });
        expect(open.map(({ unit, annotator }) => `${annotator} ${unit}`)).toEqual(wanted);
        const { judged, stale, pending, givenUp } = counts;
        expect(open.length + judged + stale + pending + givenUp).toBe(counts.cells);
      }),
      { seed: 1 },
    );
  });

  it('asks for a missing first run as the first, not as one more', () => {
    const contents = new Map<string, CellContent>(cells.map((cell) => [cell, 'judged']));
    contents.set('nano#1 u2', null);
    expect(demand(contents).open).toMatchObject([{ unit: 'u2', annotator: 'nano#1' }]);
  });

  it('asks only for the runs of a model that was added', () => {
    const before = new Map<string, CellContent>(
      cells.filter((cell) => !cell.startsWith('mini')).map((cell) => [cell, 'judged']),
    );
    expect(new Set(demand(before).open.map(({ annotator }) => annotator))).toEqual(
      new Set(['mini#1']),
    );
  });
});
