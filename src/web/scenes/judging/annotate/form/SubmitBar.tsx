import { Icon } from '../../../../components/Icon.tsx';
import { useTexts } from '../../../../texts/define-texts.ts';
import { CommandButton } from '../action-keys.tsx';
import { annotateTexts } from '../texts.ts';
import type { Missing } from './missing.ts';
import styles from './submit-bar.module.css';

/** The end of the form: what is missing, listed after the first try, and the buttons. */
export function SubmitBar({
  missing,
  hasTried,
  isRevision,
  canUndo,
  canSkip,
  onFix,
}: {
  readonly missing: readonly Missing[];
  readonly hasTried: boolean;
  readonly isRevision: boolean;
  readonly canUndo: boolean;
  readonly canSkip: boolean;
  readonly onFix: (question: string) => void;
}) {
  const texts = useTexts(annotateTexts);
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
                <button type="button" onClick={() => onFix(one.question)}>
                  {one.sentence}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <div className={styles.barRow}>
        <span className={styles.barState} data-complete={missing.length === 0}>
          {missing.length === 0 ? <Icon name="check" size={14} /> : null}
          {missing.length === 0 ? texts.complete : texts.left(missing.length)}
        </span>
        <CommandButton name="undo" variant="subtle" isDisabled={!canUndo} sign="undo" />
        <CommandButton name="skip" isDisabled={!canSkip} />
        <CommandButton name="submit" variant="filled">
          {isRevision ? texts.revise : undefined}
        </CommandButton>
      </div>
    </div>
  );
}
