import { codedText, oneOf } from '../../domain/text-values.ts';
import type { Fault } from '../../domain/fault.ts';
import type { Guideline } from '../../domain/protocol/guideline.ts';
import { comparisonsIn, questionsIn } from '../../domain/expression.ts';
import type { TextCode } from '../../domain/texts.ts';
import { citationPattern } from '../../domain/protocol/citation-pattern.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Scale } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { codeCount } from '../../truth/protocol/answer-codes.ts';
import {
  componentsOf,
  largestComponent,
  mostCompared,
  rulesOf,
} from '../../truth/protocol/valid-combinations.ts';
import type { Component } from '../../truth/protocol/valid-combinations.ts';
import { wrongAt } from '../schema-faults.ts';
import type { Finding, Path } from '../schema-faults.ts';

/** What is wrong with a scale's values, and with what it says about them. */
export function scaleFaults(path: Path, scale: Scale): readonly Finding[] {
  const values = scaleAnswers(scale);
  const names = values.map(String);
  const places = new Map(names.toReversed().map((name, at) => [name, names.length - 1 - at]));
  const twice = names.find((name, at) => places.get(name) !== at);
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
    'further',
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
  const components = componentsOf(task, rulesOf(task));
  const named = ({ questions }: Component): readonly string[] =>
    questions.map((question) => task.questions[question]!.id);
  const large = components.flatMap((component) => {
    const { size, comparisons } = component;
    const combinations = Math.min(size, Number.MAX_SAFE_INTEGER);
    const tied = { combinations, questions: oneOf(named(component)) };
    if (size > largestComponent) {
      const expected = codedText('fewer-combinations', { most: largestComponent });
      return [wrongAt(path, codedText('many-combinations', tied), expected)];
    }
    if (size * comparisons <= mostCompared) return [];
    const expected = codedText('fewer-comparisons', { most: Math.floor(mostCompared / size) });
    const got = codedText('many-comparisons', { ...tied, count: comparisons });
    return [wrongAt(path, got, expected)];
  });
  if (large.length > 0) return large;
  const stuck = components.filter(({ isMeetable }) => !isMeetable);
  const questions = oneOf(stuck.flatMap(named));
  return stuck.length === 0
    ? []
    : [wrongAt(path, codedText('unmeetable', { questions }), codedText('meetable'))];
}

/** What a protocol may hold at most: whatever is computed from it takes its time. */
const largest = {
  tasks: 100,
  rounds: 200,
  panel: 1000,
  gates: 500,
  constraints: 2000,
  questions: 1000,
  answers: 20_000,
  comparisons: 20_000,
  guideline: 5000,
} as const;

/** Where the chapters and lists of a guideline have more entries than anybody reads. */
export function guidelineFaults({ cards, chapters }: Guideline): readonly Fault[] {
  const lists = cards.flatMap(({ include, exclude, positive, negative }) => {
    return [include, exclude, positive, negative];
  });
  const count = lists.reduce((sum, list) => sum + list.length, cards.length + chapters.length);
  const found = entriesFault(['guideline'], count, largest.guideline);
  return found.map((one) => one.fault);
}

/** Where a protocol is larger than anybody needs. */
export function sizeFaults({ tasks, rounds, panel }: Protocol): readonly Finding[] {
  const together = (text: TextCode, count: number, most: number): readonly Finding[] => {
    const limit = codedText(text, { count: most });
    const got = codedText('all-together', { what: codedText(text, { count }) });
    return count <= most ? [] : [wrongAt(['tasks'], got, codedText('at-most', { limit }))];
  };
  const questions = tasks.flatMap((task) => task.questions);
  const conditions = questions.flatMap(({ when }) => (when === null ? [] : [when]));
  const expressions = [...tasks.flatMap((task) => task.constraints), ...conditions];
  const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);
  return [
    ...entriesFault(['tasks'], tasks.length, largest.tasks),
    ...entriesFault(['rounds'], rounds.length, largest.rounds),
    ...entriesFault(['panel'], Object.keys(panel).length, largest.panel),
    ...rounds.flatMap(({ id, gates }) =>
      entriesFault(['rounds', id, 'gate'], gates.length, largest.gates),
    ),
    ...tasks.flatMap(({ id, constraints }) =>
      entriesFault(['tasks', id, 'constraints'], constraints.length, largest.constraints),
    ),
    ...together('questions-count', questions.length, largest.questions),
    ...together('choices-count', sum(questions.map(codeCount)), largest.answers),
    ...together(
      'comparisons-count',
      sum(expressions.map(({ expression }) => comparisonsIn(expression))),
      largest.comparisons,
    ),
  ];
}

function entriesFault(path: Path, count: number, most: number): readonly Finding[] {
  const limit = codedText('entries', { limit: most, count: most });
  const got = codedText('entries', { limit: count, count });
  return count <= most ? [] : [wrongAt(path, got, codedText('at-most', { limit }))];
}
