import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Store } from '../../store/open-store.ts';
import { batches } from '../../store/bulk-insert.ts';
import { findUnits } from '../../store/units/units.ts';
import { codeApplies } from '../../truth/protocol/answer-codes.ts';
import type { TaskFold } from '../../truth/fold/task-fold.ts';
import { WeakMatcher } from '../../truth/units/weak-rules.ts';
import type { LiveFold } from '../fold/live-fold.ts';
import { rulesOf } from '../project-protocol.ts';

/** The labels that a keyword rule gives to units, by fold row; null for units it was not asked. */
export interface WeakLabels {
  readonly rule: string;
  labelsOf(row: number): ReadonlySet<string> | null;
}

/**
 * The weak labels of the settled units: the rule's judgments where it has some, else its keywords
 * in the shown texts. Cached. Null when no rule of the panel has a file.
 */
export async function weakLabels(
  store: Store,
  { fold, project, task }: LiveFold,
): Promise<WeakLabels | null> {
  const entry = Object.entries(project.protocol.panel).find(
    ([, one]) => one.kind === 'rule' && one.file !== undefined,
  )?.[0];
  const rules = entry === undefined ? null : rulesOf(project, entry);
  if (entry === undefined || rules === null) return null;
  const found = kept.get(fold) ?? { labels: [], sets: new Map<string, ReadonlySet<string>>() };
  kept.set(fold, found);
  const judge = fold.table.annotators.indexOf(entry);
  const wanted: string[] = [];
  for (let row = 0; row < fold.units.size; row += 1) {
    if (found.labels[row] === undefined && fold.isSettled(row)) {
      found.labels[row] = judge < 0 ? null : judged(fold, judge, row, found.sets);
      if (found.labels[row] === null) wanted.push(fold.units.at(row));
    }
  }
  const matcher = new WeakMatcher(rules);
  const place = { project: project.project, task: task.task.id };
  for (const batch of batches(wanted)) {
    const units = await store.read((db) => findUnits(db, place, batch));
    for (const { id, fields } of units) {
      const shown = task.task.unit.show.map((field) => fields[field]);
      const text = shown.filter((value) => typeof value === 'string').join('\n');
      const labels = matcher.match(text).labels.map((one) => one.label);
      found.labels[fold.units.find(id)] = shared(found.sets, labels);
    }
    await nextTurn();
  }
  return { rule: entry, labelsOf: (row) => found.labels[row] ?? null };
}

type LabelSets = Map<string, ReadonlySet<string>>;

/** The labels found so far, by row, each combination kept once. */
interface FoundLabels {
  readonly labels: (ReadonlySet<string> | null | undefined)[];
  readonly sets: LabelSets;
}

const kept = new WeakMap<TaskFold, FoundLabels>();

function shared(sets: LabelSets, labels: readonly string[]): ReadonlySet<string> {
  const key = labels.join('\n');
  const known = sets.get(key) ?? new Set(labels);
  sets.set(key, known);
  return known;
}

/** What the rule itself judged, where it did. */
function judged({ table }: TaskFold, judge: number, row: number, sets: LabelSets) {
  for (let at = table.first(row); at < table.end(row); at += 1) {
    if (table.who(at) !== judge) continue;
    const given = table.questions.filter((question, place) =>
      codeApplies(question, table.code(at, place)),
    );
    return shared(
      sets,
      given.map((question) => question.id),
    );
  }
  return null;
}
