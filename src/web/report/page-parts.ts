/**
 * A page as a list of its parts in their order: how elements begin and end, with all attributes,
 * texts, comments and the document type. Elements with one of the ids are filled by our program,
 * and only their outside counts. Parts that tell a reader nothing, or are told as figures, begin
 * with a space.
 */
export function pageParts(page: Document, filled: readonly string[]): readonly string[] {
  const parts: string[] = [];
  let text = '';
  let isTold = true;
  const flush = (): void => {
    if (text !== '') parts.push(`${isTold && text.trim() !== '' ? '' : ' '}“${text}”`);
    text = '';
  };
  const own = new Set(filled.map((id) => page.getElementById(id)));
  const visit = (node: Node): void => {
    if (node instanceof Text) {
      // A long text may lie in several nodes.
      text += node.data;
      return;
    }
    flush();
    if (node instanceof Element) {
      parts.push(`<${[nameOf(node), ...attributesOf(node)].join(' ')}>`);
      const isFigure = node.hasAttribute('data-figure');
      if (isFigure) isTold = false;
      if (!own.has(node as HTMLElement)) node.childNodes.forEach(visit);
      flush();
      if (isFigure) isTold = true;
      parts.push(` </${nameOf(node)}>`);
    } else if (node instanceof DocumentType)
      parts.push(`<!doctype ${node.name} ${node.publicId} ${node.systemId}>`);
    else parts.push(`the comment “${node.nodeValue ?? ''}”`);
  };
  page.childNodes.forEach(visit);
  return parts;
}

function nameOf({ localName, namespaceURI }: Element): string {
  return namespaceURI === 'http://www.w3.org/1999/xhtml'
    ? localName
    : `${namespaceURI} ${localName}`;
}

function attributesOf({ attributes }: Element): readonly string[] {
  return [...attributes].map(({ name, value }) => `${name}=${JSON.stringify(value)}`);
}

/** The elements that may show another tree than the one that they hold. */
const hosts =
  'article, aside, blockquote, body, div, footer, h1, h2, h3, h4, h5, h6, header, main, nav, p, ' +
  'section, span';

/**
 * Whether an element of the page shows another tree than its own. A closed one cannot be seen, but
 * no second one can be attached; so this is asked of a page that is shown no more.
 */
export function hasShadow(page: Element): boolean {
  return [...page.querySelectorAll(hosts)].some((element) => {
    if (element.shadowRoot !== null) return true;
    try {
      element.attachShadow({ mode: 'open' });
      return false;
    } catch {
      // It has one.
      return true;
    }
  });
}
