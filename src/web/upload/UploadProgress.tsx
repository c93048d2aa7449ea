import { Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/define-texts.ts';
import { useFormat } from '../texts/format.ts';
import { uploadTexts } from './texts.ts';

interface UploadProps<Share> {
  /** Null when nothing is being sent; 1 while the server works on what it got. */
  readonly share: Share;
  readonly working: string;
}

/** How far an upload is, in words; `idle` before it begins. */
export function UploadState({
  share,
  working,
  idle,
}: UploadProps<number | null> & { readonly idle: string }) {
  const texts = useTexts(uploadTexts);
  const format = useFormat();
  if (share === null) return idle;
  return share < 1 ? texts.sent(format.percent(share, 0)) : working;
}

/** How far an upload is, as a bar; `stored` draws how far the server is. */
export function UploadProgress({
  share,
  working,
  stored = (waiting) => waiting,
}: UploadProps<number> & { readonly stored?: (waiting: ReactNode) => ReactNode }) {
  const texts = useTexts(uploadTexts);
  const format = useFormat();
  return share < 1 ? (
    <Progress value={share * 100} aria-label={texts.sent(format.percent(share, 0))} />
  ) : (
    stored(<Progress value={100} animated aria-label={working} />)
  );
}
