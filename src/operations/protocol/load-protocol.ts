import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { z } from 'zod';
import { InputError, fault, refuse } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { guidelineSchema } from '../../domain/protocol/guideline.ts';
import type { Guideline, GuidelineReference } from '../../domain/protocol/guideline.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import { codedText } from '../../domain/text-values.ts';
import { readGuideline } from '../../formats/protocol/guideline-markdown.ts';
import { readProtocol } from '../../formats/protocol/protocol-yaml.ts';
import { parseYaml } from '../../formats/yaml-source.ts';
import type { Read } from '../../formats/yaml-source.ts';
import { FaultList, readText } from '../text-file.ts';

/** A protocol with where it came from; the files that it names lie in its folder. */
export interface LoadedProtocol {
  readonly protocol: Protocol;
  readonly file: string;
  readonly folder: string;
  readonly guideline: Guideline;
}

/** What a protocol file is called when only its folder is given. */
export const protocolName = 'protocol.yaml';

/**
 * Reads a protocol and its guideline from a file, a folder, or the working directory. Throws all
 * faults of both files together.
 */
export function loadProtocol(path?: string): LoadedProtocol {
  const found = new FaultList();
  const { protocol, guideline, file, folder } = readProtocolFolder(path, found);
  found.throwIfAny();
  if (protocol === null || guideline === null)
    throw new Error('a protocol that cannot be read has faults');
  return { protocol, file, folder, guideline };
}

/** The same for callers that can use one without the other: what is unreadable is null. */
export function readProtocolFolder(
  path: string | undefined,
  found: FaultList,
): Omit<LoadedProtocol, 'protocol' | 'guideline'> & {
  readonly protocol: Protocol | null;
  readonly guideline: Guideline | null;
  readonly guidelineFaults: number;
} {
  const file = findProtocol(path);
  const folder = dirname(file);
  const text = readText(file);
  const read = kept(readProtocol(text), file, found);
  const before = found.count;
  const outside = unfitFiles(folder, read === null ? [] : allFiles(read));
  found.add(...outside);
  const protocol = outside.length > 0 ? null : read;
  const named = protocol === null ? guidelineNamedIn(text) : namedGuideline(protocol);
  const guideline =
    named === null || unfitFiles(folder, [named.file]).length > 0
      ? null
      : readNamed(named, join(folder, named.file), found);
  return { protocol, file, folder, guideline, guidelineFaults: found.count - before };
}

/** The files of a protocol besides its guideline and units: keys, rules, recordings, policies. */
export function namedFiles(protocol: Protocol): readonly string[] {
  const keys = protocol.rounds.flatMap((round) => (round.key === null ? [] : [round.key]));
  const panel = Object.values(protocol.panel).flatMap(({ file, recording }) =>
    [file, recording].filter((name) => name !== undefined),
  );
  return [...new Set([...keys, ...panel, ...(protocol.policies?.files ?? [])])];
}

function allFiles(protocol: Protocol): readonly string[] {
  return [protocol.guideline.file, ...Object.values(protocol.units), ...namedFiles(protocol)];
}

/**
 * Files that a link takes out of the folder, and pipes and devices: none is opened. A path cannot
 * lead out by itself, and whoever reads a missing file says so.
 */
function unfitFiles(folder: string, names: readonly string[]): readonly Fault[] {
  const root = join(realpathSync(folder), sep);
  return names.flatMap((name) => {
    const file = join(folder, name);
    if (!existsSync(file)) return [];
    const to = realpathSync(file);
    if (!to.startsWith(root))
      return [fault('file-unreadable', { file, reason: codedText('link-outside', { to }) })];
    if (statSync(to).isFile()) return [];
    return [fault('file-unreadable', { file, reason: codedText('not-a-file') })];
  });
}

/** The named protocol, or the one in the working directory; null where there is none. */
export function optionalProtocol(path: string | undefined): LoadedProtocol | null {
  return path === undefined && !existsSync(protocolName) ? null : loadProtocol(path);
}

/** What must be known of a protocol to check its guideline. */
interface NamedGuideline extends GuidelineReference {
  readonly questions: readonly string[];
}

function findProtocol(path: string | undefined): string {
  if (path === undefined) {
    if (!existsSync(protocolName)) refuse('no-protocol');
    return protocolName;
  }
  if (!existsSync(path)) refuse('file-not-found', { file: path });
  return statSync(path).isDirectory() ? join(path, protocolName) : path;
}

function namedGuideline(protocol: Protocol): NamedGuideline {
  return {
    ...protocol.guideline,
    questions: protocol.tasks.flatMap((task) => task.questions.map((question) => question.id)),
  };
}

/** The guideline that a faulty protocol names, so that faults of both are reported together. */
function guidelineNamedIn(text: string): NamedGuideline | null {
  const parsed = parseYaml(text);
  const read = parsed.ok ? outline.safeParse(parsed.value.value) : null;
  if (read === null || !read.success) return null;
  const { guideline, tasks } = read.data;
  return {
    ...guideline,
    questions: Object.values(tasks).flatMap((task) => Object.keys(task.questions)),
  };
}

const outline = z.object({
  guideline: guidelineSchema,
  tasks: z.record(z.string(), z.object({ questions: z.record(z.string(), z.unknown()) })),
});

function readNamed(named: NamedGuideline, file: string, found: FaultList): Guideline | null {
  try {
    return kept(
      readGuideline(readText(file), named.version, named.questions, named.complete),
      file,
      found,
    );
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    found.add(...error.faults);
    return null;
  }
}

function kept<T>(read: Read<T>, file: string, found: FaultList): T | null {
  if (read.ok) return read.value;
  found.add(...read.faults.map((one): Fault => ({ ...one, file })));
  return null;
}
