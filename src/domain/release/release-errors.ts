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
  'release-exists': {
    status: 409,
    message:
      'Version {version} was already released. A release is never overwritten: use the next ' +
      'version.',
  },
  'release-under-way': {
    status: 409,
    message: 'A release of {project} is being cut or verified. Wait until it is done.',
  },
  'no-release-folder': {
    status: 409,
    message: 'This server has no folder for releases. Start it with --releases and a folder.',
  },
  'no-release-key': {
    status: 409,
    message: 'This server has no key to sign with. Start it with --release-key and a key file.',
  },
} as const;
