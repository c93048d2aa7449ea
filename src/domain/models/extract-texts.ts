/** Why asking models paused, and what happened to batches, by code. */
export const extractTexts = {
  'pause-person':
    '{provider} refuses requests until someone acts ({code}: {message}). Check the key, the ' +
    'credit and the limits, then start again. Answers that were received are not requested again',
  'pause-request':
    '{model} refuses the request itself ({code}: {message}). Change its settings on the panel, ' +
    'then start again',
  'pause-parameter':
    '{model} refuses the parameter {parameter} ({message}). Remove it from the panel, or set ' +
    'drop_parameters: true, then start again',
  'pause-unreachable':
    '{provider} cannot be reached ({message}). Start again when it can be reached',
  'pause-budget':
    'the budget of {budget} {currency} would be exceeded: {settled} spent, {unsettled} pending. ' +
    'Start again with a higher --budget',
  'pause-interrupted': 'someone stopped it. Start again to continue',
  'service-unreached':
    '{provider} cannot be reached ({message}). It is tried again for some minutes; what is ' +
    'answered is kept if you stop',
  'asked-to-wait':
    '{provider} asks to wait {seconds} seconds before {model} is asked again ({code}: {message})',
  'calls-abandoned':
    '{count} {count?call was under way and was:calls were under way and were} given up after a ' +
    'moment. The provider may charge for {count?it, and its cell is:them, and their cells are} ' +
    'asked again',
  'pause-lead': '{by} paused it',
  'pause-faults': '{faults, ;}',
  'pause-batches':
    '{count} batches of {model} failed as a whole ({code}: {message}). Fix the cause, then start ' +
    'again',
  'pause-lost':
    'the results of a batch are gone ({message}). {count} answers were paid for and are lost; ' +
    'pass --again to ask for them again',
  'pause-unsaved': 'replies could not be saved: {reason}',
  'pause-closed':
    'the round was closed in the meantime. Replies that were still pending are kept with their ' +
    'cost, but are not judgments',
  'models-joined': '{models, and} joined the open round {round}',
  'request-refused':
    '{entry} refuses requests ({code}: {message}). Their cells are given up; pass --again to ' +
    'retry them',
  'other-model':
    '{entry} was asked as {asked}, and {answered} answered. Its judgments count; each ' +
    'attempt names the model that answered',
  'batch-adopted': 'the batch {remote} was found at the provider and taken over',
  'batch-alike':
    'the batch {remote} was made at the same time with as many requests. It may be the same one ' +
    'made twice, or someone else’s: look at it at the provider, and cancel it there if it is yours',
  'batch-cancelled':
    'the batch {remote} had been created twice and was cancelled; it may be charged',
  'batch-cancelled-priced':
    'the batch {remote} had been created twice and was cancelled; it may be charged, at most ' +
    '{most} {currency}',
  'batch-not-made': 'the batch was never created, so its requests can be sent again',
  'batch-mistaken': 'the batch {remote} holds requests that are not ours',
  'batch-failed': 'the provider refused the batch ({code}: {message})',
  'batch-line': 'the provider refused request {line} of the batch ({code}: {message})',
  'batch-damaged':
    '{count} {count?line of the results cannot be read and is left out; it begins:' +
    'lines of the results cannot be read and are left out; the first begins} {first}',
  'batch-unknown':
    '{count} {count?result answers a request that nobody made, and is left out; its id is:' +
    'results answer requests that nobody made, and are left out; the first has the id} {first}',
  'batch-missing':
    '{count} {count?request has no result and is:requests have no result and are} asked again',
  'batch-state-unknown':
    'the provider did not report the state of the batch {remote} of {entry} ({code}: {message}). ' +
    'The next poll asks again',
  'batch-unconfirmed':
    'the provider did not confirm the batch of {entry} ({code}: {message}). It may exist: every ' +
    'poll looks for it, and it is made again only if it is not found within {minutes} minutes',
  'batch-sought':
    'the batch of {entry} that the provider did not confirm is not found yet. It is looked for ' +
    'until {minutes} minutes after it was sent, and then made again',
  'batch-waits':
    'the provider took no batch of {entry} ({code}: {message}). The next poll sends it again',
  'batch-failures':
    '{count} {count?request:requests} of the batch {remote} of {entry} failed, most often with ' +
    '{code}: {message}. What may succeed is asked again',
  'batch-results-cut':
    'the results of the batch {remote} of {entry} did not arrive completely ({code}: {message}). ' +
    'What arrived is kept, and the next poll fetches the rest',
} as const satisfies Record<string, string>;
