import { readContent, withTasks } from '../../formats/protocol/protocol-content.ts';
import type { ProtocolContent, ReadContent } from '../../formats/protocol/protocol-content.ts';
import { readApart, readersWithin } from '../exchange/read-apart.ts';

/** What is read of a protocol here, in one turn: more characters hold up whoever saves. */
const mostHere = { source: 12_000, others: 60_000 };
/** Far more than any protocol takes. */
const readers = readersWithin({ seconds: 60, megabytes: 1024 });

/** A protocol with everything it names, as `readContent` reads it; a large one is read apart. */
export async function readContentApart(
  content: ProtocolContent,
  isKept = false,
): Promise<ReadContent> {
  const { source, guideline, files } = content;
  const others = Object.values(files).reduce((sum, text) => sum + text.length, guideline.length);
  if (source.length <= mostHere.source && others <= mostHere.others)
    return readContent(content, isKept);
  const work = { name: 'protocol.yaml', content, isKept };
  return withTasks(await readApart('protocol', work, { readers }), content);
}
