import { describe, expect, it } from 'vitest';
import { modelPresets } from '../../operations/models/model-presets.ts';
import { panelModels } from './panel-models.ts';
import { modelList } from './model-list.ts';
import { knownModel } from './model-table.ts';

const { panels, table } = modelPresets();

describe('the ready panels', () => {
  // Weights and runs of both configurations as the document of the policy ground truth gives them:
  // 1 × 2 + 3 × 1 = 5, and 1 × 3 + 3 × 2 + 5 × 1 = 14.
  it.each([
    ['default', 4, 5],
    ['high-quality', 9, 14],
  ])('%s has %d runs of weight %d in all', (name, runs, weight) => {
    const entries = Object.values(panels[name]!);
    const sum = (of: (entry: (typeof entries)[number]) => number): number =>
      entries.reduce((total, entry) => total + of(entry), 0);
    expect(sum((entry) => entry.runs!)).toBe(runs);
    expect(sum((entry) => entry.runs! * entry.weight!)).toBe(weight);
    expect(entries.every((entry) => entry.provider === 'openai')).toBe(true);
  });
});

describe('a list of models', () => {
  it('takes weight and provider from the panel, else from a ready panel', () => {
    const panel = { 'gpt-5-mini': { kind: 'model', weight: 7, runs: 9 } } as const;
    expect(modelList('gpt-5.1:1, gpt-5-mini:3', panel, panels)).toEqual({
      ok: true,
      panel: {
        'gpt-5.1': { kind: 'model', provider: 'openai', weight: 3, runs: 1 },
        'gpt-5-mini': { kind: 'model', weight: 7, runs: 3 },
      },
    });
  });

  it('refuses a model without a weight, naming every such model', () => {
    const people = { anna: { kind: 'human' } } as const;
    const read = modelList('gpt-9:1,constructor:2,anna:1,gpt-5.1:1', people, panels);
    expect(read.ok ? [] : read.faults.map((one) => one.values['model'])).toEqual([
      'gpt-9',
      'constructor',
      'anna',
    ]);
  });

  it.each([
    'gpt-5.1',
    'gpt-5.1:0',
    'gpt-5.1:-1',
    'gpt-5.1:1.5',
    'gpt-5.1:1,gpt-5.1:2',
    '',
    ':3',
    'a:1,',
  ])('refuses %j', (text) => {
    const read = modelList(text, {}, panels);
    expect(read.ok ? null : read.faults[0]!.code).toBe('usage');
  });
});

describe('the models to ask', () => {
  it('are those for the task, with what the table knows of them', () => {
    const { models, faults } = panelModels(
      {
        'claude-sonnet-5': { kind: 'model', tasks: ['topics'] },
        other: { kind: 'model', tasks: ['rules'] },
        mine: { kind: 'model', provider: 'ollama', model: 'qwen3:8b', context: 100, weight: 0 },
        people: { kind: 'human' },
      },
      'topics',
      table,
    );
    expect(faults).toEqual([]);
    expect(models.map((one) => [one.entry, one.provider, one.model, one.weight])).toEqual([
      ['claude-sonnet-5', 'anthropic', 'claude-sonnet-5', 1],
      ['mine', 'ollama', 'qwen3:8b', 0],
    ]);
    expect(models[0]!.maxTokens).toBe(knownModel(table, 'claude-sonnet-5').maxTokens);
  });

  it('say which are reached nobody knows how', () => {
    const { faults } = panelModels({ mine: { kind: 'model' } }, 'topics', table);
    expect(faults.map((one) => one.code)).toEqual(['provider-unknown']);
  });

  it('leave out a parameter that is known to be refused only where the panel allows it', () => {
    const entry = { kind: 'model', parameters: { temperature: 0.2, user: 'x' } } as const;
    const asked = (dropParameters: boolean) =>
      panelModels({ 'gpt-5-mini': { ...entry, drop_parameters: dropParameters } }, 't', table)
        .models[0]!;
    expect(asked(true)).toMatchObject({
      parameters: { user: 'x' },
      dropped: ['temperature'],
      doubtful: [],
    });
    expect(asked(false)).toMatchObject({
      parameters: { temperature: 0.2, user: 'x' },
      dropped: [],
      doubtful: ['temperature'],
    });
  });
});
