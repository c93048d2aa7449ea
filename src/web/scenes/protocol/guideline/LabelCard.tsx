import type { ReactNode } from 'react';
import type { GuidelineCard } from '../../../../domain/protocol/guideline.ts';
import type { ProtocolChanges } from '../../../../server/routes/reply-parts.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { Prose } from './Prose.tsx';
import { guidelineTexts } from './texts.ts';
import styles from './guideline.module.css';

type CardChange = ProtocolChanges['cards'][number];

interface CardBodyProps {
  readonly card: Pick<GuidelineCard, 'definition' | 'include' | 'exclude'> &
    Partial<Pick<GuidelineCard, 'positive' | 'negative'>>;
  readonly change?: CardChange | null;
  readonly sought?: string;
  readonly level?: 'h3' | 'h4';
}

/** All that the guideline says about one question. */
export function CardBody({ card, change = null, sought = '', level = 'h4' }: CardBodyProps) {
  return (
    <div className={styles.card}>
      <Part part="definition" change={change} level={level}>
        <Prose text={card.definition} sought={sought} />
      </Part>
      {entryParts.map(({ part, sign }) => {
        const entries = card[part] ?? [];
        if (entries.length === 0) return null;
        return (
          <Part key={part} part={part} change={change} level={level}>
            <ul className={styles.entries} data-part={part}>
              {entries.map((entry) => (
                <li key={entry}>
                  <Icon name={sign} size={12} />
                  <Prose text={entry} sought={sought} />
                </li>
              ))}
            </ul>
          </Part>
        );
      })}
    </div>
  );
}

const entryParts = [
  { part: 'include', sign: 'plus' },
  { part: 'exclude', sign: 'cross' },
  { part: 'positive', sign: 'check' },
  { part: 'negative', sign: 'cross' },
] as const;

interface PartProps {
  readonly part: 'definition' | (typeof entryParts)[number]['part'];
  readonly change: CardChange | null;
  readonly children: ReactNode;
  readonly level: 'h3' | 'h4';
}

function Part({ part, change, children, level: Heading }: PartProps) {
  const texts = useTexts(guidelineTexts);
  const changed = change?.parts.find((one) => one.part === part);
  return (
    <section className={styles.cardPart}>
      <Heading className={styles.partTitle}>{texts[part]}</Heading>
      {children}
      {changed === undefined ? null : (
        <div className={styles.diff}>
          {changed.removed.map((text) => (
            <p key={text}>
              <span className={styles.diffWord}>{texts.removed}</span> <del>{text}</del>
            </p>
          ))}
          {changed.added.map((text) => (
            <p key={text}>
              <span className={styles.diffWord}>{texts.added}</span> <ins>{text}</ins>
            </p>
          ))}
        </div>
      )}
    </section>
  );
}
