import type { Answer } from '../../domain/answer.ts';
import type { Question } from '../../domain/protocol/question.ts';
import type { JsonRow } from '../../formats/jsonl.ts';
import { chanceCell } from './measured-truth.ts';
import type { MeasuredTruth } from './measured-truth.ts';
import type { ReleasedTruth } from '../truth-rows.ts';

/**
 * The rules that people found right, source by source: units are rules that were read from a text
 * (their subject), and a rule is true when its answer to `question` is one of `isTrue`. Sources
 * without a true rule have an empty list. Rows repeat the text that evidence must stand in, where
 * the task says which field that is and the release has it.
 */
export function ruleRows(
  measured: MeasuredTruth,
  question: Question,
  isTrue: readonly Answer[],
  id: string,
): readonly JsonRow[] {
  const { task, truths } = measured;
  const { questions } = task.task.task;
  const quoted = questions.flatMap(({ scale }) => (scale.kind === 'quote' ? [scale.from] : []));
  const sources = new Map<string, ReleasedTruth[]>();
  for (const truth of truths) {
    const source = truth.unit.subject ?? truth.unit.id;
    sources.set(source, [...(sources.get(source) ?? []), truth]);
  }
  // Rules of one text that were drawn one by one say nothing of the chance of the text.
  const isDrawnWhole = [...sources.values()].every(
    (own) => new Set(own.map(({ unit }) => measured.chanceOf.get(unit.id))).size === 1,
  );
  return [...sources].map(([source, own]) => {
    const text = quoted.map((field) => own[0]!.unit.fields[field]).find(isText);
    const right = own.filter(({ answers }) => {
      const answer = answers?.[question.id];
      return answer !== undefined && isTrue.includes(answer);
    });
    return {
      [id]: source,
      rules: right.map(({ unit }) => unit.fields),
      ...(text === undefined ? {} : { text }),
      ...(isDrawnWhole ? chanceCell(measured, own[0]!.unit.id) : {}),
    };
  });
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
