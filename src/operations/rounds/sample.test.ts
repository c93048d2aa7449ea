import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { sample } from './sample.ts';

const protocol = `assay: 1
name: tiny
guideline: { version: "1", file: guide.md }
tasks: { topics: { unit: { id: id, show: text }, questions: { IRB: {} } } }
rounds:
  pilot: { units: 4, annotators: 2, draw: { by: band, hard: 0.5, hard_by: doubt } }
`;

describe('a sample for a round', () => {
  it('is drawn by what the round says, unless another field is named', () => {
    const folder = temporaryFolder();
    const units = Array.from({ length: 12 }, (_, at) =>
      JSON.stringify({ id: `u${at}`, text: 't', band: [], doubt: at, other: at % 2 === 0 }),
    );
    writeFileSync(join(folder, 'protocol.yaml'), protocol);
    writeFileSync(join(folder, 'guide.md'), '# Guide\n');
    writeFileSync(join(folder, 'units.jsonl'), `${units.join('\n')}\n`);
    const request = {
      units: join(folder, 'units.jsonl'),
      protocol: folder,
      round: 'pilot',
      seed: 1,
      exclude: [],
      force: false,
      print: () => undefined,
    };
    const drawn = sample(request);
    expect(drawn).toMatchObject({ hard: { available: 6, drawn: 2 }, hardShare: 0.5 });
    expect(drawn.units.size).toBe(4);
    expect(sample({ ...request, hardBy: 'other' }).hard).toEqual({ available: 6, drawn: 2 });
  });
});
