/** What the guard of an evaluation says, in parts of sentences. */
export const guardTexts = {
  'guard-system': 'The system is {name}',
  'guard-override': 'pass --override with a reason',
  'guard-overridden': 'give a reason to continue, as was done here',
  'guard-reason': 'give a reason below to continue',
  'guard-made-by': '{system} was made with {name}',
  'file-per-system': 'a file for each system, and none for RAG',
  'look-unreadable': 'the line is not a look',
  'look-order': 'the look is out of order; looks before it were removed, added or moved',
  'look-changed': 'the look was changed',
  'look-removed': 'looks that the audit log has are missing',
} as const;
