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

/** Where a browser keeps texts by name. */
type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The draft of a person in a project, kept in this browser only. */
export function draftShelf(account: string, project: string, shelf: Shelf = localStorage) {
  const name = `assay-protocol-draft ${account} ${project}`;
  return {
    read(): ProtocolDraft | null {
      try {
        const draft = JSON.parse(shelf.getItem(name) ?? 'null') as ProtocolDraft | null;
        return typeof draft?.source === 'string' && typeof draft.after === 'number' ? draft : null;
      } catch {
        // Storage is switched off, or holds what nobody can read: as if there were no draft.
        return null;
      }
    },
    /** False where the browser keeps nothing, or has no room left. */
    write(draft: ProtocolDraft): boolean {
      try {
        shelf.setItem(name, JSON.stringify(draft));
        return true;
      } catch {
        return false;
      }
    },
    drop(): void {
      try {
        shelf.removeItem(name);
      } catch {
        // Nothing is kept then.
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
