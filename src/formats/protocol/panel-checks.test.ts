import { describe, expect, it } from 'vitest';
import { readProtocol } from './protocol-yaml.ts';

const messages = (panel: string, more = ''): readonly string[] => {
  const read = readProtocol(`
assay: 1
name: p
guideline: { version: '1', file: g.md }
tasks:
  topics: { unit: { id: id, show: text }, questions: { A: {} } }
panel:
${panel}
${more}`);
  return read.ok ? [] : read.faults.map((one) => one.message);
};

describe('an entry of the panel for a model', () => {
  it('says how the model is reached, with everything that goes with it', () => {
    expect(
      messages(
        `
  a: { kind: model, provider: openai, model: gpt-5, prompt: careful, max_tokens: 100, tasks: [topics] }
  b: { kind: model, provider: compatible, base_url: "http://localhost:8000/v1", key_env: VLLM_API_KEY }
  c: { kind: model, provider: ollama, context: 16384, parameters: { think: false }, drop_parameters: true }
  d: { kind: model, provider: recorded, recording: replies.jsonl }
  e: { kind: model, weight: 2 }`,
        'prompts: { careful: Take care. }',
      ),
    ).toEqual([]);
  });

  it('is refused with settings of another provider, or without those that it needs', () => {
    expect(
      messages(`
  a: { kind: model, provider: openai, context: 4096 }
  b: { kind: model, recording: replies.jsonl }
  c: { kind: model, provider: compatible }
  d: { kind: model, provider: recorded }`),
    ).toEqual([
      'panel.a.context is given for provider: openai, expected only for provider: ollama',
      'panel.b.recording is given for provider: none, expected only for provider: recorded',
      'panel.c.base_url is missing, expected the address of a service, such as ' +
        'http://localhost:8000/v1, without a key',
      'panel.d.recording is missing, expected the file with the replies to replay',
    ]);
  });

  it('refers to tasks and prompts that exist', () => {
    expect(
      messages('  a: { kind: model, prompt: bold, tasks: [topics, rules] }').map((one) =>
        one.replace(/, expected.*/, ''),
      ),
    ).toEqual([expect.stringContaining('bold'), expect.stringContaining('rules')]);
  });

  it('holds no key: neither in the address nor in a variable of any name', () => {
    for (const bad of [
      'base_url: "https://me:secret@host/v1"',
      'base_url: "https://host/v1?key=1"',
      'base_url: "file:///etc/passwd"',
      'key_env: DATABASE_URL',
      'key_env: "sk-live-1"',
    ])
      expect([bad, messages(`  a: { kind: model, ${bad} }`).length]).toEqual([bad, 1]);
  });
});

describe('an entry of the panel for people or a rule', () => {
  it('is refused with any setting of a model', () => {
    const settings = [
      'runs: 2',
      'provider: openai',
      'model: gpt',
      'base_url: "http://localhost/v1"',
      'key_env: A_KEY',
      'parameters: { a: 1 }',
      'prompt: careful',
      'max_tokens: 1',
      'context: 1',
      'tasks: [topics]',
      'recording: a.jsonl',
      'drop_parameters: true',
    ];
    for (const setting of settings)
      expect([setting, messages(`  people: { ${setting} }`)]).toEqual([
        setting,
        [expect.stringContaining('expected only for kind: model')],
      ]);
    expect(messages('  words: { kind: rule, provider: openai }').length).toBe(1);
  });
});
