import { Progress } from '@mantine/core';
import type { ReleasesReply } from '../../../server/routes/release/releases.ts';
import { Notice } from '../../components/Notice.tsx';
import { Section, Sheet } from '../../components/Section.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { faultSentence } from '../../texts/error-sentence.ts';
import { useLanguage } from '../../texts/language.tsx';
import { ObstacleList } from './ObstacleList.tsx';
import { releaseTexts } from './texts.ts';
import styles from './release.module.css';

type Job = NonNullable<ReleasesReply['job']>;

/** How far the work on a release is, or why it failed. */
export function JobNotice({ project, job }: Readonly<{ project: string; job: Job | null }>) {
  const texts = useTexts(releaseTexts);
  const language = useLanguage();
  if (job === null || job.state === 'done') return null;
  const { version } = job;
  if (job.state === 'running') return <Running job={job} />;
  if (job.state === 'refused')
    return (
      <Section title={texts.refused(version)}>
        <ObstacleList project={project} obstacles={job.obstacles} />
      </Section>
    );
  const title = job.kind === 'cut' ? texts.failed(version) : texts.verifyFailed(version);
  const faults = job.faults as readonly Parameters<typeof faultSentence>[0][];
  return (
    <Notice kind="bad" title={title}>
      {faults.length === 0
        ? texts.failedWhy
        : faults.map((one) => faultSentence(one, language)).join(' ')}
    </Notice>
  );
}

/** So much of the line is drawn from the start, so that it can be seen. */
const leastShown = 2;

/** The steps of the work, of which each has a share of the line. */
const shares = { reading: [0, 0.25], writing: [0.25, 0.6], verifying: [0.6, 1] } as const;

function Running({ job: { version, progress, kind } }: Readonly<{ job: Job }>) {
  const texts = useTexts(releaseTexts);
  const format = useFormat();
  const step = progress === null ? texts.step.begin : texts.step[progress.step];
  const share = progress === null ? 0 : shareOf(progress, kind);
  return (
    <div className={styles.work}>
      <Sheet>
        <div className={styles.running} role="status" aria-live="polite">
          <span>
            {texts.under(version)}: {step}
          </span>
          <span className={styles.share}>{format.percent(share, 0)}</span>
        </div>
        <Progress
          value={Math.max(share * 100, leastShown)}
          size="md"
          aria-label={`${texts.under(version)}: ${step}`}
          transitionDuration={200}
        />
      </Sheet>
    </div>
  );
}

function shareOf({ step, done, total }: NonNullable<Job['progress']>, kind: Job['kind']): number {
  const own = total === 0 ? 0 : done / total;
  if (kind === 'verify') return own;
  const [from, to] = shares[step];
  return from + (to - from) * own;
}
