import { join } from 'node:path';
import { loadProtocol, namedFiles } from './load-protocol.ts';
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
