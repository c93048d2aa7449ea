import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../domain/english.ts';
import { buildTask } from '../../../test/build-task.ts';
import { compileConstraints, violation } from './constraints.ts';
import { componentsOf, rulesOf } from './valid-combinations.ts';
import rag from '../fixtures/rag-violations.json' with { type: 'json' };
import { everyVector } from '../../../test/constraint-tasks.ts';

describe('the truth tables of the RAG tasks', () => {
  it.each(Object.entries(rag.tasks))(
    '%s: every vector has exactly the violations of the original',
    (_, fixture) => {
      const task = buildTask({
        questions: Object.fromEntries(fixture.questions.map((id) => [id, {}])),
        constraints: fixture.constraints,
      });
      const constraints = compileConstraints(task);
      const vectors = everyVector(task);
      const found = Object.fromEntries(
        vectors.flatMap((codes) => {
          const broken = constraints
            .broken(codes)
            .map((constraint) => inEnglish(violation(task, constraint, codes)));
          return broken.length === 0 ? [] : [[codes.join(''), broken]];
        }),
      );
      expect(vectors.length).toBe(fixture.vectors);
      expect(vectors.length - Object.keys(found).length).toBe(fixture.valid);
      expect(found).toEqual(fixture.violations);
    },
  );
});

describe('a form that keeps the constraints', () => {
  const task = buildTask({
    questions: { relevant: {}, sufficient: {}, misleading: {} },
    constraints: ['sufficient => relevant', 'sufficient => not misleading'],
  });
  const constraints = compileConstraints(task);

  it('clears what follows when its condition is cleared', () => {
    const { codes, changes } = constraints.set([1, 1, 0], 0, 0);
    expect(codes).toEqual([0, 0, 0]);
    expect(changes).toEqual([
      { question: 'sufficient', from: 1, to: 0, because: task.constraints[0] },
    ]);
  });

  it('gives what an answer forces and takes back what it excludes', () => {
    const { codes, changes } = constraints.set([-1, -1, 1], 1, 1);
    expect(codes).toEqual([1, 1, 0]);
    expect(changes).toEqual([
      { question: 'relevant', from: -1, to: 1, because: task.constraints[0] },
      { question: 'misleading', from: 1, to: 0, because: task.constraints[1] },
    ]);
  });

  it('changes an answer by as little as it can', () => {
    const graded = buildTask({
      questions: { relevant: {}, grade: { scale: { ordinal: [0, 1, 2, 3] } } },
      constraints: ['relevant => grade >= 2', 'not relevant => grade <= 1'],
    });
    const form = compileConstraints(graded);
    expect(form.set([0, 0], 0, 1).codes).toEqual([1, 2]);
    expect(form.set([1, 3], 0, 0).codes).toEqual([0, 1]);
  });

  it('names what is still possible', () => {
    expect(constraints.possible([0, -1, -1], 1)).toEqual([0]);
    expect(constraints.possible([1, -1, -1], 1)).toEqual([0, 1]);
    expect(constraints.possible([-1, 1, -1], 2)).toEqual([0]);
  });

  it('drops the claim when answers are normalised, and never invents its support', () => {
    expect(constraints.normalise([0, 1, 1])).toEqual({
      codes: [0, 0, 1],
      changes: [{ question: 'sufficient', from: 1, to: 0, because: task.constraints[0] }],
    });
  });

  it('lowers a grade no further than it must', () => {
    const graded = buildTask({
      questions: { grade: { scale: { ordinal: [0, 1, 2] } }, evidence: {} },
      constraints: ['grade = 2 => evidence'],
    });
    expect(compileConstraints(graded).normalise([2, 0])?.codes).toEqual([1, 0]);
  });

  it('cannot normalise what only a higher answer would mend', () => {
    expect(
      compileConstraints(
        buildTask({ questions: { a: {}, b: {} }, constraints: ['a or b'] }),
      ).normalise([0, 0]),
    ).toBeNull();
  });

  it('leaves a nominal answer alone', () => {
    const nominal = buildTask({
      questions: { kind: { scale: { nominal: ['x', 'y'] } }, b: {} },
      constraints: ['kind = y => b'],
    });
    expect(compileConstraints(nominal).normalise([1, 0])).toBeNull();
  });
});

describe('violation', () => {
  it('says what was answered on every scale', () => {
    const task = buildTask({
      questions: {
        grade: { scale: { ordinal: [0, 1, 2] } },
        kind: { scale: { nominal: ['x', 'y'] } },
        why: { scale: 'text' },
        yes: {},
      },
      constraints: ['grade >= 1 and kind = x => why', 'not (yes and grade = 2)'],
    });
    const said = (at: number, codes: readonly number[]): string =>
      inEnglish(violation(task, task.constraints[at]!, codes));
    expect(said(0, [2, 0, 0, 1])).toBe('grade=2 and kind=x but why=empty');
    expect(said(0, [2, 0, 1, 1])).toBe('grade=2 and kind=x but why=given');
    expect(said(1, [2, 0, -1, 1])).toBe('not (yes and grade = 2): yes=True and grade=2');
    expect(said(0, [2, 0, -1, 1])).toBe('grade=2 and kind=x but why=missing');
  });
});

describe('componentsOf', () => {
  it('multiplies the scales of the questions that constraints tie together', () => {
    const questions = { a: {}, b: {}, c: { scale: { ordinal: [0, 1, 2] } }, d: {} } as const;
    const sizes = (...constraints: readonly string[]): readonly number[] => {
      const task = buildTask({ questions, constraints });
      return componentsOf(task, rulesOf(task)).map((component) => component.size);
    };
    expect(sizes()).toEqual([]);
    expect(sizes('a => b')).toEqual([4]);
    expect(sizes('a => b', 'c >= 1 => d')).toEqual([4, 6]);
    expect(sizes('a => b', 'c >= 1 => b')).toEqual([12]);
  });
});
