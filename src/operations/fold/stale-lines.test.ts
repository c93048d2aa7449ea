import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { jsonLines, parseLines, temporaryFolder } from '../../../test/run-assay.ts';
import { describeStores } from '../../../test/stores.ts';
import {
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
} from '../../../test/work-world.ts';
import { inEnglish } from '../../domain/english.ts';
import { exportFile } from '../exchange/export-file.ts';
import { importFile } from '../exchange/import-file.ts';
import { newProtocolVersion } from '../protocol/new-protocol-version.ts';
import { showCase } from '../rulings/show-case.ts';
import { showUnit } from '../units/show-unit.ts';

describeStores('judgments that went stale', (databases) => {
  it('are said to be stale by every reader of their unit, and why', async () => {
    const world = await makeWorld(await databases.open());
    const rounds = '  {}';
    await makeProject(world, protocolContent({ rounds }), 2);
    const path = join(temporaryFolder(), 'judgments.jsonl');
    const about = { unit: 'u1', task: 'topics', answers: truthOf('u1'), guideline: '1.0' };
    writeFileSync(path, jsonLines(['anna', 'ben'].map((annotator) => ({ ...about, annotator }))));
    await importFile(world.lead, { project, kind: 'judgments', path, name: 'judgments.jsonl' });
    const said = async (): Promise<readonly unknown[]> => {
      const place = { project, task: 'topics', unit: 'u1' };
      const lines = [
        (await showUnit(world.lead, place)).truth!.line,
        (await showCase(world.lead, place)).line,
      ];
      let text = '';
      const asked = { project, kind: 'truth', format: 'jsonl' } as const;
      for await (const piece of (await exportFile(world.lead, asked)).pieces) text += String(piece);
      const [row] = parseLines<{ readonly why: readonly string[] }>(text);
      return [...lines.map(inEnglish), row!.why];
    };
    const definition = 'A is the first letter, and nothing else.';
    await newProtocolVersion(world.lead, {
      project,
      content: protocolContent({ rounds, guideline: '1.1', definition }),
      reason: 'A was unclear.',
    });
    const guideline = '2 judgments do not count: stale, given under guideline version 1.0';
    const line = `No truth yet: ${guideline}`;
    expect(await said()).toEqual([line, line, [guideline]]);
    await newProtocolVersion(world.lead, {
      project,
      content: protocolContent({ rounds, guideline: '1.2', question: 'D: { scale: grade }' }),
      reason: 'D was missing.',
    });
    const questions = '2 judgments do not count: stale, given under other questions';
    expect(await said()).toEqual([
      `No truth yet: ${questions}`,
      `No truth yet: ${questions}`,
      [questions],
    ]);
  });
});
