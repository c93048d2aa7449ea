/** What can go wrong with a release. */
export const releaseErrors = {
  'not-a-release': { status: 422, message: '{folder} is not a release: {reason}.' },
  'folder-exists': {
    status: 409,
    message: '{folder} already exists. A release is never overwritten: name another folder.',
  },
  'bad-version': {
    status: 422,
    message: 'The version {got} cannot be part of a file name, expected one such as 1.0.',
  },
} as const;
