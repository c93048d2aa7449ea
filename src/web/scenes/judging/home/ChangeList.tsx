import type { ProtocolChanges } from '../../../../server/routes/reply-parts.ts';
import { ChangedTexts } from '../../../components/ChangedTexts.tsx';
import { Link } from '../../../components/Link.tsx';
import { Sheet } from '../../../components/Section.tsx';
import { questionTitle } from '../../../../formats/protocol/rule-words.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { useRunFacts } from '../annotate/use-run-facts.ts';
import { homeTexts } from './texts.ts';
import styles from './HomeScene.module.css';

type Card = ProtocolChanges['cards'][number];

interface ChangeListProps {
  readonly changes: ProtocolChanges;
  readonly project: string;
  /** The run whose task names the questions. */
  readonly run: string;
  readonly title: string;
}

/** What changed in a guideline, part by part, with the old text struck through. */
export function ChangeList({ changes, project, run, title }: ChangeListProps) {
  const texts = useTexts(homeTexts);
  const language = useLanguage();
  const task = useRunFacts(run).data?.task;
  const named = (question: string): string =>
    task === undefined ? question : questionTitle(task, question, language);
  const { before, after } = changes.guideline;
  return (
    <Sheet>
      <h3 className={styles.changeTitle}>
        {title}
        {before === after ? null : <small>{texts.fromTo(before, after)}</small>}
      </h3>
      <ul className={styles.changes}>
        {changes.questions.map((one) => (
          <li key={`question ${one.question}`}>
            <strong>{texts.question(named(one.question))}</strong> {texts.change[one.change]}
            {one.what.length === 0 ? null : `: ${one.what.join(', ')}`}
          </li>
        ))}
        {changes.constraints.map((one) => (
          <li key={`constraint ${one.constraint}`}>
            <strong>{texts.constraint(one.constraint)}</strong> {texts.change[one.change]}
          </li>
        ))}
        {changes.cards.map((card) => (
          <ChangedCard key={card.question} card={card} name={named(card.question)} />
        ))}
        {changes.chapters.map((one) => (
          <li key={`chapter ${one.title}`}>
            <strong>{texts.chapter(one.title)}</strong> {texts.change[one.change]}
          </li>
        ))}
      </ul>
      <p className={styles.more}>
        <Link target={{ to: 'guideline', params: { project } }}>{texts.readGuideline}</Link>
      </p>
    </Sheet>
  );
}

function ChangedCard({ card, name }: { readonly card: Card; readonly name: string }) {
  const texts = useTexts(homeTexts);
  return (
    <li>
      <strong>{texts.card(name)}</strong> {texts.change[card.change]}
      {card.parts.map((part) => (
        <div key={part.part} className={styles.part}>
          <span className={styles.partName}>{partName(part.part, texts.parts)}</span>
          <ChangedTexts removed={part.removed} added={part.added} />
        </div>
      ))}
    </li>
  );
}

function partName(part: string, names: Readonly<Record<string, string>>): string {
  return names[part] ?? part;
}
