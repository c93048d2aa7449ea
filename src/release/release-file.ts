/** The content of a file of a release, made when it is asked for, in pieces. */
export type ReleaseContent = () => Iterable<string | Uint8Array>;

/** The files of a release by their paths. */
export type ReleaseFiles = ReadonlyMap<string, ReleaseContent>;

/** A file of one piece. */
export function wholeFile(content: string | Uint8Array): ReleaseContent {
  return () => [content];
}

/** A value as a JSON file. */
export function jsonFile(value: unknown): ReleaseContent {
  return () => [`${JSON.stringify(value, null, 2)}\n`];
}

/** Joins short lines into pieces that are worth writing. */
export function* joined(lines: Iterable<string>, size = 65_536): Generator<string> {
  let pending: string[] = [];
  let length = 0;
  for (const line of lines) {
    pending.push(line);
    length += line.length;
    if (length < size) continue;
    yield pending.join('');
    pending = [];
    length = 0;
  }
  if (pending.length > 0) yield pending.join('');
}
