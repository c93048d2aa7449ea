import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { MarkdownText } from './MarkdownText.tsx';
import type { MarkdownProps } from './MarkdownText.tsx';

const html = (text: string, more: Partial<MarkdownProps> = {}): string =>
  renderToStaticMarkup(createElement(MarkdownText, { text, ...more }));

describe('Markdown', () => {
  it('shows tables, lists, emphasis and code', () => {
    const shown = html(
      '| Grade | Means |\n| --- | ---: |\n| 2 | **highly** relevant |\n\n1. `a`\n2. b',
    );
    expect(shown).toContain('<th>Grade</th><th style="text-align:right">Means</th>');
    expect(shown).toContain('<strong>highly</strong> relevant');
    expect(shown).toMatch(/<ol>\s*<li><code>a<\/code><\/li>/);
    expect(shown).not.toContain('|');
  });

  it('opens links elsewhere, without telling where they come from', () => {
    expect(html('[the paper](https://doi.org/10.1/x)')).toContain(
      '<a href="https://doi.org/10.1/x" target="_blank" rel="noopener noreferrer">the paper</a>',
    );
    expect(html('https://example.org and <me@example.org>')).toContain(
      'href="mailto:me@example.org"',
    );
  });

  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html,1)',
    '[x](vbscript:1)',
    '[x](/api/sign-out)',
    '[x](//example.org)',
    '![x](javascript:alert(1))',
  ])('makes no link of %s', (text) => {
    expect(html(text)).not.toContain('href');
    expect(html(text)).toContain('x');
  });

  it('shows HTML as text', () => {
    const shown = html('<script>alert(1)</script>\n\n<img src=x onerror=alert(1)> and <b>bold</b>');
    expect(shown).not.toMatch(/<script|<img|<b>/);
    expect(shown).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(shown).toContain('&lt;b&gt;bold&lt;/b&gt;');
  });

  it('loads no image, but leads to it', () => {
    expect(html('![a chart](https://example.org/a.png)')).toContain('>a chart</a>');
    const nested = html('[![a chart](https://example.org/a.png)](https://example.org)');
    expect(nested).not.toContain('<img');
    expect(nested.match(/<a /g)).toHaveLength(1);
  });

  it.each(['[C1]: Yes.', '[^1]: A note', 'No [^1]', '~5 to ~10', '2 * 3 * 4', '&lt;b&gt;'])(
    'hides nothing of %s',
    (text) => {
      const shown = html(text)
        .replaceAll(/<[^>]+>/g, '')
        .trim();
      expect(shown).toBe(text);
    },
  );

  it('fits headings into the page', () => {
    expect(html('# One\n\n###### Six', { heading: 'h3' })).toMatch(/<h3>One<\/h3>\s*<h3>Six<\/h3>/);
  });

  it('ticks nothing', () => {
    expect(html('- [x] done\n- [ ] open')).toMatch(/☑ .*done.*☐ .*open/s);
    expect(html('- [x] done')).not.toContain('<input');
  });

  it('sets off parts of the text', () => {
    const mark: MarkdownProps['mark'] = (text) => [
      { text: text.slice(0, 1), tag: { name: 'span', properties: { title: 'first' } } },
      { text: text.slice(1) },
    ];
    expect(html('ab *cd*', { mark })).toContain(
      '<p><span title="first">a</span>b <em><span title="first">c</span>d</em></p>',
    );
  });
});
