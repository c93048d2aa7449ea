import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printChoice, refuse } from '../../domain/fault.ts';
import { examplesFolder } from './choose-task.ts';
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

const shows: Readonly<Record<string, string>> = {
  'regulatory-topics':
    'fourteen graded labels, three experts, gates on Fleiss’ κ, a keyword rule that is heard but never counted',
  'trial-relevance':
    'two annotators, graded relevance with reasons, quoted evidence, a gate on agreement and Cohen’s κ',
  'rag-tasks':
    'three tasks of yes/no questions with constraints between the answers, in English and German',
  'policy-ground-truth':
    'runs of three models with weights and quotas, rulings that override, verdicts by policies',
};

/** The examples that come with Assay, those that everybody starts with first. */
export function listExamples(): readonly Example[] {
  const order = Object.keys(shows);
  const names = readdirSync(examplesFolder).filter((name) =>
    existsSync(join(examplesFolder, name, protocolName)),
  );
  const place = (name: string): number =>
    order.includes(name) ? order.indexOf(name) : order.length;
  return names
    .toSorted((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
    .map((name) => {
      const { protocol } = loadProtocol(join(examplesFolder, name));
      return {
        name,
        title: protocol.title,
        shows:
          shows[name] ??
          printChoice(
            protocol.tasks.map((task) => task.id),
            'and',
          ),
      };
    });
}

/** Copies an example into a folder that is empty or does not exist yet. */
export function init(name: string, folder: string): CopiedExample {
  const examples = listExamples();
  const example = examples.find((one) => one.name === name);
  if (example === undefined)
    refuse('usage', {
      reason: `There is no example ${name}, expected ${printChoice(examples.map((one) => one.name))}.`,
    });
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory())
      refuse('file-unwritable', { file: folder, reason: 'it is a file, expected a folder' });
    if (readdirSync(folder).length > 0) refuse('folder-not-empty', { file: folder });
  }
  const source = join(examplesFolder, name);
  const files = new Map<string, FileContent>();
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const from = join(entry.parentPath, entry.name);
    const to = join(folder, relative(source, from));
    files.set(
      to,
      entry.name === protocolName ? withSchema(readFileSync(from, 'utf8'), to) : readFileSync(from),
    );
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
