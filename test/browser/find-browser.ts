import { execFileSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium } from '@playwright/test';

/** A Chromium that can be started. */
export interface FoundBrowser {
  readonly path: string;
  /** Where it comes from, to be told when something is wrong. */
  readonly from: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Finds a Chromium: the one that ASSAY_CHROMIUM names, one that Playwright has downloaded, the
 * system's, or the copy inside an npm package, which
 * ASSAY_CHROMIUM=packaged takes in any case.
 */
export async function findBrowser(): Promise<FoundBrowser> {
  const named = process.env['ASSAY_CHROMIUM'];
  if (named === 'packaged') return await packagedBrowser();
  if (named !== undefined) return { path: named, from: 'ASSAY_CHROMIUM', env: {} };
  const downloaded = chromium.executablePath();
  if (existsSync(downloaded) && runs(downloaded))
    return { path: downloaded, from: 'Playwright', env: {} };
  const installed = systemPaths.find(runs);
  if (installed !== undefined) return { path: installed, from: 'the system', env: {} };
  if (process.platform === 'linux' && process.arch === 'x64') return await packagedBrowser();
  throw new Error(
    'No Chromium found. Install one (Debian: apt-get install -y chromium; elsewhere: npx ' +
      'playwright install chromium), or set ASSAY_CHROMIUM=/path/to/chrome.',
  );
}

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    execFileSync(path, ['--version'], { timeout: 300_000, stdio: 'ignore' });
    return true;
  } catch {
    // Not there, or not for this machine.
    return false;
  }
}

/** On a bare machine even the libraries and fonts are missing, which the package brings too. */
async function packagedBrowser(): Promise<FoundBrowser> {
  const folder = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  const home = join(process.env['ASSAY_KEPT_FILES'] ?? tmpdir(), `assay-chromium-${version}`);
  if (!existsSync(home)) await unpack(join(folder, 'bin'), home);
  const path = join(home, 'chromium');
  const env: Record<string, string> = {};
  if (lacksLibraries(path)) env['LD_LIBRARY_PATH'] = join(home, 'al2023', 'lib');
  if (!existsSync('/etc/fonts/fonts.conf')) {
    const fonts = join(home, 'assay-fonts.conf');
    writeFileSync(
      fonts,
      '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n ' +
        ` <dir>${join(home, 'fonts')}</dir>\n  ` +
        `<cachedir>${join(home, 'font-cache')}</cachedir>\n</fontconfig>\n`,
    );
    env['FONTCONFIG_FILE'] = fonts;
  }
  return { path, from: '@sparticuz/chromium', env };
}

/**
 * Unpacks beside and renames, so that a copy that was cut short is never taken for a whole one. The
 * package unpacks into the folder for temporary files and
 * takes whatever lies there, of any version, so it is shown an empty one.
 */
async function unpack(bin: string, home: string): Promise<void> {
  const { default: packaged, inflate } = await import('@sparticuz/chromium');
  const folder = mkdtempSync(join(process.env['ASSAY_KEPT_FILES'] ?? tmpdir(), 'assay-chromium-'));
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    await packaged.executablePath(bin);
    await inflate(join(bin, 'al2023.tar.br'));
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
  try {
    renameSync(folder, home);
  } catch (failure) {
    rmSync(folder, { recursive: true, force: true });
    // Somebody else was quicker.
    if (!existsSync(home)) throw failure;
  }
}

function lacksLibraries(path: string): boolean {
  try {
    return execFileSync('ldd', [path], { encoding: 'utf8' }).includes('not found');
  } catch {
    // No ldd to ask: the libraries of the package do no harm.
    return true;
  }
}
