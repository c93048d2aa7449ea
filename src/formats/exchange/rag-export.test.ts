import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import type { CompiledTask } from '../../truth/judging/faults.ts';
import { takeJudgments } from '../../../test/take-judgments.ts';
import { ragTable, readRagTable } from './rag-export.ts';
import type { RagJudgment } from './rag-export.ts';
import type { RagTask } from './rag-units.ts';

const names = {
  retrieval: ['topically_relevant', 'evidence_sufficient', 'misleading'],
  grounding: [
    'support_present',
    'unsupported_claim_present',
    'contradicted_claim_present',
    'source_cited',
    'fabricated_source',
  ],
  generation: ['proper_action', 'response_on_topic', 'helpful', 'incomplete', 'unsafe_content'],
};
const constraints = {
  retrieval: ['evidence_sufficient => topically_relevant', 'evidence_sufficient => not misleading'],
  grounding: [
    'contradicted_claim_present => unsupported_claim_present',
    'fabricated_source => source_cited',
  ],
  generation: [],
};
const compiledTask = (kind: RagTask): CompiledTask =>
  compileTask(
    buildTask({
      questions: Object.fromEntries(names[kind].map((name) => [name, {}])),
      constraints: constraints[kind],
      unit: { id: kind === 'retrieval' ? ['record_uuid', 'chunk_id'] : ['record_uuid'] },
    }),
  );

const judgment = (
  kind: RagTask,
  bits: readonly number[],
  given: Partial<RagJudgment> = {},
): RagJudgment => ({
  unit: {
    record_uuid: 'u1',
    query: 'q',
    chunk: 'c',
    chunk_id: 'c1',
    doc_id: 'd1',
    chunk_rank: 1,
    answer: 'a',
    context_set: 'x',
    language: 'en',
  },
  annotator: 'anna',
  answers: Object.fromEntries(names[kind].map((name, at) => [name, bits[at] === 1])),
  notes: '',
  insertedAt: '2026-03-27T09:30:00Z',
  at: '2026-03-27T09:31:00Z',
  status: 'completed',
  ...given,
});

