import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modelsFolder } from './models-folder.ts';
import { runAssay } from './run-assay.ts';

interface ReleasedJudgment {
  readonly annotator: string;
  readonly origin: string;
  readonly reply: { readonly hash: string; readonly text: string | null } | null;
}

describe('a release of a folder whose models were asked here', () => {
  const world = modelsFolder(3);
  const rows = <Row>(file: string): readonly Row[] =>
    readFileSync(join(world.folder, 'released/record', file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);

  it.each([
    ['at once', ['--mode', 'now']],
    ['by batch', ['--wait', '--interval', '0.01']],
  ] as const)('says of each judgment which reply it came from: %s', async (_, words) => {
    world.provider.plan.add({
      match: { contains: 'number 2', times: 1 },
      fault: { do: 'say', text: 'perhaps' },
    });
    expect((await world.extract(...words)).code).toBe(0);
    const choice = ['--version', '1.0', '--out', 'released', '--replies'] as const;
    const cut = await runAssay(['release', '.', ...choice], world.folder);
    expect([cut.code, cut.code === 0 ? '' : cut.err]).toEqual([0, '']);
    const judgments = rows<ReleasedJudgment>('judgments.jsonl');
    expect(judgments.map(({ annotator, origin }) => [annotator, origin])).toEqual(
      Array.from({ length: 3 }, () => [expect.any(String), 'model']),
    );
    for (const { reply } of judgments)
      expect(createHash('sha256').update(reply!.text!).digest('hex')).toBe(reply!.hash);
    expect(rows('models.jsonl')).toMatchObject([{ asked: 4, accepted: 3, rejected: 1 }]);
    expect((await runAssay(['verify', 'released'], world.folder)).code).toBe(0);
  });
});
