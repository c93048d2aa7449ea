import type { Task } from '../../domain/protocol/task.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { emptyCodes } from '../../statistics/agreement/ratings.ts';
import type { RatingCodes } from '../../statistics/agreement/ratings.ts';
import { WeakMatcher } from '../../truth/units/weak-rules.ts';
import type { WeakRules } from '../../truth/units/weak-rules.ts';

/** What keyword rules say of units: by question that is one of their labels, yes (1) or no (0). */
export function ruleAnswers(
  rules: WeakRules,
  { questions, unit: { show } }: Pick<Task, 'questions' | 'unit'>,
  units: readonly (UnitFields | undefined)[],
): ReadonlyMap<string, RatingCodes> {
  const matcher = new WeakMatcher(rules);
  const labels = units.map((unit) => {
    if (unit === undefined) return null;
    const shown = show.map((field) => unit[field]).filter((value) => typeof value === 'string');
    return new Set(matcher.match(shown.join('\n')).labels.map((one) => one.label));
  });
  const answered = questions.filter((question) => Object.hasOwn(rules.labels, question.id));
  return new Map(
    answered.map((question) => {
      const codes = emptyCodes(units.length, 2);
      labels.forEach((own, unit) => {
        if (own !== null) codes[unit] = own.has(question.id) ? 1 : 0;
      });
      return [question.id, codes];
    }),
  );
}