describe('the table of a task', () => {
  // Columns and violation strings: the public evaluation framework at commit 1467bb1; see the
  // requirements on RAG tasks.
  it.each([
    [
      'retrieval',
      'record_uuid,annotator_id,task,language,inserted_at,created_at,record_status,' +
        'query,chunk,chunk_id,doc_id,chunk_rank,topically_relevant,evidence_sufficient,' +
        'misleading,notes,constraint_violated,constraint_details\r\n',
    ],
    [
      'grounding',
      'record_uuid,annotator_id,task,language,inserted_at,created_at,record_status,' +
        'answer,context_set,support_present,unsupported_claim_present,' +
        'contradicted_claim_present,source_cited,fabricated_source,notes,' +
        'constraint_violated,constraint_details\r\n',
    ],
    [
      'generation',
      'record_uuid,annotator_id,task,language,inserted_at,created_at,record_status,' +
        'query,answer,proper_action,response_on_topic,helpful,incomplete,unsafe_content,' +
        'notes,constraint_violated,constraint_details\r\n',
    ],
  ] as const)('%s has its header even without rows', (kind, header) => {
    expect(ragTable(compiledTask(kind), kind, [])).toBe(header);
  });

  it('quotes what needs it, leaves empty what is not there, and says which constraints are broken', () => {
    const odd = {
      record_uuid: 'u1',
      query: 'say "so", now',
      chunk: 'one\ntwo',
      chunk_id: 'c1',
      doc_id: 'd1',
      chunk_rank: 2,
    };
    const rows = [
      judgment('retrieval', [1, 1, 0], { unit: odd, notes: ' spaced; note' }),
      judgment('retrieval', [0, 1, 1], { at: '2026-03-27T10:31:00.250+01:00', insertedAt: null }),
    ];
    expect(
      ragTable(compiledTask('retrieval'), 'retrieval', rows).split('\r\n').slice(1, 3),
    ).toEqual([
      'u1,anna,retrieval,,2026-03-27T09:30:00Z,2026-03-27T09:31:00Z,completed,"say ' +
        '""so"", now","one\ntwo",c1,d1,2,true,true,false, spaced; note,false,',
      'u1,anna,retrieval,en,,2026-03-27T09:31:00.250Z,completed,q,c,c1,d1,1,false,true,' +
        'true,,true,evidence_sufficient=True ' +
        'but topically_relevant=False;evidence_sufficient=True but misleading=True',
    ]);
    const [, line] = ragTable(compiledTask('grounding'), 'grounding', [
      judgment('grounding', [1, 0, 1, 0, 1]),
    ]).split('\r\n');
    const claims = 'contradicted_claim_present=True but unsupported_claim_present=False';
    const sources = 'fabricated_source=True but source_cited=False';
    expect(line!.endsWith(`,true,${claims};${sources}`)).toBe(true);
  });

  it('escapes formulas only on request', () => {
    const rows = [judgment('generation', [1, 1, 1, 0, 0], { notes: '=1+1' })];
    expect(ragTable(compiledTask('generation'), 'generation', rows)).toContain(',=1+1,');
    expect(ragTable(compiledTask('generation'), 'generation', rows, true)).toContain(",'=1+1,");
  });

  it.each(['retrieval', 'grounding', 'generation'] as const)(
    '%s gives back identical judgments when it is read',
    (kind) => {
      const compiled = compiledTask(kind);
      const vector = fc.tuple(
        fc.array(fc.constantFrom(0, 1), { minLength: 5, maxLength: 5 }),
        fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '=', 'ü'), maxLength: 6 }),
      );
      fc.assert(
        fc.property(
          fc.uniqueArray(vector, { maxLength: 6, selector: ([, notes]) => notes }),
          (vectors) => {
            const given = vectors.map(([bits, notes], at) =>
              judgment(kind, bits, { notes, annotator: `annotator ${at}` }),
            );
            const valid = given.filter((one) => compiled.faults(one.answers, null).length === 0);
            const read = readRagTable(compiled, kind, ragTable(compiled, kind, given));
            expect(read.faults).toEqual([]);
            const taken = takeJudgments(
              compiled,
              { guideline: null, guidelineRequired: false, units: null },
              'flag',
              read.rows,
            );
            expect(
              taken.judgments.map(({ annotator, answers, at, asides }) => ({
                annotator,
                answers,
                at,
                notes: asides.notes ?? '',
              })),
            ).toEqual(
              valid.map(({ annotator, answers, at, notes }) => ({ annotator, answers, at, notes })),
            );
            expect(taken.aside).toHaveLength(given.length - valid.length);
          },
        ),
        { seed: 1, numRuns: 60 },
      );
    },
  );

  it('is refused when columns are missing or foreign, or rows are of another task', () => {
    const compiled = compiledTask('generation');
    const text = ragTable(compiled, 'generation', [judgment('generation', [1, 1, 1, 0, 0])]);
    expect(
      readRagTable(compiled, 'generation', text.replace('helpful', 'useful')).faults.map(
        (found) => found.message.split(',')[0],
      ),
    ).toEqual(['helpful is missing', 'useful is unknown here; expected record_uuid']);
    expect(
      readRagTable(compiled, 'generation', text.replace(',generation,', ',retrieval,')).faults.map(
        (found) => found.message,
      ),
    ).toEqual(['task is "retrieval", expected generation']);
  });

  it('is not believed about anything but true and false', () => {
    const compiled = compiledTask('generation');
    const text = ragTable(compiled, 'generation', [
      judgment('generation', [1, 1, 1, 0, 0]),
    ]).replace('true,true,true', 'Yes,maybe,true');
    const taken = takeJudgments(
      compiled,
      { guideline: null, guidelineRequired: false, units: null },
      'reject',
      readRagTable(compiled, 'generation', text).rows,
    );
    expect(taken.faults.map((found) => found.message)).toEqual([
      'proper_action is "Yes", expected true or false',
      'response_on_topic is "maybe", expected true or false',
    ]);
  });
});
