import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeFiles } from '../src/operations/evaluation/judge-files.ts';
import { judgeRecord } from '../src/operations/evaluation/judge-record.ts';
import { compareModelFiles, compareModels } from '../src/operations/models/compare-models.ts';
import { timeOrderedIds } from '../src/operations/time-ordered-ids.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import { openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/open-store.ts';
import type { JudgeJson } from './judge-json.ts';
import { putPolicyExample, policyExample, policyProject } from './policy-record.ts';
import { runAssay, runJson, temporaryFolder } from './run-assay.ts';

const topics = new URL('../examples/regulatory-topics', import.meta.url).pathname;

describe('assay judge on a protocol', () => {
  it('measures the keyword rule against the experts', async () => {
    const words = ['judge', '-p', topics, '--judge', 'keywords', '--json'];
    const result = await runJson<JudgeJson>(words, temporaryFolder());
    expect(result.people).toEqual(['expert_a', 'expert_b', 'expert_c']);
    expect(result.verdict).toMatch(/^On 13 of 14 questions keywords agrees with the others/);
    expect(result.cautions).toHaveLength(1);
    // The pilot was judged under guideline 0.9: 3 × 45 judgments. Chunks are drawn by keywords.
    expect(result).toMatchObject({ stale: 135, stratified: true });
  });

  it('takes a file beside the folder, of a model that the panel does not have', async () => {
    const folder = temporaryFolder();
    const lines = readFileSync(join(topics, 'judgments/full.expert_a.jsonl'), 'utf8').trim();
    const rows = lines.split('\n').map((line) => {
      const row = JSON.parse(line) as Record<string, unknown>;
      return JSON.stringify({ ...row, annotator_id: 'gpt-6' });
    });
    writeFileSync(join(folder, 'gpt-6.jsonl'), `${rows.join('\n')}\n`);
    const words = ['judge', '-p', topics, '--judge', 'gpt-6', 'gpt-6.jsonl', '--json'];
    const result = await runJson<JudgeJson>(words, folder);
    expect(result.people).toEqual(['expert_a', 'expert_b', 'expert_c']);
    // It says what expert_a says, so it is as close to the others on all 100 units.
    const { annotators, p_values: p } = result.questions[0]!.alternative_annotator_test;
    expect(p[annotators.indexOf('expert_a')]).toBe(0);
  });

  it('says the same on a release, also where it withholds names and texts', async () => {
    const folder = temporaryFolder();
    const made = ['release', topics, '--version', '1.0', '--out', 'out', '--allow-open', 'a test'];
    expect((await runAssay(made, folder)).code).toBe(0);
    const words = ['judge', '--judge', 'keywords', '--json'];
    const released = await runJson<JudgeJson>([...words, '--release', 'out'], folder);
    const own = await runJson<JudgeJson>([...words, '-p', topics], folder);
    expect(released.verdict).toBe(own.verdict);
    expect(released.cautions).toEqual(own.cautions);
    expect(released.people).toHaveLength(3);
    expect(released.people).not.toContain('expert_a');
    const counts = ({ questions }: JudgeJson) =>
      questions.map(({ question, outcome, confusion, bias }) => [
        question,
        outcome,
        confusion,
        bias,
      ]);
    expect(counts(released)).toEqual(counts(own));
    const none = await runAssay([...words, '--release', topics], folder);
    expect(none.code).toBe(2);
    expect(none.err).toContain('is not a release');
    const families = await runAssay(['judge', '--release', 'out', '--families'], folder);
    expect(families.out).toContain('No model has judged these units.');
  });

  it('takes a table of judgments as well as rows', async () => {
    const folder = temporaryFolder();
    const name = 'retrieval.mara.jsonl';
    const rag = new URL('../examples/rag-tasks', import.meta.url).pathname;
    const rows = readFileSync(join(rag, 'judgments', name), 'utf8')
      .trim()
      .split('\n');
    const fields = ['record_uuid', 'chunk_id', 'topically_relevant', 'evidence_sufficient'];
    const columns = [...fields, 'misleading'];
    const cells = rows.map((line) => {
      const row = JSON.parse(line) as Readonly<Record<string, unknown>>;
      return [...columns.map((column) => row[column]), 'gpt-6', '1.0'].join(',');
    });
    const header = [...columns, 'annotator_id', 'guideline_version'].join(',');
    writeFileSync(join(folder, 'gpt-6.csv'), `${[header, ...cells].join('\n')}\n`);
    const words = ['judge', '-p', rag, '--task', 'retrieval', '--judge', 'gpt-6', '--json'];
    const { questions, people } = await runJson<JudgeJson>([...words, 'gpt-6.csv'], folder);
    expect(people).toEqual(['jonas', 'mara']);
    // gpt-6 says what mara says; where she and jonas agree, it differs from nobody.
    expect(questions[0]!.confusion['no']!['yes']).toBe(0);
    const missing = await runAssay([...words, 'nothing.jsonl'], folder);
    expect(missing.err).toContain('nothing.jsonl does not exist');
  });

  it('says the same on the record as on the folder, also about families', async () => {
    const folder = temporaryFolder();
    const database = await putPolicyExample(join(folder, 'workspace.db'));
    const clock = (): Date => new Date('2026-01-22T10:00:00Z');
    const store: Store = await openStore(database, { clock });
    const context: WorkContext = {
      store,
      clock,
      newId: timeOrderedIds(clock),
      actor: { account: 'lena', login: 'lena', roleIn: () => 'lead', via: 'cli' },
    };
    const request = {
      epsilon: 0.1,
      scoring: 'accuracy',
      q: 0.05,
      leastPeople: 2,
      leastUnits: 30,
      width: 0.1,
      judge: 'gpt-5-nano',
      by: [],
    } as const;
    const files = { protocol: policyExample, judgments: [], further: [], seed: 1 };
    try {
      const record = await judgeRecord(context, { ...request, project: policyProject });
      const { questions, others, members } = judgeFiles({ ...request, ...files }).assessment;
      expect(record.assessment).toMatchObject({ questions, others, members });
      const families = await compareModels(context, { project: policyProject });
      const own = compareModelFiles(files).comparison;
      expect(families.comparison.questions).toEqual(own.questions);
      expect(families.comparison.againstPeople).toHaveLength(4);
      const byUnit = (all: typeof own.splits) =>
        all.toSorted((a, b) => (`${a.unit} ${a.question}` < `${b.unit} ${b.question}` ? -1 : 1));
      expect(byUnit(families.comparison.splits)).toEqual(byUnit(own.splits));
    } finally {
      await store.close();
    }
    const words = ['judge', '-d', database, '--judge', 'gpt-5-nano', '--json'];
    const { verdict } = await runJson<JudgeJson>(words, folder);
    expect(verdict).toContain('No people judged these units');
    const shown = await runAssay(['judge', '-d', database, '--families'], folder);
    expect(shown.out).toContain('All models agree against the people on 4 answers:');
  });
});
