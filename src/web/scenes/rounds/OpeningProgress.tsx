import type { LongWorkReply } from '../../../server/routes/rounds/rounds.ts';
import { useResource } from '../../api/cache.ts';
import { apiPath } from '../../api/client.ts';
import { ProgressLine } from '../../components/ProgressLine.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { overviewTexts } from './texts.ts';

interface OpeningProgressProps {
  readonly project: string;
  readonly round: string;
}

/** How much of a large round is stored while it is being opened; nothing for a small one. */
export function OpeningProgress({ project, round }: OpeningProgressProps) {
  const texts = useTexts(overviewTexts);
  const path = apiPath`/api/projects/${project}/long-work`;
  const { data } = useResource<LongWorkReply>(path, 0, 1000);
  const work = data?.items.find((one) => one.kind === 'run' && one.name === round);
  if (work === undefined) return null;
  return <ProgressLine done={work.done} total={work.total} label={texts.opening} />;
}
