import { useEffect } from 'react';
import { replies } from '../api/cache.ts';
import { useOutboxStatus } from './use-outbox.tsx';

/** Reloads these addresses when the last waiting save has been sent. */
export function useRefreshAfterSaves(...paths: readonly string[]): void {
  const isWaiting = useOutboxStatus().waiting > 0;
  const all = paths.join('\n');
  useEffect(() => {
    if (!isWaiting) return undefined;
    return () => {
      for (const path of all.split('\n')) replies.refresh(path);
    };
  }, [isWaiting, all]);
}
