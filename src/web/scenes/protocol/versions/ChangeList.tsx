import type { ProtocolChanges } from '../../../../server/routes/reply-parts.ts';
import { ChangedTexts } from '../../../components/ChangedTexts.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { Sheet } from '../../../components/Section.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useCodedSentence } from '../../../texts/error-sentence.ts';
import { useFormat } from '../../../texts/format.ts';
import { guidelineTexts } from '../guideline/texts.ts';
import { protocolTexts } from './texts.ts';
import styles from './protocol.module.css';

interface ChangeListProps {
  readonly changes: ProtocolChanges;
  /** Whether to say which tasks become stale, where that is not said beside it. */
  readonly hasStale?: boolean;
}

/** The changes in words, with removed and added words where they stood. */
export function ChangeList({ changes, hasStale = true }: ChangeListProps) {
  const texts = useTexts(protocolTexts);
  const { definition, include, exclude, positive, negative } = useTexts(guidelineTexts);
  const names = { definition, include, exclude, positive, negative };
  const partName = (part: string): string => names[part as keyof typeof names] ?? part;
  const format = useFormat();
  const isSame = changes.guideline.before === changes.guideline.after;
  const said = useCodedSentence();
  const { list, cards } = changes;
  const groups = (['rules', 'asked', 'wording'] as const).map((group) => ({
    group,
    lines: list.filter((one) => one.class === group).map((one) => said(one.text)),
  }));
  return (
    <Sheet>
      {changes.stale_tasks.length === 0 || !hasStale ? null : (
        <Notice kind="warn">{texts.stale(format.list(changes.stale_tasks))}</Notice>
      )}
      {list.length === 0 ? <p className={styles.line}>{texts.none}</p> : null}
      {isSame ? null : (
        <p className={styles.line}>
          {texts.guidelineChange(changes.guideline.before, changes.guideline.after)}
        </p>
      )}
      {groups.map(({ group, lines }) => (
        <Group key={group} title={texts.groups[group]} lines={lines} />
      ))}
      {cards.length === 0 ? null : (
        <>
          <h3 className={styles.heading}>{texts.cards}</h3>
          {cards.map((card) => (
            <div key={card.question} className={styles.card}>
              <p className={styles.line}>
                <b>{card.question}</b>: {texts.change[card.change]}
              </p>
              {card.parts.map((part) => (
                <div key={part.part} className={styles.part}>
                  <span className={styles.partName}>{partName(part.part)}</span>
                  <ChangedTexts removed={part.removed} added={part.added} />
                </div>
              ))}
            </div>
          ))}
        </>
      )}
    </Sheet>
  );
}

function Group({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <h3 className={styles.heading}>{title}</h3>
      <ul className={styles.list}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
