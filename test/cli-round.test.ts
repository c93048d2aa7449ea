import { readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonLines, runAssay, temporaryFolder } from './run-assay.ts';
import type { Run } from './run-assay.ts';

const gate = 'percent_agreement >= 0.80 overall';
const pilot = `  pilot: { units: all, annotators: 2, gate: ["${gate}"] }\n`;
const protocol = `assay: 1
name: topics
guideline: { version: "1.0", file: guideline.md }
tasks:
  topics:
    unit: { id: id, show: text }
    questions:
      relevant: {}
panel:
  people: { names: [anna, ben] }
rounds:
${pilot}  full: { units: all, annotators: 2 }
`;
const units = Array.from({ length: 10 }, (_, at) => ({ id: `u${at}`, text: `Text ${at}` }));
const more = ['v1', 'v2'].map((id) => ({ id, text: `Text ${id}` }));

/** A workspace with a pilot in which two people agree on six of ten units. */
async function failedPilot(): Promise<(...words: string[]) => Promise<Run>> {
  const judged = ['anna', 'ben'].flatMap((annotator) =>
    units.map(({ id }, at) => ({
      id,
      relevant: annotator === 'anna' || at < 6 ? at % 2 === 0 : at % 2 === 1,
      annotator_id: annotator,
      guideline_version: '1.0',
    })),
  );
  const folder = temporaryFolder({
    'protocol.yaml': protocol,
    'guideline.md': '# Topics\n',
    'units.jsonl': jsonLines(units),
    'judged.jsonl': jsonLines(judged),
    'more.jsonl': jsonLines(more),
    'rest.jsonl': jsonLines(
      ['anna', 'ben'].flatMap((annotator) =>
        more.map(({ id }) => ({
          id,
          relevant: true,
          annotator_id: annotator,
          guideline_version: '1.0',
        })),
      ),
    ),
  });
  const assay = async (...words: string[]): Promise<Run> =>
    await runAssay([...words, '-d', 'w.db'], folder);
  const done = async (...words: string[]): Promise<void> =>
    expect(await assay(...words)).toMatchObject({ code: 0 });
  await done('import', 'units.jsonl', '-p', '.');
  await done('round', 'open', 'pilot');
  await done('import', 'judged.jsonl', '--kind', 'judgments', '--round', 'pilot');
  return async (...words) => {
    const file = join(folder, 'protocol.yaml');
    const [act, version = ''] = words;
    const source = readFileSync(file, 'utf8');
    if (act === 'without-pilot') writeFileSync(file, source.replace(pilot, ''));
    else if (act === 'with-guideline')
      writeFileSync(file, source.replace('version: "1.0"', `version: "${version}"`));
    else return await assay(...words);
    return await assay('protocol', 'update', '.', '--reason', 'We skip it.');
  };
}

