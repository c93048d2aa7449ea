import { defineTexts, useTexts } from '../texts/define-texts.ts';
import { useFormat } from '../texts/format.ts';
import { Notice } from './Notice.tsx';

const hiddenTexts = defineTexts({
  en: {
    hidden: (count: string) =>
      `${count} ${count === '1' ? 'vote of a model is' : 'votes of models are'} ` +
      'hidden from those who rule. A lead can show them under Adjudicate.',
  },
  de: {
    hidden: (count) =>
      `${count} ${count === '1' ? 'Stimme eines Modells ist' : 'Stimmen von Modellen sind'} vor ` +
      'denen verborgen, die entscheiden. Die Projektleitung kann sie unter Schlichten zeigen.',
  },
});

/** Says how many votes of models are not shown; nothing when all are. */
export function HiddenVotes({ count }: { readonly count: number }) {
  const texts = useTexts(hiddenTexts);
  const format = useFormat();
  if (count === 0) return null;
  return <Notice kind="info">{texts.hidden(format.count(count))}</Notice>;
}
