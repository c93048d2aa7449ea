/** What an error says, for a message or the log. */
export function failureReason(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}

/** The code of an error of Node, such as `ENOENT`; empty when it has none. */
export function failureCode(failure: unknown): string {
  return failure instanceof Error && 'code' in failure ? String(failure.code) : '';
}
