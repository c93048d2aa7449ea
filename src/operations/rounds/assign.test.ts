import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultsIn } from '../../../test/refusals.ts';
import { jsonLines, parseLines, temporaryFolder } from '../../../test/run-assay.ts';
import { assign } from './assign.ts';
import type { AssignRequest } from './assign.ts';

const units = ['u1', 'u2', 'u3', 'u4'].map((id) => ({ id, text: `Text ${id}`, score: 1 }));
const protocol = `assay: 1
name: tiny
guideline: { version: "1", file: guide.md }
tasks: { topics: { unit: { id: id, show: text, hidden: [score] }, questions: { IRB: {} } } }
panel:
  experts: { names: [anna, ben] }
  mini: { kind: model, runs: 2 }
  words: { kind: rule, file: rules.yaml }
rounds:
  pilot: { units: 4, annotators: 1 }
  full: {}
`;

function prepared(files: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder({ 'units.jsonl': jsonLines(units), ...files });
  const at = (name: string): string => join(folder, name);
  const request = {
    units: at('units.jsonl'),
    annotators: ['ben', 'anna'],
    perUnit: 1,
    seed: 7,
    judgments: [],
    force: false,
  } as const satisfies AssignRequest;
  return { folder, at, request };
}

function withProtocol() {
  const made = prepared({ 'protocol.yaml': protocol, 'guide.md': '# Guide\n' });
  writeFileSync(made.at('rules.yaml'), 'labels: { IRB: [irb] }\n');
  return made;
}

const reasonOf = (act: () => unknown): unknown => faultsIn(act)[0]?.values['reason'];

describe('units that are handed out', () => {
  it('are told with everybody’s share, and printed where no file is named', () => {
    const { request } = prepared();
    let printed = '';
    const handout = assign({ ...request, print: (text) => (printed += text) });
    const share = { units: 2, submitted: 0, open: 2, added: 2, left: false };
    expect(handout).toEqual({
      file: request.units,
      round: 'full',
      seed: 7,
      units: 4,
      perUnit: 1,
      further: null,
      assignments: parseLines(printed),
      shares: [
        { annotator: 'anna', ...share },
        { annotator: 'ben', ...share },
      ],
      withdrawn: 0,
      otherRounds: 0,
      out: null,
      taskFiles: [],
    });
    expect(handout.assignments.map(({ unit }) => unit).toSorted()).toEqual([
      'u1',
      'u2',
      'u3',
      'u4',
    ]);
  });

  it('are written as a table or as JSON lines, and not over an input or another file', () => {
    const { at, request } = prepared();
    const { assignments, out } = assign({ ...request, out: at('work.csv') });
    expect(out).toBe(at('work.csv'));
    expect(readFileSync(at('work.csv'), 'utf8')).toBe(
      `unit,annotator,round,order\n${assignments
        .map((one) => `${one.unit},${one.annotator},${one.round},${one.order}\n`)
        .join('')}`,
    );
    assign({ ...request, out: at('work') });
    expect(parseLines(readFileSync(at('work'), 'utf8'))).toEqual(assignments);
    expect(faultsIn(() => assign({ ...request, out: at('work.csv') }))).toHaveLength(1);
    expect(assign({ ...request, out: at('work.csv'), force: true }).assignments).toEqual(
      assignments,
    );
    expect(
      faultsIn(() => assign({ ...request, out: request.units, force: true })).map(
        ({ code }) => code,
      ),
    ).toEqual(['file-unwritable']);
    const judged = { ...request, judgments: [at('judged.jsonl')], out: at('judged.jsonl') };
    writeFileSync(at('judged.jsonl'), jsonLines([{ id: 'u1', annotator_id: 'anna' }]));
    expect(faultsIn(() => assign({ ...judged, force: true }))).toHaveLength(1);
  });

  it('go on from what was handed out and judged before', () => {
    const { at, request } = prepared();
    const first = assign({ ...request, round: 'pilot', out: at('work.jsonl') });
    const own = first.assignments.filter(({ annotator }) => annotator === 'anna');
    const rows = [
      { unit: own[0]!.unit, annotator: ' anna ', round: '' },
      // Of another round, and so not of this.
      { unit: own[1]!.unit, annotator: 'anna', round: 'training' },
    ];
    writeFileSync(at('judged.jsonl'), jsonLines(rows));
    const other = { unit: 'u1', annotator: 'zoe', round: 'training', order: 0 };
    writeFileSync(
      at('before.jsonl'),
      `${readFileSync(at('work.jsonl'), 'utf8')}${jsonLines([other])}`,
    );
    let printed = '';
    const next = assign({
      ...request,
      round: 'pilot',
      annotators: ['ben', 'cora'],
      existing: at('before.jsonl'),
      judgments: [at('judged.jsonl')],
      print: (text) => (printed += text),
    });
    expect(next.shares).toEqual([
      { annotator: 'ben', units: 2, submitted: 0, open: 2, added: 0, left: false },
      { annotator: 'cora', units: 1, submitted: 0, open: 1, added: 1, left: false },
      { annotator: 'anna', units: 1, submitted: 1, open: 0, added: 0, left: true },
    ]);
    expect([next.withdrawn, next.otherRounds, next.round]).toEqual([1, 1, 'pilot']);
    expect(next.assignments.map(({ round }) => round)).toEqual(Array(4).fill('pilot'));
    // What belongs to other rounds comes first, as it was.
    expect(parseLines(printed)).toEqual([other, ...next.assignments]);
  });

  it('go to the people of the panel, and where everybody judges to its models as well', () => {
    const { folder, request } = withProtocol();
    const { annotators: _, perUnit: __, units: ___, ...plain } = request;
    const asked = { ...plain, units: request.units, protocol: folder };
    const pilot = assign({ ...asked, round: 'pilot' });
    expect([pilot.perUnit, pilot.shares.map(({ annotator }) => annotator)]).toEqual([
      1,
      ['anna', 'ben'],
    ]);
    const full = assign({ ...asked, round: 'full' });
    expect([full.perUnit, full.shares.map(({ annotator }) => annotator)]).toEqual([
      4,
      ['anna', 'ben', 'mini#1', 'mini#2'],
    ]);
    // A number of annotators speaks of people.
    const two = assign({ ...asked, round: 'full', perUnit: 2 });
    expect(two.shares.map(({ annotator }) => annotator)).toEqual(['anna', 'ben']);
    expect(assign({ ...asked, perUnit: 2 }).round).toBe('full');
    expect(reasonOf(() => assign(asked))).toBe(
      'Say how many annotators judge each unit: --per-unit 2, or --round for the number in ' +
        'the protocol.',
    );
  });

  it('are judged blind: task files hold what the task shows, under its guideline', () => {
    const { folder, at, request } = withProtocol();
    const handout = assign({ ...request, protocol: folder, round: 'pilot', tasks: at('tasks') });
    expect(handout.taskFiles.toSorted()).toEqual([
      at('tasks/pilot.anna.jsonl'),
      at('tasks/pilot.ben.jsonl'),
    ]);
    const [own] = parseLines<object>(readFileSync(at('tasks/pilot.anna.jsonl'), 'utf8'));
    const { unit, order } = handout.assignments.find(({ annotator }) => annotator === 'anna')!;
    expect(own).toEqual({
      order,
      annotator_id: 'anna',
      guideline_version: '1',
      round: 'pilot',
      id: unit,
      text: `Text ${unit}`,
    });
    expect(assign({ ...request, print: () => undefined }).taskFiles).toEqual([]);
  });
});

