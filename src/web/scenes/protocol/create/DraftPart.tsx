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
  /** The title of a question by its name in the protocol. */
  readonly titleOf: (question: string) => string | undefined;
  readonly children: ReactNode;
}

/** A part of the draft with its number, and what is wrong with it right there. */
export function DraftPart({ name, gap, faults, titleOf, children }: DraftPartProps) {
  const texts = useTexts(createTexts);
  const language = useLanguage();
  const isDone = gap === '' && faults.length === 0;
  const called = ({ field = '' }: DraftFault): string | undefined => {
    const [, question = ''] = /^tasks\.[^.]+\.questions\.([^.]+)/.exec(field) ?? [];
    const word = titleOf(question) ?? words(texts).find(([path]) => path.test(field))?.[1];
    return word === undefined ? undefined : texts.field(word);
  };
  const said = faults.map((one) => faultSentence(one as never, language, called(one)));
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

/** What the page calls a place in the protocol, which nobody has seen yet. */
function words(texts: ReturnType<typeof useTexts<typeof createTexts.en>>) {
  return [
    [/^(name|title|tasks\.[^.]+\.title)$/, texts.name],
    [/^panel/, texts.names],
    [/^rounds\.pilot\.units/, texts.pilot],
    [/^rounds\.[^.]+\.annotators/, texts.perUnit],
    [/^rounds\.pilot\.gate/, texts.measure],
  ] as const;
}

/** What every part of the page is given. */
export interface PartProps<Draft> {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
}
