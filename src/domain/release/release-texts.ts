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
  'obstacle-uncounted':
    'Task {task}: {count} {count?unit was:units were} judged, but not counting, since {why}: ' +
    '{units, and}.',
  'obstacle-undrawn':
    'Task {task}: {count} {count?unit was:units were} not drawn, and the protocol asks for all ' +
    'units: {units, and}.',
  'obstacle-no-truth': 'Task {task}: no unit has a truth.',
  'obstacle-split-sizes':
    'Task {task}: the split asks for {wanted} units, but only {available} have a truth.',
  'left-out-units': 'leaving out units that have no truth',
  'no-such-folder': 'there is no such folder or archive',
  'lacks-file': 'it has no {file}',
  'not-plain-files':
    'it holds links, pipes, devices or encrypted files ({names, and}), and a release has plain ' +
    'files only',
  'zip-none': 'it is neither a folder nor a ZIP archive',
  'zip-large':
    'the archive holds {files} {files?file:files} of {got} bytes, more than a release of its ' +
    'size has',
  'zip-name': 'the name {name} in the archive leads elsewhere or stands for two files',
  'zip-hidden': 'the archive holds bytes that belong to none of its files',
  'zip-damaged': '{name} in the archive is damaged',
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
  'differs-program':
    'runs a program with the SHA-256 {got}, which is not the one of Assay {version} and may show ' +
    'anything',
  'differs-entry': 'is not an entry of an audit log behind the end of the record',
  'differs-head': 'has the hash {got}, but the kept head is {expected}: the release is another one',
  'differs-head-none':
    'is missing: a release that was cut from files has no audit entry, so the kept head ' +
    '{expected} says nothing about it',
  'differs-head-earlier':
    'is {got}: the kept head {expected} is older than the release, so it cannot prove it; keep a ' +
    'head from after it was cut',
  'differs-head-later':
    'is {got}: the kept head {expected} is of a later entry; pass the workspace too ' +
    '(--database), whose log joins the two',
  'differs-entry-unknown': 'is not in the log of the workspace',
  'differs-log':
    'is not proven by the kept head: the log of the workspace differs from what was written in ' +
    '{count} {count?place:places}; see `assay audit verify`',
  'differs-workspace': 'the workspace has no entry about this release',
} as const;
