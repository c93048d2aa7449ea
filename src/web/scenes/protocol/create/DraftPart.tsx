import type { ReactNode } from 'react';
import { Icon } from '../../../components/Icon.tsx';
import { Section, Sheet } from '../../../components/Section.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { faultSentence } from '../../../texts/error-sentence.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { parts } from './draft.ts';
import type { DraftFault, Part } from './draft.ts';
import { createTexts } from './texts.ts';
import styles from './create.module.css';

interface DraftPartProps {
  readonly name: Part;
  /** What is still to be done; empty when nothing is. */
  readonly gap: string;
  readonly faults: readonly DraftFault[];
  readonly children: ReactNode;
}

/** A part of the draft with its number, and what is wrong with it right there. */
export function DraftPart({ name, gap, faults, children }: DraftPartProps) {
  const texts = useTexts(createTexts);
  const language = useLanguage();
  const isDone = gap === '' && faults.length === 0;
  const said = faults.map((one) => faultSentence(one as never, language));
  return (
    <div data-part={name} data-done={isDone}>
      <Section title={`${parts.indexOf(name) + 1}. ${texts.parts[name]}`}>
        <Sheet>{children}</Sheet>
        {gap === '' && said.length === 0 ? null : (
          <ul className={styles.wrong} aria-live="polite">
            {[...(gap === '' ? [] : [gap]), ...new Set(said)].map((sentence) => (
              <li key={sentence}>
                <Icon name={sentence === gap ? 'info' : 'warning'} size={14} /> {sentence}
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}

/** What every part of the page is given. */
export interface PartProps<Draft> {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
}
