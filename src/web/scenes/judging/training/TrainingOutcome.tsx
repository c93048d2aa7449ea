import type { RunResultReply } from '../../../../server/routes/judging/my-work.ts';
import { isShared } from '../../../../truth/rounds/gate-report.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { trainingTexts } from './texts.ts';
import styles from './training.module.css';

type Training = NonNullable<RunResultReply['training']>;

/** Whether one is admitted, in a sentence, and what follows from it. */
export function TrainingOutcome({ training }: { readonly training: Training }) {
  const texts = useTexts(trainingTexts);
  const format = useFormat();
  const { status, judged, wanted, checks } = training;
  const { kind, icon } = looks[status];
  return (
    <section className={styles.verdict} data-kind={kind} data-status={status}>
      <span className={styles.verdictSign}>
        <Icon name={icon} size={18} />
      </span>
      <div>
        <h2>{texts.status[status]}</h2>
        <p>
          {status === 'failed' && isFailedTogether(checks)
            ? texts.notTogether
            : texts.statusWhy[status]}{' '}
          {judged < wanted ? `${texts.judged(format.count(judged), format.count(wanted))}.` : null}
        </p>
      </div>
    </section>
  );
}

/** Whether all that was missed is the agreement between the trainees. */
function isFailedTogether(checks: Training['checks']): boolean {
  return checks.every((check) => check.status === 'PASS' || isShared(check));
}

const looks = {
  admitted: { kind: 'good', icon: 'check' },
  waived: { kind: 'good', icon: 'check' },
  failed: { kind: 'warn', icon: 'warning' },
  awaiting: { kind: 'quiet', icon: 'clock' },
  unfinished: { kind: 'quiet', icon: 'clock' },
} as const;
