import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { taskHash } from '../../truth/protocol/task-hash.ts';
import { truthFromProtocol } from './truth-from-protocol.ts';
import type { ProtocolTruth, ProtocolRequest } from './truth-from-protocol.ts';
import { explain } from '../../truth/verdicts/explain.ts';
import { loadProtocol } from '../protocol/load-protocol.ts';
import { validate } from '../protocol/validate.ts';
import { readContent } from '../../formats/protocol/protocol-content.ts';

const protocol = `assay: 1
name: kitchens
guideline: { version: "1.0", file: guideline.md }
units: { reviews: units.jsonl }
tasks:
  reviews:
    unit: { id: id, subject: kitchen, show: text, date: date }
    questions:
      relevant: {}
      severity: { when: relevant, scale: { nominal: [none, mild, severe] } }
      passage: { when: relevant, required: false, scale: { quote: { from: text } } }
panel:
  people: {}
  big: { kind: model, weight: 3, runs: 1 }
rounds:
  training: { key: judgments/training-key.jsonl }
  full: {}
consensus: weighted
policies: { files: [policy.yaml], k: [2] }
`;
const policy =
  'policy: P\ntitle: Risk\ntask: reviews\nverdicts: [low, high]\ndefault: low\ncounts: ' +
  'relevant\nladder:\n  - verdict: high\n    any: [{ exists: severity = severe }]\n';
function byPoints(thresholds: string): string {
  const head = policy.slice(0, policy.indexOf('ladder'));
  return `${head}points: { by: severity, values: { severe: 9 }, thresholds: [${thresholds}] }\n`;
}
const rows = (list: readonly object[]): string =>
  list.map((row) => `${JSON.stringify(row)}\n`).join('');
const units = rows(
  ['u1', 'u2', 'u3'].map((id, at) => ({
    id,
    kitchen: 'k1',
    text: `Text of ${id}, severe.`,
    date: `2021-01-0${at + 1}`,
    name: 'Kitchen',
  })),
);
const judged = (id: string, annotator: string, answers: object): object => ({
  id,
  ...answers,
  annotator_id: annotator,
  guideline_version: '1.0',
});
const severe = { relevant: true, severity: 'severe' };
const calm = { relevant: true, severity: 'none' };

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-protocol-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries({
    'protocol.yaml': protocol,
    'guideline.md': '# Kitchens\n',
    'policy.yaml': policy,
    'units.jsonl': units,
    'judgments/training-key.jsonl': rows([judged('u1', 'key', calm)]),
    ...files,
  })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

function evidence(folder: string, changes: Partial<ProtocolRequest> = {}): ProtocolTruth {
  return truthFromProtocol({
    protocol: folder,
    ids: [],
    judgments: [],
    rulings: [],
    allowPartial: false,
    invalidate: false,
    subject: null,
    seed: 1,
    ...changes,
  });
}

function statesOf(read: ProtocolTruth): readonly string[] {
  const [subject] = read.topics[0]!.subjects();
  return subject!.units.map((unit) => unit.state);
}

const whole = {
  'judgments/full.big.jsonl': rows(
    ['u1', 'u2', 'u3'].map((id) => judged(id, 'big#1', id === 'u1' ? severe : calm)),
  ),
};

