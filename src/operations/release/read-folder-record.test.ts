import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf } from '../../../test/compute-input.ts';
import { faultsIn } from '../../../test/refusals.ts';
import { jsonLines } from '../../../test/run-assay.ts';
import { readFolderRecord } from './read-folder-record.ts';

const protocol = (rounds: string): string => `assay: 1
name: letters
guideline: { version: "2", file: guideline.md }
units: { tone: units/tone.jsonl, length: units/length.jsonl }
tasks:
  tone:
    unit: { id: letter, subject: writer, show: text }
    questions: { kind: {} }
  length:
    unit: { id: letter, show: text }
    questions: { long: {} }
panel:
  people: { names: [ana, bo] }
rounds:
${rounds}
`;

const letters = ['l1', 'l2'].map((letter) => ({ letter, writer: ' w1 ', text: `Dear ${letter}` }));
const row = (letter: string, annotator: string, given: object): object => ({
  letter,
  annotator_id: annotator,
  at: '2026-01-02T10:00:00.000Z',
  ...given,
});
const tone = (letter: string, annotator: string, given: object = {}): object =>
  row(letter, annotator, { kind: true, ...given });

const usual = `  start: { task: tone, kind: training, key: judgments/key.jsonl, units: 1 }
  full: { task: tone, units: all, annotators: 2 }
  lengths: { task: length, kind: full, units: all }`;

/** A folder with two tasks; a test adds files, or replaces some. */
function folderWith(files: Readonly<Record<string, string>>, rounds = usual): string {
  return folderOf({
    'protocol.yaml': protocol(rounds),
    'guideline.md': '# Guideline\n\n## kind – a\n\n## long – b\n',
    'units/tone.jsonl': jsonLines(letters),
    'units/length.jsonl': jsonLines(letters.map(({ letter, text }) => ({ letter, text }))),
    'judgments/key.jsonl': jsonLines([tone('l1', 'key')]),
    ...files,
  });
}

const recordOf = (files: Readonly<Record<string, string>>, date: string | null = null) =>
  readFolderRecord(folderWith(files), date).record;
const day = '2026-03-01T12:00:00Z';

const refused = (act: () => unknown) =>
  faultsIn(act).map(({ code, values }) => [code, values] as const);

