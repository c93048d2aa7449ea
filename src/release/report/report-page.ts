import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { escaped } from './report-markup.ts';

/** A page that needs nothing else: no network and no other file. Texts are plain, the rest HTML. */
export interface ReportPage {
  readonly title: string;
  readonly style: string;
  /** What the content security policy allows, the style among it; see {@link hashSource}. */
  readonly allowed: readonly string[];
  /** What is skipped to by keyboard. */
  readonly skip: string;
  /** Lines of the header before its navigation. */
  readonly header: readonly string[];
  readonly chapters: readonly { readonly id: string; readonly title: string }[];
  /** Lines of the header behind it. */
  readonly behind: readonly string[];
  readonly main: string;
  readonly footer: readonly string[];
  /** Lines behind the footer. */
  readonly end: readonly string[];
}

/** The page as HTML. */
export function reportPage(page: ReportPage): string {
  const policy = [
    "default-src 'none'",
    ...page.allowed,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const navigation = page.chapters
    .map(({ id, title }) => `<a href="#${escaped(id)}">${escaped(title)}</a>`)
    .join('');
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escaped(page.title)}</title>`,
    `<style>${page.style}</style>`,
    '</head>',
    '<body>',
    `<a class="skip" href="#main">${escaped(page.skip)}</a>`,
    '<header>',
    ...page.header,
    `<nav aria-label="Chapters">${navigation}</nav>`,
    ...page.behind,
    '</header>',
    '<main id="main">',
    page.main,
    '</main>',
    `<footer>${escaped(page.footer.join(' · '))}</footer>`,
    ...page.end,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** How a content security policy names a script or a style that it lets run. */
export function hashSource(text: string): string {
  return `sha256-${base64(sha256(utf8ToBytes(text)))}`;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [one = 0, two = 0, three = 0] = bytes.subarray(at, at + 3);
    const bits = (one << 16) | (two << 8) | three;
    const digits = [18, 12, 6, 0].map((shift) => letters[(bits >> shift) & 63]!);
    text += digits.join('').slice(0, Math.min(bytes.length - at, 3) + 1);
  }
  return text.padEnd(Math.ceil(bytes.length / 3) * 4, '=');
}
