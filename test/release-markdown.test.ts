import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { afterAll, describe, expect, it } from 'vitest';
import { markdownCode, markdownParagraphs, markdownText } from '../src/domain/markdown-text.ts';
import { releaseFolder } from '../src/operations/release/release-from-folder.ts';
import { writeProject } from './mails-project.ts';

/** Texts that mean something in Markdown as GitHub and Hugging Face render it. */
const hostile: readonly string[] = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '</td></table><h1>certified</h1>',
  '<!-- hidden',
  '[x](javascript:alert(1))',
  '![x](pixel.png)',
  '[x]: javascript:alert(1) "x"',
  '<javascript:alert(1)>',
  'a | b | c',
  'a \\| b',
  '```\nfence\n```',
  '~~~ fence',
  '`code` and ``more``',
  '`',
  '*a* **b** _c_ __d__ ~~e~~',
  'snake_case_name and _edge_',
  '# heading',
  'heading\n=======',
  'heading\n---',
  '> quote',
  '- item',
  '+ item',
  '1. item',
  '23) item',
  '    indented code',
  '| a | b |\n| --- | --- |\n| 1 | 2 |',
  '&lt;script&gt; &amp; &#60;',
  '\\<b>\\[x\\](y)',
  '$x^2$ and $$y$$',
  '[^1] and [ ] and - [x] done',
  'line\u2028break\u0085and\u00a0space',
  'ends with \\',
];

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

/** What a text is made of: the kinds of its parts, and what is read. */
function parsed(markdown: string): { readonly kinds: readonly string[]; readonly text: string } {
  let tree: Node = { type: 'none' };
  const look = () => (root: Node) => {
    tree = root;
  };
  const remarkPlugins = [remarkGfm, look];
  renderToStaticMarkup(createElement(ReactMarkdown, { remarkPlugins, children: markdown }));
  const kinds: string[] = [];
  const texts: string[] = [];
  const walk = (node: Node): void => {
    kinds.push(node.type);
    if (node.value !== undefined) texts.push(node.value);
    node.children?.forEach(walk);
  };
  walk(tree);
  return { kinds, text: texts.join('') };
}

const readAs = (text: string): string => text.replace(/\s+/g, ' ').trim();

describe('text in Markdown', () => {
  it.each(hostile)('is nothing but text: %j', (text) => {
    const { kinds, text: read } = parsed(markdownText(text));
    expect(new Set(kinds)).toEqual(new Set(['root', 'paragraph', 'text']));
    expect(read).toBe(readAs(text));
  });

  it.each(hostile)('stays in its cell and its item: %j', (text) => {
    const cell = markdownText(text);
    const table = parsed(`| a | b |\n| --- | --- |\n| ${cell} | end |`);
    expect(table.kinds.filter((kind) => kind === 'tableCell')).toHaveLength(4);
    expect(
      table.kinds.filter((kind) => !/^(root|table|tableRow|tableCell|text)$/.test(kind)),
    ).toEqual([]);
    expect(table.text).toBe(`ab${readAs(text)}end`);
    const list = parsed(`- ${cell}\n- ${markdownCode(text)}\n- end`);
    expect(list.kinds.filter((kind) => kind === 'listItem')).toHaveLength(3);
    expect(list.text).toBe(`${readAs(text)}${readAs(text)}end`);
  });

  it('has links only where the text itself is the address', () => {
    const { kinds, text } = parsed(markdownText('[see](https://example.org) www.example.org'));
    expect(kinds).not.toContain('image');
    expect(text).toBe('[see](https://example.org) www.example.org');
  });

  it('keeps its paragraphs', () => {
    const { kinds, text } = parsed(markdownParagraphs('One\nline.\n\n# Two\n \n- three'));
    expect(kinds.filter((kind) => kind !== 'text')).toEqual([
      'root',
      'paragraph',
      'paragraph',
      'paragraph',
    ]);
    expect(text).toBe('One line.# Two- three');
  });
});

describe('the card and the datasheet of a release', () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-test-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const attack = '<img src=x onerror=alert(1)> [x](javascript:alert(1)) | `a` <script>\n# b';

  async function released(name: string, words: string): Promise<string> {
    const folder = join(root, name);
    writeProject(folder);
    const edit = (file: string, change: (text: string) => string): void =>
      writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')));
    edit('protocol.yaml', (text) => {
      const about = `description: ${JSON.stringify(words)}, purpose: ${JSON.stringify(words)}`;
      return text
        .replace('name: mails', `name: mails\ntitle: ${JSON.stringify(words)}`)
        .replace('form: labels', `title: ${JSON.stringify(words)}\n    form: labels`)
        .replace('license: CC0-1.0', `license: CC0-1.0, ${about}`);
    });
    edit('rulings/rulings.jsonl', (text) =>
      text
        .replaceAll('"answers":{"Urgent":true,"Angry":false}', '"exclude":true')
        .replaceAll('"reason":"Clear."', `"reason":${JSON.stringify(words)}`),
    );
    const out = join(root, `${name}-1.0`);
    const choice = { version: '1.0', seed: 3, names: true, withText: true, replies: false };
    const cut = await releaseFolder(folder, { ...choice, out, sign: null, allowOpen: words }, null);
    expect(cut.cut ? [] : cut.obstacles).toEqual([]);
    return out;
  }

  it('have the same parts whatever titles, labels and reasons say', async () => {
    const [plain, hostileOne] = [
      await released('plain', 'words'),
      await released('hostile', attack),
    ];
    for (const file of ['README.md', 'DATASHEET.md']) {
      const body = (folder: string): string =>
        readFileSync(join(folder, file), 'utf8').replace(/^---\n.*?\n---\n/s, '');
      const [expected, got] = [parsed(body(plain)), parsed(body(hostileOne))];
      expect(got.kinds).toEqual(expected.kinds);
      expect(got.kinds).not.toContain('html');
      expect(got.text).toContain(readAs(attack));
    }
  });
});
