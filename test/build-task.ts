import { parseExpression } from '../src/domain/expression.ts';
import type { Expression } from '../src/domain/expression.ts';
import type { Question } from '../src/domain/protocol/question.ts';
import { isClosed, readScale } from '../src/domain/protocol/scale.ts';
import type { ScaleSource } from '../src/domain/protocol/scale-schema.ts';
import type { Task, UnitShape } from '../src/domain/protocol/task.ts';

type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;

/** What a test says of a question; the rest is filled in. */
export interface QuestionSketch {
  readonly scale?: Frozen<ScaleSource>;
  readonly when?: string;
  readonly required?: boolean;
}

/** What a test says of a task; the rest is filled in. */
export interface TaskSketch {
  readonly questions: Readonly<Record<string, QuestionSketch>>;
  readonly constraints?: readonly string[];
  readonly unit?: Partial<UnitShape>;
  readonly form?: Task['form'];
}

/** A task as a protocol file would give it. */
export function buildTask(sketch: TaskSketch): Task {
  return {
    id: 'task',
    title: 'Task',
    unit: {
      id: ['id'],
      subject: null,
      show: [],
      titles: {},
      folded: [],
      context: [],
      place: [],
      rank: null,
      date: null,
      vocabulary: {},
      citation: null,
      carried: [],
      hidden: [],
      ...sketch.unit,
    },
    form: sketch.form ?? 'questions',
    questions: Object.entries(sketch.questions).map(([id, question]) =>
      buildQuestion(id, question),
    ),
    constraints: (sketch.constraints ?? []).map((source) => ({
      source,
      expression: expressionOf(source),
    })),
    asides: [],
    steps: [],
  };
}

/** A question as a protocol file would give it; binary unless said otherwise. */
export function buildQuestion(id: string, sketch: QuestionSketch = {}): Question {
  const scale = readScale((sketch.scale ?? 'binary') as ScaleSource);
  const when =
    sketch.when === undefined
      ? null
      : { source: sketch.when, expression: expressionOf(sketch.when) };
  return {
    id,
    title: id,
    ask: id,
    help: null,
    scale,
    when,
    required: sketch.required ?? true,
    measured: isClosed(scale),
  };
}

/** The expression that a text is known to be. */
export function expressionOf(source: string): Expression {
  const parsed = parseExpression(source);
  if (!parsed.ok) throw new Error(`${source}: ${parsed.reason}`);
  return parsed.expression;
}
