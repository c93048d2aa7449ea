import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import type { QuestionSketch } from '../../../test/build-task.ts';
import type { Expression } from '../../domain/expression.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { codeApplies, codeCount } from './answer-codes.ts';
import { compileConstraints } from './constraints.ts';
import { everyVector, range } from '../../../test/constraint-tasks.ts';

const scales: readonly QuestionSketch[] = [
  {},
  { scale: { ordinal: [0, 1, 2], present: 1 } },
  { scale: { ordinal: ['low', 'mid', 'high'] } },
  { scale: { nominal: ['x', 'y', 'z'] } },
];

const values: readonly (readonly string[])[] = [
  ['no', 'yes'],
  ['0', '1', '2'],
  ['low', 'mid', 'high'],
  ['x', 'y', 'z'],
];

/**
 * Random tasks of two to five questions with up to four constraints, each with random, partly
 * missing answers.
 */
const cases = fc
  .array(fc.nat(scales.length - 1), { minLength: 2, maxLength: 5 })
  .chain((kinds) =>
    fc.record({
      kinds: fc.constant(kinds),
      constraints: fc.array(expressionOver(kinds), { minLength: 0, maxLength: 4 }),
      codes: fc.tuple(
        ...kinds.map((kind) => fc.integer({ min: -1, max: values[kind]!.length - 1 })),
      ),
    }),
  );

