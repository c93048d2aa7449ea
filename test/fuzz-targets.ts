import type { Fault } from '../src/domain/fault.ts';
import { readArgilla, readArgillaRows } from '../src/formats/exchange/argilla.ts';
import { detectFormat } from '../src/formats/exchange/detect-format.ts';
import { readDoccano } from '../src/formats/exchange/doccano.ts';
import { goldJudgments, readGoldPack } from '../src/formats/exchange/gold-pack.ts';
import { readGuideline } from '../src/formats/protocol/guideline-markdown.ts';
import { judgmentCells } from '../src/formats/judging/judgment-csv.ts';
import { parseRow } from '../src/formats/jsonl.ts';
import { readLabelStudio } from '../src/formats/exchange/label-studio.ts';
import type { GivenRow } from '../src/formats/judging/judgment-intake.ts';
import { readLegacyPolicy, termReferences } from '../src/formats/verdicts/legacy-policy.ts';
import { readLegacyTerms } from '../src/formats/verdicts/legacy-terms.ts';
import {
  isOverrideFile,
  overrideRuling,
  readOverrideFile,
} from '../src/formats/rulings/override-file.ts';
import { writeParquet } from '../src/formats/parquet-writer.ts';
import { columnsOf } from './parquet-columns.ts';
import { readPolicy } from '../src/formats/verdicts/policy-yaml.ts';
import { readPotato } from '../src/formats/exchange/potato.ts';
import { readProdigy } from '../src/formats/exchange/prodigy/prodigy.ts';
import { readProtocol } from '../src/formats/protocol/protocol-yaml.ts';
import { ragTable, readRagTable } from '../src/formats/exchange/rag-export.ts';
import { readRagRecords } from '../src/formats/exchange/rag-records.ts';
import { ragTasks, ragUnits } from '../src/formats/exchange/rag-units.ts';
import { readTable } from '../src/formats/table-text.ts';
import { adjudicate } from '../src/formats/rulings/trial-rows.ts';
import { qrelRows, readQrels } from '../src/formats/exchange/trec-qrels.ts';
import { unitCells } from '../src/formats/units/unit-rows.ts';
import { readWeakRules } from '../src/formats/protocol/weak-rules-yaml.ts';
import { readRuling } from '../src/formats/judging/whole-judgment.ts';
import { readParquetBytes } from './parquet-files.ts';
import { buildTask } from './build-task.ts';
import { allergyPolicies, allergyTerms } from './legacy-policy-files.ts';
import {
  task,
  labels,
  pair,
  ranked,
  retrieval,
  takeRows,
  takeExport,
  unitFaults,
  linesOf,
  jsonLines,
  flat,
  whole,
  ticked,
  record,
  ragRow,
  protocol,
  policy,
  overrides,
  parquetRows,
  parquetReaders,
  duckdb,
  text,
} from './fuzz-samples.ts';

/**
 * A format with samples that its reader takes, and the way of a file through the reader and what
 * follows it.
 */
export interface FuzzTarget {
  readonly format: string;
  readonly samples: readonly string[];
  /** For binary formats, in place of samples. */
  readonly bytes?: readonly Uint8Array[];
  /** All faults of an input; may throw an InputError and nothing else. */
  run(input: string | Uint8Array): readonly Fault[] | Promise<readonly Fault[]>;
}

