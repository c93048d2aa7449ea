import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf } from './compute-input.ts';
import { jsonLines, runAssay } from './run-assay.ts';

const protocol = `assay: 1
name: letters
guideline: { version: "1", file: guideline.md }
units: { tone: units/tone.jsonl }
tasks:
  tone:
    unit: { id: letter, show: text }
    questions: { kind: { ask: "Is it kind?" } }
panel:
  people: { names: [ana, bo] }
rounds:
  training: { units: 4, key: judgments/key.jsonl, gate: ["percent_agreement >= 0.80"] }
  full: { units: all, annotators: 2, gate: ["percent_agreement >= 0.80"] }
`;

const letters = Array.from({ length: 8 }, (_, at) => `l${at + 1}`);
const rows = (named: readonly string[], annotator: string, wrong: readonly string[] = []) =>
  jsonLines(
    named.map((letter) => ({
      letter,
      annotator_id: annotator,
      guideline_version: '1',
      kind: wrong.includes(letter),
    })),
  );
const [first, rest] = [letters.slice(0, 4), letters.slice(4)];

/** A folder in which bo differs from ana on two of the four units of the training. */
function folderWith(trainings: string, more: Readonly<Record<string, string>> = {}): string {
  return folderOf({
    'protocol.yaml': protocol,
    'guideline.md': '# Guideline\n\n## kind – a\n',
    'units/tone.jsonl': jsonLines(letters.map((letter) => ({ letter, text: `Dear ${letter}` }))),
    'judgments/key.jsonl': rows(first, 'key'),
    'judgments/training.ana.jsonl': rows(first, 'ana'),
    'judgments/training.bo.jsonl': rows(first, 'bo', ['l1', 'l2']),
    'judgments/full.ana.jsonl': rows(rest, 'ana'),
    'judgments/full.bo.jsonl': rows(rest, 'bo'),
    'rounds.yaml': `rounds:
${trainings}  - round: full
    files: [full.ana.jsonl, full.bo.jsonl]
`,
    ...more,
  });
}
const training = '  - round: training\n    files: [training.ana.jsonl, training.bo.jsonl]\n';
const release = [
  'release',
  '.',
  '--version',
  '1.0',
  '--out',
  'out',
  '--date',
  '2026-03-01T12:00:00Z',
];

describe('a release of files with a training', () => {
  it('counts nobody whom a gate between the trainees did not let go on', async () => {
    const folder = folderWith(training);
    const { code, out } = await runAssay(release, folder);
    expect(code).toBe(1);
    expect(out.replaceAll(/\s+/g, ' ')).toContain(
      'Percent agreement at least 0.80 overall (percent_agreement >= 0.80) was not reached: ' +
        '0.500 (overall (macro), n = 4).',
    );
  });

  it('says what was not met and waived, and what each attempt was', async () => {
    const waived = `${training}    waivers:
      - gate: percent_agreement >= 0.80
        by: lena
        at: 2026-02-02T10:00:00Z
        reason: The key was wrong.
`;
    const folder = folderWith(waived);
    expect((await runAssay(release, folder)).code).toBe(0);
    const figures = JSON.parse(readFileSync(join(folder, 'out/figures.json'), 'utf8'));
    expect(figures.rounds[0]).toMatchObject({
      status: 'FAIL',
      passed: true,
      checks: [{ gate: 'percent_agreement >= 0.80', actual: 0.5, waived: true }],
    });
    expect(admissionsOf(figures.rounds[0])).toEqual(['waived', 'waived']);
  });

  it('calls nobody admitted in an attempt that failed', async () => {
    const again = training.replaceAll('training.', 'again.').replace('round: again.', 'round: ');
    const folder = folderWith(training + again, {
      'judgments/again.ana.jsonl': rows(first, 'ana'),
      'judgments/again.bo.jsonl': rows(first, 'bo', ['l1', 'l2']).replaceAll('true', 'false'),
    });
    const done = await runAssay(release, folder);
    expect([done.code, done.err]).toEqual([0, expect.not.stringContaining('lack')]);
    const figures = JSON.parse(readFileSync(join(folder, 'out/figures.json'), 'utf8'));
    expect(figures.rounds.slice(0, 2).map(admissionsOf)).toEqual([
      ['failed', 'failed'],
      ['admitted', 'admitted'],
    ]);
    expect(figures.counts.released).toBe(4);
  });
});

describe('a release of a round without a gate', () => {
  it('calls it so in every file, and nothing of it passed', async () => {
    const waivers = `    waivers:
      - gate: percent_agreement >= 0.80
        by: lena
        at: 2026-02-02T10:00:00Z
        reason: The key was wrong.
`;
    const folder = folderWith(training + waivers);
    const ungated = protocol.replace(
      'annotators: 2, gate: ["percent_agreement >= 0.80"]',
      'annotators: 2',
    );
    writeFileSync(join(folder, 'protocol.yaml'), ungated);
    const words = [
      'agree',
      '--round',
      'full',
      'judgments/full.ana.jsonl',
      'judgments/full.bo.jsonl',
    ];
    const agreed = await runAssay([...words, '-p', '.'], folder);
    expect([agreed.code, agreed.out]).toEqual([
      0,
      expect.stringContaining('The round full has no gate.'),
    ]);
    expect((await runAssay(release, folder)).code).toBe(0);
    const text = (name: string): string => readFileSync(join(folder, 'out', name), 'utf8');
    const figures = JSON.parse(text('figures.json'));
    expect(figures.rounds[1]).toMatchObject({ round: 'full', status: 'NONE', checks: [] });
    const { checklists } = figures.tasks[0];
    const final = checklists.find((one: { sentence: string }) => one.sentence.includes('full is'));
    expect(final).toMatchObject({
      status: 'cannot',
      sentence: 'The round full is closed, and has no gate to reach.',
    });
    expect(text('README.md')).toMatch(/\| full \(.*\) \| No gate \|/);
    expect(text('DATASHEET.md')).toMatch(/\| full \|.*\| No gate \|/);
    expect(text('DATASHEET.md')).toMatch(/\| training \|.*\| Waived \|/);
  });
});

describe('a label with letters that no name may have', () => {
  it('keeps them in the checklists and tables of a release', async () => {
    const folder = folderWith(training.replaceAll('training.bo', 'training.ana2'), {
      'judgments/training.ana2.jsonl': rows(first, 'bo'),
    });
    const titled = protocol.replace('kind: { ask:', 'kind: { title: "Güte", ask:');
    writeFileSync(join(folder, 'protocol.yaml'), titled);
    rmSync(join(folder, 'judgments/training.bo.jsonl'));
    expect((await runAssay(release, folder)).code).toBe(0);
    const text = (name: string): string => readFileSync(join(folder, 'out', name), 'utf8');
    const { checklists } = JSON.parse(text('figures.json')).tasks[0];
    const sentences = checklists.map((one: { sentence: string }) => one.sentence).join(' ');
    expect(sentences).toContain('not fully explained: Güte;');
    expect(text('README.md')).toContain('Güte (kind)');
  });
});

function admissionsOf(run: {
  readonly training: readonly { readonly admission: string }[];
}): readonly string[] {
  return run.training.map((one) => one.admission);
}