describe('units that cannot be handed out', () => {
  it('have nobody, the same person twice, or fewer people than each needs', () => {
    const { request } = prepared();
    expect(reasonOf(() => assign({ ...request, annotators: [] }))).toBe(
      'There is nobody to assign units to. Pass --annotators anna,ben, or name the people in the ' +
        "protocol's panel.",
    );
    expect(
      faultsIn(() => assign({ ...request, annotators: ['anna', 'ben', 'anna'] })),
    ).toMatchObject([{ code: 'annotator-twice', values: { annotator: 'anna' } }]);
    expect(faultsIn(() => assign({ ...request, perUnit: 3 }))).toMatchObject([
      { code: 'too-few-annotators', values: { wanted: 3, people: 2 } },
    ]);
    const { perUnit: _, ...unsaid } = request;
    expect(reasonOf(() => assign(unsaid))).toContain('Say how many annotators judge each unit');
  });

  it('lack what is to be shown, or do not say what may be', () => {
    const { at, request } = prepared();
    const blind = { ...request, tasks: at('tasks') };
    expect(reasonOf(() => assign({ ...blind, show: ['text', 'title', 'summary'] }))).toBe(
      '--show names title and summary, which no unit has. The units have text and score.',
    );
    expect(reasonOf(() => assign(blind))).toContain('Say which fields annotators may see');
    expect(assign({ ...blind, show: ['text'] }).taskFiles).toHaveLength(2);
    // Nothing is shown where no task files are written.
    expect(assign({ ...request, show: ['title'] }).units).toBe(4);
  });

  it('come with faulty files, whose faults are told with their lines', () => {
    const { at, request } = prepared();
    const row = { unit: 'u1', annotator: 'anna', round: 'full', order: 0 };
    writeFileSync(at('before.jsonl'), jsonLines([row, { ...row, order: 1 }, { unit: 'u2' }]));
    writeFileSync(
      at('judged.jsonl'),
      jsonLines([{ id: 'u1', annotator: '' }, { annotator: 'anna' }, { id: 'u1' }]),
    );
    const files = { existing: at('before.jsonl'), judgments: [at('judged.jsonl')] };
    const found = faultsIn(() => assign({ ...request, ...files }));
    expect(found.map(({ code, field, line }) => [code, field, line])).toEqual([
      ['wrong-value', 'unit', 2],
      ['missing-field', 'annotator', 3],
      ['missing-field', 'round', 3],
      ['missing-field', 'order', 3],
      ['wrong-value', 'annotator_id', 1],
      ['missing-field', 'id', 2],
      ['missing-field', 'annotator_id', 3],
    ]);
    expect(found[0]).toMatchObject({
      file: at('before.jsonl'),
      values: { got: 'u1 for anna again', expected: 'what is on line 1 only once' },
    });
    expect(found[4]!.file).toBe(at('judged.jsonl'));
  });
});
