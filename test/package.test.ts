import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTarball } from './read-tarball.ts';
import { isThorough } from './tries.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly scripts?: unknown;
  readonly devDependencies?: unknown;
  readonly optionalDependencies?: unknown;
  readonly overrides?: unknown;
  readonly allowScripts?: unknown;
  readonly engines: { readonly node: string };
}

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
}, 240_000);
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
  }, 240_000);
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
    .filter((file) => file.endsWith('.js') && !/^(web|report)\\b|main\\.js$|-thread/.test(file));
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

/**
 * Installs from the registry with `ASSAY_THOROUGH=1`. A usual run unpacks the tarball and links the
 * packages that its manifest names, and no others, from the clone.
 */
function install(place: string, file: string): void {
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), '{ "private": true }\n');
  if (isThorough) {
    run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--silent', file], place);
    return;
  }
  const modules = join(place, 'node_modules');
  for (const [path, content] of readTarball(file)) {
    const target = join(modules, 'assay', path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
  for (const name of Object.keys(own.dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(modules, name), 'dir');
  }
}

/**
 * The Node that a user of the package has: the first in the path that this project did not bring.
 */
function hostNode(): string {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const places = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((place) => !place.includes('node_modules'))
    .map((place) => join(place, name));
  return places.find((file) => existsSync(file) && statSync(file).isFile()) ?? process.execPath;
}

function run(command: string, words: readonly string[], place: string): string {
  return execFileSync(command, [...words], {
    cwd: place,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
