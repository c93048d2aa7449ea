import { Button } from '@mantine/core';
import { ErrorNotice } from '../components/ErrorNotice.tsx';
import { useTexts } from '../texts/define-texts.ts';
import { figureTexts } from './texts.ts';
import type { Pages } from './use-pages.ts';
import styles from './figures.module.css';

/** The way to the next page of a list, or what kept it from coming. */
export function MoreButton({ pages }: { readonly pages: Pages<unknown, unknown> }) {
  const texts = useTexts(figureTexts);
  if (pages.error !== null) return <ErrorNotice error={pages.error} onRetry={pages.more} />;
  if (!pages.hasMore) return null;
  return (
    <div className={styles.more}>
      <Button variant="default" loading={pages.isLoading} onClick={pages.more}>
        {texts.loadMore}
      </Button>
    </div>
  );
}