describe('against brute force over all vectors', () => {
  it('a complete vector breaks exactly the constraints that are false for it', () => {
    check((task, codes) => {
      const full = codes.map((code) => Math.max(code, 0));
      const falseOnes = task.constraints.filter(
        (constraint) => !holds(task, constraint.expression, full),
      );
      expect(compileConstraints(task).broken(full)).toEqual(falseOnes);
    });
  });

  it('an incomplete vector breaks only constraints that no completion can meet', () => {
    check((task, codes) => {
      for (const constraint of compileConstraints(task).broken(codes)) {
        expect(
          completions(task, codes).some((full) => holds(task, constraint.expression, full)),
        ).toBe(false);
      }
    });
  });

  it('an answer is possible exactly when some valid vector has it beside the other answers', () => {
    check((task, codes) => {
      const constraints = compileConstraints(task);
      task.questions.forEach((question, at) => {
        const wanted = new Set(
          validCompletions(ownComponent(task, at), codes.with(at, -1)).map((full) => full[at]!),
        );
        expect(constraints.possible(codes, at)).toEqual(
          range(codeCount(question)).filter((code) => wanted.has(code)),
        );
      });
    });
  });

  it('answers that contradict each other are named, with no constraint that is not needed', () => {
    check((task, codes) => {
      const conflicts = compileConstraints(task).conflicts(codes);
      const stuck = task.questions.some(
        (_, at) => validCompletions(ownComponent(task, at), codes).length === 0,
      );
      expect(conflicts.length > 0).toBe(stuck);
      for (const { questions, constraints } of conflicts) {
        const named = codes.map((code, at) => (questions.includes(`q${at}`) ? code : -1));
        expect(validCompletions({ ...task, constraints }, named)).toEqual([]);
        for (const one of constraints) {
          const others = constraints.filter((other) => other !== one);
          expect(validCompletions({ ...task, constraints: others }, named)).not.toEqual([]);
        }
      }
    });
  });

  it('what is implied has one value in all that is left', () => {
    check((task, codes) => {
      const implied = compileConstraints(task).implied(codes);
      const wanted = task.questions.flatMap(({ id }, at) => {
        const left = new Set(
          validCompletions(ownComponent(task, at), codes).map((full) => full[at]),
        );
        return codes[at]! < 0 && left.size === 1 ? [[id, -1, [...left][0]]] : [];
      });
      expect(implied.map(({ question, from, to }) => [question, from, to])).toEqual(wanted);
    });
  });

  it('setting an answer keeps it, can be completed, and changes nothing without a conflict', () => {
    check((task, codes) => {
      const constraints = compileConstraints(task);
      task.questions.forEach((_, at) => {
        const own = ownComponent(task, at);
        for (const code of constraints.possible(
          task.questions.map(() => -1),
          at,
        )) {
          const { codes: after, changes } = constraints.set(codes, at, code);
          expect(after[at]).toBe(code);
          expect(validCompletions(own, after).length).toBeGreaterThan(0);
          expect(changes.map((change) => change.question)).toEqual(
            task.questions
              .filter((__, other) => other !== at && after[other] !== codes[other])
              .map((question) => question.id),
          );
          // Forced answers have one value in all that is left, and nothing that was answered
          // changes unless it must.
          const fitting = validCompletions(own, codes.with(at, code));
          const answered = changes.filter((change) => change.from >= 0);
          if (fitting.length > 0) expect(answered).toEqual([]);
          const fewest = Math.min(
            ...validCompletions(
              own,
              task.questions.map((__, other) => (other === at ? code : -1)),
            ).map(
              (full) =>
                codes.filter((old, other) => old >= 0 && other !== at && full[other] !== old)
                  .length,
            ),
          );
          expect(answered.length).toBe(fewest);
          for (const change of changes.filter((one) => one.from < 0)) {
            const other = task.questions.findIndex((question) => question.id === change.question);
            expect(
              new Set(validCompletions(own, after.with(other, -1)).map((full) => full[other])),
            ).toEqual(new Set([change.to]));
          }
        }
      });
    });
  });

  it('setting an answer to what it is already changes no other answer of a valid vector', () => {
    check((task, codes) => {
      const constraints = compileConstraints(task);
      if (validCompletions(task, codes).length === 0) return;
      codes.forEach((code, at) => {
        if (code >= 0)
          expect(
            constraints.set(codes, at, code).changes.filter((change) => change.from >= 0),
          ).toEqual([]);
      });
    });
  });

  it('normalising is idempotent and valid, by lowering only; valid vectors do not change', () => {
    check((task, codes) => {
      const constraints = compileConstraints(task);
      const normal = constraints.normalise(codes);
      if (constraints.broken(codes).length === 0) {
        expect(normal).toEqual({ codes, changes: [] });
        return;
      }
      if (normal === null) {
        expect(
          everyVector(task).filter(
            (full) =>
              isValid(task, full) &&
              full.every((code, at) => mayBecome(task, at, codes[at]!, code)),
          ),
        ).toEqual([]);
        return;
      }
      expect(constraints.broken(normal.codes)).toEqual([]);
      expect(
        normal.codes.every((code, at) =>
          codes[at]! < 0 ? code === codes[at] : mayBecome(task, at, codes[at]!, code),
        ),
      ).toBe(true);
      expect(constraints.normalise(normal.codes)).toEqual({ codes: normal.codes, changes: [] });
      expect(normal.changes.map((change) => [change.question, change.from, change.to])).toEqual(
        task.questions.flatMap((question, at) =>
          normal.codes[at] === codes[at] ? [] : [[question.id, codes[at], normal.codes[at]]],
        ),
      );
    });
  });

  it('normalising a complete vector lowers no answer further than the others ask for', () => {
    check((task, codes) => {
      const full = codes.map((code) => Math.max(code, 0));
      const normal = compileConstraints(task).normalise(full);
      for (const change of normal?.changes ?? []) {
        const at = task.questions.findIndex((question) => question.id === change.question);
        for (let code = change.to + 1; code <= change.from; code += 1)
          expect(isValid(task, normal!.codes.with(at, code))).toBe(false);
      }
    });
  });
});

