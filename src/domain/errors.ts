/**
 * The catalogue of everything that Assay may complain about: a stable code, the sentence, and the
 * HTTP status that a server answers with. `docs/errors.md` lists exactly these codes, and a test
 * proves it.
 */
export const errorCatalogue = {
  // Files and text
  'file-not-found': { status: 404, message: '{file} does not exist. Check the path.' },
  'file-unreadable': { status: 400, message: '{file} cannot be read: {reason}.' },
  'file-unwritable': { status: 500, message: '{file} cannot be written: {reason}.' },
  'file-exists': {
    status: 409,
    message: '{file} exists already. Choose another name, or pass --force to replace it.',
  },
  'folder-not-empty': { status: 409, message: '{file} is not empty. Choose another folder.' },
  'file-empty': { status: 400, message: 'the file is empty, expected at least one row' },
  'not-text': { status: 400, message: 'expected UTF-8 text, got {got}' },
  'line-too-long': {
    status: 400,
    message: 'the line is longer than {limit} bytes, expected one row per line',
  },
  'bad-json': { status: 400, message: 'expected JSON, got {got}' },
  'duplicate-key': {
    status: 400,
    message: 'the key {field} is there twice, expected each key once',
  },
  'not-an-object': { status: 400, message: 'expected an object with named fields, got {got}' },
  'bad-csv': { status: 400, message: '{reason}' },
  'bad-yaml': { status: 400, message: '{reason}' },
  'bad-parquet': { status: 400, message: 'the Parquet file cannot be read: {reason}' },
  // Fields
  'missing-field': { status: 400, message: '{field} is missing, expected {expected}' },
  'unknown-field': { status: 400, message: '{field} is not known here{hint}' },
  'wrong-value': { status: 400, message: '{field} is {got}, expected {expected}' },
  // Protocols
  'no-protocol': {
    status: 400,
    message: 'No protocol found. Pass --protocol, or run assay init in this folder.',
  },
  'bad-expression': { status: 400, message: '{reason}' },
  'unknown-reference': { status: 400, message: '{field} refers to {got}, expected {expected}' },
  'guideline-incomplete': { status: 400, message: 'the guideline for {question} has no {part}' },
  'unknown-task': {
    status: 400,
    message: 'there is no task {got} in the protocol, expected {expected}. Name one of them.',
  },
  'unknown-round': {
    status: 400,
    message: 'there is no round {got} in the protocol, expected {expected}. Name one of them.',
  },
  // Units and judgments
  'unknown-unit': {
    status: 400,
    message: '{field} {got} is not among the units; ids must not be edited',
  },
  'duplicate-unit': { status: 409, message: 'the unit {unit} was on line {line} already' },
  'duplicate-judgment': {
    status: 409,
    message: '{annotator} judged {unit} on line {line} already',
  },
  'constraint-broken': { status: 422, message: '{constraint} is broken: {detail}' },
  'not-applicable': { status: 422, message: '{field} is answered, but is asked only when {when}' },
  'grade-without-label': {
    status: 422,
    message: 'grades.{field} is given, but {field} is not among the labels',
  },
  'not-verbatim': { status: 422, message: '{field} is not copied from {source}{fix}' },
  'wrong-guideline': { status: 409, message: '{field} is {got}, expected {expected}' },
  'stale-task': {
    status: 409,
    message: 'judged under an older version of the task ({got}), expected {expected}',
  },
  'same-annotator': {
    status: 400,
    message:
      '{files} are both by {annotator}; agreement needs two people (pass --retest to compare somebody with themselves)',
  },
  'mixed-annotators': {
    status: 400,
    message:
      '{field} is {got}, but the rows above are by {expected}; expected one annotator per file',
  },
  'keys-differ': {
    status: 400,
    message:
      'the files do not judge the same units: {detail}. Pass --overlap to compare the common ones.',
  },
  'unknown-format': { status: 400, message: 'the rows have {got}; expected {expected}' },
  // Policies and verdicts
  'unknown-policy': { status: 404, message: 'there is no policy {got}, expected {expected}' },
  'unknown-subject': {
    status: 404,
    message: 'there is no subject {got} in {file}, expected one such as {expected}',
  },
  'no-judgments': {
    status: 422,
    message: "there are no judgments on {topic}. Extract them first, or check the topic's name.",
  },
  'no-weight': {
    status: 422,
    message:
      'the model {model} has no weight. Give it one with --weights, or in the panel of the protocol.',
  },
  'stale-terms': {
    status: 409,
    message:
      '{topic} was judged under other terms ({got}); the present ones are {expected}. {changes} Restore the terms, or pass --invalidate to discard the judgments on {topic} alone and extract them anew.',
  },
  'stale-override': {
    status: 409,
    message: 'the override of {unit} says that {field} was {got}, but now it is {expected}',
  },
  'too-much-missing': {
    status: 422,
    message:
      '{policy} at K = {k}: {missing} of {units} units have no truth ({share} %), more than the {limit} % that may be missing. Judge or rule on them, or pass --max-missing.',
  },
  // The database
  'database-unreachable': {
    status: 503,
    message:
      'The database {database} cannot be reached: {reason}. Check that it runs and that the address is right.',
  },
  'database-locked': {
    status: 503,
    message:
      'Another process has kept the database {database} locked for too long. Try again, or stop that process.',
  },
  'database-newer': {
    status: 409,
    message:
      'The database {database} has version {got}, this program knows versions up to {expected}. Install a newer Assay.',
  },
  'database-older': {
    status: 409,
    message:
      'The database {database} has version {got}, expected {expected}. Start the server once, which brings it up to date.',
  },
  'database-unfit': { status: 503, message: 'The database {database} cannot be used: {reason}.' },
  'database-damaged': {
    status: 500,
    message: 'The database {database} is damaged: {reason}. Restore a backup.',
  },
  'database-not-empty': {
    status: 409,
    message: 'The database {database} holds a workspace already ({detail}). Name an empty one.',
  },
  'database-in-use': {
    status: 409,
    message: 'The database {database} is in use by another process. Stop it first.',
  },
  'database-not-found': {
    status: 404,
    message:
      'There is no database at {database}. Check the path, or make one with assay serve or assay import --protocol.',
  },
  'server-busy': {
    status: 503,
    message:
      'So many are saving at once that this did not get its turn within {seconds} s. Send it again.',
  },
  'commit-unknown': {
    status: 503,
    message:
      'The connection to the database broke while it was saving, so it is not known whether it did. Send the same request again, with the same idempotency key.',
  },
  'key-reused': {
    status: 409,
    message:
      'The idempotency key {key} was used for another {what}. Use a new key for new content.',
  },
  'backup-damaged': { status: 400, message: '{file} is not a whole backup: {reason}.' },
  'copy-differs': {
    status: 500,
    message: 'The table {table} differs after it was copied ({detail}). Nothing was kept.',
  },
  'needs-newer-node': {
    status: 500,
    message: 'The database needs Node {expected} or newer; this is {got}. Install a newer Node.',
  },
  // Access
  'not-signed-in': { status: 401, message: 'Sign in first.' },
  'bad-credentials': { status: 401, message: 'The name or the password is not right.' },
  csrf: {
    status: 403,
    message:
      'The header x-csrf-token is missing or does not belong to this session. Load the page again.',
  },
  forbidden: { status: 403, message: '{reason}' },
  'takes-part': {
    status: 403,
    message:
      'You take part in the round {round} (attempt {attempt}), which is open. Until it is closed you do not see what others answered, nor what is hidden from annotators.',
  },
  'not-found': { status: 404, message: 'There is no {what}.' },
  'wrong-method': {
    status: 405,
    message: '{method} is not possible at this address, expected {expected}.',
  },
  'login-taken': {
    status: 409,
    message: 'The name {login} is taken. Choose another, or sign in and open the link again.',
  },
  'link-expired': {
    status: 410,
    message: 'This link was used, withdrawn, or has expired. Ask for a new one.',
  },
  'too-many-attempts': { status: 429, message: 'Too many attempts. Try again in {seconds} s.' },
  'too-large': { status: 413, message: 'The request is larger than {limit}.' },
  'headers-too-large': {
    status: 431,
    message: 'The headers of the request are larger than is read.',
  },
  'too-slow': { status: 408, message: 'The request did not come in time.' },
  'wrong-content-type': { status: 415, message: 'The content type is {got}, expected {expected}.' },
  // Work
  'corpus-too-small': { status: 422, message: '{detail}' },
  'cannot-assign': { status: 422, message: '{detail}' },
  'cannot-split': { status: 422, message: '{detail}' },
  'round-locked': { status: 409, message: 'The round {round} cannot be opened: {detail}' },
  'round-closed': { status: 409, message: 'The round {round} is closed.' },
  'not-assigned': { status: 403, message: '{unit} is not among your units in this round.' },
  'not-admitted': { status: 403, message: '{detail}' },
  'already-judged': {
    status: 409,
    message:
      '{unit} was judged already, and its known answers were shown. A training answer is not revised.',
  },
  'draft-outdated': {
    status: 409,
    message: 'A newer draft of {unit} is kept already. Load it first.',
  },
  conflict: { status: 409, message: '{detail}' },
  'reason-required': { status: 422, message: 'A reason is needed for {what}.' },
  'own-judgment': { status: 403, message: '{detail}' },
  usage: { status: 400, message: '{reason}' },
  internal: {
    status: 500,
    message: 'Something went wrong inside Assay: {reason}. Please report it.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

/** A code of the catalogue. */
export type ErrorCode = keyof typeof errorCatalogue;
