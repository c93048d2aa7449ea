import type { ProtocolContent } from '../../../../formats/protocol/protocol-content.ts';

/** What somebody wrote and has not saved as a version yet. */
export interface ProtocolDraft {
  /** The version that it was written on. */
  readonly after: number;
  readonly at: string;
  readonly source: string;
  readonly guideline: string;
  /** The other files that differ from the version. */
  readonly files: Readonly<Record<string, string>>;
}

/** Where a browser stores texts by name. */
type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Stores somebody's draft in a project, in this browser only. */
export function protocolDraftStore(
  account: string,
  project: string,
  storage: TextStorage = localStorage,
) {
  const name = `assay-protocol-draft ${account} ${project}`;
  return {
    read(): ProtocolDraft | null {
      try {
        const draft = JSON.parse(storage.getItem(name) ?? 'null') as ProtocolDraft | null;
        return typeof draft?.source === 'string' && typeof draft.after === 'number' ? draft : null;
      } catch {
        // Storage is disabled, or its content cannot be read: treated as no draft.
        return null;
      }
    },
    /** False where storage is disabled or full. */
    write(draft: ProtocolDraft): boolean {
      try {
        storage.setItem(name, JSON.stringify(draft));
        return true;
      } catch {
        return false;
      }
    },
    drop(): void {
      try {
        storage.removeItem(name);
      } catch {
        // Storage is disabled, so there is nothing to remove.
      }
    },
  };
}

/** The files of a content that differ from those of a version. */
export function changedFiles(
  files: ProtocolContent['files'],
  first: ProtocolContent['files'],
): ProtocolContent['files'] {
  return Object.fromEntries(Object.entries(files).filter(([name, text]) => first[name] !== text));
}
