import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { taskHash } from '../../truth/protocol/task-hash.ts';
import { explain } from '../../truth/verdicts/explain.ts';
import { loadProtocol } from '../protocol/load-protocol.ts';
import {
  rows,
  judged,
  severe,
  calm,
  folderOf,
  evidence,
  statesOf,
  whole,
} from '../../../test/protocol-truth.ts';

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
      expect.stringContaining('reviews: 2 judgments have no task_hash, so '),
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
    expect(read.topics[0]!.overrides).toEqual({ applied: 2, unused: [], stale: [] });
  });

  it('refuses overrides and rulings on units that do not exist', () => {
    const gone = { corrected: { severity: 'mild' }, reason: 'gone' };
    const folder = folderOf({
      ...whole,
      'rulings/overrides.json': JSON.stringify({ reviews: [{ review_id: 'u9', ...gone }] }),
      'rulings/rulings.jsonl': rows([
        { unit: 'u8', task: 'reviews', by: 'lead', reason: 'an advertisement', exclude: true },
      ]),
    });
    expect(() => evidence(folder)).toThrow(
      expect.objectContaining({
        faults: [
          expect.objectContaining({
            code: 'unknown-unit',
            values: { field: 'review_id', got: 'u9' },
          }),
          expect.objectContaining({ code: 'unknown-unit', values: { field: 'unit', got: 'u8' } }),
        ],
      }),
    );
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
    for (const said of [
      /rulings\.jsonl:1 u1: severty is unknown here/,
      /rulings\.jsonl:2 u2: severity is "awful", expected none, mild or severe/,
      /rulings\.jsonl:3 u3: severity has an answer, but is only asked when relevant/,
    ])
      expect(() => evidence(folder)).toThrow(said);
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
});
