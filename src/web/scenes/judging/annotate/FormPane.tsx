import { useOutboxStatus } from '../../../outbox/use-outbox.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { FeedbackPanel } from '../training/FeedbackPanel.tsx';
import { trainingTexts } from '../training/texts.ts';
import { CommandButton } from './action-keys.tsx';
import { AskPart } from './AskPart.tsx';
import { Announcements } from './form/Announcements.tsx';
import { AsidesPart } from './form/AsidesPart.tsx';
import { LabelList } from './form/LabelList.tsx';
import { QuestionList } from './form/QuestionList.tsx';
import { StepGuide } from './form/StepGuide.tsx';
import { SuggestionNotice } from './form/Suggestions.tsx';
import { SubmitBar } from './form/SubmitBar.tsx';
import { annotateTexts } from './texts.ts';
import { useWork } from './work-context.ts';
import barStyles from './form/submit-bar.module.css';
import styles from './annotate.module.css';

/** The right side: the form, or in training how its answers compare with the key. */
export function FormPane() {
  const { facts, compared, isOff } = useWork();
  const texts = useTexts(annotateTexts);
  if (compared !== null) return <Compared />;
  return (
    <section className={styles.formPane} aria-label={texts.form}>
      <div className={styles.formScroll} tabIndex={-1}>
        <SuggestionNotice />
        <StepGuide />
        {facts.task.form === 'labels' ? <LabelList /> : <QuestionList />}
        <AsidesPart />
        <AskPart />
      </div>
      <Announcements />
      {isOff ? null : <SubmitBar />}
    </section>
  );
}

function Compared() {
  const { facts, compared, way } = useWork();
  const texts = useTexts(trainingTexts);
  const { form } = useTexts(annotateTexts);
  const { mode } = useOutboxStatus();
  const isKnown = compared !== null && compared !== 'waiting' && compared.answers.length > 0;
  const waiting = mode === 'offline' ? texts.offline : texts.waiting;
  return (
    <section className={styles.formPane} aria-label={form}>
      <div className={styles.formScroll} tabIndex={0}>
        {isKnown ? (
          <FeedbackPanel task={facts.task} feedback={compared} />
        ) : (
          <p className={styles.waiting} role="status">
            {compared === 'waiting' ? waiting : texts.unknown}
          </p>
        )}
      </div>
      <div className={barStyles.bar}>
        <div className={barStyles.barRow}>
          <span className={barStyles.barState} />
          <CommandButton name="continue" variant="filled">
            {way.isLast ? texts.result : texts.next}
          </CommandButton>
        </div>
      </div>
    </section>
  );
}
