import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import type { TaskSketch } from '../../../test/build-task.ts';
import type { GuidelineCard, GuidelineChapter } from '../../domain/protocol/guideline.ts';
import { inEnglish } from '../../domain/english.ts';
import type { ScaleSource } from '../../domain/protocol/scale-schema.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import { changesOfTask, isUnchanged, protocolChanges } from './protocol-changes.ts';
import type { WholeProtocol } from './listed-changes.ts';

const card = (question: string, given: Partial<GuidelineCard> = {}): GuidelineCard => ({
  question,
  title: question,
  definition: 'First sentence. Second sentence.',
  include: ['one', 'two'],
  exclude: [],
  positive: [],
  negative: [],
  ...given,
});

function guided(
  version: string,
  sketch: TaskSketch,
  cards: readonly GuidelineCard[] = [card('A')],
  chapters: readonly GuidelineChapter[] = [],
): WholeProtocol {
  const parts = { guideline: { version }, tasks: [buildTask(sketch)], panel: {}, rounds: [] };
  const guideline = { version, title: 'G', cards, chapters };
  return { protocol: parts as unknown as Protocol, guideline, named: [] };
}

describe('what changed between two versions', () => {
  it('is nothing when nothing that annotators read or answer did', () => {
    const changes = protocolChanges(
      guided('1', { questions: { A: {} } }),
      guided('2', { questions: { A: {} } }),
    );
    expect(isUnchanged(changes)).toBe(true);
    expect(changes).toMatchObject({ guideline: { before: '1', after: '2' }, staleTasks: [] });
  });

  it('is told question by question, with what about it', () => {
    const before = guided('1', {
      questions: { A: {}, B: { required: false }, C: {} },
      constraints: ['A => B', 'not (A and C)'],
    });
    const after = guided('2', {
      questions: { A: { scale: { nominal: ['x', 'y'] } }, B: {}, D: {} },
      constraints: ['(A = x) => D', 'B => D'],
    });
    const changes = protocolChanges(before, after);
    expect(changes.questions).toEqual([
      { task: 'task', question: 'A', change: 'changed', what: ['scale'] },
      { task: 'task', question: 'B', change: 'changed', what: ['required'] },
      { task: 'task', question: 'D', change: 'added', what: [] },
      { task: 'task', question: 'C', change: 'removed', what: [] },
    ]);
    expect(changes.constraints.map((one) => [one.constraint, one.change])).toEqual([
      ['(A = x) => D', 'added'],
      ['B => D', 'added'],
      ['A => B', 'removed'],
      ['not (A and C)', 'removed'],
    ]);
    expect(changes.staleTasks).toEqual(['task']);
  });

  it('names the value of a scale whose text changed, came, went or moved', () => {
    const listed = (before: ScaleSource, after: ScaleSource): readonly string[] => {
      const [old, now] = [before, after].map((scale) =>
        guided('1', { questions: { A: { scale } } }),
      );
      return protocolChanges(old!, now!).list.map((one) => `${one.class}: ${inEnglish(one.text)}`);
    };
    const mild = { mild: 'Discomfort' };
    const none = { none: 'No reaction' };
    expect(listed({ nominal: [none, mild] }, { nominal: [none, { mild: 'Hives' }] })).toEqual([
      'asked: text of the value mild of the question A (task): Discomfort → Hives',
    ]);
    expect(listed({ nominal: [none, mild] }, { nominal: [mild, 'severe', none] })).toEqual([
      'asked: value severe of the question A (task): added',
      'asked: order of the values of the question A (task): none, mild → mild, none',
    ]);
    expect(listed({ nominal: [1, 'x'] }, { nominal: ['1', 'x'] })).toEqual([
      'asked: value "1" of the question A (task): added',
      'asked: value 1 of the question A (task): removed',
    ]);
    const grades = { ordinal: [0, 1, 2] };
    expect(listed({ ...grades, present: 1 }, { ...grades, present: 2 })).toEqual([
      'asked: scale.present of the question A (task): 1 → 2',
    ]);
    expect(listed('binary', { text: { max: 20 } })).toEqual([
      'rules: measured of the question A (task): true → false',
      'asked: scale.kind of the question A (task): binary → text',
      'asked: scale.max of the question A (task): none → 20',
    ]);
  });

  it('does not mind how a constraint is written', () => {
    const changes = protocolChanges(
      guided('1', { questions: { A: {}, B: {} }, constraints: ['A => B'] }),
      guided('2', { questions: { A: {}, B: {} }, constraints: ['(A)  =>  B'] }),
    );
    expect(changes.constraints).toEqual([]);
  });

  it('is told card by card, down to the sentence and the entry', () => {
    const before = guided(
      '1',
      { questions: { A: {}, B: {} } },
      [card('A'), card('B')],
      [
        { title: 'How', text: 'x' },
        { title: 'Old', text: 'y' },
      ],
    );
    const after = guided(
      '2',
      { questions: { A: {}, B: {} } },
      [
        card('A', { definition: 'First sentence. Another sentence.', include: ['two', 'three'] }),
        card('C'),
      ],
      [
        { title: 'How', text: 'z' },
        { title: 'New', text: 'y' },
      ],
    );
    const changes = protocolChanges(before, after);
    expect(changes.cards[0]).toEqual({
      question: 'A',
      change: 'changed',
      parts: [
        { part: 'definition', removed: ['Second sentence.'], added: ['Another sentence.'] },
        { part: 'include', removed: ['one'], added: ['three'] },
      ],
    });
    expect(changes.cards.slice(1).map((one) => [one.question, one.change])).toEqual([
      ['C', 'added'],
      ['B', 'removed'],
    ]);
    expect(changes.chapters).toEqual([
      { title: 'How', change: 'changed', removed: ['x'], added: ['z'] },
      { title: 'New', change: 'added', removed: [], added: ['y'] },
      { title: 'Old', change: 'removed', removed: ['y'], added: [] },
    ]);
    expect(changes.staleTasks).toEqual([]);
  });

  it('can be narrowed to one task', () => {
    const before = guided('1', { questions: { A: {} } }, [card('A'), card('Z')]);
    const after = guided('2', { questions: { A: {} } }, [
      card('A', { title: 'New' }),
      card('Z', { title: 'New' }),
    ]);
    const changes = protocolChanges(before, after);
    expect(
      changesOfTask(changes, after.protocol.tasks[0]!).cards.map((one) => one.question),
    ).toEqual(['A']);
    expect(
      changesOfTask(changes, { ...after.protocol.tasks[0]!, id: 'other', questions: [] }).cards,
    ).toEqual([]);
  });
});
