import type { Answers } from '../../domain/judging/judgment.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import type { TaskFold, UnitIndex } from '../fold/task-fold.ts';
import { applyRulings, rulingContent } from './apply-rulings.ts';
import { assistedNotes, outsiderNotes, weightsHash } from './panel-truths.ts';
import type { SubjectUnits } from './subject-units.ts';
import type { Topic } from './topic.ts';
import { TopicTruths } from './topic-truths.ts';
import type { Quoted } from './unit-grounds.ts';

/** What people and models wrote or copied, by unit. */
export type Quotes = ReadonlyMap<string, readonly Quoted[]>;

/** What was read of a task: its units under their subjects, their fold, the latest rulings. */
export interface TopicRecord {
  readonly units: SubjectUnits & { readonly ids: UnitIndex };
  readonly fold: TaskFold;
  readonly rulings: ReadonlyMap<string, Ruling & { readonly original: Answers | null }>;
}

/** The truth about a topic's units, from what was read of its task. It holds until more is read. */
export function recordTruths(
  topic: Topic,
  { units, fold, rulings }: TopicRecord,
  quotes: Quotes = new Map(),
): TopicTruths {
  const truths = new TopicTruths({
    topic,
    units,
    table: fold.table,
    standings: fold.standings,
    weightsHash: weightsHash(fold.table, fold.plan),
    quotes: new Map([...quotes].map(([unit, given]) => [units.ids.find(unit), given])),
    notes: [
      ...outsiderNotes(topic.id, fold.table, fold.plan),
      ...assistedNotes(topic.id, fold.standings),
    ],
  });
  const latest = [...rulings.values()].map((ruling) => {
    const { original } = ruling;
    return { ruling, original, content: rulingContent(ruling, original ?? {}) };
  });
  applyRulings(truths, latest);
  return truths;
}
