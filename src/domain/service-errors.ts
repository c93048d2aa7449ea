/** What can go wrong with the database and with the work of a round. */
export const serviceErrors = {
  // The database
  'database-unreachable': {
    status: 503,
    message:
      'The database {database} cannot be reached: {reason}. Check that it is running and that ' +
      'the address is right.',
  },
  'database-locked': {
    status: 503,
    message:
      'Another process has locked the database {database} for too long. Try again, or stop ' +
      'that process.',
  },
  'nothing-saved': { status: 503, message: 'Nothing can be saved at the moment: {reason}.' },
  'no-project': {
    status: 400,
    message:
      'There is no project in this database yet. Pass --protocol with the folder of its protocol.',
  },
  'database-newer': {
    status: 409,
    message:
      'The database {database} has version {got}, but this program knows versions up to ' +
      '{expected}. Install a newer Assay.',
  },
  'database-older': {
    status: 409,
    message:
      'The database {database} has version {got}, expected {expected}. Start the server once ' +
      'to bring it up to date.',
  },
  'database-unfit': { status: 503, message: 'The database {database} cannot be used: {reason}.' },
  'database-damaged': {
    status: 500,
    message:
      'The database {database} is damaged: {reason}. Restore a backup with assay restore; with ' +
      '--force it keeps the damaged file aside.',
  },
  'row-damaged': {
    status: 500,
    message:
      'In the table {table}, row {row} is damaged: its {column} cannot be read. Restore a backup.',
  },
  'database-not-empty': {
    status: 409,
    message: 'The database {database} already holds a workspace ({detail}). Name an empty one.',
  },
  'database-in-use': {
    status: 409,
    message: 'The database {database} is in use by another process. Stop it first.',
  },
  'database-not-found': {
    status: 404,
    message:
      'There is no database at {database}. Check the path, or create one with assay serve or ' +
      'assay import --protocol.',
  },
  'server-busy': {
    status: 503,
    message: 'The server is too busy: this request waited {seconds} s for its turn. Send it again.',
  },
  'commit-unknown': {
    status: 503,
    message:
      'The connection to the database broke while saving, so the result is unknown. Send the ' +
      'same request again, with the same idempotency key.',
  },
  'key-reused': {
    status: 409,
    message:
      'The idempotency key {key} was already used for a different {what}. Use a new key for ' +
      'new content.',
  },
  'selection-changed': {
    status: 409,
    message:
      'The filter matched {expected} units when you looked and matches {got} now. Look at the ' +
      'list again, then repeat what you wanted to do.',
  },
  'backup-damaged': {
    status: 400,
    message: '{file} is not a complete backup: {reason}. Restore another backup.',
  },
  'backup-locked': {
    status: 400,
    message:
      '{file} is encrypted. Pass --identity with the file of a secret key that it is encrypted to.',
  },
  'copy-differs': {
    status: 500,
    message: 'The table {table} differs after copying ({detail}). Nothing was kept.',
  },
  'needs-newer-node': {
    status: 500,
    message: 'The database needs Node {expected} or newer; this is {got}. Install a newer Node.',
  },
  // Work
  'corpus-too-small': {
    status: 422,
    message: 'Cannot draw {size} {size?unit:units}: only {units} {units?is:are} available{used}.',
  },
  'no-units': { status: 422, message: 'There are no units yet. Import them first.' },
  'all-units-used': {
    status: 422,
    message: 'All {units} units were already used. Add more units.',
  },
  'key-used-up': {
    status: 422,
    message:
      'These annotators have seen the answers to all {units} units of the key. Add units to ' +
      'the key, in a new version of the protocol.',
  },
  'key-units-unknown': {
    status: 422,
    message:
      'The training key names units that do not exist: {units, and}. Import them first, or ' +
      'correct the key.',
  },
  'equally-hard': {
    status: 422,
    message: 'The round asks for a share of hard units, but all units are equally hard.',
  },
  'floors-impossible': {
    status: 422,
    message:
      'The draw is impossible: {problems, ;}. Lower the floor, draw a different number of ' +
      'units, or add units.',
  },
  'hardness-unsaid': {
    status: 400,
    message:
      'The round {round} asks for a share of hard units, but names neither a field nor rules ' +
      'that tell which units are hard.',
  },
  'nobody-to-assign': {
    status: 422,
    message: 'There is nobody to assign units to. Invite annotators, or name them.',
  },
  'too-few-annotators': {
    status: 422,
    message:
      'Each unit goes to {wanted} different annotators, but there {people?is:are} only ' +
      '{people}. Add annotators, or ask for fewer per unit.',
  },
  'too-few-people': {
    status: 422,
    message:
      'Each unit goes to {wanted} different people besides the runs of models, but there ' +
      '{people?is:are} only {people}. Add people, ask for fewer per unit, or leave out ' +
      '`annotators` of the round, so that each unit goes to everybody.',
  },
  'annotator-twice': {
    status: 422,
    message: '{annotator} appears twice among the annotators, expected each annotator once.',
  },
  'nothing-to-claim': {
    status: 422,
    message:
      'Each unit of the round {round} goes to everyone, so there is nothing to claim. Use a ' +
      'balanced assignment.',
  },
  'cannot-split': { status: 422, message: '{detail}' },
  'round-locked': { status: 409, message: 'The round {round} cannot be opened. {blocks, .}' },
  'round-not-open': {
    status: 409,
    message: 'The round {round} is not open. Open it first, then import into it.',
  },
  'not-for-round': {
    status: 409,
    message: 'The judgment by {annotator} on {unit} does not fit the round {round}: {why}.',
  },
  'round-closed': { status: 409, message: 'The round {round} is closed.' },
  'judgments-missing': {
    status: 409,
    message:
      '{missing} of {wanted} judgments are missing in the round {round}, from {names, and}. ' +
      'Wait for them, or close the round as incomplete.',
  },
  'closed-incomplete': {
    status: 409,
    message:
      '{missing} {missing?judgment is:judgments are} missing in the round {round}, which is ' +
      'closed.',
  },
  'gate-undecided': {
    status: 409,
    message: 'The round {round} is still open, so its gate is not decided. Close the round first.',
  },
  'units-resolved': {
    status: 409,
    message:
      'Every unit of the round {round} has a truth, waits in another round or was excluded: ' +
      'there is nothing to decide.',
  },
  'project-changed': {
    status: 409,
    message: 'The rounds or the protocol changed in the meantime. Review them and try again.',
  },
  'people-changed': {
    status: 409,
    message:
      'Someone who was to take part can no longer judge here. Review the people and try again.',
  },
  'project-exists': {
    status: 409,
    message: 'The project {project} already exists. Add a new version of its protocol instead.',
  },
  'version-added': {
    status: 409,
    message: 'Someone else added version {version} in the meantime. Compare with it first.',
  },
  'not-assigned': { status: 403, message: '{unit} is not among your units in this round.' },
  'not-admitted': { status: 403, message: 'Not admitted: {reasons, ;}.' },
  'already-judged': {
    status: 409,
    message:
      '{unit} is already judged, and its known answers were shown. Training answers cannot be ' +
      'revised.',
  },
  'judged-before': {
    status: 409,
    message: 'You have already judged {unit}. Reload it to revise your judgment.',
  },
  'suggestion-not-shown': {
    status: 409,
    message:
      'The judgment on {unit} says that a suggestion by {by} was shown, but none was. Reload it.',
  },
  'revised-meanwhile': { status: 409, message: '{unit} was revised in the meantime. Reload it.' },
  'draft-outdated': {
    status: 409,
    message: 'There is already a newer draft of {unit}. Reload it first.',
  },
  'ruling-unknown': { status: 409, message: 'There is no ruling {ruling} on {unit}. Reload it.' },
  'ruled-meanwhile': { status: 409, message: '{by} ruled on {unit} in the meantime. Reload it.' },
  'reason-required': { status: 422, message: 'A reason is required for {what}.' },
  'own-judgment': {
    status: 403,
    message:
      'You judged {unit} yourself. Someone else has to rule on it, unless a lead allows own ' +
      'rulings.',
  },
  'own-ruling': {
    status: 403,
    message:
      '{by} judged {unit} and cannot rule on it. Someone else has to rule, unless a lead allows ' +
      'own rulings.',
  },
  'rules-unjudged': {
    status: 403,
    message: '{by} cannot rule on {unit}, because {by} still has to judge it in an open round.',
  },
  usage: { status: 400, message: '{reason}' },
  internal: {
    status: 500,
    message: 'Something went wrong inside Assay: {reason}. Please report it.',
  },
} as const satisfies Record<string, { status: number; message: string }>;
