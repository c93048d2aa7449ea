/** The formats of annotation tools and logs of evaluations: they hold units and judgments alike. */
const ofTools = [
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
/** The same, to look a format up in. */
export const toolFormats: readonly string[] = ofTools;

/** The formats that can be told apart by their first rows. */
const recognised = [
  'judgments-jsonl',
  'judgments-csv',
  'rulings-jsonl',
  'units-jsonl',
  'units-csv',
  'rag-records-json',
  'rag-records-jsonl',
  'rag-records-csv',
  'rag-table',
  'gold-chunks',
  'gold-matrix',
  'gold-labels',
  ...ofTools,
  'trec-qrels',
  'trec-run',
  'parquet',
] as const;
/** One of them. */
export type Format = (typeof recognised)[number];

/** Every format that an import reads; some are known by what else they come with. */
export const importFormats = [
  ...recognised,
  'gold-pack',
  'override-file',
  'judgment-cache',
] as const;
/** One of them. */
export type ImportFormat = (typeof importFormats)[number];

/** What can be imported. */
export const importKinds = ['units', 'judgments', 'rulings'] as const;
/** One of them. */
export type ImportKind = (typeof importKinds)[number];

/** The formats in which each kind can be imported. */
export const importable: Readonly<Record<ImportKind, readonly ImportFormat[]>> = {
  units: [
    'units-jsonl',
    'units-csv',
    'rag-records-json',
    'rag-records-jsonl',
    'rag-records-csv',
    'gold-chunks',
    ...ofTools,
    'trec-qrels',
    'trec-run',
    'parquet',
  ],
  judgments: [
    'judgments-jsonl',
    'judgments-csv',
    'rag-table',
    'gold-pack',
    ...ofTools,
    'trec-qrels',
    'parquet',
    'judgment-cache',
  ],
  rulings: ['rulings-jsonl', 'override-file'],
};

/** The formats in which each kind can be exported; the first is taken when none is named. */
export const exportable = {
  units: ['jsonl', 'csv', 'xlsx'],
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
    'judgment-cache',
  ],
  rulings: ['jsonl', 'override-file'],
  truth: ['jsonl', 'csv', 'trec-qrels', 'gold-chunks', 'gold-matrix', 'gold-labels', 'rag-merged'],
  table: ['csv', 'jsonl', 'xlsx', 'parquet'],
  adjudication: ['adjudication-tasks', 'adjudicated'],
} as const;
/** What can be exported. */
export type ExportKind = keyof typeof exportable;
/** One of the formats of an export. */
export type ExportFormat = (typeof exportable)[ExportKind][number];

/** What can be exported, as a list. */
export const exportKinds = Object.keys(exportable) as readonly ExportKind[];

/**
 * What happens to judgments with faults. `reject`: any fault stops everything. `normalise`: what
 * plainly means something valid is changed and logged, any other fault stops everything. `flag`:
 * rows with faults are set aside, the others are imported.
 */
export const importModes = ['reject', 'normalise', 'flag'] as const;
/** One of them. */
export type ImportMode = (typeof importModes)[number];

/** Files up to this size are looked at as soon as they are chosen. */
export const largestProposal = 100 * 1024 ** 2;
