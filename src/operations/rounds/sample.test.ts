import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultsIn } from '../../../test/refusals.ts';
import { jsonLines, parseLines, temporaryFolder } from '../../../test/run-assay.ts';
import { sample } from './sample.ts';

const protocol = `assay: 1
name: tiny
guideline: { version: "1", file: guide.md }
tasks: { topics: { unit: { id: id, show: text }, questions: { IRB: {} } } }
panel: { words: { kind: rule, file: rules.yaml } }
rounds:
  pilot: { units: 4, annotators: 2, draw: { by: band, hard: 0.5, hard_by: doubt } }
  full: { annotators: 2, draw: { by: words, floor: 1 }, repeat: { units: 3 } }
`;
const units = Array.from({ length: 12 }, (_, at) => ({
  id: `u${at}`,
  text: at % 3 === 0 ? 'about irb' : 'about rain',
  band: [],
  doubt: at,
  other: at % 2 === 0,
}));

function prepared() {
  const folder = temporaryFolder({
    'protocol.yaml': protocol,
    'guide.md': '# Guide\n',
    'rules.yaml': 'labels: { IRB: [irb], Credit: [credit] }\n',
    'units.jsonl': jsonLines(units),
  });
  const at = (name: string): string => join(folder, name);
  const request = {
    units: at('units.jsonl'),
    seed: 1,
    exclude: [] as readonly string[],
    force: false,
    print: (): void => undefined,
  };
  return { at, request, inRound: { ...request, protocol: folder } };
}

const reasonOf = (act: () => unknown): unknown => faultsIn(act)[0]?.values['reason'];

describe('a sample for a round', () => {
  it('is drawn by what the round says, unless another field is named', () => {
    const { inRound } = prepared();
    const request = { ...inRound, round: 'pilot' };
    const drawn = sample(request);
    expect(drawn).toMatchObject({
      round: 'pilot',
      by: 'band',
      floor: 0,
      hard: { available: 6, drawn: 2 },
      hardShare: 0.5,
    });
    expect(drawn.units.size).toBe(4);
    expect(sample({ ...request, hardBy: 'other' }).hard).toEqual({ available: 6, drawn: 2 });
    expect(sample({ ...request, n: 6, hard: 0 })).toMatchObject({
      hardShare: 0,
      hard: { drawn: 0 },
    });
  });

  it('takes all that are left where the round has no number, and fewer in a repeat', () => {
    const { inRound } = prepared();
    const request = { ...inRound, round: 'full', floor: 0 };
    const all = sample(request);
    expect(all.units.size).toBe(12);
    expect(all.labels.map(({ label, available }) => [label, available])).toEqual([
      ['IRB', 4],
      ['Credit', 0],
    ]);
    expect(sample({ ...request, repeat: true }).units.size).toBe(3);
    expect(sample({ ...request, repeat: true, n: 5 }).units.size).toBe(5);
    // The floor of the round is one unit for each label, and none is about credit.
    expect(faultsIn(() => sample({ ...inRound, round: 'full', n: 3 }))).toMatchObject([
      { code: 'floors-impossible' },
    ]);
    const need = '--repeat needs a --round whose protocol says how many units a repeat takes.';
    expect(reasonOf(() => sample({ ...inRound, round: 'pilot', repeat: true }))).toBe(need);
    expect(reasonOf(() => sample({ ...inRound, repeat: true }))).toBe(need);
  });
});