describe('truthFromProtocol', () => {
  it('reads the judgments of its folder but not those of training, and the K', () => {
    const read = evidence(folderOf(whole));
    expect([read.ks, read.topics.map((one) => one.topic.id), statesOf(read)]).toEqual([
      [2],
      ['reviews'],
      ['known', 'known', 'known'],
    ]);
    expect(read.topics[0]!.grounds('u1').votes).toEqual([
      { annotator: 'big#1', weight: 3, answers: severe },
    ]);
  });

  it('waits for every run of a model that the panel names', () => {
    const folder = folderOf({
      'judgments/full.anna.jsonl': rows([judged('u1', 'anna', severe)]),
      'judgments/full.big.jsonl': rows([judged('u2', 'big#1', calm)]),
    });
    expect(statesOf(evidence(folder))).toEqual(['missing', 'known', 'missing']);
    expect(statesOf(evidence(folder, { allowPartial: true }))).toEqual([
      'known',
      'known',
      'missing',
    ]);
  });

  it('takes the latest of an annotator’s judgments on a unit, and says so', () => {
    const read = evidence(
      folderOf({
        'judgments/full.big.jsonl': rows([
          judged('u1', 'big#1', severe),
          judged('u1', 'big#1', calm),
        ]),
      }),
    );
    expect(read.topics[0]!.grounds('u1').votes).toMatchObject([{ answers: calm }]);
    expect(read.topics[0]!.known.notes).toEqual([
      'reviews: 1 judgments are superseded by later ones of the same annotator.',
    ]);
  });

  it('stops at judgments on an older version of the questions, or leaves them out on request', () => {
    const folder = folderOf(whole);
    const current = taskHash(loadProtocol(folder).protocol.tasks[0]!);
    writeFileSync(
      join(folder, 'judgments/full.big.jsonl'),
      rows([
        { ...judged('u1', 'big#1', severe), task_hash: 'older' },
        { ...judged('u2', 'big#1', calm), task_hash: current },
      ]),
    );
    expect(evidence(folder).stale).toEqual([
      {
        topic: 'reviews',
        judgedUnder: 'older',
        present: current,
        message: expect.stringContaining('reviews was judged under other terms (older)'),
      },
    ]);
    const read = evidence(folder, { invalidate: true });
    expect(statesOf(read)).toEqual(['missing', 'known', 'missing']);
  });

  it('applies overrides and rulings, the ruling after the override; excluded units are no evidence', () => {
    const folder = folderOf({
      ...whole,
      'rulings/overrides.json': JSON.stringify({
        reviews: [
          {
            review_id: 'u1',
            original: { severity: 'severe' },
            corrected: { severity: 'mild' },
            reason: 'itching',
          },
          { review_id: 'u9', corrected: { severity: 'mild' }, reason: 'gone' },
        ],
      }),
      'rulings/rulings.jsonl': rows([
        { unit: 'u2', task: 'reviews', by: 'lead', reason: 'an advertisement', exclude: true },
        {
          unit: 'u1',
          task: 'reviews',
          by: 'lead',
          reason: 'no, worse',
          answers: { severity: 'severe' },
        },
      ]),
    });
    const read = evidence(folder);
    const [subject] = read.topics[0]!.subjects();
    expect(subject!.units.map(({ id, state, ruling }) => [id, state, ruling?.reason])).toEqual([
      ['u1', 'known', 'no, worse'],
      ['u2', 'excluded', 'an advertisement'],
      ['u3', 'known', undefined],
    ]);
    expect(read.topics[0]!.overrides).toEqual({
      applied: 2,
      unused: [{ unit: 'u9', why: { code: 'not-among-units', values: {} } }],
      stale: [],
    });
  });

  it('refuses rulings that cannot stand, each with its line', () => {
    const ruled = (unit: string, more: object): object => ({
      unit,
      task: 'reviews',
      by: 'lead',
      reason: 'seen',
      ...more,
    });
    const folder = folderOf({
      'judgments/full.big.jsonl': rows([
        judged('u1', 'big#1', severe),
        judged('u2', 'big#1', calm),
        judged('u3', 'big#1', { relevant: false }),
      ]),
      'rulings/rulings.jsonl': rows([
        ruled('u1', { answers: { severty: 'mild' } }),
        ruled('u2', { answers: { severity: 'awful' } }),
        ruled('u3', { answers: { severity: 'mild' } }),
      ]),
    });
    expect(() => evidence(folder)).toThrow(
      /rulings\.jsonl:1 u1: severty is unknown here.*\n.*:2 u2: severity is "awful", expected none, mild or severe\n.*:3 u3: severity has an answer, but is only asked when relevant/,
    );
    writeFileSync(
      join(folder, 'rulings/rulings.jsonl'),
      rows([ruled('u1', { task: 'review', exclude: true })]),
    );
    expect(() => evidence(folder)).toThrow(
      /rulings\.jsonl:1 there is no task review in the protocol, expected reviews/,
    );
    writeFileSync(
      join(folder, 'rulings/rulings.jsonl'),
      rows([
        ruled('u1', { answers: { relevant: false } }),
        ruled('u3', { answers: { relevant: true, severity: 'mild' } }),
      ]),
    );
    expect(statesOf(evidence(folder))).toEqual(['known', 'known', 'known']);
  });

  it('is explained from the most recent unit on, whatever the order of the file', () => {
    const read = evidence(folderOf(whole), { subject: 'k1' });
    const [topic] = read.topics;
    const [explained] = explain(
      {
        topic: topic!.topic,
        subject: topic!.subject('k1')!,
        grounds: (unit) => topic!.grounds(unit),
        texts: read.texts,
        all: true,
      },
      [2],
    );
    expect(explained!.units.map((unit) => unit.id)).toEqual(['u3', 'u2']);
  });

  it('tells of files beside the judgments that are not read', () => {
    const read = evidence(
      folderOf({ ...whole, 'judgments/more.csv': 'id,relevant,annotator_id\nu1,true,ben\n' }),
    );
    expect(read.notes).toEqual([
      expect.stringMatching(
        /judgments\/more\.csv is not read: the judgments of a folder are JSONL files\./,
      ),
    ]);
  });

  it('refuses two policies with one id', () => {
    const folder = folderOf({
      ...whole,
      'protocol.yaml': protocol.replace(
        'files: [policy.yaml]',
        'files: [policy.yaml, second.yaml]',
      ),
      'second.yaml': `# another\n${policy.replace('title: Risk', 'title: Peril')}`,
    });
    expect(() => evidence(folder)).toThrow(
      /second\.yaml:2 policy is P, which is also the id of Risk, expected a unique id/,
    );
  });

  it('keeps passages that annotators copied, for one subject', () => {
    const folder = folderOf({
      'judgments/full.big.jsonl': rows([
        judged('u1', 'big#1', { ...severe, passage: 'Text of u1' }),
        judged('u2', 'big#1', calm),
        judged('u3', 'big#1', calm),
      ]),
    });
    expect(evidence(folder, { subject: 'k1' }).topics[0]!.grounds('u1').quotes).toEqual([
      { annotator: 'big#1', question: 'passage', text: 'Text of u1' },
    ]);
    expect(() => evidence(folder, { subject: 'k2' })).toThrow(
      /there is no subject k2 in .*, expected one such as k1/,
    );
  });

  it('counts by Dawid and Skene where the protocol says so', () => {
    const three = ['anna', 'ben', 'carl']
      .map((name) =>
        rows(
          ['u1', 'u2', 'u3'].map((id) =>
            judged(id, name, id === 'u1' || name === 'carl' ? severe : calm),
          ),
        ),
      )
      .join('');
    const read = evidence(
      folderOf({
        'protocol.yaml': protocol
          .replace('consensus: weighted', 'consensus: dawid-skene')
          .replace('  big: { kind: model, weight: 3, runs: 1 }\n', ''),
        'judgments/full.jsonl': three,
      }),
    );
    const [subject] = read.topics[0]!.subjects();
    expect(subject!.units.map((unit) => [unit.state, unit.codes[1]])).toEqual([
      ['known', 2],
      ['known', 0],
      ['known', 0],
    ]);
  });

  it('does not count a model that the panel does not name, and says so', () => {
    const others = ['u1', 'u2'].map((id) => judged(id, 'other#1', severe));
    const [read] = evidence(folderOf({ ...whole, 'judgments/other.jsonl': rows(others) })).topics;
    expect(read!.known.notes).toEqual([
      'reviews: 2 judgments do not count: not on the panel (other#1).',
    ]);
    expect(read!.grounds('u2').votes.map((vote) => [vote.annotator, vote.weight])).toEqual([
      ['big#1', 3],
      ['other#1', 0],
    ]);
  });

  it('judgments under another guideline are stale unless they were given again', () => {
    const earlier = (ids: readonly string[]): string =>
      rows(ids.map((id) => ({ ...judged(id, 'big#1', calm), guideline_version: '0.9' })));
    const repeated = { ...whole, 'judgments/before.jsonl': earlier(['u1', 'u2']) };
    expect(evidence(folderOf(repeated)).stale).toEqual([]);
    const folder = folderOf({ ...whole, 'judgments/before.jsonl': earlier(['u1', 'u4']) });
    expect(evidence(folder)).toMatchObject({
      topics: [],
      stale: [{ topic: 'reviews', judgedUnder: 'guideline 0.9' }],
    });
    expect(statesOf(evidence(folder, { invalidate: true }))).toEqual(['known', 'known', 'known']);
  });

  it('refuses rows with faults, and a folder without judgments', () => {
    expect(() =>
      evidence(
        folderOf({
          'judgments/full.jsonl': rows([
            judged('u1', 'big#1', { relevant: false, severity: 'severe' }),
            judged('u2', 'big#1', { relevant: true }),
          ]),
        }),
      ),
    ).toThrow(
      /full\.jsonl:1 severity has an answer, but is only asked when relevant\n.*full\.jsonl:2 severity is missing/,
    );
    expect(() => evidence(folderOf({}))).toThrow('there are no judgments on reviews');
    expect(() =>
      evidence(folderOf({ ...whole, 'protocol.yaml': protocol.replace(/^policies:.*\n/m, '') })),
    ).toThrow('The protocol kitchens names no policies');
    expect(() => evidence(folderOf(whole), { ids: ['Q'] })).toThrow(
      'there is no policy Q, expected P',
    );
  });

  it.each([
    [
      'a verdict that nothing gives',
      policy.replace('[low, high]', '[low, high, grave]'),
      'verdicts.2',
      4,
    ],
    [
      'a repeated rule',
      `${policy}  - { verdict: low, any: [{ exists: severity = severe }] }\n`,
      'ladder.1',
      10,
    ],
    [
      'equal thresholds',
      byPoints('{ verdict: high, min: 8 }, { verdict: low, min: 8 }'),
      'points.thresholds.1',
      7,
    ],
    [
      'a K that is not computed',
      byPoints('{ verdict: high, min: 8, min_by_k: { 3: 4 } }'),
      'points.thresholds.0.min_by_k.3',
      7,
    ],
    [
      'a K without a limit',
      byPoints('{ verdict: high, min_by_k: { 25: 4 } }'),
      'points.thresholds.0',
      7,
    ],
    [
      'a mistyped field',
      byPoints('{ verdict: high, min: 8 }').replace(
        'thresholds',
        'subject_modifiers: [{ title: X, field: nome, tokens: [T], points: 1 }], thresholds',
      ),
      'points.subject_modifiers.0.field',
      7,
    ],
  ])('refuses a policy with %s as validate and a new project do', (_, text, field, line) => {
    const folder = folderOf({ 'policy.yaml': text });
    const isThere = expect.arrayContaining([
      expect.objectContaining({ line, values: expect.objectContaining({ field }) }),
    ]);
    const faultsOf = (act: () => unknown): unknown => {
      try {
        act();
      } catch (error) {
        return (error as { readonly faults?: unknown }).faults;
      }
      return [];
    };
    const content = {
      source: protocol,
      guideline: '# Kitchens\n',
      files: {
        'policy.yaml': text,
        'judgments/training-key.jsonl': rows([judged('u1', 'key', calm)]),
      },
    };
    expect(validate(folder, [], null).faults).toEqual(isThere);
    expect(faultsOf(() => readContent(content))).toEqual(isThere);
    expect(faultsOf(() => evidence(folder))).toEqual(isThere);
    // A version that is already in the record can still be read.
    const kept = faultsOf(() => readContent(content, true));
    expect(kept).toEqual([]);
  });

  it('refuses a K on the command line that a threshold has no limit for', () => {
    const folder = folderOf({ 'policy.yaml': byPoints('{ verdict: high, min_by_k: { 2: 4 } }') });
    expect(() => evidence(folder, { k: [5] })).toThrow(/without a limit for K = 5/);
  });
});
