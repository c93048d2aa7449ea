import type { ReactNode } from 'react';
import type { GuidelineReply } from '../../../../server/routes/protocol/projects.ts';
import type { ProtocolChanges } from '../../../../server/routes/reply-parts.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { Prose } from './Prose.tsx';
import { guidelineTexts } from './texts.ts';
import styles from './guideline.module.css';

type CardReply = GuidelineReply['cards'][number];
type CardChange = ProtocolChanges['cards'][number];

interface CardBodyProps {
  readonly card: Pick<CardReply, 'definition' | 'include' | 'exclude'> &
    Partial<Pick<CardReply, 'positive' | 'negative'>>;
  readonly change?: CardChange | null;
  readonly sought?: string;
  readonly level?: 'h3' | 'h4';
}

/** What the guideline says about one question, whole. */
export function CardBody({ card, change = null, sought = '', level = 'h4' }: CardBodyProps) {
  const texts = useTexts(guidelineTexts);
  return (
    <div className={styles.card}>
      <Part title={texts.definition} part="definition" change={change} level={level}>
        <Prose text={card.definition} sought={sought} />
      </Part>
      <Entries
        title={texts.include}
        part="include"
        entries={card.include}
        sign="plus"
        change={change}
        sought={sought}
        level={level}
      />
      <Entries
        title={texts.exclude}
        part="exclude"
        entries={card.exclude}
        sign="cross"
        change={change}
        sought={sought}
        level={level}
      />
      <Entries
        title={texts.positive}
        part="positive"
        entries={card.positive ?? []}
        sign="check"
        change={change}
        sought={sought}
        level={level}
      />
      <Entries
        title={texts.negative}
        part="negative"
        entries={card.negative ?? []}
        sign="cross"
        change={change}
        sought={sought}
        level={level}
      />
    </div>
  );
}

interface EntriesProps {
  readonly title: string;
  readonly part: string;
  readonly entries: readonly string[];
  readonly sign: 'plus' | 'cross' | 'check';
  readonly change: CardChange | null;
  readonly sought: string;
  readonly level: 'h3' | 'h4';
}

function Entries({ title, part, entries, sign, change, sought, level }: EntriesProps) {
  if (entries.length === 0) return null;
  return (
    <Part title={title} part={part} change={change} level={level}>
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
}

interface PartProps {
  readonly title: string;
  readonly part: string;
  readonly change: CardChange | null;
  readonly children: ReactNode;
  readonly level: 'h3' | 'h4';
}

function Part({ title, part, change, children, level: Heading }: PartProps) {
  const texts = useTexts(guidelineTexts);
  const changed = change?.parts.find((one) => one.part === part);
  return (
    <section className={styles.cardPart}>
      <Heading className={styles.partTitle}>{title}</Heading>
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
