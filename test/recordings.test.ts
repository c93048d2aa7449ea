import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { files } from '../scripts/examples/make-recordings.ts';
import { readRecording } from '../src/domain/models/recording.ts';
import { readContent } from '../src/formats/protocol/protocol-content.ts';
import { buildPrompt, unitRequest } from '../src/formats/models/prompt.ts';
import { readReply } from '../src/formats/models/reply-reader.ts';
import { readUnit } from '../src/domain/units/unit.ts';
import { protocolFolder } from '../src/operations/protocol/protocol-folder.ts';
import { compileTask } from '../src/truth/judging/faults.ts';
import { buildModel } from './build-model.ts';

const recordings = [...files()];

it('the recordings are what their script writes, byte for byte, and small', () => {
  for (const [path, content] of recordings) {
    expect([path, readFileSync(join('examples', path), 'utf8') === content]).toEqual([path, true]);
    expect(content.length).toBeLessThan(700_000);
  }
  expect(recordings).toHaveLength(7);
});

describe.each(recordings)('%s', (path, content) => {
  const [name = '', , file = ''] = path.split('/');
  const { protocol, guideline } = readContent(protocolFolder(join('examples', name)), true);
  const task = protocol.tasks.find((one) => `${one.id}.jsonl` === file)!;
  const read = readRecording(content, path);
  if (!read.ok) throw new Error(read.faults[0]!.message);
  const { recording } = read;
  const isOnPanel = protocol.panel['gpt-5-mini'] !== undefined;
  const entries = isOnPanel
    ? Object.entries(protocol.panel)
    : [['gpt-5-mini', { runs: 2 }] as const];

  it('says that it is simulated, and has a reply of every run about every unit', () => {
    expect(recording.simulated).toBe(true);
    const prompt = buildPrompt(task, guideline, buildModel(), protocol.prompts);
    const compiled = compileTask(task);
    const rows = readFileSync(join('examples', name, protocol.units[task.id]!), 'utf8');
    const problems: string[] = [];
    let taken = 0;
    for (const row of rows.trim().split('\n')) {
      const unit = readUnit(task.id, task.unit, JSON.parse(row) as Record<string, unknown>);
      if (!unit.ok) throw new Error(unit.faults[0]!.message);
      for (const [entry, { runs = 1 }] of entries)
        for (let run = 1; run <= runs; run += 1) {
          const asked = { id: 'x', annotator: `${entry}#${run}` };
          const { about } = unitRequest(prompt, unit.unit, asked);
          const reply = recording.find(about!)!;
          const result = readReply(compiled, prompt.form, reply, unit.unit.fields);
          if (result.ok) taken += 1;
          else problems.push(result.problem.kind);
        }
    }
    // One reply breaks a constraint on purpose, to show what becomes of it.
    expect(problems).toEqual(task.id === 'retrieval' ? ['constraint_violation'] : []);
    expect(taken).toBeGreaterThan(70);
  });
});
