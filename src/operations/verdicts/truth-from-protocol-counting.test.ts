import { describe, expect, it } from 'vitest';
import { validate } from '../protocol/validate.ts';
import { readContent } from '../../formats/protocol/protocol-content.ts';
import {
  protocol,
  policy,
  rows,
  judged,
  severe,
  calm,
  folderOf,
  evidence,
  statesOf,
  whole,
} from '../../../test/protocol-truth.ts';

function byPoints(thresholds: string): string {
  const head = policy.slice(0, policy.indexOf('ladder'));
  return `${head}points: { by: severity, values: { severe: 9 }, thresholds: [${thresholds}] }\n`;
}

describe('truthFromProtocol', () => {
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
      expect.stringContaining('reviews: 5 judgments have no task_hash, so '),
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
