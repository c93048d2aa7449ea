import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Assignment } from '../src/domain/rounds/assignment.ts';
import { jsonLines, parseLines, runAssay, temporaryFolder } from './run-assay.ts';

const names = ['anna', 'ben', 'cora', 'dan'];

function protocol(further: string): string {
  return `assay: 1
name: notes
guideline: { version: '1.0', file: guideline.md }
units: { tags: units.jsonl }
tasks:
  tags: { unit: { id: id, show: text }, questions: { good: {}, long: {} } }
panel: { people: { names: [${names.join(', ')}] } }
rounds:
  full: { annotators: 2..3, further: ${further} }
`;
}

function folderOf(further: string): string {
  const units = Array.from({ length: 20 }, (_, at) => ({ id: `u${at}`, text: `Text ${at}` }));
  return temporaryFolder({
    'protocol.yaml': protocol(further),
    'guideline.md': '# Guideline\n',
    'units.jsonl': jsonLines(units),
  });
}

function workIn(folder: string, file: string): readonly Assignment[] {
  return parseLines<Assignment>(readFileSync(join(folder, file), 'utf8'));
}

/** What somebody answered to all their units; some see u3 and u7 otherwise than others. */
function judgmentsOf(work: readonly Assignment[], name: string, isContrary: boolean): string {
  const own = work.filter((one) => one.annotator === name);
  const rows = own.map(({ unit }) => {
    const good = !(isContrary && ['u3', 'u7'].includes(unit));
    return { id: unit, good, long: false, annotator_id: name, guideline_version: '1.0' };
  });
  return jsonLines(rows);
}

async function assigned(folder: string, ...words: readonly string[]): Promise<string> {
  const run = await runAssay(['assign', '--round', 'full', '--seed', '3', ...words], folder);
  expect([run.code, run.err]).toEqual([0, '']);
  return run.out;
}

describe('assay assign in a round of 2..3', () => {
  it('gives a share of the units to a third at once, evenly, and says who it is', async () => {
    const folder = folderOf('{ share: 0.2 }');
    const out = await assigned(folder, '-o', 'work.jsonl');
    expect(out).toContain('20 units × 2..3, 3 on 4');
    const work = workIn(folder, 'work.jsonl');
    expect(work.filter((one) => one.further === 'share').length).toBe(4);
    const loads = names.map((name) => work.filter((one) => one.annotator === name).length);
    expect(loads).toEqual([11, 11, 11, 11]);
  });

  it('gives units on which two differ to a third, and its file does not say why', async () => {
    const folder = folderOf('{ on: disagreement }');
    await assigned(folder, '-o', 'work.jsonl');
    const before = workIn(folder, 'work.jsonl');
    expect([before.length, before.some((one) => one.further !== undefined)]).toEqual([40, false]);
    const files = temporaryFolder(
      Object.fromEntries(
        names.map((name) => {
          const first = before.find((one) => one.unit === 'u3')!.annotator;
          const second = before.find((one) => one.unit === 'u7')!.annotator;
          return [`${name}.jsonl`, judgmentsOf(before, name, [first, second].includes(name))];
        }),
      ),
    );
    const judgments = names.map((name) => join(files, `${name}.jsonl`));
    const out = await assigned(
      folder,
      '--existing',
      'work.jsonl',
      '--judgments',
      ...judgments,
      '--blind',
      '--force',
      '-o',
      'work.jsonl',
    );
    const after = workIn(folder, 'work.jsonl');
    const late = after.filter((one) => one.further !== undefined);
    const disputed = ['u3', 'u7'].filter((unit) => {
      const said = before.filter((one) => one.unit === unit).map((one) => one.annotator);
      const contrary = [
        before.find((one) => one.unit === 'u3')!.annotator,
        before.find((one) => one.unit === 'u7')!.annotator,
      ];
      return said.filter((name) => contrary.includes(name)).length === 1;
    });
    expect(disputed.length).toBeGreaterThan(0);
    expect(late.map((one) => one.unit).toSorted()).toEqual(disputed);
    for (const { unit, annotator } of late)
      expect(before.some((one) => one.unit === unit && one.annotator === annotator)).toBe(false);
    expect(out).toContain(`3 on ${disputed.length}`);
    const task = readFileSync(join(folder, 'tasks', `full.${late[0]!.annotator}.jsonl`), 'utf8');
    expect(task).toContain(late[0]!.unit);
    expect(task).not.toMatch(/further|disagree/);
    // Asked again, nothing changes: what was asked for stays.
    await assigned(
      folder,
      '--existing',
      'work.jsonl',
      '--judgments',
      ...judgments,
      '--force',
      '-o',
      'again.jsonl',
    );
    expect(workIn(folder, 'again.jsonl')).toEqual(after);
  });

  it('refuses a panel that is too small for the third', async () => {
    const folder = folderOf('{ on: disagreement }');
    const run = await runAssay(['assign', '--round', 'full', '-a', 'anna,ben'], folder);
    expect([run.code, run.err]).toEqual([2, expect.stringContaining('3 different annotators')]);
  });
});
