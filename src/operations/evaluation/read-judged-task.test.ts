import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { relevanceGuideline } from '../../../test/model-world.ts';
import { jsonLines, temporaryFolder } from '../../../test/run-assay.ts';
import { judgeFiles } from './judge-files.ts';
import { readJudgedTask } from './read-judged-task.ts';

const protocol = `assay: 1
name: notes
guideline: { version: "1.0", file: guideline.md }
units: { relevance: units.jsonl }
tasks:
  relevance:
    unit: { id: id, subject: topic, show: text }
    questions:
      relevant: { ask: Is the note relevant? }
panel:
  people: { names: [anna, ben] }
  words: { kind: rule, weight: 0, file: rules.yaml }
`;
const further = `tasks:
  relevance:
    unit: { id: id, show: text }
    questions:
      relevant: { ask: Is the note relevant? }
  tone:
    unit: { id: id, show: text }
    questions:
      kind: { ask: Is it kind? }
`;

const judgment = (unit: string, annotator: string, relevant: boolean, more: object = {}) => ({
  unit,
  annotator,
  answers: { relevant },
  guideline: '1.0',
  ...more,
});

function folderWith(
  judgments: readonly object[],
  rulings: readonly object[] = [],
  text = protocol,
) {
  const folder = temporaryFolder({
    'protocol.yaml': text,
    'guideline.md': relevanceGuideline,
    'rules.yaml': 'labels: { relevant: [apple] }\n',
    'units.jsonl': jsonLines(
      ['apple one', 'pear two', 'apple three', 'pear four'].map((words, at) => ({
        id: `n${at + 1}`,
        topic: `t${at % 2}`,
        text: words,
      })),
    ),
  });
  for (const [name, rows] of Object.entries({ judgments, rulings })) {
    mkdirSync(join(folder, name));
    if (rows.length > 0) writeFileSync(join(folder, name, 'all.jsonl'), jsonLines(rows));
  }
  return folder;
}

const read = (folder: string, given: object = {}) =>
  readJudgedTask({ judgments: [], further: [], protocol: folder, seed: 1, ...given });

describe('a task in files', () => {
  it('has the latest judgment of each annotator, and counts what is left out', () => {
    const folder = folderWith([
      judgment('n1', 'anna', false),
      judgment('n1', 'anna', true),
      judgment('n1', 'ben', true),
      judgment('n2', 'anna', true, { guideline: '0.9' }),
      judgment('n2', 'ben', true, { task_hash: '2:0000000000000000' }),
      judgment('n3', 'anna', true, {
        assistance: { by: 'gpt', suggested: { relevant: true }, shown: true },
      }),
    ]);
    const found = read(folder);
    expect(found).toMatchObject({ protocol: 'notes', simulated: false, stale: 2, superseded: 1 });
    expect([found.assisted, found.judged.table.size]).toEqual([1, 2]);
    const all = read(folder, { withAssisted: true });
    expect([all.assisted, all.judged.table.size]).toEqual([0, 3]);
    const { judged, fields } = found;
    expect(judged.units.size).toBe(4);
    expect(fields.map((unit) => unit?.['text'])).toEqual([
      'apple one',
      'pear two',
      'apple three',
      'pear four',
    ]);
    expect([...judged.table.annotators].toSorted()).toContain('anna');
    expect(judged.task.id).toBe('relevance');
    expect(Object.keys(judged.panel)).toEqual(['people', 'words']);
  });

  it('has the rulings on its units', () => {
    const ruling = { task: 'relevance', by: 'ada', reason: 'Seen.', answers: { relevant: false } };
    const both = ['anna', 'ben'].map((who) => judgment('n1', who, true));
    const folder = folderWith(both, [{ ...ruling, unit: 'n2' }]);
    const { judged } = read(folder);
    expect(judged.rulingOn(0)).toBeUndefined();
    expect(judged.rulingOn(1)).toMatchObject({ unit: 'n2', by: 'ada' });
  });

  it('takes further files beside those of the folder, or only those that are named', () => {
    const folder = folderWith([judgment('n1', 'anna', true)]);
    const other = join(folder, 'model.jsonl');
    writeFileSync(other, jsonLines([judgment('n1', 'gpt#1', false)]));
    const names = (given: object) => [...read(folder, given).judged.table.annotators].toSorted();
    expect(names({})).toEqual(['anna']);
    expect(names({ further: [other] })).toEqual(['anna', 'gpt#1']);
    expect(names({ judgments: [other] })).toEqual(['gpt#1']);
    expect(() => read(folder, { further: [join(folder, 'none.jsonl')] })).toThrow(/none\.jsonl/);
  });

  it('is named where there are several', () => {
    const text = protocol.replace(/tasks:[^]*(?=panel:)/, further);
    const folder = folderWith([judgment('n1', 'anna', true)], [], text);
    expect(() => read(folder)).toThrow(/relevance/);
    expect(read(folder, { task: 'relevance' }).judged.task.id).toBe('relevance');
    expect(read(folder, { task: 'tone' }).judged.task.id).toBe('tone');
  });

  it('with faults is refused, with their lines', () => {
    const folder = folderWith([judgment('n1', 'anna', true), { unit: 'n2', annotator: 'ben' }]);
    expect(() => read(folder)).toThrow(/all\.jsonl:2/);
  });
});

describe('a judge on files', () => {
  const limits = { epsilon: 0.1, q: 0.05, leastPeople: 1, leastUnits: 1, width: 0.1, seed: 1 };
  const units = ['n1', 'n2', 'n3', 'n4'];
  const judged = (given: object = {}) => {
    const people = ['anna', 'ben'].flatMap((who) =>
      units.map((unit) => judgment(unit, who, unit === 'n1' || unit === 'n3')),
    );
    const folder = folderWith(people);
    return judgeFiles({
      ...limits,
      protocol: folder,
      judgments: [],
      further: [],
      judge: 'words',
      by: [],
      scoring: 'accuracy',
      ...given,
    });
  };

  it('is a rule of the panel, by the texts of the units', () => {
    const { assessment, ...about } = judged();
    expect(about).toEqual({
      project: 'notes',
      task: 'relevance',
      simulated: false,
      stale: 0,
      superseded: 0,
      assisted: 0,
      stratified: false,
      warnings: expect.any(Array),
    });
    // The rule finds the apples, which are what people call relevant.
    expect(assessment.questions[0]!.withTruth.percent).toMatchObject({ value: 1, n: 4 });
  });

  it('is somebody who judged, by fields that there are', () => {
    expect(judged({ judge: 'anna' }).task).toBe('relevance');
    expect(() => judged({ judge: 'nobody' })).toThrow(/anna or ben/);
    expect(() => judged({ by: ['year'] })).toThrow(/--by/);
    expect(judged({ by: ['topic'] }).task).toBe('relevance');
  });
});