describe('assay round', () => {
  it('close says that the gate did not pass, and ends with 1', async () => {
    const assay = await failedPilot();
    const closed = await assay('round', 'close', 'pilot');
    expect(closed).toMatchObject({ code: 1, out: 'Closed pilot with 20 of 20 judgments.\n' });
    // 6 of 10 units agree.
    expect(closed.err.replaceAll(/\s+/g, ' ')).toContain(
      `Percent agreement at least 0.80 overall (${gate}) was not reached: 0.600`,
    );
    const again = await assay('round', 'close', 'pilot', '--json');
    expect([again.code, JSON.parse(again.out)]).toMatchObject([
      1,
      { fresh: false, passed: false, unmet: [{ gate, actual: 0.6, n: 10 }] },
    ]);
  });

  it('waive lets the work go on, and withdraw blocks it again', async () => {
    const assay = await failedPilot();
    await assay('round', 'close', 'pilot');
    expect((await assay('round', 'withdraw', 'pilot', gate, '--reason', 'No.')).code).toBe(2);
    expect(await assay('round', 'waive', 'pilot', gate, '--reason', 'It will do.')).toMatchObject({
      code: 0,
      out: `Waived ${gate} of pilot.\n`,
    });
    expect((await assay('round', 'close', 'pilot')).code).toBe(0);
    expect(await assay('round', 'withdraw', 'pilot', gate, '--reason', 'No.')).toMatchObject({
      code: 0,
      out: `Withdrew the waiver of ${gate} of pilot.\n`,
    });
    // Withdrawing twice is withdrawing once; the first name and reason stay.
    const again = await assay('round', 'withdraw', 'pilot', gate, '--reason', 'Never.');
    expect([again.code, again.out.replaceAll(/\s+/g, ' ')]).toEqual([
      0,
      `The waiver of ${gate} of pilot was already withdrawn by ${userInfo().username}: No. `,
    ]);
    expect((await assay('round', 'list')).out).toMatch(/full +topics +full +locked/);
    expect((await assay('audit', 'verify')).code).toBe(0);
  });

  it('a round that the protocol no longer has stays listed, and its gate can be waived', async () => {
    const assay = await failedPilot();
    await assay('round', 'close', 'pilot');
    expect(await assay('without-pilot')).toMatchObject({ code: 0 });
    expect((await assay('round', 'list')).out).toMatch(/pilot \(removed\) .*20\/20 +not passed/);
    expect((await assay('round', 'list')).out).toMatch(/full +topics +full +locked/);
    expect((await assay('round', 'waive', 'pilot', gate, '--reason', 'Known.')).code).toBe(0);
    expect((await assay('round', 'list')).out).toMatch(/full +topics +full +ready/);
  });

  it('are talked about: assay meeting prints the agenda as Markdown and as JSON', async () => {
    const assay = await failedPilot();
    const agenda = await assay('meeting');
    expect(agenda.code).toBe(0);
    expect(agenda.out).toMatch(/^# Agenda, week \d{4}-W\d\d\n/);
    expect(agenda.out).toContain('## Hardest units (4)\n- u6: 0.0 % of answers the same');
    expect(agenda.out).toContain('\n  > Text 6\n');
    const json = await assay('meeting', '--json');
    expect(JSON.parse(json.out)).toMatchObject({
      tasks: [{ task: 'topics', judgments: 20 }],
      points: [{ kind: 'unit', unit: 'u6', agreement: 0 }, {}, {}, {}],
    });
    expect((await assay('meeting', '--list')).out).toContain('No meeting has been held yet.');
    expect(await assay('meeting', 'none')).toMatchObject({ code: 2 });
  });
});

describe('a full round without a gate, after a pilot', () => {
  it('is listed as one; a new guideline supersedes the pilot', async () => {
    const assay = await failedPilot();
    await assay('round', 'close', 'pilot');
    await assay('round', 'waive', 'pilot', gate, '--reason', 'It will do.');
    const listed = async (): Promise<string> => (await assay('round', 'list')).out;
    expect(await listed()).toMatch(/pilot .*20\/20 +waived/);
    await assay('import', 'more.jsonl');
    await assay('round', 'open', 'full');
    await assay('import', 'rest.jsonl', '--kind', 'judgments', '--round', 'full');
    const closed = await assay('round', 'close', 'full');
    expect([closed.code, closed.out]).toEqual([
      0,
      'Closed full with 4 of 4 judgments; it has no gate.\n',
    ]);
    expect(await listed()).toMatch(/full .*4\/4 +no gate/);
    expect(JSON.parse((await assay('round', 'close', 'full', '--json')).out)).toMatchObject({
      gate: 'none',
      unmet: [],
    });
    await assay('with-guideline', '1.1');
    expect(await listed()).toMatch(/pilot .*20\/20 +superseded/);
    const { rounds } = JSON.parse((await assay('round', 'list', '--json')).out);
    const statuses = rounds.map((one: { runs: { figures: { status: string } }[] }) =>
      one.runs.map((run) => run.figures.status),
    );
    expect(statuses).toEqual([['SUPERSEDED'], ['NONE']]);
  });
});
