import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from '@playwright/test';

/** A Chromium that can be started. */
export interface FoundBrowser {
  readonly path: string;
  /** Where it comes from, to be told when something is wrong. */
  readonly from: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Finds a Chromium: the one that ASSAY_CHROMIUM names, one that Playwright has downloaded, the system's, or the copy inside an npm package. */
export async function findBrowser(): Promise<FoundBrowser> {
  const named = process.env['ASSAY_CHROMIUM'];
  if (named !== undefined) return { path: named, from: 'ASSAY_CHROMIUM', env: {} };
  const downloaded = chromium.executablePath();
  if (existsSync(downloaded) && runs(downloaded)) return { path: downloaded, from: 'Playwright', env: {} };
  const installed = systemPaths.find(runs);
  if (installed !== undefined) return { path: installed, from: 'the system', env: {} };
  if (process.platform === 'linux' && process.arch === 'x64') return await packagedBrowser();
  throw new Error('No Chromium found. Install one (Debian: apt-get install -y chromium; elsewhere: npx playwright install chromium), or set ASSAY_CHROMIUM=/path/to/chrome.');
}

const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    execFileSync(path, ['--version'], { timeout: 15_000, stdio: 'ignore' });
    return true;
  } catch {
    // Not there, or not for this machine.
    return false;
  }
}

/** On a bare machine even the libraries and fonts are missing, which the package brings too. */
async function packagedBrowser(): Promise<FoundBrowser> {
  const { default: packaged, inflate } = await import('@sparticuz/chromium');
  const path = await packaged.executablePath();
  const env: Record<string, string> = {};
  if (lacksLibraries(path)) {
    const bin = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'bin');
    const libraries = await inflate(join(bin, 'al2023.tar.br'));
    env['LD_LIBRARY_PATH'] = join(libraries, 'lib');
  }
  if (!existsSync('/etc/fonts/fonts.conf')) env['FONTCONFIG_PATH'] = '/tmp/fonts';
  return { path, from: '@sparticuz/chromium', env };
}

function lacksLibraries(path: string): boolean {
  try {
    return execFileSync('ldd', [path], { encoding: 'utf8' }).includes('not found');
  } catch {
    // No ldd to ask: the libraries of the package do no harm.
    return true;
  }
}
