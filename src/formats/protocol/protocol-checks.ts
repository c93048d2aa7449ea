import type { TextValue } from '../../domain/coded-text.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { panelAnnotators } from '../../domain/judging/annotator.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import { questionsIn } from '../../domain/expression.ts';
import type { Fault } from '../../domain/fault.ts';
import { wrongField } from '../../domain/field-fault.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Scale } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import {
  compileConstraints,
  componentSize,
  largestComponent,
} from '../../truth/protocol/constraints.ts';
import { printPath } from '../schema-faults.ts';

/** A fault, and where in the protocol it is. */
export interface Found {
  readonly path: readonly PropertyKey[];
  readonly fault: Fault;
}

/** What is wrong with a scale's values, and with what it says about them. */
export function scaleFaults(path: readonly PropertyKey[], scale: Scale): readonly Found[] {
  const values = scaleAnswers(scale);
  const names = values.map(String);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  const found: Found[] =
    twice === undefined
      ? []
      : [wrong(path, codedText('twice', { value: twice }), codedText('each-value-once'))];
  if (scale.kind !== 'ordinal') return found;
  const falls = values.findIndex(
    (value, at) =>
      at > 0 &&
      typeof value === 'number' &&
      typeof values[at - 1] === 'number' &&
      value < Number(values[at - 1]),
  );
  if (falls > 0)
    found.push(
      wrong(
        [...path, 'ordinal'],
        codedText('falling', { before: String(values[falls - 1]), value: String(values[falls]) }),
        codedText('ascending'),
      ),
    );
  const { present, ticked } = scale;
  const above = names.slice(1);
  if (present !== null && !above.includes(String(present)))
    found.push(
      wrong(
        [...path, 'present'],
        String(present),
        codedText('above-lowest', { values: oneOf(above) }),
      ),
    );
  const fit =
    present === null
      ? names
      : values.filter((value) => typeof value === 'number' && value >= present).map(String);
  if (ticked !== null && !fit.includes(String(ticked)))
    found.push(
      wrong(
        [...path, 'ticked'],
        String(ticked),
        codedText('counts-as-present', { values: oneOf(fit) }),
      ),
    );
  return found;
}

/** The faults of a panel: settings that an entry's kind does not have, people named twice. */
export function panelFaults(panel: Panel): readonly Found[] {
  const found: Found[] = [];
  const owners = { runs: 'model', names: 'human', file: 'rule' } as const;
  for (const [name, entry] of Object.entries(panel)) {
    for (const key of ['runs', 'names', 'file'] as const) {
      if (entry[key] !== undefined && entry.kind !== owners[key])
        found.push(
          wrong(
            ['panel', name, key],
            codedText('given-for-kind', { kind: entry.kind }),
            codedText('only-for-kind', { kind: owners[key] }),
          ),
        );
    }
  }
  const ids = panelAnnotators(panel).map((annotator) => annotator.id);
  for (const id of new Set(ids.filter((one, at) => ids.indexOf(one) !== at)))
    found.push(
      wrong(
        ['panel'],
        codedText('panel-twice', { annotator: id }),
        codedText('each-annotator-once'),
      ),
    );
  return found;
}

/** The faults of a task's questions: reserved names, and conditions on themselves. */
export function questionFaults(path: readonly PropertyKey[], task: Task): readonly Found[] {
  const taken = [
    ...task.unit.id,
    ...task.unit.carried,
    'annotator_id',
    'guideline_version',
    'at',
    'seconds',
    ...(task.form === 'labels' ? ['labels', 'grades'] : []),
  ];
  return task.questions.flatMap(({ id, when }) => {
    const place = [...path, 'questions', id];
    return [
      ...(taken.includes(id)
        ? [wrong(place, codedText('other-field-name'), codedText('own-name'))]
        : []),
      ...(when !== null && questionsIn(when.expression).includes(id)
        ? [
            wrong(
              [...place, 'when'],
              codedText('condition-on-itself', { question: id }),
              codedText('other-questions'),
            ),
          ]
        : []),
    ];
  });
}

/** What is wrong with the constraints of a task taken together. */
export function constraintFaults(path: readonly PropertyKey[], task: Task): readonly Found[] {
  const size = componentSize(task);
  if (size > largestComponent)
    return [
      wrong(
        path,
        codedText('many-combinations', { count: size }),
        codedText('fewer-combinations', { most: largestComponent }),
      ),
    ];
  const constraints = compileConstraints(task);
  const nothing = task.questions.map(() => -1);
  const stuck = task.questions
    .filter((_, at) => constraints.possible(nothing, at).length === 0)
    .map((question) => question.id);
  return stuck.length === 0
    ? []
    : [wrong(path, codedText('unmeetable', { questions: oneOf(stuck) }), codedText('meetable'))];
}

function wrong(path: readonly PropertyKey[], got: TextValue, expected: TextValue): Found {
  return { path, fault: wrongField(printPath(path), got, expected) };
}
