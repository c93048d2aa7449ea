import { useEffect, useMemo, useState } from 'react';
import type { ProtocolContent } from '../../../../formats/protocol/protocol-content.ts';
import type { ProtocolReply } from '../../../../server/routes/protocol/projects.ts';
import { useSession } from '../../../api/session.tsx';
import { changedFiles, protocolDraftStore } from './protocol-draft.ts';

/** How long after the last change the draft is stored, in milliseconds. */
const quiet = 300;

/** The texts that are being written, the version under them, and the draft in this browser. */
export function useEdited(project: string, latest: ProtocolReply, start: ProtocolReply | null) {
  const { account } = useSession();
  const drafts = useMemo(() => protocolDraftStore(account.id, project), [account.id, project]);
  const [opened] = useState(() => {
    const draft = start === null ? drafts.read() : null;
    // A draft on an earlier version is shown against the latest one, as a conflict.
    return { draft, base: draft?.after ?? latest.version };
  });
  const [base, setBase] = useState(opened.base);
  const [content, setContent] = useState<ProtocolContent>(() => {
    const first = contentOf(start ?? latest);
    const { draft } = opened;
    return draft === null
      ? first
      : {
          source: draft.source,
          guideline: draft.guideline,
          files: { ...first.files, ...draft.files },
        };
  });
  const theirs = useMemo(() => contentOf(latest), [latest]);
  const isChanged = !sameContent(content, theirs);
  const [isKept, setKept] = useState(true);
  const [restored, setRestored] = useState(opened.draft?.at ?? null);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!isChanged) drafts.drop();
      else {
        const { source, guideline, files } = content;
        const own = changedFiles(files, theirs.files);
        const at = new Date().toISOString();
        setKept(drafts.write({ after: base, at, source, guideline, files: own }));
      }
    }, quiet);
    return () => clearTimeout(timer);
  }, [base, content, isChanged, drafts, theirs]);
  return {
    content,
    setContent,
    base,
    theirs,
    isChanged,
    isKept,
    /** When the draft was written that the page began with. */
    restored: isChanged ? restored : null,
    isOutdated: base !== latest.version,
    /** From here on the texts stand on the latest version. */
    keepMine: () => setBase(latest.version),
    takeTheirs: () => {
      drafts.drop();
      setRestored(null);
      setContent(theirs);
      setBase(latest.version);
    },
    dropDraft: () => drafts.drop(),
  };
}

function contentOf({ content }: ProtocolReply): ProtocolContent {
  return { ...content, files: content.files ?? {} };
}

function sameContent(one: ProtocolContent, other: ProtocolContent): boolean {
  return (
    one.source === other.source &&
    one.guideline === other.guideline &&
    Object.keys(changedFiles(one.files, other.files)).length === 0
  );
}
