import { refuse } from '../domain/fault.ts';

/** The oldest Node under which the database libraries run. */
const oldestNode = 22;

/** The file that an address names, or null when it names a server. */
export function databaseFile(url: string): string | null {
  return /^postgres(ql)?:\/\//.test(url) ? null : filePath(url);
}

/** Refuses, before the libraries are loaded, a Node under which they would crash. */
export function checkNode(version: string): void {
  if (Number(version.split('.')[0]) < oldestNode)
    refuse('needs-newer-node', { expected: oldestNode, got: version });
}

function filePath(url: string): string {
  if (url.startsWith('file://')) return decodeURIComponent(new URL(url).pathname);
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(url)?.[1]?.toLowerCase();
  if (scheme === 'file' || scheme === 'sqlite') return url.slice(scheme.length + 1);
  if (scheme === undefined || !/^[a-z][a-z0-9+.-]+:\/\//i.test(url)) return url;
  const expected = 'expected a path, file:… or postgres://…';
  refuse('usage', { reason: `${scheme}:// is not a database that Assay knows; ${expected}` });
}
