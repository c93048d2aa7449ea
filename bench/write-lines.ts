import { closeSync, openSync, writeSync } from 'node:fs';

/** Writes a file line by line, without ever holding it: so many lines, or until it is so large. */
export function writeLines(
  path: string,
  until: { readonly lines?: number; readonly bytes?: number },
  line: (at: number) => string,
): void {
  const file = openSync(path, 'w');
  let pending: string[] = [];
  let written = 0;
  for (let at = 0; at < (until.lines ?? Infinity) && written < (until.bytes ?? Infinity); at += 1) {
    pending.push(line(at));
    if (pending.length === 5000) flush();
  }
  flush();
  closeSync(file);

  function flush(): void {
    written += writeSync(file, pending.join(''));
    pending = [];
  }
}
