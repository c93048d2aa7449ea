import { useEffect, useMemo, useState } from 'react';
import { InputError } from '../../../../domain/fault.ts';
import type { Fault } from '../../../../domain/fault.ts';
import { readContent } from '../../../../formats/protocol/protocol-content.ts';
import type {
  ProtocolContent,
  ReadContent,
} from '../../../../formats/protocol/protocol-content.ts';
import type { VersionPreviewReply } from '../../../../server/routes/protocol/projects.ts';
import { ApiError, apiPath, request } from '../../../api/client.ts';

/** How long nothing must change before the texts are read, and before the server is asked. */
const quiet = { read: 120, ask: 450 };

/** What is known of a version that is being written. */
export interface VersionCheck {
  readonly faults: readonly Fault[];
  /** The last content that could be read, for previews. */
  readonly read: ReadContent | null;
  /** What saving would do; null while it is not known. */
  readonly preview: VersionPreviewReply | null;
  /** Why the server could not say, other than by faults. */
  readonly error: unknown;
  /** Whether all of this is about the texts as they are now. */
  readonly isSettled: boolean;
}

interface Edited {
  readonly project: string;
  readonly content: ProtocolContent;
  /**
   * Whether the other files are hidden from the person who edits, so that only the server has them.
   */
  readonly isPartial: boolean;
  readonly after: number;
}

/**
 * Reads the texts in the browser with the very function of the server, and asks the server what
 * else it has to say: what changes, what becomes stale, and whether a reason is needed.
 */
export function useVersionCheck({ project, content, isPartial, after }: Edited): VersionCheck {
  const settled = useQuiet(content, quiet.read);
  const local = useMemo(() => readLocally(settled, isPartial), [settled, isPartial]);
  const [lastRead, setLastRead] = useState<ReadContent | null>(null);
  if (local.read !== null && local.read !== lastRead) setLastRead(local.read);
  const asked = useQuiet(settled, quiet.ask);
  const [known, setKnown] = useState<Known>({ content: null, preview: null, error: null });
  const isAsked = local.faults.length === 0 && asked === settled;
  useEffect(() => {
    if (!isAsked) return undefined;
    const stop = new AbortController();
    request<VersionPreviewReply>(apiPath`/api/projects/${project}/protocol/preview`, {
      method: 'POST',
      body: { protocol: asked.source, guideline: asked.guideline, files: asked.files, after },
      signal: stop.signal,
    }).then(
      (preview) => setKnown({ content: asked, preview, error: null }),
      (error: unknown) => {
        if (!stop.signal.aborted) setKnown({ content: asked, preview: null, error });
      },
    );
    return () => stop.abort();
  }, [isAsked, asked, after, project]);
  const isKnown = known.content === content;
  const theirs = isKnown && known.error instanceof ApiError ? faultsOf(known.error) : [];
  return {
    faults: local.faults.length > 0 ? local.faults : theirs,
    read: local.read ?? lastRead,
    preview: known.preview,
    error: isKnown && theirs.length === 0 ? known.error : null,
    isSettled: settled === content && (local.faults.length > 0 || isKnown),
  };
}

interface Known {
  readonly content: ProtocolContent | null;
  readonly preview: VersionPreviewReply | null;
  readonly error: unknown;
}

/** What the server found beyond the texts, such as units that are not there. */
function faultsOf(error: ApiError): readonly Fault[] {
  if (error.faults.length > 0) return error.faults;
  if (error.field === null || error.code === 'version-added') return [];
  const { code, values, message, field } = error;
  return [{ code, values, message, field }];
}

function readLocally(
  content: ProtocolContent,
  isPartial: boolean,
): { readonly faults: readonly Fault[]; readonly read: ReadContent | null } {
  try {
    return { faults: [], read: readContent(content) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    // Files that only the server has are no fault of this text.
    const own = isPartial
      ? error.faults.filter(({ code }) => code !== 'file-not-found')
      : error.faults;
    return { faults: own, read: null };
  }
}

/** The value as soon as it has not changed for a while. */
function useQuiet<Value>(value: Value, milliseconds: number): Value {
  const [calm, setCalm] = useState(value);
  useEffect(() => {
    if (calm === value) return undefined;
    const timer = setTimeout(() => setCalm(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, calm, milliseconds]);
  return calm;
}
