import { hashOfTerms } from '../../truth/protocol/task-hash.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  allergyPolicies,
  allergyTermHash,
  allergyTerms,
} from '../../../test/legacy-policy-files.ts';
import type { Judgment } from '../../domain/judging/judgment.ts';
import { taskHash } from '../../truth/protocol/task-hash.ts';
import { CacheJudgments } from '../../formats/models/cache-judgments.ts';
import { readJsonEntries } from '../../formats/json-entries.ts';
import { legacyPreset } from '../verdicts/legacy-preset.ts';
import { withBytes } from '../byte-file.ts';
import { FaultList } from '../text-file.ts';
import { loadPolicies } from '../verdicts/load-policies.ts';
import type { Topic } from '../../truth/verdicts/topic.ts';

function files(cache: object): { readonly topics: readonly Topic[]; readonly cache: string } {
  const folder = mkdtempSync(join(tmpdir(), 'assay-cache-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const policy = write('V0.yaml', allergyPolicies['G1/allergy/V0.yaml']!);
  const terms = mkdtempSync(join(folder, 'terms-'));
  for (const [name, content] of Object.entries(allergyTerms))
    writeFileSync(join(terms, name), content);
  return {
    topics: loadPolicies({ ids: [], policies: policy, terms }).topics,
    cache: write('cache.json', JSON.stringify(cache)),
  };
}

function readJudgments(
  file: string,
  topics: readonly Topic[],
): { readonly content: CacheJudgments; readonly judgments: readonly Judgment[] } {
  const found = new FaultList();
  const judgments: Judgment[] = [];
  const content = new CacheJudgments(file, topics, legacyPreset().former_names, {
    fault: (one) => found.add(one),
    judgment: (judgment) => void judgments.push(judgment),
  });
  withBytes(file, (fill) => readJsonEntries(fill, content, file));
  found.throwIfAny();
  return { content, judgments };
}

const severe = {
  review_id: 'r1',
  is_relevant: true,
  account_type: 'Firsthand',
  incident_severity: 'severe',
  assurance_claim: 'false',
  staff_response: 'none',
  _model: 'gpt-5.1',
  _run: 1,
};

describe('CacheJudgments', () => {
  it('delivers each run as an annotator’s judgment', () => {
    const { topics, cache } = files({
      _metadata: { G1_allergy: { term_hash: allergyTermHash } },
      raw: {
        'G1_allergy::r1::gpt-5.1::run1': severe,
        'G1_allergy::r1::gpt-5-nano::run2': { is_relevant: false, incident_severity: 'severe' },
        'G2_group::r1::gpt-5.1::run1': {},
      },
      aggregated: { 'G1_allergy::r1': severe },
    });
    const { content, judgments: found } = readJudgments(cache, topics);
    expect(content).toMatchObject({ judgments: 2, others: 1, aggregates: 1, outside: [] });
    const version = taskHash(topics[0]!.task);
    expect(found).toMatchObject([
      {
        unit: 'r1',
        task: 'G1_allergy',
        annotator: 'gpt-5.1#1',
        taskHash: version,
        answers: {
          is_relevant: true,
          account_type: 'firsthand',
          incident_severity: 'severe',
          assurance_claim: 'false',
          staff_response: 'none',
        },
      },
      { unit: 'r1', annotator: 'gpt-5-nano#2', taskHash: version },
    ]);
    expect(found[1]!.answers).toEqual({ is_relevant: false });
  });

  it('marks judgments under other terms, so that they are stale', () => {
    const { topics, cache } = files({
      _metadata: { G1_allergy: { term_hash: 'older' } },
      raw: { 'G1_allergy::r1::gpt-5.1::run1': severe },
    });
    expect(readJudgments(cache, topics).judgments[0]!.taskHash).toBe(hashOfTerms('older'));
  });

  it('names the line of a key that is none', () => {
    const { topics, cache } = files({ raw: { 'G1_allergy::r1::gpt-5.1': severe } });
    expect(() => readJudgments(cache, topics)).toThrow(
      /cache\.json:1 a key of raw is "G1_allergy::r1::gpt-5\.1", expected topic::unit::model::run1/,
    );
  });

  it.each([
    ['review_id', { raw: { 'G1_allergy::r1::gpt-5.1::run1': { ...severe, review_id: 'r2' } } }],
    ['_model', { raw: { 'G1_allergy::r1::gpt-5.1::run1': { ...severe, _model: 'gpt-5-mini' } } }],
    ['_run', { raw: { 'G1_allergy::r1::gpt-5.1::run1': { ...severe, _run: 2 } } }],
    ['_topic', { raw: { 'G1_allergy::r1::gpt-5.1::run1': { ...severe, _topic: 'G2_group' } } }],
    ['review_id', { aggregated: { 'G1_allergy::r1': { ...severe, review_id: 'r2' } } }],
    ['_topic', { aggregated: { 'G1_allergy::r1': { ...severe, _topic: 'G2_group' } } }],
  ])(
    'refuses an entry whose %s is not that of its key, also one that is not taken',
    (name, sketch) => {
      const { topics, cache } = files(sketch);
      expect(() => readJudgments(cache, topics)).toThrow(
        new RegExp(`cache\\.json:1 .*G1_allergy::r1.*\\.${name} is .*, as its key says`),
      );
    },
  );

  it('refuses an entry that names another unit by the field that the task calls its id', () => {
    const { topics, cache } = files({
      raw: { 'G1_allergy::r1::gpt-5.1::run1': { ...severe, note: 'r2' } },
    });
    const own = topics.map((topic) => {
      const unit = { ...topic.task.unit, id: ['note'] };
      return { ...topic, task: { ...topic.task, unit } };
    });
    expect(() => readJudgments(cache, own)).toThrow(/run1\.note is "r2", expected r1, as its key/);
  });

  it('does not count answers of aggregates that are not taken', () => {
    const { topics, cache } = files({
      raw: { 'G1_allergy::r1::gpt-5.1::run1': severe },
      aggregated: { 'G1_allergy::r1': { ...severe, incident_severity: 'critical' } },
    });
    expect(readJudgments(cache, topics).content).toMatchObject({ aggregates: 1, outside: [] });
  });
});