function expressionOver(kinds: readonly number[]): fc.Arbitrary<string> {
  const atom = fc.nat(kinds.length - 1).chain((at) => {
    const kind = kinds[at]!;
    const compared = fc
      .tuple(
        fc.constantFrom(
          ...(kind === 1 || kind === 2 ? ['=', '!=', '<', '<=', '>', '>='] : ['=', '!=']),
        ),
        fc.constantFrom(...values[kind]!),
      )
      .map(([operator, value]) => `q${at} ${operator} ${value}`);
    return kind === 3 ? compared : fc.oneof(fc.constant(`q${at}`), compared);
  });
  return fc.letrec<{ expression: string }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      atom,
      tie('expression').map((one) => `not (${one})`),
      fc
        .tuple(tie('expression'), fc.constantFrom('and', 'or'), tie('expression'))
        .map(([a, word, b]) => `(${a}) ${word} (${b})`),
      fc.tuple(atom, tie('expression')).map(([a, b]) => `${a} => (${b})`),
    ),
  })).expression;
}

function check(property: (task: Task, codes: readonly number[]) => void): void {
  fc.assert(
    fc.property(cases, ({ kinds, constraints, codes }) => {
      property(
        buildTask({
          questions: Object.fromEntries(kinds.map((kind, at) => [`q${at}`, scales[kind]!])),
          constraints,
        }),
        codes,
      );
    }),
    { seed: 1, numRuns: 400 },
  );
}

/**
 * The plain meaning of an expression for a complete vector, written again without tables or three
 * values.
 */
function holds(task: Task, part: Expression, codes: readonly number[]): boolean {
  if (part.kind === 'implies')
    return !holds(task, part.premise, codes) || holds(task, part.conclusion, codes);
  if (part.kind === 'not') return !holds(task, part.of, codes);
  if (part.kind === 'and') return part.of.every((one) => holds(task, one, codes));
  if (part.kind === 'or') return part.of.some((one) => holds(task, one, codes));
  const at = task.questions.findIndex((question) => question.id === part.question);
  const question = task.questions[at]!;
  const code = codes[at]!;
  if (part.kind === 'applies') return codeApplies(question, code);
  const kind =
    question.scale.kind === 'binary'
      ? 0
      : question.scale.kind === 'nominal'
        ? 3
        : question.scale.kind === 'ordinal' && question.scale.present !== null
          ? 1
          : 2;
  const wanted = values[kind]!.indexOf(part.values[0]!);
  return {
    '=': code === wanted,
    '!=': code !== wanted,
    '<': code < wanted,
    '<=': code <= wanted,
    '>': code > wanted,
    '>=': code >= wanted,
    in: code === wanted,
  }[part.operator];
}

function completions(task: Task, codes: readonly number[]): readonly (readonly number[])[] {
  return everyVector(task).filter((full) =>
    codes.every((code, at) => code < 0 || code === full[at]),
  );
}

function validCompletions(task: Task, codes: readonly number[]): readonly (readonly number[])[] {
  return completions(task, codes).filter((full) => isValid(task, full));
}

function isValid(task: Task, full: readonly number[]): boolean {
  return task.constraints.every((constraint) => holds(task, constraint.expression, full));
}

/**
 * The task with only the constraints that a question is tied to, through however many others: what
 * is wrong elsewhere is not its concern.
 */
function ownComponent(task: Task, at: number): Task {
  const tied = new Set([task.questions[at]!.id]);
  for (let size = 0; size < tied.size;) {
    size = tied.size;
    for (const { source } of task.constraints)
      if (names(source).some((name) => tied.has(name)))
        names(source).forEach((name) => tied.add(name));
  }
  return {
    ...task,
    constraints: task.constraints.filter(({ source }) =>
      names(source).some((name) => tied.has(name)),
    ),
  };
}

function names(source: string): readonly string[] {
  return source.match(/q\d/g) ?? [];
}

function mayBecome(task: Task, at: number, from: number, to: number): boolean {
  return from < 0 || (task.questions[at]!.scale.kind === 'nominal' ? to === from : to <= from);
}
