import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...under('docs'), ...under('examples')].filter((file) => file.endsWith('.md'));

describe('the documents', () => {
  it.each(documents)('%s links only to what is there', (file) => {
    const links = [...readFileSync(join(root, file), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map((match) => match[1]!);
    expect(links.filter((link) => !existsSync(join(root, dirname(file), link)))).toEqual([]);
  });

  it('give the two commands, and the check runs exactly the second', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    expect(readme).toContain('npm ci && npm start');
    expect(readme).toContain('npm ci && npm test');
    const commands = readFileSync(join(root, '.ci', 'run'), 'utf8').split('\n').filter((line) => line.startsWith('npm'));
    expect(commands).toEqual(['npm ci && npm test']);
  });

  it('date every decision', () => {
    for (const file of under('docs/decisions')) expect(readFileSync(join(root, file), 'utf8'), file).toMatch(/^# \d{4} .+\n\n\d{4}-\d{2}-\d{2}\n/);
  });
});

function under(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)).filter((name) => name.endsWith('.md'));
}
