import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { binary, runAssay, temporaryFolder } from './run-assay.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...under('docs'),
  ...under('examples'),
].filter((file) => file.endsWith('.md'));

describe('the documents', () => {
  it.each(documents)('%s links only to what is there', (file) => {
    const links = [
      ...readFileSync(join(root, file), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g),
    ].map((match) => match[1]!);
    expect(links.filter((link) => !existsSync(join(root, dirname(file), link)))).toEqual([]);
  });

  it('give the two commands, and the check runs exactly the second', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    expect(readme).toContain('npm ci && npm start');
    expect(readme).toContain('npm ci && npm test');
    const commands = readFileSync(join(root, '.ci', 'run'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('npm'));
    expect(commands).toEqual(['npm ci && npm test']);
  });

  it('show on the first screen of the README what the command prints today', async () => {
    const [first = ''] = blocks(readFileSync(join(root, 'README.md'), 'utf8'), 'console');
    const [folder, command, ...shown] = first.split('\n').filter((line) => line !== '');
    const words = command!.replace('$ assay ', '').split(' ');
    const run = await runAssay(words, join(root, folder!.replace('$ cd ', '')));
    const printed = new Set(run.out.split('\n').map((line) => line.trimEnd()));
    const missing = shown.filter((line) => line.trim() !== '…' && !printed.has(line.trimEnd()));
    expect(missing).toEqual([]);
    expect(shown.length).toBeGreaterThan(10);
  });

  it('date every decision', () => {
    for (const file of under('docs/decisions'))
      expect(readFileSync(join(root, file), 'utf8'), file).toMatch(
        /^# \d{4} .+\n\n\d{4}-\d{2}-\d{2}\n/,
      );
  });
});

describe('the README on a project of one’s own', () => {
  it('gives a protocol and commands that run as they stand', async () => {
    const chapter = readFileSync(join(root, 'README.md'), 'utf8')
      .split('## Your own project')[1]!
      .split('\n## ')[0]!;
    const [protocol = ''] = blocks(chapter, 'yaml');
    const tickets = [
      'My invoice is wrong, I was charged twice.',
      'It crashes.',
      'How do I change my password?',
      'Cancel my account.',
      'Refund please.',
      'Thanks!',
    ];
    const folder = temporaryFolder({
      'protocol.yaml': protocol,
      'guideline.md': 'Tick every topic.\n',
      'tickets.csv':
        'ticket_id,customer,text\n' +
        `${tickets.map((text, at) => `T${at + 1},C1,"${text}"\n`).join('')}`,
    });
    const words = (line: string): readonly string[] =>
      [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
    const calls = blocks(chapter, 'sh')
      .flatMap((block) => block.split('\n'))
      .map((line) => line.replace(/(^|\s\s+)#.*/, ''))
      .flatMap((line) => line.split(' && '))
      .filter((line) => line !== '')
      .map(words);
    expect(calls.length).toBeGreaterThan(8);
    for (const [program, verb, ...rest] of calls.filter((call) => call[1] !== 'serve')) {
      const run = await runAssay([verb!, ...rest], folder);
      expect([program, verb, run.code, run.code === 0 ? '' : run.err]).toEqual([
        'assay',
        verb,
        0,
        '',
      ]);
      if (verb === 'assign')
        for (const name of ['anna', 'ben'])
          writeFileSync(
            join(folder, `${name}.csv`),
            filledIn(
              readFileSync(join(folder, `tasks/pilot.${name}.csv`), 'utf8'),
              name === 'anna',
            ),
          );
    }
    expect(readFileSync(join(folder, 'truth.csv'), 'utf8')).toMatch(
      /^ticket_id,from,billing,bug,account,[^]*^T1,ruling,true,false,false,/m,
    );
  });
});

describe.skipIf(spawnSync('sh', ['-c', 'date']).status !== 0)('docs/security.md', () => {
  it('gives commands for backups, heads and the restore drill that run as they stand', () => {
    const chapter = readFileSync(join(root, 'docs/security.md'), 'utf8')
      .split('## Backups')[1]!
      .split('\n## ')[0]!;
    // Made by age-keygen 1.1.1.
    const recipient = 'age1fclkqmc0tu24ed8jl4ff28ee37nt0zsh0udnxk6rsqrtev95f47s3tcm3f';
    const secret = 'AGE-SECRET-KEY-1QKXQR0DF8TSRMTHQ2W2XVPHVFR99SHZ5N4MSSZ70TZGAW7AYQSDQK9MKWD';
    const folder = temporaryFolder({
      'backup-key.txt': `${secret}\n`,
      'protocol.yaml': [
        'assay: 1\nname: pets\nunits: { animals: units.csv }',
        'guideline: { version: "1.0", file: g.md }',
        'tasks: { animals: { unit: { id: id, show: text }, questions: { cat: { ask: A cat? } } } }',
        'panel: { people: {} }\nrounds: { full: { annotators: 1 } }\n',
      ].join('\n'),
      'units.csv': 'id,text\n1,Tom\n',
      'g.md': 'Cats purr.\n',
    });
    mkdirSync(join(folder, 'backups'));
    const run = (script: string) => {
      const assay = `assay() { "${process.execPath}" "${binary}" "$@"; }`;
      const { status, stderr } = spawnSync('sh', ['-e', '-c', `${assay}\n${script}`], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect([script, status, status === 0 ? '' : stderr]).toEqual([script, 0, '']);
    };
    run('assay import units.csv --protocol .');
    const scripts = blocks(chapter, 'sh').map((script) => script.replace('age1…', recipient));
    expect(scripts).toHaveLength(3);
    const [nightly, head, drill] = scripts as [string, string, string];
    run(nightly);
    run(head);
    run('mv backups/*.age yesterday.age');
    run(drill);
    expect(readdirSync(folder)).toContain('drill.db');
  });
});

/**
 * A task file with the columns filled in; only on the first ticket the two differ.
 */
function filledIn(table: string, isAnna: boolean): string {
  const [header = '', ...rows] = table.trim().split('\n');
  return [
    header,
    ...rows.map(
      (row) =>
        `${row.replace(/,,,$/, '')},` +
        `${row.includes(',T1,') ? `true,${isAnna},false` : `false,${row.includes(',T2,')},${row.includes(',T3,')}`}`,
    ),
  ]
    .map((row) => `${row}\n`)
    .join('');
}

function blocks(text: string, language: string): readonly string[] {
  return [...text.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(
    (match) => match[1]!,
  );
}

function under(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => name.endsWith('.md'));
}
