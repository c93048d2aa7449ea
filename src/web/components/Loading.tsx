import { Skeleton } from '@mantine/core';
import { useSharedTexts } from '../texts/shared-texts.ts';

/** A placeholder. Appears only after a moment, so that fast replies do not flicker. */
export function Loading({ lines = 4 }: { readonly lines?: number }) {
  const texts = useSharedTexts();
  return (
    <div role="status" className="appears-late">
      <span className="visually-hidden">{texts.loading}</span>
      {Array.from({ length: lines }, (_, at) => (
        <Skeleton
          key={at}
          height={14}
          mt={12}
          width={`${[92, 100, 84, 64][at % 4] ?? 80}%`}
          animate={false}
        />
      ))}
    </div>
  );
}
