import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { oneOf } from '../../domain/text-values.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { policyTopic } from '../../domain/verdicts/policy.ts';
import { readableRuling, readRuling } from '../../formats/judging/whole-judgment.ts';
import {
  contradictionFaults,
  overrideRuling,
  readOverrideFile,
  subjectFaults,
} from '../../formats/rulings/override-file.ts';
import type { OverrideEntry } from '../../formats/rulings/override-file.ts';
import { taskSchemaOfTerms } from '../../formats/verdicts/term-hash.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import { subjectOfUnit } from '../rulings/folder-rulings.ts';
import { readJsonRows } from '../read-rows.ts';
import { readText } from '../text-file.ts';
import type { OpenValidation } from './validation.ts';

/** Checks a file of rulings. */
export function checkRulings(open: OpenValidation, file: string, tasks: readonly Task[]): void {
  const compiled = new Map(tasks.map((task) => [task.id, compileTask(task)]));
  open.check(file, 'rulings', null, (each) =>
    readJsonRows(file, open.found, (row, line) => {
      each();
      const read = readRuling(row);
      const place = (one: Fault): Fault => ({ ...one, file, line });
      if (!read.ok) open.found.add(...read.faults.map(place));
      const { task, unit, answers } = readableRuling(row);
      if (task === undefined) return;
      const known = compiled.get(task);
      const fields = unit === undefined ? undefined : open.units.get(task)?.get(unit);
      if (known === undefined)
        open.found.add(
          place(fault('unknown-task', { got: task, expected: oneOf([...compiled.keys()]) })),
        );
      else if (unit !== undefined && open.unitsOf(task)?.has(unit) === false)
        open.found.add(place(fault('unknown-unit', { field: 'unit', got: unit })));
      // A ruling may state some answers only.
      if (known !== undefined && answers !== undefined)
        open.found.add(
          ...known
            .faults(answers, fields ?? null)
            .filter((one) => one.code !== 'missing-field')
            .map(place),
        );
    }),
  );
}

/** Checks an override file, whose topics are those of the policies. */
export function checkOverrides(open: OpenValidation, file: string, tasks: readonly Task[]): void {
  open.check(file, 'overrides', null, (each) => {
    const read = readOverrideFile(readText(file));
    if (!read.ok) open.found.addAll(read.faults, { file });
    const given = read.ok ? read.value : read.rest;
    for (const [topic, entries] of given.topics) {
      const named = open.policies.find((policy) => policyTopic(policy) === topic)?.task ?? topic;
      const task = tasks.find((one) => one.id === named);
      if (task === undefined && open.allTopicsKnown) {
        const known = [
          ...new Set([...open.policies.map(policyTopic), ...tasks.map((one) => one.id)]),
        ];
        open.found.add(
          fault(
            'unknown-reference',
            { field: 'topic', got: topic, expected: oneOf(known) },
            { file, line: given.lineOf([topic]) },
          ),
        );
      }
      for (const entry of entries) {
        each();
        const line = given.lineOf(entry.path);
        const checked =
          task === undefined ? null : overrideRuling(entry, task, taskSchemaOfTerms(task));
        if (checked?.ok === false)
          open.found.add(...checked.faults.map((one) => ({ ...one, file, line })));
        if (task !== undefined) checkEntry(open, task, entry, { file, line });
        if (task !== undefined && open.unitsOf(task.id)?.has(entry.unit) === false)
          open.found.add(
            fault('unknown-unit', { field: 'review_id', got: entry.unit }, { file, line }),
          );
      }
    }
  });
}

/** Whether an override names the unit's subject, and says what other files say of the unit. */
function checkEntry(
  open: OpenValidation,
  task: Task,
  entry: OverrideEntry,
  place: { readonly file: string; readonly line: number },
): void {
  const known = subjectOfUnit(task, open.unitsOf(task.id)?.get(entry.unit));
  open.found.addAll(subjectFaults(entry, known ?? null), place);
  const key = JSON.stringify([task.id, entry.unit]);
  const earlier = open.overrides.get(key);
  if (earlier === undefined) open.overrides.set(key, { corrected: entry.corrected, ...place });
  else if (earlier.file !== place.file)
    open.found.addAll(contradictionFaults(entry, earlier), place);
}
