/** A version that was just saved, as the page of versions says it. */
export interface MadeVersion {
  readonly version: number;
  readonly fresh: boolean;
  readonly stale: readonly { readonly judgments: number }[];
}

const made = new Map<string, MadeVersion>();

/** Notes that a version was saved, for the page that comes next. */
export function noteMade(project: string, version: MadeVersion): void {
  made.set(project, version);
}

/** The version that was just saved, once. */
export function takeMade(project: string): MadeVersion | null {
  const version = made.get(project) ?? null;
  made.delete(project);
  return version;
}
