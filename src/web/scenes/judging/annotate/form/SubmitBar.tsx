import { Icon } from '../../../../components/Icon.tsx';
import { useTexts } from '../../../../texts/define-texts.ts';
import { CommandButton } from '../action-keys.tsx';
import { annotateTexts } from '../texts.ts';
import { useWork } from '../work-context.ts';
import styles from './submit-bar.module.css';

/** The end of the form: what is missing, listed after the first try, and the buttons. */
export function SubmitBar() {
  const { missing, hasTried, way, cursor, remark } = useWork();
  const texts = useTexts(annotateTexts);
  const hasConflict = missing.some((one) => one.isConflict);
  const left = hasConflict ? texts.contradictory : texts.left(missing.length);
  return (
    <div className={styles.bar}>
      {hasTried && missing.length > 0 ? (
        <div className={styles.missing} role="alert">
          <p>
            <Icon name="warning" size={14} /> {texts.missing.title}
          </p>
          <ul>
            {missing.map((one) => (
              <li key={one.question + one.sentence}>
                <button type="button" onClick={() => cursor.go(one.question)}>
                  {one.sentence}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <p className={styles.remark} role="status" data-said="remark">
        {remark}
      </p>
      <div className={styles.barRow} data-end="true">
        <span
          className={styles.barState}
          data-complete={missing.length === 0}
          data-stop="true"
          tabIndex={-1}
        >
          {missing.length === 0 ? <Icon name="check" size={14} /> : null}
          {missing.length === 0 ? texts.complete : left}
        </span>
        <CommandButton name="undo" variant="subtle" sign="undo" />
        <CommandButton name="skip" />
        <CommandButton name="submit" variant="filled">
          {way.isJudged ? texts.revise : undefined}
        </CommandButton>
      </div>
    </div>
  );
}
