import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newProtocolVersion } from '../../src/operations/protocol/new-protocol-version.ts';
import { openRound } from '../../src/operations/rounds/open-round.ts';
import { protocolFolder } from '../../src/operations/protocol/protocol-folder.ts';
import type { LeadProject } from './lead-project.ts';

/**
 * The lead changes one definition after the pilot, looks through the key of the training again, and
 * opens the next round under the new guideline; gives its run.
 */
export async function guidelineChanged({ project, lead }: LeadProject): Promise<string> {
  const { source, guideline, files } = protocolFolder(join(examples, 'regulatory-topics'));
  const content = {
    source: source.replace('version: "1.0"', 'version: "1.1"'),
    guideline: guideline
      .replace('version 1.0', 'version 1.1')
      .replace(
        'including supervisory slotting for specialised lending',
        'including supervisory slotting for specialised lending and equity',
      ),
    files: Object.fromEntries(
      Object.entries(files).map(([name, text]) => [
        name,
        text.replaceAll('"guideline_version":"1.0"', '"guideline_version":"1.1"'),
      ]),
    ),
  };
  await newProtocolVersion(lead.work, { project, content });
  const { run } = await openRound(lead.work, { project, round: 'repilot', seed: 11 });
  return run.id;
}

const examples = fileURLToPath(new URL('../../examples', import.meta.url));
