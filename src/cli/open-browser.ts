import { spawn } from 'node:child_process';

/** Opens an address in the browser, if somebody seems to sit at this machine. */
export function openBrowser(address: string): void {
  if (!hasDisplay()) return;
  const [command, ...words] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', address]
        : ['xdg-open', address];
  const child = spawn(command!, words, { stdio: 'ignore', detached: true });
  // Without a browser the address is on the screen all the same.
  child.once('error', () => undefined);
  child.unref();
}

/** Whether there is a screen, and somebody who reads what is printed. */
function hasDisplay(): boolean {
  if (
    process.stdout.isTTY !== true ||
    process.env['CI'] !== undefined ||
    process.env['SSH_CONNECTION'] !== undefined
  )
    return false;
  return (
    process.platform === 'darwin' ||
    process.platform === 'win32' ||
    (process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'] ?? '') !== ''
  );
}
