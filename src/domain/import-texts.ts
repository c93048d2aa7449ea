/** Texts about imports, verdicts and cases, by code. */
export const importTexts = {
  // Imports
  'units-made': 'The task had no units: {count} {count?was:were} made from {name}.',
  'units-to-make': 'The task has no units: the import makes {count} from {name} first.',
  'rounds-not-kept':
    '{count} {count?row names:rows name} a round, which is not kept: imported judgments belong ' +
    'to none.',
  'names-joined':
    '{count} {count?judgment is:judgments are} stored under the known spelling of the annotator: ' +
    'A0 and a0 are the same name.',
  'before-project':
    '{count} {count?judgment was:judgments were} given before the project was created.',
  'ahead-of-clock':
    '{count} {count?judgment has a time:judgments have times} in the future, by the clock of ' +
    'this machine.',
  'answers-filled':
    '{count} {count?row had:rows had} no answer to {question}; the mapping gave one.',
  'judgments-count': '{count} of {total} {total?judgment:judgments} will count.',
  'judgments-count-now': '{count} of {total} {total?judgment:judgments} will count for now.',
  'counted-once-passed':
    '{count} {count?judgment:judgments} by {annotator} will count once round {round} has passed.',
  'uncounted-judgments': '{count} {count?judgment:judgments} by {annotator} will not count: {why}.',
  'more-uncounted': 'Nor do the judgments by {count} more {count?annotator:annotators} count.',
  'ruling-leaves-open': '{unit} stays open: {questions, and} would have no answer.',
  'claim-differs': '{unit}: the ruling says that {question} was {claimed}, but it is now {agreed}.',
  'still-open': 'open',
  'of-record': '[{index}] {warning}',
  'record-left-out': '{about}{fault}; left out',
  'keys-kept': 'not part of a record, but kept with its units: {fields, and}',
  'ranks-have-gaps': 'the ranks are {ranks, and}, expected 1 to {count} without a gap',
  // Verdicts
  'ruling-unused': 'The ruling on {unit} is unused: {why}.',
  'not-among-units': 'it is not among the units',
  'no-judgment-counts':
    'none of its judgments counts, and the correction alone leaves questions open',
  'nobody-judged-it': 'nobody has judged it, and the correction alone leaves questions open',
  'not-all-judged-it':
    'not everybody has judged it yet, and the correction alone leaves questions open',
  'older-questions':
    '{topic}: {count} {count?judgment was:judgments were} given under older questions, and ' +
    '{count?is left out until it is:are left out until they are} given again.',
  'units-without-id': '{count} {count?unit has no id and is:units have no id and are} left out.',
  'units-repeated':
    '{count} {count?unit appears:units appear} twice and {count?counts:count} once.',
  'units-elsewhere':
    '{count} {count?unit belongs:units belong} to two subjects and {count?counts:count} for the ' +
    'first.',
  'units-undated':
    '{count} {count?unit has:units have} no readable date and {count?counts:count} as the ' +
    'oldest, with the weight for undated units.',
  // Cases
  'own-unit':
    'You judged this unit. Someone else has to rule on it, unless a lead allows own rulings.',
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
  'skipped-survey-pages': '{count} {count?page:pages} of a survey, such as a consent form',
  'skipped-status': '{count} {count?response:responses} with the status {status}',
  'skipped-statusless':
    '{count} {count?response:responses} without a status; the mapping without_status: submitted ' +
    'treats {count?it:them} as submitted',
  'skipped-unknown-status': '{count} {count?response:responses} with an unknown status',
  'skipped-by-mapping': '{count} in {field}, as the mapping says',
  'so-many-units': '{count} units; import the others afterwards',
  'so-many-annotators': 'the judgments of {count} annotators',
  'kept-rows':
    '{count} characters of rulings, changes and rows that are set aside; import it in parts, or ' +
    'on the command line',
  'given-annotator': 'a name; pass --annotator if one person gave all of them',
  'label-rows': '{label} in {count} {count?row:rows}',
  'skipped-mapping-entry': '{entry} of the mapping, because the file has no such field',
  'skipped-score': '{count} {count?value:values} of {field}, neither text nor number',
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
  'guessed-answers': 'The file does not tell answers from data. Taken as answers: {columns, and}',
  'annotator-assumed':
    'The file does not say who annotated. The proposed mapping uses {annotator}: replace it with ' +
    'the right name',
  'fields-unreadable':
    'The proposed mapping leaves out {fields, and}: not answers that Assay can read, but for ' +
    'example regions of an image',
  'columns-left-out':
    'The task has nothing named {columns, and}, so the proposed mapping leaves {count?it:them} ' +
    'out',
  'zip-method': 'it is packed with {method}, which cannot be unpacked here',
  'one-object': 'it is one JSON object, with lists in {lists, and}',
  'columns-guessed':
    'The first line looks like a row, not like the names of columns, so the proposed mapping ' +
    'names them: {columns, and}. Change them where they are wrong',
  'rows-numbered': 'No field names the rows, so they are numbered in {field}',
  'statusless-taken':
    '{count} {count?response has:responses have} no status. The proposed mapping treats ' +
    '{count?it:them} as submitted: remove without_status if that is wrong',
  // How a format was recognised
  'starts-as-parquet': 'it starts like a Parquet file',
  'not-parquet-bytes': 'its first bytes are not those of a Parquet file',
  'file-is-empty': 'it is empty',
  'json-unreadable': 'it starts like JSON, but its first object cannot be read',
  'json-endless':
    'it starts like JSON, but its first object does not end within {limit} characters',
  'looks-like-export': 'it looks like an export from {tool}',
  'looks-like-json-min': 'it looks like the JSON-MIN export from Label Studio',
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
  'neither-json-nor-table': 'it is neither JSON nor a table with columns',
  'foreign-spans':
    'it is {name}, which marks passages of documents; convert it to lines of JSON with the text ' +
    'and its passages, such as {"text": "Anna left.", "label": [[0, 4, "PERSON"]]}',
  'foreign-fasttext':
    'it is a training file of fastText, with __label__ before each text; convert it to a table ' +
    'with a column for the label and one for the text',
  'foreign-markup': 'it is XML or HTML; export a table, JSON or lines of JSON instead',
  'foreign-database': 'it is an SQLite database; export its rows first, with the tool that made it',
  'skipped-revised':
    '{count} earlier {count?annotation that its annotator:annotations that their annotators} ' +
    'revised',
  'skipped-rejected-annotations':
    '{count} {count?annotation that a reviewer:annotations that reviewers} rejected',
  'skipped-untouched':
    '{count} {count?annotation:annotations} made from a prediction or another annotation and ' +
    'never changed',
  'skipped-reviews': '{count} {count?review:reviews} of imported annotations',
  'skipped-history': 'the history of {count} {count?annotation:annotations}',
  'skipped-agreement': 'the agreement that the tool computed, in {count} {count?row:rows}',
  'skipped-unannotated': '{count} {count?row:rows} without an annotation',
  'skipped-differing': '{field}, which differs between the rows of {count} {count?unit:units}',
  'also-judgments':
    'The file also holds {count} {count?judgment:judgments}; import {count?it:them} with --kind ' +
    'judgments.',
  'looks-like-beir': "its header is that of BEIR's relevance judgments",
  'has-six-fields': 'its lines have six fields, like a TREC run',
  'separated-by': 'The fields are separated by {delimiter}.',
  'delimiter-semicolon': 'semicolons',
  'delimiter-tab': 'tabs',
  'read-as-encoding': 'The file is not UTF-8; it was read as {encoding}.',
  'read-sheet': 'The sheet {sheet} was read.',
  'sheet-titles': 'The text above the header was left out: {titles, and}.',
  'other-sheets': 'Other sheets were not read: {sheets, and}.',
  'skipped-pending': '{count} {count?item that nobody has:items that nobody has} annotated yet',
  'skipped-no-traces':
    '{count} {count?score or item of a queue that belongs:scores or items of a queue that belong}' +
    ' to no trace',
  'skipped-other-spans': '{count} {count?span:spans} of other operations',
  'looks-like-log': 'it begins like an evaluation log or a trace',
} as const satisfies Record<string, string>;