/** Every format that can be imported. */
export const fuzzTargets: readonly FuzzTarget[] = [
  {
    format: 'units JSONL',
    samples: [
      '{"id":"u1","doc":"d","text":"t","rank":1,"tags":["a"]}\n{"id":"u2","doc":"d","text":"t2"}\n',
    ],
    run: (input) => jsonLines(text(input), (row) => unitFaults(task, row)),
  },
  {
    format: 'units CSV',
    samples: ['id,doc,text,rank,tags:json\nu1,d,"a, ""b""\nc",1,"[1,2]"\nu2,d,t,2,\n'],
    run: (input) => {
      const table = readTable(text(input));
      const cells = unitCells(task, table.columns);
      return [
        ...table.faults,
        ...table.rows.flatMap(({ fields }) => {
          const row = cells(fields);
          return row.ok ? unitFaults(task, row.row) : row.faults;
        }),
      ];
    },
  },
  {
    format: 'judgments JSONL',
    samples: [flat, whole, flat + whole],
    run: (input) => {
      const rows: GivenRow[] = [];
      const faults = jsonLines(text(input), (row, line, content) => {
        rows.push({ row, line, text: content });
        return [];
      });
      return [...faults, ...takeRows(task, rows)];
    },
  },
  {
    format: 'label judgments JSONL',
    samples: [ticked],
    run: (input) => {
      const rows: GivenRow[] = [];
      const faults = jsonLines(text(input), (row, line, content) => {
        rows.push({ row, line, text: content });
        return [];
      });
      return [...faults, ...takeRows(labels, rows)];
    },
  },
  {
    format: 'judgments CSV',
    samples: [
      'id,annotator_id,relevant,sufficient,grade,kind,quote,why,guideline_version,' +
        'confidence,notes,flag\n' +
        'u1,anna,true,false,1,Cat,18 years,,1,high,"n, m",true\nu1,ben,true,true,2,,,,,,,\n',
    ],
    run: (input) => {
      const table = readTable(text(input));
      const cells = judgmentCells(task, table.columns, { annotator: 'cleo' });
      return [
        ...table.faults,
        ...takeRows(
          task,
          table.rows.map(({ fields, line }) => ({ ...cells(fields), line })),
        ),
      ];
    },
  },
  {
    format: 'rulings JSONL',
    samples: [
      '{"unit":"u1","task":"t","by":"lead","reason":"r","at":null,"answers":{"relevant":true}}\n' +
        '{"unit":"u2","task":"t","by":"lead","reason":"r","exclude":true}\n',
    ],
    run: (input) =>
      jsonLines(text(input), (row) => {
        const read = readRuling(row);
        return read.ok ? [] : read.faults;
      }),
  },
  {
    format: 'trial rows',
    samples: [
      '{"query_id": "Q1", "nct_id": "N1", "relevance_label": 1, "rationale": "r", ' +
        '"annotator_id": "a", "guideline_version": "m4-v1", "task_id": "t-1"}\n{"query_id": ' +
        '"Q1", "nct_id": "N2", "relevance_label": 0, "rationale": "r", "annotator_id": "a", ' +
        '"guideline_version": "m4-v1"}\n',
    ],
    run: (input) => {
      const lines = text(input).split('\n');
      const done = adjudicate(lines, lines.slice(0, 1));
      if (done.ok)
        for (const line of done.lines)
          if (!parseRow(line).ok)
            throw new Error(`an edited row is no JSON: ${line.slice(0, 300)}`);
      return [
        ...(done.ok ? [] : done.faults),
        ...takeRows(
          pair,
          linesOf(text(input)).flatMap((content, at) => {
            const parsed = parseRow(content);
            return parsed.ok ? [{ row: parsed.row, line: at + 1, text: content }] : [];
          }),
        ),
      ];
    },
  },
  ...(['json', 'jsonl', 'csv'] as const).map((layout): FuzzTarget => ({
    format: `RAG records ${layout}`,
    samples:
      layout === 'json'
        ? [`[${record},${record}]`]
        : layout === 'jsonl'
          ? [`${record}\n${record}\n`]
          : [
              'query,answer,context_set,language,chunks\n' +
                'q,a,x,,"[{""chunk_id"":""c"",""doc_id"":""d"",""chunk_rank"":1,' +
                '""text"":""t""}]"\n',
              'record_id,query,answer,context_set,chunk_id,doc_id,chunk_rank,text\n' +
                'r,q,a,x,c1,d,1,t1\nr,q,a,x,c2,d,2,t2\n',
            ],
    run: (input) => {
      const read = readRagRecords(text(input), layout);
      const units = ragUnits(read);
      const own = buildTask({ questions: { a: {} }, unit: { id: ['record_uuid'] } });
      return [
        ...read.faults,
        ...read.errors.flatMap((one) => one.faults),
        ...units.faults,
        ...ragTasks.flatMap((kind) => units.units[kind].flatMap((row) => unitFaults(own, row))),
      ];
    },
  })),
  {
    format: 'RAG table',
    samples: [ragTable(retrieval, 'retrieval', [ragRow, { ...ragRow, annotator: 'ben' }])],
    run: (input) => {
      const read = readRagTable(retrieval, 'retrieval', text(input));
      return [...read.faults, ...takeRows(retrieval.task, read.rows)];
    },
  },
  {
    format: 'gold pack',
    samples: [
      'chunk_id,doc_id,text\nC1,D1,"one, two"\nC2,D1,three\n\u001e1,0\n0,1\n' +
        '\u001e{"labels":["IRB","AML"],"synonyms":{"IRB":["pd"]}}',
    ],
    run: (input) => {
      const [chunks = '', matrix = '', names = ''] = text(input).split('\u001e');
      const read = readGoldPack({ chunks, matrix, labels: names });
      return read.ok
        ? takeRows(
            labels,
            goldJudgments(read.value, 'gold').map((row) => ({
              row: { ...row, id: row['chunk_id'] },
              line: null,
            })),
          )
        : read.faults;
    },
  },
  {
    format: 'Label Studio',
    samples: [
      '[{"id":1,"data":{"id":"u1","doc":"d","text":"t"},"annotations":[{"id":1,' +
        '"completed_by":{"id":3,"email":"a@b.c"},"result":[{"id":"x",' +
        '"from_name":"relevant","to_name":"t","type":"choices",' +
        '"value":{"choices":["yes"]}},{"from_name":"sufficient","type":"choices",' +
        '"value":{"choices":["no"]}},{"from_name":"grade","type":"rating",' +
        '"value":{"rating":2}},{"from_name":"kind","type":"taxonomy",' +
        '"value":{"taxonomy":[["Animal","Cat"]]}},{"from_name":"why","type":"textarea",' +
        '"value":{"text":["so"]}}],"was_cancelled":false,"lead_time":3.5,' +
        '"updated_at":"2021-03-09T22:16:08.728378Z"}],"drafts":[],"predictions":[{}]}]',
    ],
    run: (input) => takeExport(task, readLabelStudio(text(input))),
  },
  {
    format: 'Prodigy',
    samples: [
      '{"text":"t","meta":{"id":"u1"},"_input_hash":5,"options":[{"id":"IRB"},' +
        '{"id":"AML"}],"accept":["IRB"],"answer":"accept","_annotator_id":"a",' +
        '"_timestamp":1707211049}\n' +
        '{"text":"t","id":"u2","options":[],"accept":[],"answer":"accept","_session_id":"b"}\n',
      '{"text":"t","id":"u2","label":"AML","answer":"reject","_session_id":"b"}\n' +
        '{"text":"t","id":"u2","label":"IRB","answer":"accept","_session_id":"b"}\n' +
        '{"text":"t","id":"u2","label":"AML","answer":"ignore","_session_id":"c"}\n',
    ],
    run: (input) => takeExport(labels, readProdigy(text(input))),
  },
  {
    format: 'doccano',
    samples: [
      '{"id":1,"text":"t","label":["IRB"],"doc":"d"}\n{"id":2,"text":"t","label":[]}\n',
      '[{"id":1,"text":"t","annotations":[{"label":"AML","user":2}],"meta":{"a":1}}]',
    ],
    run: (input) => takeExport(labels, readDoccano(text(input), { empty: 'no label applies' })),
  },
  {
    format: 'Argilla',
    samples: [
      '[{"id":"u1","fields":{"text":"t","doc":"d"},"metadata":{"p":1},' +
        '"suggestions":{"AML":{"value":"yes"}},"responses":{"AML":[{"value":"yes",' +
        '"user_id":"a","status":"submitted"}],"IRB":[{"value":2,"user_id":"a",' +
        '"status":"submitted"}]}}]',
      '{"id":"u1","text":"t","AML.responses":["yes","no"],"AML.responses.users":["a",' +
        '"b"],"AML.responses.status":["submitted","draft"],"AML.suggestion":null,' +
        '"IRB.responses":["0","2"],"IRB.responses.users":["a","b"],' +
        '"IRB.responses.status":["submitted","draft"]}\n',
      '[{"id":"u1","fields":{},"responses":[{"values":{"AML":{"value":"no"},' +
        '"IRB":{"value":0}},"user_id":"a","status":"submitted",' +
        '"updated_at":"2025-09-22T13:25:15"}]}]',
    ],
    run: (input) => takeExport(labels, readArgilla(text(input))),
  },
  {
    format: 'Potato JSONL',
    samples: [
      '{"user_id":"a","instance_id":"u1","displayed_text":"t",' +
        '"label_annotations":{"AML":{"yes":"1"},"IRB":{"scale_2":"2"},' +
        '"notes":{"text_box":"so"}},"span_annotations":[],' +
        '"behavioral_data":{"time_spent":3}}\n' +
        '{"instance_id":"u2","user_id":"b","labels":{"AML":{"yes":true,"no":false},' +
        '"IRB":{"0":"0"}},"spans":{}}\n',
    ],
    run: (input) => takeExport(labels, readPotato(text(input), 'jsonl')),
  },
  {
    format: 'Potato CSV',
    samples: [
      'user,instance_id,displayed_text,AML:::yes,AML:::no,IRB:::1,notes:::text_box\n' +
        'a,u1,t,1,,1,"so, so"\nb,u1,t,,1,1,\n',
    ],
    run: (input) => takeExport(labels, readPotato(text(input), 'csv')),
  },
  {
    format: 'Potato TSV',
    samples: ['instance_id\tuser_id\tAML.yes\tIRB.2\tner._spans\nu1\ta\t1\t1\t[]\n'],
    run: (input) => takeExport(labels, readPotato(text(input), 'tsv')),
  },
  {
    format: 'TREC qrels',
    samples: ['Q1 0 N1 2\nQ1\t0\tN2\t0\n'],
    run: (input) => {
      const read = readQrels(text(input));
      return [
        ...read.faults,
        ...takeRows(ranked, qrelRows(ranked, read, { annotator: 'a', question: 'relevance' })!),
      ];
    },
  },
  {
    format: 'protocol YAML',
    samples: [protocol],
    run: (input) => {
      const read = readProtocol(text(input));
      return read.ok ? [] : read.faults;
    },
  },
  {
    format: 'weak rules YAML',
    samples: [
      'labels: { IRB: [irb, internal ratings], AML: [aml] }\nnegations: [not, other ' +
        'than]\nwindow: 5\n',
    ],
    run: (input) => {
      const read = readWeakRules(text(input));
      return read.ok ? [] : read.faults;
    },
  },
  {
    format: 'policy YAML',
    samples: [policy],
    run: (input) => {
      const read = readPolicy(text(input), [task]);
      return read.ok ? [] : read.faults;
    },
  },
  {
    format: 'original policy YAML',
    samples: Object.values(allergyPolicies),
    run: (input) => {
      const read = readLegacyPolicy(text(input));
      if (read.ok) termReferences(read.value);
      return read.ok ? [] : read.faults;
    },
  },
  {
    format: 'original terms YAML',
    samples: Object.values(allergyTerms),
    run: (input) => {
      const read = readLegacyTerms(text(input));
      return read.ok ? [] : read.faults;
    },
  },
  {
    format: 'override file',
    samples: [overrides],
    run: (input) => {
      isOverrideFile(text(input));
      const read = readOverrideFile(text(input));
      return read.ok
        ? [...read.value.topics.values()].flat().flatMap((entry) => {
            const made = overrideRuling(entry, task, null);
            return made.ok ? [] : made.faults;
          })
        : read.faults;
    },
  },
  {
    format: 'guideline Markdown',
    samples: [
      '# Guideline\n\nFirst words.\n\n## IRB – Internal ratings\n### Definition\nWhat it ' +
        'is.\n### Include\n- this\n### Exclude\n- that\n### Positive examples\n- one\n### ' +
        'Negative examples\n- two\n\n## FAQ\nMore.\n',
    ],
    run: (input) => {
      const read = readGuideline(text(input), '1', ['IRB'], true);
      return read.ok ? [] : read.faults;
    },
  },
  {
    format: 'any format',
    samples: [flat, record, protocol, 'Q1 0 N1 2\n', 'a,b\n1,2\n', '1,0\n0,1\n'],
    run: (input) => {
      detectFormat(text(input));
      return [];
    },
  },
  {
    format: 'Parquet',
    samples: [],
    bytes: [
      new Uint8Array(writeParquet(columnsOf(parquetRows), parquetRows)),
      ...(['v1', 'v2'] as const).map(
        (version) => new Uint8Array(Buffer.from(duckdb[version].join(''), 'base64')),
      ),
    ],
    run: async (input) => {
      const bytes = typeof input === 'string' ? new Uint8Array() : input;
      detectFormat(bytes);
      const rows = await readParquetBytes(bytes, {}, parquetReaders);
      return [
        ...takeExport(task, readArgillaRows(rows)),
        ...takeRows(task, rows),
        ...rows.flatMap(({ row }) => unitFaults(task, row)),
      ];
    },
  },
];
