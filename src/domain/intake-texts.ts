/** What an import leaves out, and how it recognised a format, by code. */
export const intakeTexts = {
  // What an import leaves out
  'skipped-ignored': '{count} {count?row was:rows were} ignored in the tool',
  'skipped-rejected': '{count} rejected {count?choice:choices}',
  'skipped-spans': '{count} {count?span:spans}',
  'skipped-relations': '{count} {count?relation:relations}',
  'skipped-comments': '{count} {count?comment:comments}',
  'skipped-drafts': '{count} {count?draft:drafts}',
  'skipped-predictions': '{count} {count?prediction:predictions}',
  'skipped-suggestions': '{count} {count?suggestion:suggestions}',
  'skipped-cancelled': '{count} cancelled {count?annotation:annotations}',
  'skipped-unlabelled': '{count} without a label (not annotated, or none applies)',
  'skipped-instances': '{count} {count?instance:instances} without a label',
  'skipped-status': '{count} {count?response:responses} with the status {status}',
  'skipped-statusless': '{count} {count?response:responses} without a status',
  'skipped-unknown-status': '{count} {count?response:responses} with an unknown status',
  'skipped-by-mapping': '{count} in {field}, as the mapping says',
  'skipped-repeated': '{count} {count?record that appears:records that appear} twice',
  'skipped-faulty': '{count} {count?record:records} with faults',
  'skipped-outside-terms':
    '{count} {count?answer:answers} outside the terms: {question} = {answer}',
  'skipped-other-topics': '{count} {count?entry:entries} of other topics',
  'skipped-aggregates':
    '{count} {count?aggregate, which is:aggregates, which are} recomputed; --annotator takes ' +
    'those without votes as judgments',
  'skipped-unknown-units': '{count} {count?judgment:judgments} on units that do not exist',
  'skipped-fault': '{count} {count?judgment:judgments} with a fault: {fault}',
  // How a format was recognised
  'starts-as-parquet': 'it starts like a Parquet file',
  'not-parquet-bytes': 'its first bytes are not those of a Parquet file',
  'file-is-empty': 'it is empty',
  'json-unreadable': 'it starts like JSON, but its first object cannot be read',
  'json-endless':
    'it starts like JSON, but its first object does not end within {limit} characters',
  'looks-like-export': 'it looks like an export from {tool}',
  'looks-like-json-min': 'it looks like the JSON-MIN export from Label Studio; export JSON instead',
  'looks-like-gold-pack': 'it has labels and synonyms, like a gold pack',
  'looks-like-rag-table':
    'its columns are those of an exported retrieval, grounding or generation table',
  'has-rows-of': 'its rows have {fields, and}',
  'has-columns': 'its columns are {columns, and}',
  'has-annotator-column': 'it has a column for the annotator',
  'has-four-fields': 'its lines have four fields, the last a whole number',
  'has-bare-matrix': 'its cells are 0 and 1, without a header',
  'has-raw-judgments': 'it has judgments under raw or aggregated',
  'has-override-lists': 'it has lists of overrides by topic',
  'separated-by-tabs': 'its columns {columns, and} are separated by tabs; save it with commas',
  'separated-by-semicolons': 'its columns are separated by semicolons; save it with commas',
  'neither-json-nor-table': 'it is neither JSON nor a table with columns',
} as const satisfies Record<string, string>;
