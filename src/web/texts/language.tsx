import { createContext, useContext, useEffect } from 'react';
import type { ReactNode } from 'react';
import { languages } from './define-texts.ts';
import type { Language } from './define-texts.ts';

const LanguageContext = createContext<Language>('en');

/** Sets the language of everything inside, also for screen readers. */
export function LanguageProvider({
  language,
  children,
}: {
  readonly language: Language;
  readonly children: ReactNode;
}) {
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <LanguageContext value={language}>{children}</LanguageContext>;
}

/** The language that is set. */
export function useLanguage(): Language {
  return useContext(LanguageContext);
}

/** What the browser asks for, for people who are not signed in. */
export function browserLanguage(wanted: readonly string[] = navigator.languages): Language {
  for (const one of wanted) {
    const known = languages.find((language) => one.toLowerCase().split('-')[0] === language);
    if (known !== undefined) return known;
  }
  return 'en';
}

/** A language as it is kept with an account. */
export function readLanguage(kept: string): Language {
  return languages.find((language) => language === kept) ?? 'en';
}
