/** What the server lets this page make styles with; it stands in the head of the page. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content ?? '';
}
