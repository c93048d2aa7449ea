import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTarball } from './read-tarball.ts';
import { isThorough } from './tries.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

export interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly scripts?: unknown;
  readonly devDependencies?: unknown;
  readonly optionalDependencies?: unknown;
  readonly overrides?: unknown;
  readonly allowScripts?: unknown;
  readonly engines: { readonly node: string };
}

/**
 * Installs from the registry with `ASSAY_THOROUGH=1`. A usual run unpacks the tarball and links the
 * packages that its manifest names, and no others, from the clone.
 */
export function install(place: string, file: string): void {
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
export function hostNode(): string {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const places = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((place) => !place.includes('node_modules'))
    .map((place) => join(place, name));
  return places.find((file) => existsSync(file) && statSync(file).isFile()) ?? process.execPath;
}

export function run(command: string, words: readonly string[], place: string): string {
  return execFileSync(command, [...words], {
    cwd: place,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