describe('a sample of a file', () => {
  it('is told in full, and written in the order of the file with everybody’s chance', () => {
    const { at, request } = prepared();
    const drawn = sample({ ...request, n: 3, out: at('drawn.jsonl') });
    expect(drawn).toEqual({
      units: drawn.units,
      seed: 1,
      corpus: 12,
      used: 0,
      labels: [],
      unlabelled: { available: 12, drawn: 3 },
      hard: null,
      exact: true,
      file: request.units,
      out: at('drawn.jsonl'),
      round: null,
      idFields: ['id'],
      by: null,
      floor: 0,
      hardShare: null,
      usedElsewhere: 0,
      replaced: false,
    });
    const rows = parseLines<{ id: string; inclusion_probability: number }>(
      readFileSync(at('drawn.jsonl'), 'utf8'),
    );
    expect(rows).toEqual(
      units
        .filter(({ id }) => drawn.units.has(id))
        .map((unit) => ({ ...unit, inclusion_probability: 0.25 })),
    );
    // Drawn from again, the chance is replaced.
    const again = sample({ ...request, units: at('drawn.jsonl'), n: 1 });
    expect([again.replaced, again.out]).toEqual([true, null]);
  });

  it('leaves out what was used, and counts what was used elsewhere', () => {
    const { at, request } = prepared();
    const used = [{ unit: 'u1' }, { id: 'u2' }, { id: 'elsewhere' }];
    writeFileSync(at('used.jsonl'), jsonLines(used));
    const exclude = [at('used.jsonl')];
    const drawn = sample({ ...request, n: 10, exclude });
    expect([drawn.corpus, drawn.used, drawn.usedElsewhere]).toEqual([10, 2, 1]);
    expect([drawn.units.has('u1'), drawn.units.has('u2')]).toEqual([false, false]);
    expect(faultsIn(() => sample({ ...request, n: 11, exclude }))).toMatchObject([
      { code: 'corpus-too-small' },
    ]);
    writeFileSync(at('used.jsonl'), jsonLines(units));
    expect(faultsIn(() => sample({ ...request, n: 1, exclude }))).toMatchObject([
      { code: 'all-units-used', values: { units: 12 } },
    ]);
    writeFileSync(at('used.jsonl'), jsonLines([{ id: 'u1' }, { name: 'u2' }]));
    expect(faultsIn(() => sample({ ...request, n: 1, exclude }))).toMatchObject([
      { code: 'missing-field', field: 'id', file: at('used.jsonl'), line: 2 },
    ]);
  });

  it('is printed as a table where the file is one', () => {
    const { at, request } = prepared();
    writeFileSync(at('units.csv'), 'id,text\nu1,one\nu2,two\n');
    let printed = '';
    const asked = { ...request, units: at('units.csv'), n: 2 };
    sample({ ...asked, print: (text) => (printed += text) });
    expect(printed).toBe('id,text,inclusion_probability\nu1,one,1\nu2,two,1\n');
    expect(reasonOf(() => sample({ ...asked, out: at('drawn.jsonl') }))).toBe(
      `${at('units.csv')} is CSV, and the drawn units are written the same way: give --out the ` +
        'matching extension.',
    );
    expect(sample({ ...asked, out: at('drawn') }).out).toBe(at('drawn'));
    expect(faultsIn(() => sample({ ...asked, out: at('drawn') }))).toHaveLength(1);
    expect(sample({ ...asked, out: at('drawn'), force: true }).units.size).toBe(2);
    const over = { ...asked, out: at('units.csv'), force: true };
    expect(faultsIn(() => sample(over))).toHaveLength(1);
    expect(readFileSync(at('units.csv'), 'utf8')).toBe('id,text\nu1,one\nu2,two\n');
  });

  it('needs a number, and names for what it is to be drawn by', () => {
    const { request } = prepared();
    expect(reasonOf(() => sample(request))).toBe(
      'Say how many units to draw: --n 100, or --round for the size in the protocol.',
    );
    expect(faultsIn(() => sample({ ...request, n: 1, round: 'pilot' }))).toMatchObject([
      { code: 'no-protocol' },
    ]);
    expect(reasonOf(() => sample({ ...request, n: 1, floor: 1 }))).toBe(
      'A floor needs --by, the field or the rules that give the labels.',
    );
    expect(reasonOf(() => sample({ ...request, n: 1, hard: 0.5 }))).toBe(
      'A share of hard units needs --hard-by, the field that says how hard a unit is, or rules ' +
        'to draw by.',
    );
    expect(sample({ ...request, n: 4, hard: 0.5, hardBy: 'doubt' }).hard).toEqual({
      available: 6,
      drawn: 2,
    });
    expect(sample({ ...request, n: 4, by: 'other', floor: 2 }).labels).toMatchObject([
      { label: 'false', available: 6, drawn: 2 },
      { label: 'true', available: 6, drawn: 2 },
    ]);
  });
});
