import { codedText, oneOf } from '../../domain/text-values.ts';
import { questionsIn } from '../../domain/expression.ts';
import { citationPattern } from '../../domain/protocol/citation-pattern.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Scale } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { compileConstraints } from '../../truth/protocol/constraints.ts';
import { componentSize, largestComponent } from '../../truth/protocol/valid-combinations.ts';
import { wrongAt } from '../schema-faults.ts';
import type { Finding, Path } from '../schema-faults.ts';

/** What is wrong with a scale's values, and with what it says about them. */
export function scaleFaults(path: Path, scale: Scale): readonly Finding[] {
  const values = scaleAnswers(scale);
  const names = values.map(String);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  const found: Finding[] =
    twice === undefined
      ? []
      : [wrongAt(path, codedText('twice', { value: twice }), codedText('each-value-once'))];
  if (scale.kind !== 'ordinal') return found;
  const falls = values.findIndex(
    (value, at) =>
      at > 0 &&
      typeof value === 'number' &&
      typeof values[at - 1] === 'number' &&
      value < Number(values[at - 1]),
  );
  if (falls > 0) {
    const [before, value] = [String(values[falls - 1]), String(values[falls])];
    const got = codedText('falling', { before, value });
    found.push(wrongAt([...path, 'ordinal'], got, codedText('ascending')));
  }
  const { present } = scale;
  const above = names.slice(1);
  if (present !== null && !above.includes(String(present))) {
    const expected = codedText('above-lowest', { values: oneOf(above) });
    found.push(wrongAt([...path, 'present'], String(present), expected));
  }
  const fit =
    present === null
      ? names
      : values.filter((value) => typeof value === 'number' && value >= present).map(String);
  for (const key of ['ticked', 'default'] as const) {
    const value = scale[key];
    if (value === null || fit.includes(String(value))) continue;
    const expected = codedText('counts-as-present', { values: oneOf(fit) });
    found.push(wrongAt([...path, key], String(value), expected));
  }
  return found;
}

/** What is wrong with the pattern of citation marks. */
export function citationFaults(path: Path, { unit }: Task): readonly Finding[] {
  const { citation } = unit;
  return citation === null || citationPattern(citation) !== null
    ? []
    : [wrongAt([...path, 'unit', 'citation'], citation, codedText('mark-pattern'))];
}

/** The faults of a task's questions: reserved names, and conditions on themselves. */
export function questionFaults(path: Path, task: Task): readonly Finding[] {
  const taken = [
    ...task.unit.id,
    ...task.unit.carried,
    'annotator_id',
    'guideline_version',
    'at',
    'seconds',
    'assistance',
    ...(task.form === 'labels' ? ['labels', 'grades'] : []),
  ];
  return task.questions.flatMap(({ id, when }) => {
    const found: Finding[] = [];
    const place = [...path, 'questions', id];
    const itself = codedText('condition-on-itself', { question: id });
    if (taken.includes(id))
      found.push(wrongAt(place, codedText('other-field-name'), codedText('own-name')));
    if (when !== null && questionsIn(when.expression).includes(id))
      found.push(wrongAt([...place, 'when'], itself, codedText('other-questions')));
    return found;
  });
}

/** What is wrong with the constraints of a task taken together. */
export function constraintFaults(path: Path, task: Task): readonly Finding[] {
  const size = componentSize(task);
  if (size > largestComponent) {
    const got = codedText('many-combinations', { count: size });
    return [wrongAt(path, got, codedText('fewer-combinations', { most: largestComponent }))];
  }
  const constraints = compileConstraints(task);
  const nothing = task.questions.map(() => -1);
  const stuck = task.questions
    .filter((_, at) => constraints.possible(nothing, at).length === 0)
    .map((question) => question.id);
  return stuck.length === 0
    ? []
    : [wrongAt(path, codedText('unmeetable', { questions: oneOf(stuck) }), codedText('meetable'))];
}
