/** Why a system is not measured against a release. */
export const guardErrors = {
  'circular-own': {
    status: 409,
    message:
      '{who}, and {count} {count?judgment:judgments} by {annotators, and} {count?counts:count} ' +
      'in this truth. The score would be circular: measure against truth made by others, or {way}.',
  },
  'circular-family': {
    status: 409,
    message:
      '{who}, of the same family as {annotators, and}: {count} {count?judgment:judgments} of ' +
      'that family {count?counts:count} in this truth. The score would be circular: measure ' +
      'against truth made by others, or {way}.',
  },
  'circular-rule': {
    status: 409,
    message:
      '{who}, and {count} {count?judgment:judgments} by the rule {annotators, and} ' +
      '{count?has:have} weight in this truth. The score would be circular: give rules weight 0, ' +
      'or {way}.',
  },
  'circular-ruling': {
    status: 409,
    message:
      '{who}, and {annotators, and} ruled on {count} {count?unit:units} of this truth. The score ' +
      'would be circular: measure against truth made by others, or {way}.',
  },
  'circular-suggestion': {
    status: 409,
    message:
      '{who}, and {count} {count?judgment:judgments} in this truth {count?was:were} given with a ' +
      'suggestion by {annotators, and} in sight. The score would be circular: measure against ' +
      'truth made without it, or {way}.',
  },
  'training-id': {
    status: 409,
    message:
      'This row has the id of {unit}, which is measured. Remove it from the training data and ' +
      'train again, or {way}.',
  },
  'training-hash': {
    status: 409,
    message:
      'This row has the content of {unit}, which is measured. Remove it from the training data ' +
      'and train again, or {way}.',
  },
  'training-text': {
    status: 409,
    message:
      'This row has the text of {unit}, which is measured. Remove it from the training data and ' +
      'train again, or {way}.',
  },
  'training-near': {
    status: 409,
    message:
      'This row has almost the same text as {unit}, which is measured (similarity {similarity}). ' +
      'Remove it from the training data and train again, or {way}.',
  },
  'ledger-broken': {
    status: 409,
    message:
      'The ledger of looks is broken: {reason}. Nothing was measured. Restore the ledger from a ' +
      'copy.',
  },
  'ledger-locked': {
    status: 409,
    message:
      'Another evaluation is writing to the ledger of looks. Wait for it to finish. If none is ' +
      'running, remove {file}.',
  },
  'evaluation-under-way': {
    status: 409,
    message: 'Another evaluation against a release of {project} is under way. Try again shortly.',
  },
} as const;
