/** Texts about what blocks a release, and about differences in one, by code. */
export const releaseTexts = {
  'each-file-once': 'each file once',
  'judgments-file': 'a file in the folder judgments',
  'obstacle-round-not-opened': 'The round {round} was never opened.',
  'obstacle-round-open': 'The round {round} is still open.',
  'obstacle-gate':
    'The gate of {round} did not pass. {checks, .} Repeat the round, or waive the gate with a ' +
    'reason.',
  'obstacle-open': 'Task {task}: {count} {count?unit waits:units wait} for a ruling: {units, and}.',
  'obstacle-awaiting':
    'Task {task}: {count} {count?unit waits:units wait} for judgments: {units, and}.',
  'obstacle-stale':
    'Task {task}: {count} {count?unit has:units have} only judgments under older versions: ' +
    '{units, and}.',
  'obstacle-no-truth': 'Task {task}: no unit has a truth.',
  'obstacle-split-sizes':
    'Task {task}: the split asks for {wanted} units, but only {available} have a truth.',
  'left-out-units': 'leaving out units that have no truth',
  'no-such-folder': 'there is no such folder',
  'lacks-file': 'it has no {file}',
  'differs-missing': 'is missing',
  'differs-line-ends':
    'differs only in how its lines end, as after a copy that turns LF into CRLF; send a release ' +
    'as a ZIP archive, or with `* -text` in .gitattributes',
  'differs-extra': 'does not belong to the release',
  'differs-hash': 'has the hash {got}, but {list} says {expected}',
  'differs-row': 'row {row}: {field} is {got}, recomputed {expected}',
  'differs-whole-row': 'row {row} is {got}, recomputed {expected}',
  'differs-row-count': 'has {got} rows, recomputed {expected}',
  'differs-field': '{field} is {got}, recomputed {expected}',
  'differs-bytes': 'differs from what the record gives, starting at byte {at}',
  'differs-unreadable': 'cannot be read: {reason}',
  'differs-unit': 'row {row}: {field} of {unit} is {got}, recomputed from its text {expected}',
  'differs-duplicates': 'the pairs of nearly equal texts do not match the texts',
  'differs-signature': 'is not a signature over this manifest',
  'differs-armour': 'is a valid signature, but its line endings or spaces were changed',
  'differs-signer': 'is not a signature by the key in {file}',
  'differs-unsigned': 'is missing, although a signer was named',
  'differs-head': 'the audit head is {got}, expected {expected}',
  'differs-workspace': 'the workspace has no entry about this release',
} as const;
