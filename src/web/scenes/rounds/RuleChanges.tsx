import type { RuleChange } from '../../../server/routes/reply-parts.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useCodedSentence } from '../../texts/error-sentence.ts';
import { useFormat } from '../../texts/format.ts';
import { Disclosure } from '../../figures/Disclosure.tsx';
import { overviewTexts } from './texts.ts';
import styles from './overview.module.css';

/** Changes to the rules: what, by whom, when and why. */
export function RuleChanges({ changes }: Readonly<{ changes: readonly RuleChange[] }>) {
  const texts = useTexts(overviewTexts);
  const said = useCodedSentence();
  const format = useFormat();
  if (changes.length === 0) return null;
  return (
    <Disclosure title={texts.ruleChanges}>
      <ul className={styles.gateList}>
        {changes.map(({ version, by, at, reason, changes: list }) => (
          <li key={version} className={styles.ruleChange}>
            <span className={styles.facts}>
              {texts.changedBy(by, format.time(at), version)}
              {reason === null ? '' : `: ${reason}`}
            </span>
            {list.map(({ text }) => (
              <span key={said(text)} className={styles.numbers}>
                {said(text)}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

/** The changes that touch one round, or with null those that name none. */
export function changesOfRound(
  all: readonly RuleChange[],
  round: string | null,
): readonly RuleChange[] {
  return all
    .map((one) => ({ ...one, changes: one.changes.filter((change) => change.round === round) }))
    .filter((one) => one.changes.length > 0);
}
