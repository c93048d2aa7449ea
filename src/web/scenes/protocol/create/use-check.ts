import { useEffect, useState } from 'react';
import type { DraftedFiles } from '../../../../formats/protocol/drafted-protocol.ts';
import type { ContentCheckReply } from '../../../../server/routes/protocol/new-project.ts';
import { request } from '../../../api/client.ts';

/** How long nothing must change before a draft is checked, in milliseconds. */
const quiet = 250;

/** What was found in a draft. */
export interface DraftCheck extends Pick<ContentCheckReply, 'faults' | 'tasks'> {
  /** Whether the draft as it is now was checked. */
  readonly isSettled: boolean;
}

/** Checks a draft as `assay validate` does, as it is filled in; the last form that fits stays. */
export function useCheck(files: DraftedFiles | null): DraftCheck {
  const text = files === null ? null : JSON.stringify([files.protocol, files.guideline]);
  const [known, setKnown] = useState<{ text: string | null } & Omit<DraftCheck, 'isSettled'>>({
    text: null,
    faults: [],
    tasks: [],
  });
  useEffect(() => {
    if (text === null) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const [protocol, guideline] = JSON.parse(text) as [string, string];
      request<ContentCheckReply>('/api/new-project/check', {
        method: 'POST',
        body: { protocol, guideline },
        signal: stop.signal,
      }).then(
        ({ faults, tasks }) =>
          setKnown((before) => ({
            text,
            faults,
            tasks: tasks.length === 0 ? before.tasks : tasks,
          })),
        // The next change asks again; creating says what is wrong in any case.
        () => undefined,
      );
    }, quiet);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);
  const { faults, tasks } = known;
  return { faults: text === null ? [] : faults, tasks, isSettled: known.text === text };
}
