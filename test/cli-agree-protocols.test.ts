import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { jsonLines, parseLines, runAssay, temporaryFolder } from './run-assay.ts';
import { pairFiles, trialRow } from './trial-files.ts';

const examples = fileURLToPath(new URL('../examples', import.meta.url));

interface AgreeJson {
  readonly total_pairs: number;
  readonly exact_matches: number;
  readonly confusion: Readonly<Record<string, Readonly<Record<string, number>>>> | null;
  readonly protocol: string;
  readonly task: string;
  readonly recognised: boolean;
  readonly measures: Readonly<
    Record<string, Readonly<Record<string, { readonly value: number | null; readonly n: number }>>>
  >;
  readonly overall: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly value: number | null; readonly method?: string }>>
    >
  >;
  readonly families: readonly {
    readonly family: string;
    readonly annotators: readonly string[];
    readonly stability: Readonly<Record<string, { readonly value: number | null }>>;
  }[];
  readonly gate: {
    readonly status: string;
    readonly checks: readonly { readonly scope: string; readonly status: string }[];
  } | null;
  readonly warnings: readonly string[];
}

async function agree(
  folder: string,
  words: readonly string[],
): Promise<{ readonly code: number | null; readonly json: AgreeJson; readonly err: string }> {
  const run = await runAssay(['agree', ...words, '--json'], folder);
  return {
    code: run.code,
    json: (run.out === '' ? null : JSON.parse(run.out)) as AgreeJson,
    err: run.err,
  };
}

const topics = `assay: 1
name: topics
guideline: { version: "1", file: guideline.md }
tasks:
  topics:
    unit: { id: chunk_id, show: text }
    form: labels
    scales: { grade: { ordinal: [0, 1, 2], present: 1, ticked: 1 } }
    questions: { IRB: { scale: grade }, LCR: { scale: grade } }
rounds:
  pilot: { units: 3, annotators: 3, gate: ["fleiss_kappa >= 0.70 overall", "fleiss_kappa >= 0.60 per question"] }
`;
const guideline = '# Guideline\n\n## IRB – a\n\n## LCR – b\n';

function labelRows(
  annotator: string,
  ticked: readonly (readonly [string, Readonly<Record<string, number>>])[],
): string {
  return jsonLines(
    ticked.map(([labels, grades], at) => ({
      chunk_id: `c::${at}`,
      labels: labels === '' ? [] : labels.split(' '),
      grades,
      annotator_id: annotator,
      guideline_version: '1',
      notes: `${annotator} ${at}`,
    })),
  );
}

describe('assay agree with labels and grades', () => {
  const files = {
    'protocol.yaml': topics,
    'guideline.md': guideline,
    'a.jsonl': labelRows('a', [
      ['IRB', { IRB: 2 }],
      ['LCR', { LCR: 1 }],
      ['', {}],
      ['IRB LCR', { IRB: 1, LCR: 2 }],
    ]),
    'b.jsonl': labelRows('b', [
      ['IRB', { IRB: 1 }],
      ['LCR', {}],
      ['', {}],
      ['IRB', { IRB: 1 }],
    ]),
    'c.jsonl': labelRows('c', [
      ['IRB', { IRB: 2 }],
      ['LCR', { LCR: 1 }],
      ['', {}],
      ['IRB LCR', { IRB: 1, LCR: 2 }],
    ]),
  };

  it('compares whether a label applies, weighs grades, and lists every question in the gate', async () => {
    const folder = temporaryFolder(files);
    const { code, json } = await agree(folder, [
      '--a',
      'a.jsonl',
      '--b',
      'b.jsonl',
      '--c',
      'c.jsonl',
      '--mismatches',
      'm.jsonl',
    ]);
    expect([json.total_pairs, json.exact_matches, json.protocol, json.recognised]).toEqual([
      4,
      2,
      'topics',
      false,
    ]);
    // IRB applies to the same two of four chunks for all three; LCR differs on the last: 3 + 1/3 of
    // 4, shares 5/12 and 7/12.
    expect(json.measures['IRB']!['fleiss_kappa']).toMatchObject({ value: 1, n: 4 });
    const [agreement, chance] = [(3 + 1 / 3) / 4, (25 + 49) / 144];
    expect(json.measures['LCR']!['fleiss_kappa']!.value).toBeCloseTo(
      (agreement - chance) / (1 - chance),
      12,
    );
    expect(json.measures['IRB']!['gwet_ac2']!.value).toBeLessThan(1);
    expect(json.gate!.checks.map(({ scope, status }) => [scope, status])).toEqual([
      ['overall (macro)', 'PASS'],
      ['IRB', 'PASS'],
      ['LCR', 'PASS'],
    ]);
    expect([code, json.gate!.status, json.confusion]).toEqual([0, 'PASS', null]);
    expect(json.overall['sets']!['krippendorff_alpha']!.value).toBeLessThan(1);
    // An id with two colons in a single field is one id.
    expect(parseLines(readFileSync(join(folder, 'm.jsonl'), 'utf8'))).toEqual([
      {
        chunk_id: 'c::0',
        question: 'IRB',
        label_a: 2,
        label_b: 1,
        label_c: 2,
        notes_a: 'a 0',
        notes_b: 'b 0',
        notes_c: 'c 0',
      },
      {
        chunk_id: 'c::3',
        question: 'LCR',
        label_a: 2,
        label_b: 0,
        label_c: 2,
        notes_a: 'a 3',
        notes_b: 'b 3',
        notes_c: 'c 3',
      },
    ]);
  });

  it('prints a confusion per question for two, and refuses labels and grades that do not fit', async () => {
    const folder = temporaryFolder({
      ...files,
      'd.jsonl': labelRows('d', [
        ['XYZ', {}],
        ['IRB IRB', { LCR: 1 }],
        ['IRB', { IRB: 3 }],
        ['IRB', { IRB: 1 }],
      ]),
    });
    const { json } = await agree(folder, ['--a', 'a.jsonl', '--b', 'b.jsonl']);
    expect(Object.keys(json.confusion!)).toEqual(['IRB', 'LCR']);
    expect(json.confusion!['IRB']).toEqual({
      '0->0': 2,
      '0->1': 0,
      '0->2': 0,
      '1->0': 0,
      '1->1': 1,
      '1->2': 0,
      '2->0': 0,
      '2->1': 1,
      '2->2': 0,
    });
    expect(await agree(folder, ['--a', 'a.jsonl', '--b', 'd.jsonl'])).toMatchObject({
      code: 2,
      err:
        'd.jsonl:1 labels is "XYZ", expected IRB or LCR\nd.jsonl:2 labels is a list with a ' +
        'label twice, expected each label once\nd.jsonl:2 grades.LCR is given, but LCR is ' +
        'not among the labels\nd.jsonl:3 IRB is 3, expected 0, 1 or 2\n',
    });
  });
});

