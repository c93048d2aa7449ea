import { join } from 'node:path';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import { loadProtocol } from './load-protocol.ts';
import type { ProtocolContent } from '../../formats/protocol/protocol-content.ts';
import { readText } from '../text-file.ts';

/** The content of a protocol folder: the protocol, its guideline, and named files but units. */
export function protocolFolder(path: string): ProtocolContent {
  const { protocol, file, folder } = loadProtocol(path);
  return {
    source: readText(file),
    guideline: readText(join(folder, protocol.guideline.file)),
    files: Object.fromEntries(
      namedFiles(protocol).map((name) => [name, readText(join(folder, name))]),
    ),
  };
}

/** The files of a protocol besides its guideline and units: keys, rules, recordings, policies. */
export function namedFiles(protocol: Protocol): readonly string[] {
  const keys = protocol.rounds.flatMap((round) => (round.key === null ? [] : [round.key]));
  const panel = Object.values(protocol.panel).flatMap(({ file, recording }) =>
    [file, recording].filter((name) => name !== undefined),
  );
  return [...new Set([...keys, ...panel, ...(protocol.policies?.files ?? [])])];
}
