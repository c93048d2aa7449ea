import { spawn } from 'node:child_process';

/** Opens an address in the browser, if somebody seems to be at this machine. */
export function openBrowser(address: string): void {
  if (!hasDisplay()) return;
  const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
    darwin: ['open'],
    win32: ['cmd', '/c', 'start', ''],
  };
  const [command, ...words] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...words, address], { stdio: 'ignore', detached: true });
  // The address is printed in any case.
  child.once('error', () => undefined);
  child.unref();
}

/** Whether there is a screen, and somebody who reads what is printed. */
function hasDisplay(): boolean {
  const { CI, SSH_CONNECTION, DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (process.stdout.isTTY !== true || CI !== undefined || SSH_CONNECTION !== undefined)
    return false;
  if (process.platform === 'darwin' || process.platform === 'win32') return true;
  return (DISPLAY ?? WAYLAND_DISPLAY ?? '') !== '';
}