describe('the record of a folder', () => {
  it('has its units, and its judgments in the order of the files, with the run of each', () => {
    const record = recordOf({
      'judgments/full.ana.jsonl': jsonLines([
        tone('l2', 'ana', { at: '2026-01-03T10:00:00.000Z', seconds: 7, guideline_version: '1' }),
        tone('l1', 'ana', { kind: false }),
      ]),
      'judgments/other.bo.jsonl': jsonLines([tone('l1', 'bo'), tone('l2', 'bo')]),
      'judgments/start.ana.jsonl': jsonLines([tone('l1', 'ana')]),
      'judgments/sizes.jsonl': jsonLines([row('l1', 'ana', { long: true })]),
    });
    expect(record.units.map(({ task, id, subject }) => [task, id, subject])).toEqual([
      ['tone', 'l1', 'w1'],
      ['tone', 'l2', 'w1'],
      ['length', 'l1', null],
      ['length', 'l2', null],
    ]);
    expect(
      record.judgments.map((one) => [one.seq, one.task, one.unit, one.annotator, one.run]),
    ).toEqual([
      [1, 'tone', 'l2', 'ana', 'full'],
      [2, 'tone', 'l1', 'ana', 'full'],
      // Of a file that names no round: the only one besides training.
      [3, 'tone', 'l1', 'bo', 'full'],
      [4, 'tone', 'l2', 'bo', 'full'],
      [5, 'tone', 'l1', 'ana', 'start'],
      [6, 'length', 'l1', 'ana', 'lengths'],
    ]);
    expect(record.judgments[0]).toEqual({
      seq: 1,
      unit: 'l2',
      task: 'tone',
      annotator: 'ana',
      answers: '{"kind":true}',
      asides: '{}',
      guideline: '1',
      at: '2026-01-03T10:00:00.000Z',
      taskHash: expect.any(String),
      reply: null,
      run: 'full',
      seconds: 7,
      untimed: false,
      origin: 'import',
    });
    expect(record.judgments[1]!.guideline).toBe('2');
  });

  it('has a closed run for each round with work, by the time of its first judgment', () => {
    const record = recordOf({
      'judgments/full.ana.jsonl': jsonLines([
        tone('l2', 'ana', { at: '2026-01-03T10:00:00.000Z' }),
        tone('l1', 'bo', { guideline_version: '1' }),
        tone('l2', 'bo', { at: '2026-01-05T10:00:00.000Z', guideline_version: '1' }),
      ]),
      'judgments/lengths.jsonl': jsonLines([
        row('l1', 'bo', { long: true, at: '2026-01-01T10:00:00.000Z' }),
        row('l1', 'ana', { long: true, at: '2026-01-01T11:00:00.000Z' }),
        row('l1', 'ana', { long: false, at: '2026-01-01T12:00:00.000Z' }),
      ]),
    });
    const hash = record.judgments[0]!.taskHash;
    expect(record.runs.map(({ id }) => id)).toEqual(['lengths', 'full']);
    expect(record.runs[1]).toEqual({
      id: 'full',
      round: 'full',
      attempt: 1,
      task: 'tone',
      version: 1,
      // That of the last row.
      guideline: '1',
      taskHash: hash,
      seed: null,
      perUnit: 2,
      openedAt: '2026-01-02T10:00:00.000Z',
      openedBy: 'files',
      closedAt: '2026-01-05T10:00:00.000Z',
      closedBy: 'files',
      unitDecision: null,
      wanted: 4,
      annotators: ['ana', 'bo'],
      units: [
        { unit: 'l2', probability: null },
        { unit: 'l1', probability: null },
      ],
      awaited: [],
    });
    // Where the protocol does not say it, as many as judged one unit.
    expect(record.runs[0]).toMatchObject({ perUnit: 2, wanted: 2, annotators: ['ana', 'bo'] });
    expect(record).toMatchObject({ project: 'letters', rulings: [], waivers: [], people: null });
    expect(record).toMatchObject({ audit: null, remarks: [], models: [] });
    expect(record.versions).toMatchObject([
      {
        version: 1,
        guidelineVersion: '2',
        at: '2026-01-01T10:00:00.000Z',
        by: 'files',
        reason: null,
        former: false,
      },
    ]);
  });

  it('has the rounds of its list, with attempts and waivers, where there is one', () => {
    const waiver = { gate: 'cohen_kappa >= 0.7', by: 'lena', at: day, reason: 'Few units.' };
    const folder = folderWith(
      {
        'rounds.yaml': JSON.stringify({
          rounds: [
            { round: 'full', files: ['one.jsonl'], waivers: [waiver] },
            { round: 'full', files: ['two.jsonl', 'three.jsonl'] },
          ],
        }),
        'judgments/one.jsonl': jsonLines([tone('l1', 'ana', { at: '2026-01-09T10:00:00.000Z' })]),
        'judgments/two.jsonl': jsonLines([tone('l2', 'ana')]),
        'judgments/three.jsonl': jsonLines([tone('l2', 'bo')]),
        'judgments/full.jsonl': jsonLines([tone('l1', 'bo')]),
      },
      '  full: { task: tone, units: all, annotators: 2, gate: [cohen_kappa >= 0.7] }',
    );
    const { record } = readFolderRecord(folder, null);
    expect(record.runs.map(({ id, attempt, openedAt }) => [id, attempt, openedAt])).toEqual([
      ['full', 1, '2026-01-09T10:00:00.000Z'],
      ['full#2', 2, '2026-01-02T10:00:00.000Z'],
    ]);
    expect(record.judgments.map(({ unit, annotator, run }) => [unit, annotator, run])).toEqual([
      ['l1', 'bo', null],
      // No round has it as its key.
      ['l1', 'key', null],
      ['l1', 'ana', 'full'],
      ['l2', 'bo', 'full#2'],
      ['l2', 'ana', 'full#2'],
    ]);
    expect(record.waivers).toEqual([
      { id: 'full.1', run: 'full', ...waiver, annotator: null, withdrawn: null },
    ]);
    writeFileSync(join(folder, 'rounds.yaml'), 'rounds: [{ round: none, files: [one.jsonl] }]');
    expect(refused(() => readFolderRecord(folder, null))).toHaveLength(1);
  });

  it('takes the time that is given for rows without one, and asks for it', () => {
    const files = { 'judgments/full.jsonl': jsonLines([tone('l1', 'ana', { at: null })]) };
    const [judgment] = recordOf(files, day).judgments;
    expect(judgment).toMatchObject({ at: day, untimed: true });
    expect(refused(() => recordOf(files))).toEqual([
      ['usage', { reason: expect.stringMatching(/full\.jsonl:1 has no time\. Pass --date/) }],
    ]);
    expect(refused(() => recordOf(files, 'soon'))).toEqual([
      ['usage', { reason: expect.stringContaining('--date is soon, expected a time') }],
    ]);
    expect(refused(() => recordOf({}))).toEqual([['no-judgments', { topic: 'letters' }]]);
    expect(recordOf({}, day).versions[0]).toMatchObject({ at: day });
  });

  it('has its rulings with what the votes said, and their time', () => {
    const ruling = { unit: 'l1', task: 'tone', by: 'sam', reason: 'No.', answers: { kind: false } };
    const files = {
      'judgments/full.jsonl': jsonLines([tone('l1', 'ana'), tone('l1', 'bo')]),
      'rulings/a.jsonl': jsonLines([ruling]),
    };
    const ruled = (given: Readonly<Record<string, string>>, date: string | null = null) =>
      readFolderRecord(
        folderWith({ ...files, ...given }, '  full: { task: tone, units: all }'),
        date,
      ).record.rulings;
    expect(ruled({}, day)).toEqual([
      {
        unit: 'l1',
        task: 'tone',
        by: 'sam',
        reason: 'No.',
        at: day,
        decision: { kind: 'answers', answers: { kind: false } },
        ownJudgment: false,
        edgeCase: false,
        guidelineProposal: null,
        original: { kind: true },
      },
    ]);
    expect(refused(() => ruled({}))).toEqual([
      ['usage', { reason: expect.stringMatching(/a\.jsonl has rulings without a time/) }],
    ]);
    const timed = jsonLines([{ ...ruling, at: '2026-02-01T10:00:00+01:00' }]);
    expect(ruled({ 'rulings/a.jsonl': timed })[0]!.at).toBe('2026-02-01T09:00:00.000Z');
    const unknown = jsonLines([{ ...ruling, unit: 'l9' }]);
    expect(refused(() => ruled({ 'rulings/a.jsonl': unknown }, day))).toEqual([
      ['unknown-unit', { field: 'unit', got: 'l9' }],
    ]);
  });

  it('needs a file of units for each task', () => {
    const folder = folderWith({
      'protocol.yaml': protocol(usual).replace(', length: units/length.jsonl', ''),
    });
    expect(refused(() => readFolderRecord(folder, day))).toEqual([
      ['usage', { reason: 'The protocol letters names no units for length.' }],
    ]);
  });

  it('is refused with every fault of its judgments', () => {
    const files = { 'judgments/full.jsonl': jsonLines([tone('l1', 'ana', { kind: 'odd' })]) };
    expect(refused(() => recordOf(files))).toMatchObject([['wrong-value', { field: 'kind' }]]);
  });
});
