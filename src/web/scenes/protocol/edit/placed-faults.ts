import type { Fault } from '../../../../domain/fault.ts';
import type { ProtocolContent } from '../../../../formats/protocol/protocol-content.ts';
import { linePlace, yamlPlaces } from '../../../../formats/protocol/yaml-places.ts';
import type { TextPlace } from '../../../../formats/protocol/yaml-places.ts';

/** Names the texts that are edited: the two that every protocol has, and others by their path. */
export const protocolFile = 'protocol.yaml';
export const guidelineFile = 'guideline.md';

/** A fault at its place in one of the texts. */
export interface FilePlace extends TextPlace {
  readonly file: string;
  readonly fault: Fault;
}

/** The text of a file. */
export function textOf(content: ProtocolContent, file: string): string {
  if (file === protocolFile) return content.source;
  return file === guidelineFile ? content.guideline : (content.files[file] ?? '');
}

/** The content with another text for a file. */
export function withText(content: ProtocolContent, file: string, text: string): ProtocolContent {
  if (file === protocolFile) return { ...content, source: text };
  if (file === guidelineFile) return { ...content, guideline: text };
  return { ...content, files: { ...content.files, [file]: text } };
}

/**
 * Faults in the order of the files and their lines. A fault that names a file which is none of the
 * others is about the guideline, whatever the protocol calls it.
 */
export function placedFaults(
  content: ProtocolContent,
  faults: readonly Fault[],
): readonly FilePlace[] {
  const files = [protocolFile, guidelineFile, ...Object.keys(content.files)];
  const fileOf = ({ file, line, field }: Fault): string => {
    if (file === undefined || file === protocolFile) return protocolFile;
    if (Object.hasOwn(content.files, file)) return file;
    return line === undefined && field !== undefined ? protocolFile : guidelineFile;
  };
  return files.flatMap((file) => {
    const own = faults.filter((one) => fileOf(one) === file);
    if (own.length === 0) return [];
    const text = textOf(content, file);
    const places = /\.ya?ml$/.test(file)
      ? yamlPlaces(text, own)
      : own.map(({ line = 1 }) => linePlace(text, line));
    return own
      .map((fault, at): FilePlace => ({ ...places[at]!, file, fault }))
      .toSorted((a, b) => a.from - b.from);
  });
}
