import { useEffect } from 'react';
import { replies } from '../api/cache.ts';
import { useOutboxStatus } from './use-outbox.tsx';

/**
 * What was handed in just before counts as soon as the server has it: when the last save that waits
 * has arrived, these addresses are asked anew.
 */
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