describe('the protocol that assay agree goes by', () => {
  it('is the one in the working directory before any example, with its gate', async () => {
    const own = readFileSync(join(examples, 'trial-relevance/protocol.yaml'), 'utf8')
      .replaceAll('cohen_kappa >= 0.75', 'cohen_kappa >= 0.95')
      .replace('name: trial-relevance', 'name: ours');
    const folder = temporaryFolder({
      ...pairFiles({ '0->0': 20, '1->1': 20, '0->1': 2 }),
      'guideline.md': readFileSync(join(examples, 'trial-relevance/guideline.md'), 'utf8'),
    });
    expect(await agree(folder, ['--a', 'a.jsonl', '--b', 'b.jsonl'])).toMatchObject({
      code: 0,
      json: { protocol: 'trial-relevance', recognised: true },
    });
    writeFileSync(join(folder, 'protocol.yaml'), own);
    expect(await agree(folder, ['--a', 'a.jsonl', '--b', 'b.jsonl'])).toMatchObject({
      code: 1,
      json: { protocol: 'ours', recognised: false, task: 'relevance', gate: { status: 'FAIL' } },
    });
  });

  it('is that of the example whose rows these are, and the task the one with their fields', async () => {
    const folder = temporaryFolder();
    symlinkSync(join(examples, 'rag-tasks/judgments'), join(folder, 'judgments'));
    const { json } = await agree(folder, [
      '--a',
      'judgments/grounding.mara.jsonl',
      '--b',
      'judgments/grounding.jonas.jsonl',
    ]);
    expect([json.protocol, json.task, json.recognised, json.total_pairs]).toEqual([
      'rag-tasks',
      'grounding',
      true,
      40,
    ]);
  });

  it('names the task where rows could belong to several, or says which there are', async () => {
    const folder = temporaryFolder({
      'a.jsonl': jsonLines([trialRow({ relevance_label: undefined })]),
      'b.jsonl': '{}\n',
      'c.jsonl': '[1]\n',
    });
    const protocol = ['--protocol', join(examples, 'trial-relevance')];
    expect((await agree(folder, ['--a', 'a.jsonl', '--b', 'a.jsonl', ...protocol])).err).toContain(
      'a.jsonl:1 relevance_label is missing, expected 0, 1 or 2\n',
    );
    expect(await agree(folder, ['--a', 'b.jsonl', '--b', 'b.jsonl', ...protocol])).toMatchObject({
      code: 2,
      err: 'The protocol has the tasks relevance and rules. Name one of them with --task.\n',
    });
    expect(
      await agree(folder, ['--a', 'b.jsonl', '--b', 'b.jsonl', ...protocol, '--task', 'relevnce']),
    ).toMatchObject({
      code: 2,
      err: 'there is no task relevnce in the protocol, expected relevance or rules\n',
    });
    expect((await agree(folder, ['--a', 'c.jsonl', '--b', 'c.jsonl', ...protocol])).err).toContain(
      'c.jsonl:1 expected an object with named fields, got an array of 1\n',
    );
  });

  it('measures agreement between families of model runs, and stability within', async () => {
    const folder = temporaryFolder();
    symlinkSync(join(examples, 'policy-ground-truth'), join(folder, 'example'));
    const { code, json } = await agree(folder, [
      '-p',
      'example',
      ...['gpt-5.1', 'gpt-5-mini', 'gpt-5-nano'].map(
        (model) => `example/judgments/extraction.${model}.jsonl`,
      ),
    ]);
    expect([code, json.gate!.status, json.total_pairs]).toEqual([0, 'PASS', 1541]);
    expect(json.families.map(({ family, annotators }) => [family, annotators.length])).toEqual([
      ['gpt-5.1', 1],
      ['gpt-5-mini', 3],
      ['gpt-5-nano', 5],
    ]);
    expect(json.families[0]!.stability['is_relevant']).toMatchObject({ value: null });
    expect(json.families[2]!.stability['is_relevant']!.value).toBeGreaterThan(0.9);
  });
});
