import { useEffect, useState } from 'react';
import type { ProtocolContent } from '../../../../formats/protocol/protocol-content.ts';
import type { NewVersionReply } from '../../../../server/routes/protocol/projects.ts';
import { change } from '../../../api/cache.ts';
import { ApiError, apiPath } from '../../../api/client.ts';
import { navigate } from '../../../router.ts';
import { noteMade } from '../versions/made-version.ts';
import type { useEdited } from './use-edited.ts';
import type { VersionCheck } from './use-version-check.ts';

interface Saved {
  readonly project: string;
  readonly edited: ReturnType<typeof useEdited>;
  readonly check: VersionCheck;
  readonly reason: string;
  /** Shows what is in the way of saving. */
  readonly onFault: () => void;
  readonly onReasonMissing: () => void;
  readonly onNothing: () => void;
  readonly onOutdated: () => void;
}

/**
 * Saves at once if the texts are checked, else as soon as they are. If somebody goes on writing
 * meanwhile, nothing is saved, since they did not ask to save that, and the page says so.
 */
export function useSaving({ project, edited, check, reason, ...show }: Saved) {
  const { content, base } = edited;
  const { preview } = check;
  const [awaited, setAwaited] = useState<ProtocolContent | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isWaiting = awaited === content && !check.isSettled && !edited.isOutdated;
  const isMissingReason = preview?.reason_required === true && reason.trim() === '';
  const isFresh = preview?.fresh === true && check.error === null;
  const isPossible = edited.isChanged && !edited.isOutdated && !isBusy;

  const send = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const path = apiPath`/api/projects/${project}`;
    const { source, guideline, files } = content;
    const why = preview?.reason_required === true ? { reason } : {};
    const body = { protocol: source, guideline, files, after: base, ...why };
    try {
      const made = await change<NewVersionReply>(
        `${path}/protocol`,
        { method: 'POST', body },
        path,
      );
      edited.dropDraft();
      noteMade(project, made);
      navigate({ to: 'protocol', params: { project } });
    } catch (error) {
      setBusy(false);
      setFailure(error);
      if (error instanceof ApiError && error.code === 'version-added') show.onOutdated();
    }
  };
  const save = (): void => {
    if (edited.isOutdated || isBusy) return;
    if (!check.isSettled) return setAwaited(content);
    setAwaited(null);
    if (check.faults.length > 0) return show.onFault();
    if (!isFresh) return show.onNothing();
    if (isMissingReason) return show.onReasonMissing();
    void send();
  };
  const isDue = awaited === content && check.isSettled;
  useEffect(() => {
    if (isDue) save();
    // oxlint-disable-next-line exhaustive-deps -- what was asked for is done once, when it can be
  }, [isDue]);
  return {
    save,
    isBusy,
    /** Whether it saves as soon as the texts are checked. */
    isWaiting,
    /** Whether it was to be saved, and somebody wrote on instead. */
    isPassedOver: awaited !== null && awaited !== content,
    /** Whether there is something that can be saved, now or when it is checked. */
    isReady: isPossible && (!check.isSettled || (check.faults.length === 0 && isFresh)),
    failure,
  };
}
