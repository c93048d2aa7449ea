const otherTools = [
  'label-studio',
  'label-studio-csv',
  'label-studio-tsv',
  'prodigy',
  'doccano',
  'argilla',
  'potato-jsonl',
  'potato-csv',
  'potato-tsv',
  'langfuse',
  'opentelemetry',
  'promptfoo',
  'inspect',
  'ragas',
] as const;

/** What can be imported, and in which formats; without a choice the format is detected. */
export const importable = {
  units: [
    'units-jsonl',
    'units-csv',
    'rag-records-json',
    'rag-records-jsonl',
    'rag-records-csv',
    'gold-chunks',
    ...otherTools,
    'trec-qrels',
    'trec-run',
    'parquet',
  ],
  judgments: [
    'judgments-jsonl',
    'judgments-csv',
    'rag-table',
    'gold-pack',
    ...otherTools,
    'trec-qrels',
    'parquet',
    'judgment-cache',
  ],
  rulings: ['rulings-jsonl', 'override-file'],
} as const;
export type ImportKind = keyof typeof importable;

/** What can be exported, and in which formats. */
export const exportable = {
  truth: ['jsonl', 'csv', 'trec-qrels', 'gold-chunks', 'gold-matrix', 'gold-labels', 'rag-merged'],
  judgments: [
    'jsonl',
    'flat-jsonl',
    'csv',
    'xlsx',
    'parquet',
    'rag-table',
    'label-studio',
    'argilla',
    'potato',
    'prodigy',
    'doccano',
  ],
  rulings: ['jsonl', 'override-file'],
  units: ['jsonl', 'csv', 'xlsx'],
  table: ['csv', 'jsonl', 'xlsx', 'parquet'],
  adjudication: ['adjudication-tasks', 'adjudicated'],
} as const;
export type ExportKind = keyof typeof exportable;

export const importModes = ['reject', 'normalise', 'flag'] as const;
export type ImportMode = (typeof importModes)[number];
