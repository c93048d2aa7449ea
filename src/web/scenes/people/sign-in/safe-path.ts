/** Where to go after signing in: only an address of the workbench, never elsewhere. */
export function safePath(to: string | undefined): string {
  return to !== undefined && /^\/(?![/\\])/.test(to) && !to.startsWith('/sign-in') ? to : '/';
}
