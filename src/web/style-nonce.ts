/** The nonce with which this page may add styles; the server puts it into the head. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content ?? '';
}
