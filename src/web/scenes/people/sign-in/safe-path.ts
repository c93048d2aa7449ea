/**
 * Where to go after signing in: only an address of the workbench itself, since a link must not be
 * able to lead elsewhere.
 */
export function safePath(to: string | undefined): string {
  return to !== undefined && /^\/(?![/\\])/.test(to) && !to.startsWith('/sign-in') ? to : '/';
}
