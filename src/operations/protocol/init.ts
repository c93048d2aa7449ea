import { printChoice } from '../../domain/text-values.ts';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuse } from '../../domain/fault.ts';
import { completeFolder, exampleStories, examplesFolder } from './example-stories.ts';
import { loadProtocol, protocolName } from './load-protocol.ts';
import { writeFiles } from '../write-files.ts';
import type { FileContent } from '../write-files.ts';

/** A protocol that comes with Assay, ready to be copied and changed. */
export interface Example {
  readonly name: string;
  readonly title: string;
  /** What can be seen in it, in a phrase. */
  readonly shows: string;
}

/** An example that was copied. */
export interface CopiedExample extends Example {
  readonly folder: string;
  readonly files: readonly string[];
}

/** The examples that come with Assay. */
export function listExamples(): readonly Example[] {
  return exampleStories.map(({ name, shows }) => {
    const { protocol } = loadProtocol(join(examplesFolder, name));
    return { name, title: protocol.title, shows };
  });
}

/**
 * Copies an example into a folder that is empty or does not exist yet; when it is to be complete,
 * with rulings on everything that is open in it.
 */
export function init(name: string, folder: string, isComplete = false): CopiedExample {
  const examples = listExamples();
  const example = examples.find((one) => one.name === name);
  if (example === undefined)
    refuse('usage', {
      reason:
        `There is no example ${name}, expected ` +
        `${printChoice(examples.map((one) => one.name))}.`,
    });
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory())
      refuse('file-unwritable', { file: folder, reason: 'it is a file, expected a folder' });
    if (readdirSync(folder).length > 0) refuse('folder-not-empty', { file: folder });
  }
  const sources = [join(examplesFolder, name), ...(isComplete ? [completeFolder(name)] : [])];
  const files = new Map<string, FileContent>();
  for (const source of sources)
    for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
      // What somebody made while trying the example in place, its secret included, stays there.
      if (!entry.isFile() || basename(entry.parentPath) === '.assay') continue;
      const from = join(entry.parentPath, entry.name);
      const to = join(folder, relative(source, from));
      const isProtocol = entry.name === protocolName;
      files.set(to, isProtocol ? withSchema(readFileSync(from, 'utf8'), to) : readFileSync(from));
    }
  writeFiles(files);
  return { ...example, folder, files: [...files.keys()] };
}

/** Editors find the schema by a path that is relative to the protocol, which now lies elsewhere. */
function withSchema(protocol: string, file: string): string {
  const schema = fileURLToPath(new URL('../../../schema/protocol.schema.json', import.meta.url));
  const path = relative(dirname(file), schema).split(sep).join('/');
  return protocol.replace(
    /^(# yaml-language-server: \$schema=)\S+/m,
    (_, start: string) => start + path,
  );
}
