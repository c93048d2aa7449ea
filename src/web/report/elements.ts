type Content = Node | string;

/** An element with attributes and content; text is never read as markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...content: readonly Content[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

/** A button. */
export function button(text: string, act: () => void, kind = ''): HTMLButtonElement {
  const made = element('button', { type: 'button', class: kind }, text);
  made.addEventListener('click', act);
  return made;
}

/** A field with its label above. */
export function labelled(text: string, field: HTMLElement): HTMLLabelElement {
  return element('label', {}, text, field);
}
