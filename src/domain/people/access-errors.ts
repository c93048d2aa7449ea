/** Why somebody is not let in, and what is wrong with a request before its content is read. */
export const accessErrors = {
  'not-signed-in': { status: 401, message: 'Sign in first.' },
  'bad-credentials': { status: 401, message: 'Incorrect name or password.' },
  csrf: {
    status: 403,
    message:
      'The x-csrf-token header is missing or does not belong to this session. Reload the page.',
  },
  'role-needed': {
    status: 403,
    message: 'Your role in {project} is {role}. This needs the role {needed}.',
  },
  'workspace-lead-needed': { status: 403, message: 'Only leads of the workspace can do this.' },
  'sign-in-needed': { status: 403, message: 'Sign in to do this; a token is not enough.' },
  'read-only-token': { status: 403, message: 'This token is read-only.' },
  'metrics-token-needed': {
    status: 403,
    message: 'Send the metrics token: Authorization: Bearer …',
  },
  'metrics-are-local': {
    status: 403,
    message:
      'The metrics can only be read on this machine, at localhost. To read them from elsewhere ' +
      'or through a proxy, start the server with --metrics-token.',
  },
  'judge-first': { status: 403, message: 'You still have to judge {unit}. Judge it first.' },
  'names-are-for-leads': { status: 403, message: 'Only leads can see the names of annotators.' },
  'has-seen-answers': {
    status: 403,
    message:
      '{annotator} could see the answers of others in this round, and can no longer judge in ' +
      'it.',
  },
  'mail-off': {
    status: 409,
    message:
      'This server does not send mail. To turn mail on, start it with --smtp and --mail-from.',
  },
  'own-account': { status: 403, message: 'You cannot disable your own account. Ask another lead.' },
  'last-lead': {
    status: 403,
    message: 'The workspace needs a lead. Give someone else the role first.',
  },
  'not-in-round': { status: 403, message: 'You are not in the round {round}.' },
  'takes-part': {
    status: 403,
    message:
      'You are in the round {round} (attempt {attempt}), which is open. Until it closes you ' +
      'cannot see the answers of others, or anything hidden from annotators.',
  },
  'same-browser': {
    status: 403,
    message:
      'Someone who is in the round {round} (attempt {attempt}), which is open, was signed in to ' +
      'this browser. It cannot show the answers of others. Open the link in a browser of your own.',
  },
  'account-needed': {
    status: 403,
    message:
      '{by}, who made this link, is in the round {round}, which is open. Choose a name and a ' +
      'password of your own to use it.',
  },
  'weak-password': {
    status: 400,
    message: 'This password is easy to guess: {reason}. Choose another, such as four words.',
  },
  'not-found': { status: 404, message: 'There is no {what}.' },
  'wrong-method': {
    status: 405,
    message: '{method} is not allowed at this address, expected {expected}.',
  },
  'panel-name': {
    status: 409,
    message:
      'The name {login} belongs to a rule or a model of the panel of {project}. Choose another.',
  },
  'member-name': {
    status: 409,
    message:
      'The panel calls a rule or a model {name}, but {login} is or was a member of {project}. ' +
      'Choose another name for the rule or model.',
  },
  'unknown-actor': {
    status: 403,
    message: 'Nobody named {by} may do this here, expected {expected}. Pass --by.',
  },
  'login-taken': {
    status: 409,
    message: 'The name {login} is taken. Choose another, or sign in and open the link again.',
  },
  'link-expired': {
    status: 410,
    message: 'This link was already used, was withdrawn, or has expired. Ask for a new one.',
  },
  'too-many-attempts': { status: 429, message: 'Too many attempts. Try again in {seconds} s.' },
  'too-large': { status: 413, message: 'The request is larger than {limit}.' },
  'headers-too-large': { status: 431, message: 'The request headers are too large.' },
  'too-slow': { status: 408, message: 'The request timed out.' },
  'wrong-content-type': { status: 415, message: 'The content type is {got}, expected {expected}.' },
  'bad-request': { status: 400, message: 'The request cannot be read.' },
  'host-missing': { status: 400, message: 'The Host header is missing.' },
  'wrong-host': {
    status: 421,
    message:
      'This server does not answer to the name {host}. Use the address that you were given. ' +
      'Whoever runs the server adds a name with --public-url or --allow-host.',
  },
  'expectation-unknown': { status: 400, message: 'The Expect header has an unknown value.' },
  'request-aborted': { status: 400, message: 'The request was aborted.' },
};
