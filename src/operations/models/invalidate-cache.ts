import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { refuse } from '../../domain/fault.ts';
import { jsonText, utf8Text } from '../../formats/json-bytes.ts';
import { readJsonEntries } from '../../formats/json-entries.ts';
import type { JsonEntry } from '../../formats/json-entries.ts';
import { withBytes } from '../byte-file.ts';
import { draftBeside, unfinishedFiles } from '../unfinished-files.ts';

/** What was taken out of a cache. */
export interface Invalidated {
  /** Entries that were removed, by topic. */
  readonly removed: ReadonlyMap<string, number>;
  /** Where the old file is. */
  readonly kept: string;
}

/**
 * Removes all judgments on some topics from a cache file: raw, aggregated and metadata. Every other
 * entry stays byte for byte, and the old file is kept beside the new one.
 */
export function invalidateCache(
  file: string,
  topics: readonly string[],
  suffix: string,
): Invalidated {
  if (file === '-')
    refuse('usage', {
      reason: 'A cache on standard input cannot be changed. Name a file to use --invalidate.',
    });
  const removed = new Map(topics.map((topic) => [topic, 0]));
  const draft = draftBeside(file);
  const descriptor = openSync(draft, 'wx');
  const finished = unfinishedFiles([draft]);
  try {
    copyWithout(file, topics, removed, (bytes) => {
      for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
    });
    closeSync(descriptor);
  } catch (error) {
    closeSync(descriptor);
    rmSync(draft, { force: true });
    throw error;
  } finally {
    finished();
  }
  const kept = `${file}.${suffix}`;
  renameSync(file, kept);
  renameSync(draft, file);
  return { removed, kept };
}

function copyWithout(
  file: string,
  topics: readonly string[],
  removed: Map<string, number>,
  write: (bytes: Uint8Array) => void,
): void {
  const copy = new CacheCopy(write);
  const entry = (section: string | null, one: JsonEntry): void => {
    const key = jsonText(one.bytes, one.keyStart, one.keyEnd);
    const topic = topics.find((id) => key.startsWith(`${id}::`));
    if (section !== null && topic !== undefined) removed.set(topic, removed.get(topic)! + 1);
    else if (section !== null)
      copy.entry(section, one.bytes.subarray(one.keyStart - 1, one.valueEnd));
    else if (key === '_metadata') {
      const metadata = JSON.parse(utf8Text(one.bytes, one.valueStart, one.valueEnd)) as Record<
        string,
        unknown
      >;
      const rest = Object.fromEntries(
        Object.entries(metadata).filter(([id]) => !topics.includes(id)),
      );
      copy.member(
        Buffer.from(
          `"_metadata": ${JSON.stringify(rest, null, 2).replaceAll('\n', '\n  ')}`,
          'utf8',
        ),
      );
    } else copy.member(one.bytes.subarray(one.keyStart - 1, one.valueEnd));
  };
  withBytes(file, (fill) =>
    readJsonEntries(fill, { isSection: (key) => sections.includes(key), entry }, file),
  );
  copy.finish();
}

const sections = ['raw', 'aggregated'];

/** Writes a cache member by member; sections are written even if they are empty. */
class CacheCopy {
  readonly #out: Pieces;
  readonly #written = new Set<string>();
  #section: string | null = null;
  #members = 0;
  #entries = 0;

  constructor(write: (bytes: Uint8Array) => void) {
    this.#out = new Pieces(write);
    this.#out.text('{');
  }

  member(bytes: Uint8Array): void {
    this.#close();
    this.#out.text(`${this.#members === 0 ? '' : ','}\n  `);
    this.#out.bytes(bytes);
    this.#members += 1;
  }

  entry(section: string, bytes: Uint8Array): void {
    if (this.#section !== section) {
      this.member(Buffer.from(`${JSON.stringify(section)}: {`));
      this.#section = section;
      this.#entries = 0;
      this.#written.add(section);
    }
    this.#out.text(`${this.#entries === 0 ? '' : ','}\n    `);
    this.#out.bytes(bytes);
    this.#entries += 1;
  }

  finish(): void {
    for (const section of sections)
      if (!this.#written.has(section)) this.member(Buffer.from(`${JSON.stringify(section)}: {}`));
    this.#close();
    this.#out.text('\n}\n');
    this.#out.flush();
  }

  #close(): void {
    if (this.#section !== null) this.#out.text('\n  }');
    this.#section = null;
  }
}

/** Collects small pieces, so that not every entry is a separate write. */
class Pieces {
  readonly #write: (bytes: Uint8Array) => void;
  #held: Buffer[] = [];
  #length = 0;

  constructor(write: (bytes: Uint8Array) => void) {
    this.#write = write;
  }

  text(text: string): void {
    this.bytes(Buffer.from(text, 'utf8'));
  }

  bytes(bytes: Uint8Array): void {
    this.#held.push(Buffer.from(bytes));
    this.#length += bytes.length;
    if (this.#length > 1_000_000) this.flush();
  }

  flush(): void {
    this.#write(Buffer.concat(this.#held));
    this.#held = [];
    this.#length = 0;
  }
}
