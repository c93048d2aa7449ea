import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from './browser/find-browser.ts';
import { readTarball } from './read-tarball.ts';
import { hostNode, install, own, root, run } from './packed-package.ts';
import type { Manifest } from './packed-package.ts';

let folder = '';
let clone = '';
let tarball = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-package-'));
  // Packing changes package.json for a moment, so it is done in a copy.
  clone = join(folder, 'clone');
  cpSync(root, clone, {
    recursive: true,
    filter: (path) => !/[\\/](node_modules|\.git|dist|coverage)$/.test(path),
  });
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'), 'dir');
  const before = readFileSync(join(clone, 'package.json'), 'utf8');
  run('npm', ['pack', '--silent', '--pack-destination', folder], clone);
  tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))!;
  expect(readFileSync(join(clone, 'package.json'), 'utf8')).toBe(before);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the packed package', () => {
  it('holds compiled JavaScript, examples, schemas and documents, and no sources or tests', () => {
    const files = [...readTarball(join(folder, tarball)).keys()];
    expect(files).toEqual(
      expect.arrayContaining([
        'package.json',
        'bin/assay.js',
        'dist/cli/main.js',
        'LICENSE',
        'README.md',
        'CHANGELOG.md',
        'schema/protocol.schema.json',
        'docs/errors.md',
        'examples/trial-relevance/protocol.yaml',
      ]),
    );
    const isLibrary = (file: string): boolean => /^dist\/statistics(\/.*)?\.d\.ts$/.test(file);
    expect(files).toContain('dist/statistics.d.ts');
    expect(
      files.filter(
        (file) =>
          !isLibrary(file) &&
          /\.ts$|\.test\.|(^|\/)(src|test|bench|scripts|node_modules|fixtures|screenshots)\//.test(
            file,
          ),
      ),
    ).toEqual([]);
    // The pages are built for browsers: markup, styles and compressed copies beside their scripts.
    expect(
      files.filter(
        (file) =>
          file.startsWith('dist/') &&
          !file.startsWith('dist/web/') &&
          !isLibrary(file) &&
          !/\.m?js$/.test(file),
      ),
    ).toEqual([]);
    expect(files).toContain('dist/web/index.html');
    const licences = readTarball(join(folder, tarball))
      .get('dist/web/licences.md')!
      .toString('utf8');
    for (const name of ['react', 'react-dom', '@mantine/core', '@observablehq/plot'])
      expect(licences).toContain(`\n## ${name} - `);
  });

  it('asks for the dependencies and a Node, and brings neither the pinned Node nor test tools', () => {
    const manifest = JSON.parse(
      readTarball(join(folder, tarball)).get('package.json')!.toString('utf8'),
    ) as Manifest;
    expect(manifest).toMatchObject({
      name: 'assay',
      version: own.version,
      license: 'MIT',
      type: 'module',
      bin: { assay: 'bin/assay.js' },
      engines: { node: own.engines.node },
      dependencies: own.dependencies,
    });
    expect(
      Object.keys(manifest).filter((key) =>
        [
          'scripts',
          'devDependencies',
          'optionalDependencies',
          'overrides',
          'allowScripts',
        ].includes(key),
      ),
    ).toEqual([]);
  });

  it('installs elsewhere and runs under the Node of the host', () => {
    const elsewhere = join(folder, 'elsewhere');
    install(elsewhere, join(folder, tarball));
    const assay = (
      words: readonly string[],
    ): { readonly status: number | null; readonly stdout: string; readonly stderr: string } =>
      spawnSync(
        hostNode(),
        [join(elsewhere, 'node_modules', 'assay', 'bin', 'assay.js'), ...words],
        { cwd: elsewhere, encoding: 'utf8' },
      );
    expect(assay(['--version'])).toMatchObject({
      status: 0,
      stdout: `${own.version}\n`,
      stderr: '',
    });
    writeFileSync(join(elsewhere, 'ratings.csv'), 'anna,ben\n1,1\n2,2\n1,2\n2,2\n');
    const agreed = assay(['agree', '--ratings', 'ratings.csv', '--scale', 'nominal', '--json']);
    expect(agreed.stderr).not.toMatch(/wrong inside Assay/);
    // The example of Cohen's kappa in the style guide: agreement 3/4, chance 1/2.
    expect(JSON.parse(agreed.stdout)).toMatchObject({
      measures: { cohen_kappa: { value: 0.5, n: 4 } },
    });
    const started = assay(['init', 'trial-relevance', 'work']);
    expect(started).toMatchObject({ status: 0 });
    expect(existsSync(join(elsewhere, 'work', 'protocol.yaml'))).toBe(true);
    // The help loads every command, and with it nearly every file.
    expect(assay(['--help'])).toMatchObject({ status: 0, stderr: '' });
    expect(assay(['validate', '--protocol', 'work'])).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^Not checked: 10 files of judgments/),
    });
    const listed = assay(['rule', 'list']);
    expect(listed.status).toBe(2);
    expect(listed.stderr).toMatch(/^(There is no database at|The database needs Node 22 or newer)/);
    const script = join(elsewhere, 'library.mjs');
    writeFileSync(
      script,
      `import * as library from 'assay/statistics';
       const { judgedRanking, ndcg, krippendorffAlpha, alternativeAnnotatorTest } = library;
       const kinds = [typeof krippendorffAlpha, typeof alternativeAnnotatorTest];
       console.log(ndcg(judgedRanking([1, 0], [1])), ...kinds);`,
    );
    const library = spawnSync(hostNode(), [script], { cwd: elsewhere, encoding: 'utf8' });
    expect(library).toMatchObject({ status: 0, stdout: '1 function function\n', stderr: '' });
    // Typed: the compiler knows what a measure takes, and refuses what it does not.
    const start = "import { judgedRanking, ndcg } from 'assay/statistics';\n";
    const [right, wrong] = [join(elsewhere, 'right.mts'), join(elsewhere, 'wrong.mts')];
    writeFileSync(
      right,
      `${start}export const value: number = ndcg(judgedRanking([1], [1]), { cutoff: 10 });\n`,
    );
    writeFileSync(wrong, `${start}export const value = ndcg('a text', judgedRanking);\n`);
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023'];
    const checked = spawnSync(
      process.execPath,
      [compiler, '--types', '', '--skipLibCheck', 'false', ...options, right, wrong],
      { cwd: elsewhere, encoding: 'utf8' },
    );
    expect(checked.stdout.match(/^\S+(?=\()/gm)).toEqual(['wrong.mts']);
    const importing = spawnSync(hostNode(), ['--input-type=module', '--eval', importAll], {
      cwd: join(elsewhere, 'node_modules', 'assay'),
      encoding: 'utf8',
    });
    expect(importing).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  it('has a library that runs in a browser as it is', async () => {
    const files = readTarball(join(folder, tarball));
    const asked: string[] = [];
    const server = createServer((request, reply) => {
      const path = request.url!.slice(1);
      const content = files.get(path);
      asked.push(path);
      const type = path === '' ? 'text/html' : 'text/javascript';
      reply.writeHead(path === '' || content !== undefined ? 200 : 404, { 'content-type': type });
      reply.end(content ?? '');
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { path, env } = await findBrowser();
    const browser = await chromium.launch({
      executablePath: path,
      args: ['--no-sandbox'],
      env: { ...process.env, ...env } as Record<string, string>,
    });
    try {
      const page = await browser.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      const found = await page.evaluate(async (address) => {
        const library = await import(address);
        const { ndcg, judgedRanking, cohenKappa, confusion } = library;
        // The example of Cohen's kappa in the style guide: agreement 3/4, chance 1/2.
        const codes = Int8Array.of(0, 0, 1, 1, 0, 1, 1, 1);
        const ratings = { units: 4, annotators: 2, categories: 2, codes };
        return {
          ndcg: ndcg(judgedRanking([1, 0], [1])),
          kappa: cohenKappa(confusion(ratings)).value,
          names: Object.keys(library).length,
        };
      }, '/dist/statistics.js');
      expect(found).toMatchObject({ ndcg: 1, kappa: 0.5 });
      expect(found.names).toBeGreaterThan(250);
      expect(faults).toEqual([]);
      // What is not of the room is what it needs: its nouns.
      expect(
        asked.filter((one) => !/^(dist\/(statistics|domain)\b.*\.js|favicon.ico)?$/.test(one)),
      ).toEqual([]);
    } finally {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

/**
 * Loads every file of the package but the one that runs and those that are threads of their own,
 * and prints which cannot be loaded.
 */
const importAll = `
  import { readdirSync } from 'node:fs';
  import { join } from 'node:path';
  import { pathToFileURL } from 'node:url';
  const files = readdirSync('dist', { recursive: true })
    .filter((file) => file.endsWith('.js') && !/^(web|report)\\b|main\\.js$|-thread|(reading|evaluation)-process/.test(file));
  for (const file of files)
    await import(pathToFileURL(join(process.cwd(), 'dist', file)))
      .catch((error) => console.log(file, error.message));
  if (files.length < 300) console.log(files.length);
`;

describe('the manifest of the package', () => {
  it('is put back after an interruption, whichever step it came after', () => {
    const place = join(folder, 'interrupted');
    mkdirSync(place);
    const text = readFileSync(join(root, 'package.json'), 'utf8');
    writeFileSync(join(place, 'package.json'), text);
    const step = (command: string): void =>
      void run(process.execPath, [join(root, 'scripts', 'package-manifest.mjs'), command], place);
    step('publish');
    expect(readFileSync(join(place, 'package.json'), 'utf8')).not.toBe(text);
    step('publish');
    step('restore');
    expect(readFileSync(join(place, 'package.json'), 'utf8')).toBe(text);
    step('restore');
    expect(readdirSync(place)).toEqual(['package.json']);
  });
});
