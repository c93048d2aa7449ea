import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Store } from '../../store/open-store.ts';
import { findUnits } from '../../store/units/units.ts';
import { codeApplies } from '../../truth/protocol/answer-codes.ts';
import type { MonitorTally } from '../../truth/fold/monitor-tally.ts';
import { WeakMatcher } from '../../truth/units/weak-rules.ts';
import type { LiveTally } from '../fold/live-tally.ts';
import { rulesOf } from '../project-protocol.ts';

/** The labels that a keyword rule gives to units, by tally row; null for units it was not asked. */
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
  { tally, project, task }: LiveTally,
): Promise<WeakLabels | null> {
  const entry = Object.entries(project.protocol.panel).find(
    ([, one]) => one.kind === 'rule' && one.file !== undefined,
  )?.[0];
  const rules = entry === undefined ? null : rulesOf(project, entry);
  if (entry === undefined || rules === null) return null;
  const found = kept.get(tally) ?? { labels: [], sets: new Map<string, ReadonlySet<string>>() };
  kept.set(tally, found);
  const judge = tally.answers.annotators.indexOf(entry);
  const wanted: string[] = [];
  for (let row = 0; row < tally.answers.size; row += 1) {
    if (found.labels[row] === undefined && tally.isSettled(row)) {
      found.labels[row] = judge < 0 ? null : judged(tally, judge, row, found.sets);
      if (found.labels[row] === null) wanted.push(tally.answers.unit(row));
    }
  }
  const matcher = new WeakMatcher(rules);
  for (let start = 0; start < wanted.length; start += readTogether) {
    const units = await store.read((db) =>
      findUnits(
        db,
        { project: project.project, task: task.task.id },
        wanted.slice(start, start + readTogether),
      ),
    );
    for (const { id, fields } of units) {
      const text = task.task.unit.show
        .map((field) => fields[field])
        .filter((value) => typeof value === 'string')
        .join('\n');
      found.labels[tally.answers.find(id)] = shared(
        found.sets,
        matcher.match(text).labels.map((one) => one.label),
      );
    }
    await nextTurn();
  }
  return { rule: entry, labelsOf: (row) => found.labels[row] ?? null };
}

const readTogether = 500;

/** The labels that were found, by row, each combination kept once. */
interface FoundLabels {
  readonly labels: (ReadonlySet<string> | null | undefined)[];
  readonly sets: Map<string, ReadonlySet<string>>;
}

const kept = new WeakMap<MonitorTally, FoundLabels>();

function shared(
  sets: Map<string, ReadonlySet<string>>,
  labels: readonly string[],
): ReadonlySet<string> {
  const key = labels.join('\n');
  const known = sets.get(key) ?? new Set(labels);
  sets.set(key, known);
  return known;
}

/** What the rule itself judged, where it did. */
function judged(
  { answers }: MonitorTally,
  judge: number,
  row: number,
  sets: Map<string, ReadonlySet<string>>,
): ReadonlySet<string> | null {
  for (let at = answers.first(row); at >= 0; at = answers.next(at)) {
    if (answers.annotator(at) === judge)
      return shared(
        sets,
        answers.questions
          .filter((question, place) => codeApplies(question, answers.code(at, place)))
          .map((question) => question.id),
      );
  }
  return null;
}
