import type {
  MyRunReply,
  MyWorkReply,
  RunResultReply,
} from '../../../../server/routes/judging/my-work.ts';
import { inLanguage } from '../../../../domain/local-text.ts';
import { useResource } from '../../../api/cache.ts';
import { apiPath } from '../../../api/client.ts';
import { ButtonLink } from '../../../components/ButtonLink.tsx';
import { Link } from '../../../components/Link.tsx';
import { ProgressLine } from '../../../components/ProgressLine.tsx';
import { SimulatedMark } from '../../../components/SimulatedMark.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { useSharedTexts } from '../../../texts/shared-texts.ts';
import { roundName } from './round-name.ts';
import { homeTexts } from './texts.ts';
import styles from './HomeScene.module.css';

interface OpenRunProps {
  readonly run: MyRunReply;
  readonly project: MyWorkReply['projects'][number] | undefined;
}

/** A round that waits for somebody, with the one button that matters. */
export function OpenRun({ run, project }: OpenRunProps) {
  const texts = useTexts(homeTexts);
  const shared = useSharedTexts();
  const format = useFormat();
  const language = useLanguage();
  const { data } = useResource<RunResultReply>(apiPath`/api/runs/${run.run}/result`);
  const { held, judged } = run.progress;
  // Where units are claimed, more may be there than one holds.
  const isDone = run.remaining === 0 && run.hand_out === 'balanced';
  const title = inLanguage(run.task_title, language);
  const name = `${roundName(run, shared.roundKinds)} · ${title}`;
  const start = judged === 0 ? texts.start : texts.goOn;
  const { value = null, n = 0 } = data?.per_hour ?? {};
  const speed =
    value === null
      ? null
      : ` · ${texts.perHour(format.decimal(value, 1))} (${shared.estimate.n(format.count(n))})`;
  return (
    <li className={styles.run}>
      <div className={styles.what}>
        <p className={styles.where}>
          {project?.title ?? run.project} {project?.simulated === true ? <SimulatedMark /> : null}
        </p>
        <h3 className={styles.round}>{name}</h3>
        <p className={styles.facts}>
          {[
            run.attempt > 1 ? texts.attempt(run.attempt) : null,
            texts.guideline(run.guideline),
            texts.since(format.date(run.opened_at)),
            run.assisted_by == null ? null : texts.assisted(run.assisted_by),
          ]
            .filter((one) => one !== null)
            .join(' · ')}
        </p>
      </div>
      <div className={styles.how}>
        <ProgressLine done={judged} total={held} label={`${texts.progress}: ${title}`} />
        <p className={styles.facts}>
          {isDone ? texts.waitingForOthers : texts.remaining(run.remaining)}
          {speed}
        </p>
      </div>
      <div className={styles.go}>
        {isDone ? (
          <StateMark kind="good">{texts.done}</StateMark>
        ) : (
          <ButtonLink
            target={{ to: 'annotate', params: { run: run.run } }}
            aria-label={`${start}: ${name}`}
          >
            {start}
          </ButtonLink>
        )}
        {judged === 0 ? null : (
          <Link
            className={styles.mine}
            target={{ to: 'judgments', params: { run: run.run } }}
            aria-label={`${texts.mine}: ${name}`}
          >
            {texts.mine}
          </Link>
        )}
      </div>
    </li>
  );
}
