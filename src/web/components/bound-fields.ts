import type { ChangeEvent } from 'react';
import { inLanguage } from '../../domain/local-text.ts';
import type { LocalText } from '../../domain/local-text.ts';
import type { Language } from '../texts/define-texts.ts';

/** Binds fields of a form to the values of one choice: `<TextInput {...field.text('name')} />`. */
export function boundFields<Choice, Labels>(
  choice: Choice,
  labels: Labels,
  change: (part: Partial<Choice>) => void,
) {
  const changed = (name: string, value: unknown): void =>
    change({ [name]: value } as Partial<Choice>);
  return {
    text: <Name extends NameOf<Choice, string> & keyof Labels>(name: Name) => ({
      label: labels[name] as string,
      value: choice[name] as string,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
        changed(name, event.currentTarget.value),
    }),
    check: <Name extends NameOf<Choice, boolean> & keyof Labels>(name: Name) => ({
      label: labels[name] as string,
      checked: choice[name] as boolean,
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        changed(name, event.currentTarget.checked),
    }),
  };
}

type NameOf<Choice, Value> = {
  [Name in keyof Choice]: Choice[Name] extends Value ? Name : never;
}[keyof Choice] &
  string;

/** What a select offers: things with an id and a title. */
export function titledOptions(
  things: readonly { readonly id: string; readonly title: LocalText }[],
  language: Language,
) {
  return things.map(({ id, title }) => ({ value: id, label: inLanguage(title, language) }));
}
