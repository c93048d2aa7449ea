import type { Task } from '../src/domain/protocol/task.ts';
import { codeCount } from '../src/truth/protocol/answer-codes.ts';

export function everyVector(task: Task): readonly (readonly number[])[] {
  return task.questions.reduce<readonly (readonly number[])[]>(
    (vectors, question) =>
      vectors.flatMap((vector) => range(codeCount(question)).map((code) => vector.concat(code))),
    [[]],
  );
}

export function range(length: number): readonly number[] {
  return Array.from({ length }, (_, at) => at);
}
