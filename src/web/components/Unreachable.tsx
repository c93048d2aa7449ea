import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useSharedTexts } from '../texts/shared-texts.ts';
import { EmptyState } from './EmptyState.tsx';

/** Shown while the server does not answer; asks again by itself. */
export function Unreachable({ onRetry }: { readonly onRetry: () => Promise<void> }) {
  const texts = useSharedTexts();
  useEffect(() => {
    const timer = setInterval(() => void onRetry(), 3000);
    return () => clearInterval(timer);
  }, [onRetry]);
  return (
    <main>
      <EmptyState title={texts.errors.offline} icon="offline">
        <Button variant="default" mt="sm" onClick={() => void onRetry()}>
          {texts.again}
        </Button>
      </EmptyState>
    </main>
  );
}
