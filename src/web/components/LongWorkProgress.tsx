import type { ReactNode } from 'react';
import type { LongWorkReply } from '../../server/routes/rounds/rounds.ts';
import { useResource } from '../api/cache.ts';
import { apiPath } from '../api/client.ts';
import { ProgressLine } from './ProgressLine.tsx';

interface LongWorkProgressProps {
  readonly project: string;
  readonly kind: LongWorkReply['items'][number]['kind'];
  /** The round that is opened, or the file that is imported. */
  readonly name: string;
  readonly label: string;
  /** What is shown while nothing is being stored: before it begins, and for little work. */
  readonly otherwise?: ReactNode;
}

/** How much of long work is stored, asked every second. */
export function LongWorkProgress({
  project,
  kind,
  name,
  label,
  otherwise = null,
}: LongWorkProgressProps) {
  const path = apiPath`/api/projects/${project}/long-work`;
  const { data } = useResource<LongWorkReply>(path, 0, 1000);
  const work = data?.items.find((one) => one.kind === kind && one.name === name);
  return work === undefined ? (
    otherwise
  ) : (
    <ProgressLine done={work.done} total={work.total} label={label} />
  );
}
