/** What can go wrong while models are asked. */
export const extractErrors = {
  'models-busy': {
    status: 409,
    message:
      'Another process is asking models in {place} right now ({owner}). Wait until it has ended, ' +
      'or stop it.',
  },
  'models-running': {
    status: 409,
    message: 'Models are already being asked about the task {task}. Pause that job first.',
  },
  'models-done': { status: 409, message: 'The job {job} has ended. Start another one.' },
  'model-votes-hidden': {
    status: 403,
    message:
      'The votes of models are hidden from those who rule. A lead can show them under Adjudicate.',
  },
  'no-models': {
    status: 422,
    message:
      'There is no model to ask about the task {task}. Add one to the panel of the protocol, or ' +
      'pass --models.',
  },
  'stale-cells': {
    status: 409,
    message:
      '{count} {count?judgment was:judgments were} made under other questions, another guideline ' +
      'or another prompt of {task}. Pass --invalidate to ask again for this task alone; the old ' +
      'ones are kept, but do not count.',
  },
  'no-model-round': {
    status: 409,
    message:
      'The task {task} is judged in rounds, but no open round includes models. Open one with ' +
      'assay round open, or pass --outside-rounds: then the judgments are kept and compared, but ' +
      'do not count.',
  },
  'model-round-closed': {
    status: 409,
    message:
      'The round {round} is closed, and no open round of the task {task} includes models. What ' +
      'models answer now cannot count in a closed round. Open the next one with assay round ' +
      'open, or pass --outside-rounds: then the judgments are kept and compared, but do not ' +
      'count.',
  },
  'price-needed': {
    status: 422,
    message:
      'The price of {models} is not known, so --budget cannot be enforced. Add it under prices ' +
      'in the protocol.',
  },
  'replies-spooled': {
    status: 507,
    message:
      'Replies could not be saved: {reason}. No further requests are sent. {count} {count?reply ' +
      'is:replies are} kept in {file} and will be imported by the next run of assay extract or ' +
      'assay poll.',
  },
  'replies-unsaved': {
    status: 507,
    message:
      '{count} {count?reply:replies} could not be saved anywhere: {reason}. {count?It was:They ' +
      'were} paid for, and will be requested again. Free some space before you continue.',
  },
  'no-crontab': {
    status: 500,
    message:
      'The crontab cannot be changed: {reason}. Add this line to your scheduler instead: {line}',
  },
  'request-too-large': {
    status: 422,
    message:
      'The request about the unit {unit} has {bytes} bytes, but a batch holds at most {most}. ' +
      'Shorten the unit, or leave it to other annotators.',
  },
  unsendable: {
    status: 422,
    message: 'The unit {unit} cannot be sent: it has {reason}. Fix the unit.',
  },
} as const satisfies Record<string, { readonly status: number; readonly message: string }>;
