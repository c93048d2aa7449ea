/** What can be wrong with files, fields, protocols, units, judgments and policies. */
export const inputErrors = {
  // Files and text
  'file-not-found': { status: 404, message: '{file} does not exist. Check the path.' },
  'file-unreadable': { status: 400, message: '{file} cannot be read: {reason}.' },
  'file-unwritable': { status: 500, message: '{file} cannot be written: {reason}.' },
  'package-incomplete': {
    status: 500,
    message: 'A file of Assay itself cannot be read: {reason}. Install Assay again.',
  },
  'file-exists': {
    status: 409,
    message: '{file} already exists. Choose another name, or pass --force to replace it.',
  },
  'folder-not-empty': { status: 409, message: '{file} is not empty. Choose another folder.' },
  'file-empty': { status: 400, message: 'the file is empty, expected at least one row' },
  'not-text': { status: 400, message: 'expected UTF-8 text, got {got}' },
  'line-too-long': {
    status: 400,
    message: 'the line is longer than {limit} bytes, expected one row per line',
  },
  'row-too-large': {
    status: 400,
    message: 'the row has {got} characters, expected at most {limit}',
  },
  'bad-json': { status: 400, message: 'expected JSON, got {got}' },
  'json-over-lines': {
    status: 400,
    message: 'expected an object on each line, got JSON over several lines; write each on one line',
  },
  'duplicate-key': {
    status: 400,
    message: 'the key {field} appears twice, expected each key once',
  },
  'not-an-object': { status: 400, message: 'expected an object with named fields, got {got}' },
  'bad-csv': { status: 400, message: '{reason}' },
  'bad-yaml': { status: 400, message: '{reason}' },
  'bad-parquet': { status: 400, message: 'the Parquet file cannot be read: {reason}' },
  'bad-workbook': { status: 400, message: 'the spreadsheet cannot be read: {reason}' },
  'records-faulty': {
    status: 400,
    message:
      '{wrong} of {all} records have faults, so nothing was imported. Fix them, or leave them ' +
      'out (--skip-invalid).',
  },
  'nothing-taken': {
    status: 400,
    message: 'nothing in the file was imported. Left out: {left, ;}.',
  },
  // Fields
  'unfit-labels': {
    status: 400,
    message:
      'labels that are not answers here: {labels, ;}. Say what they mean in the mapping: ' +
      '{mapping}',
  },
  'missing-field': { status: 400, message: '{field} is missing, expected {expected}' },
  'unknown-field': { status: 400, message: '{field} is unknown here{hint}' },
  'wrong-value': { status: 400, message: '{field} is {got}, expected {expected}' },
  // Protocols
  'no-protocol': {
    status: 400,
    message: 'No protocol found. Pass --protocol, or run assay init in this folder.',
  },
  'bad-expression': { status: 400, message: '{field}: {reason}' },
  'unknown-reference': { status: 400, message: '{field} refers to {got}, expected {expected}' },
  'guideline-incomplete': { status: 400, message: 'the guideline for {question} has no {part}' },
  'unknown-task': {
    status: 400,
    message: 'there is no task {got} in the protocol, expected {expected}',
  },
  'unknown-round': {
    status: 400,
    message: 'there is no round {got} in the protocol, expected {expected}',
  },
  // Units and judgments
  'unknown-unit': {
    status: 400,
    message: '{field} {got} is not among the units. Do not change ids.',
  },
  'no-units-yet': {
    status: 409,
    message:
      'the task {task} has no units yet. Import them first. A table of votes, a qrels file or a ' +
      'run can also be imported as units.',
  },
  'preference-conflict': {
    status: 422,
    message: 'the preferences of group {group} for query {query} contradict each other',
  },
  'duplicate-unit': { status: 409, message: 'the unit {unit} already appears {place}' },
  'duplicate-judgment': { status: 409, message: '{annotator} already judged {unit} {place}' },
  'constraint-broken': { status: 422, message: '{constraint} is broken: {detail}' },
  'not-applicable': {
    status: 422,
    message: '{field} has an answer, but is only asked when {when}',
  },
  'grade-without-label': {
    status: 422,
    message: 'grades.{field} is given, but {field} is not among the labels',
  },
  'not-verbatim': { status: 422, message: '{field} is not copied from {source}{hint}' },
  'wrong-guideline': { status: 409, message: '{field} is {got}, expected {expected}' },
  'stale-task': {
    status: 409,
    message: 'judged under an older version of the task ({got}), expected {expected}',
  },
  'same-annotator': {
    status: 400,
    message:
      '{files, and} are both by {annotator}, but agreement needs two people. Pass --retest to ' +
      'compare someone with themselves.',
  },
  'mixed-annotators': {
    status: 400,
    message:
      '{field} is {got}, but the rows above are by {expected}; expected one annotator per file',
  },
  'keys-differ': {
    status: 400,
    message:
      'the files do not judge the same units: {detail}. Pass --overlap to compare the units ' +
      'they share.',
  },
  'unknown-format': { status: 400, message: 'the rows have {got}, expected {expected}' },
  'answers-differ': {
    status: 409,
    message:
      '{annotator} answered {unit} with {answers, and}. Pass --precedence to choose which one ' +
      'counts.',
  },
  'unit-changed': {
    status: 409,
    message:
      'The unit {unit} already exists with different content, and units never change. Give the ' +
      'new content its own id.',
  },
  'judged-in-workbench': {
    status: 409,
    message:
      '{annotator} already judged {unit} in the workbench, with different answers. That judgment ' +
      'is kept.',
  },
  // Exports
  'gold-pack-files': {
    status: 400,
    message:
      'A gold pack is three files: chunks, matrix and labels. Pass --matrix and --labels ' +
      'together with the chunks.',
  },
  'no-labels': {
    status: 400,
    message: 'The task {task} has no labels, so there is no gold pack of it.',
  },
  'cache-is-whole': {
    status: 400,
    message:
      'A judgment cache holds every run of every model under the current questions. Leave out ' +
      '{names, and}.',
  },
  'shape-unsupported': {
    status: 400,
    message:
      'The task has {what}, which a file for {tool} cannot hold. Export JSONL, CSV or Label ' +
      'Studio JSON.',
  },
  // Policies and verdicts
  'no-policies': {
    status: 400,
    message:
      'The protocol {project} has no policies. Add them to it, and add that version to the ' +
      'project.',
  },
  'unknown-policy': { status: 404, message: 'there is no policy {got}, expected {expected}' },
  'unknown-subject': {
    status: 404,
    message: 'there is no subject {got} in {file}, expected one such as {expected}',
  },
  'no-judgments': {
    status: 422,
    message:
      'there are no judgments on {topic}. Extract them first, or check the name of the topic.',
  },
  'no-weight': {
    status: 422,
    message:
      'the model {model} has no weight, and weights are never guessed. Set one with --weights, ' +
      'or in the panel of the protocol.',
  },
  'stale-terms': {
    status: 409,
    message:
      '{topic} was judged under other terms ({got}); the current ones are {expected}. ' +
      '{changes} Restore the terms, or pass --invalidate to discard the judgments on {topic} ' +
      'and extract them again.',
  },
  'stale-override': {
    status: 409,
    message: 'The override of {unit} says that {field} was {got}, but it is now {expected}.',
  },
  'too-much-missing': {
    status: 422,
    message:
      '{policy} at K = {k}: {missing} of {units} units have no truth ({share} %), more than ' +
      'the {limit} % allowed. Judge or rule on them, or pass --max-missing.',
  },
} as const satisfies Record<string, { status: number; message: string }>;
