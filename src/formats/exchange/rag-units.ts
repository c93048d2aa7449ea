import { codedText } from '../../domain/text-values.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { Fault } from '../../domain/fault.ts';
import { wrongField } from '../../domain/field-fault.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { recordUuid } from './rag-record.ts';
import type { RagRecord } from './rag-record.ts';
import type { RagRecords } from './rag-records.ts';

/** The three tasks that a record is judged in. */
export const ragTasks = ['retrieval', 'grounding', 'generation'] as const;
export type RagTask = (typeof ragTasks)[number];

/** Rows of units, per task. */
export type RagUnits = Readonly<Record<RagTask, readonly UnitFields[]>>;

/**
 * The units of a record: each query–chunk pair for retrieval (record_uuid and chunk_id, in any
 * order), the answer with its context for grounding, the query with its answer for generation.
 * @internal
 */
export function fanOut(record: RagRecord): RagUnits {
  const { query, answer, context_set, chunks } = record;
  const record_uuid = recordUuid(record);
  const common = {
    ...(record.language === null ? {} : { language: record.language }),
    ...record.other,
  };
  return {
    retrieval: chunks.map(({ chunk_id, doc_id, chunk_rank, text, other }) => ({
      record_uuid,
      chunk_id,
      ...(doc_id === null ? {} : { doc_id }),
      chunk_rank,
      query,
      chunk: text,
      answer,
      ...common,
      ...other,
    })),
    grounding: [{ record_uuid, answer, context_set, query, ...common }],
    generation: [{ record_uuid, query, answer, context_set, ...common }],
  };
}

/** The units of all records. A repeated record counts once; one that changed is a fault. */
export function ragUnits(read: RagRecords): {
  readonly units: RagUnits;
  readonly repeated: number;
  readonly faults: readonly Fault[];
} {
  const units: Record<RagTask, UnitFields[]> = { retrieval: [], grounding: [], generation: [] };
  const seen = new Map<string, { readonly index: number; readonly content: string }>();
  const faults: Fault[] = [];
  let repeated = 0;
  for (const { index, record } of read.records) {
    const uuid = recordUuid(record);
    const content = canonicalJson({
      ...record,
      chunks: record.chunks.toSorted((a, b) => (a.chunk_id < b.chunk_id ? -1 : 1)),
    });
    const before = seen.get(uuid);
    if (before === undefined) {
      seen.set(uuid, { index, content });
      const fanned = fanOut(record);
      for (const task of ragTasks) units[task].push(...fanned[task]);
    } else if (before.content === content) repeated += 1;
    else
      faults.push(
        wrongField(
          `[${index}]`,
          codedText('differing-record', { record: uuid }),
          codedText('same-as-record', { index: before.index }),
        ),
      );
  }
  return { units, repeated, faults };
}
