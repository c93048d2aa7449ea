/** A version that was just saved, as the page of versions says it. */
export interface MadeVersion {
  readonly version: number;
  readonly fresh: boolean;
  readonly stale: readonly { readonly judgments: number }[];
}

const made = new Map<string, MadeVersion>();

/** How long a page that is reloaded in the meantime still says what was saved. */
const saidFor = 10_000;

/** Notes that a version was saved, for the page that comes next. */
export function noteMade(project: string, version: MadeVersion): void {
  made.set(project, version);
  setTimeout(() => {
    if (made.get(project) === version) made.delete(project);
  }, saidFor);
}

/** The version that was just saved. */
export function justMade(project: string): MadeVersion | null {
  return made.get(project) ?? null;
}
