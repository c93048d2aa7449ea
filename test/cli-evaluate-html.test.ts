import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guardedRelease, pairRelease } from './guard-release.ts';
import { runAssay, temporaryFolder } from './run-assay.ts';

const files = {
  't.csv': 'id,part,a,b\nu0,x,1,0\nu1,x,0,1\nu2,y,1,1\nu3,y,0,0\n',
  'p.csv': 'id,score_a,score_b\nu0,0.9,0.6\nu1,0.2,0.4\nu2,0.7,0.8\nu3,0.1,0.3\n',
  'o.csv': 'id,score_a,score_b\nu0,0.4,0.1\nu1,0.2,0.9\nu2,0.7,0.8\nu3,0.6,0.3\n',
};

async function pageOf(words: readonly string[], folder: string): Promise<string> {
  const call = ['evaluate', ...words, '--html', 'page.html', '--resamples', '50'];
  const { code, err } = await runAssay(call, folder);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return readFileSync(join(folder, 'page.html'), 'utf8');
}

describe('assay evaluate --html', () => {
  it('is one page without a program that needs nothing else', async () => {
    const folder = temporaryFolder(files);
    const page = await pageOf(['--truth', 't.csv', '--predictions', 'p.csv'], folder);
    expect(page).not.toMatch(/<script|<link|<img|https?:|javascript:| on[a-z]+=| style=/);
    expect(page).toContain('default-src &#39;none&#39;; style-src &#39;sha256-');
    expect(page).toContain('<h1>p.csv against t.csv</h1>');
    expect(page).not.toContain('OVERRIDDEN');
    expect(page).not.toContain('Simulated');
  });

  it('shows measures, curves, slices, the comparison and where systems differ', async () => {
    const folder = temporaryFolder(files);
    const table = ['--truth', 't.csv', '--predictions', 'p.csv', '--compare', 'o.csv'];
    const page = await pageOf([...table, '--slice', 'part'], folder);
    for (const text of [
      'Values with 95 % intervals',
      'F1(macro)',
      'Reliability of a',
      'Precision and recall of b',
      'By part',
      'o.csv minus p.csv',
      'p (Holm) is corrected for all',
    ])
      expect(page).toContain(text);
    // o says no of a on u0, yes of a on u3, no of b on u0 and yes of b on u1: p is right in two.
    expect(page).toContain('4 answers differ; p.csv is right in 2 of them, o.csv in 2.');
  });

  it('escapes what files say', async () => {
    const label = '<b>bold</b>';
    const folder = temporaryFolder({
      't.csv': `id,${label}\n<u>,1\n&u,0\n`,
      'p.csv': `id,${label}\n<u>,1\n&u,0\n`,
      'o.csv': `id,${label}\n<u>,0\n&u,0\n`,
    });
    const page = await pageOf(
      ['--truth', 't.csv', '--predictions', 'p.csv', '--compare', 'o.csv'],
      folder,
    );
    expect(page).toContain('&lt;b&gt;bold&lt;/b&gt;');
    expect(page).toContain('&lt;u&gt;');
    expect(page).not.toContain('<b>bold');
    expect(page).not.toContain('<u>');
  });

  it('lists the worst queries with documents, grades and what was missed', async () => {
    const folder = temporaryFolder({
      'q.txt': 'q1 0 d1 1\nq1 0 d2 0\nq1 0 d9 2\nq2 0 d1 1\n',
      'r.run': 'q1 Q0 d2 1 3 r\nq1 Q0 d7 2 2 r\nq1 Q0 d1 3 1 r\nq2 Q0 d1 1 1 r\n',
    });
    const page = await pageOf(['--qrels', 'q.txt', '--run', 'r.run'], folder);
    const worst = page.slice(page.indexOf('id="worst"'));
    expect(worst.indexOf('<summary>q1: ')).toBeLessThan(worst.indexOf('<summary>q2: 1.0000'));
    const order = ['>d2<', '>d7<', '>d1<', '>d9<'].map((document) => worst.indexOf(document));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order[0]).toBeGreaterThan(0);
    expect(worst).toContain('not judged');
    expect(worst).toContain('missed');
  });

  it('is stamped when the guard was overridden, and shows classes, texts and looks', async () => {
    const folder = await guardedRelease();
    writeFileSync(
      join(folder, 'o.jsonl'),
      readFileSync(join(folder, 'system.jsonl'), 'utf8').replaceAll('medium', 'small'),
    );
    const call = ['--release', 'out', '--predictions', 'system.jsonl', '--compare', 'o.jsonl'];
    const override = ['--override', 'Sanity <check>.', '--system', 'gpt-6,other'];
    const page = await pageOf([...call, '--class', 'size', ...override], folder);
    const stamp = page.indexOf('OVERRIDDEN: this score does not stand on its own</strong>');
    expect(stamp).toBeGreaterThan(0);
    expect(stamp).toBeLessThan(page.indexOf('<h1>'));
    expect(page).toContain('Reason given: Sanity &lt;check&gt;.');
    expect(page).toContain('count in this truth');
    expect(page).toMatch(/<title>OVERRIDDEN/);
    expect(page).toMatch(/<footer>OVERRIDDEN/);
    expect(page).toContain('gpt-6 and other against out');
    expect(page).toContain('2 looks so far');
    expect(page).toContain('Rows are true, columns predicted');
    // Texts of units that differ stand beside them.
    expect(page).toMatch(
      /<small>(alder|birch|cedar|elm|fir|hazel|ivy|juniper|larch|maple|oak|pine)/,
    );
  });

  it('marks simulated truth, and is not written when the guard refuses', async () => {
    const folder = temporaryFolder();
    const example = new URL('../examples/rag-tasks', import.meta.url).pathname;
    const made = ['release', example, '--version', '1', '--out', 'out', '--allow-open', 'A test.'];
    expect((await runAssay(made, folder)).code).toBe(0);
    const rag = ['--release', 'out', '--task', 'grounding', '--rag', 'grounding'];
    const page = await pageOf([...rag, '--system', 'mine'], folder);
    expect(page).toContain('Simulated data: the judgments behind this truth');
    expect(page).toContain('<footer>Simulated data');
    const pairs = await pairRelease();
    writeFileSync(join(pairs, 'r.run'), 'q0 Q0 d0 1 1 r\n');
    const refused = ['evaluate', '--release', 'out', '--run', 'r.run', '--system', 'ana'];
    expect((await runAssay([...refused, '--html', 'no.html'], pairs)).code).toBe(2);
    expect(() => readFileSync(join(pairs, 'no.html'))).toThrow();
  });
});
