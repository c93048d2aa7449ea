import { useLanguage } from './language.tsx';

/** The languages of the workbench. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** A text, or how to make one from what it speaks of. */
type Text = string | ((...given: never[]) => string);
/** Texts in groups. */
export interface TextTree {
  readonly [name: string]: Text | TextTree;
}

/** The same texts in another language: no text may be missing, and none may be left over. */
export type Translated<Tree> = {
  readonly [Name in keyof Tree]: Tree[Name] extends string
    ? string
    : Tree[Name] extends (...given: infer Given) => string
      ? (...given: Given) => string
      : Translated<Tree[Name]>;
};

/** Texts in every language. */
export type Texts<Tree> = Readonly<Record<Language, Translated<Tree>>>;

/**
 * A scene's own texts: English says what there is, German is checked against it by the compiler.
 */
export function defineTexts<const Tree extends TextTree>(texts: {
  readonly en: Tree;
  readonly de: Translated<NoInfer<Tree>>;
}): Texts<Tree> {
  return texts as unknown as Texts<Tree>;
}

/** The texts in the language that is set. */
export function useTexts<Tree>(texts: Texts<Tree>): Translated<Tree> {
  return texts[useLanguage()];
}
