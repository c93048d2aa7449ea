import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { jsonLines, runAssay, temporaryFolder } from './run-assay.ts';

const protocol = join(fileURLToPath(new URL('..', import.meta.url)), 'examples/rag-tasks');
const attribute = (key: string, value: unknown): object => ({
  key,
  value: { stringValue: typeof value === 'string' ? value : JSON.stringify(value) },
});
const message = (role: string, content: string): object => ({
  role,
  parts: [{ type: 'text', content }],
});

/** One question with one retrieved text, as each tool writes it. */
const files: Readonly<Record<string, string>> = {
  'promptfoo.json': JSON.stringify({
    evalId: 'eval-1',
    results: {
      version: 3,
      results: [
        {
          promptIdx: 0,
          testIdx: 0,
          provider: { id: 'openai:gpt-5-mini' },
          prompt: { raw: 'Answer.' },
          vars: { query: 'Who fixes taps?', context: 'The caretaker fixes taps.' },
          response: { output: 'The caretaker.' },
          success: true,
          score: 1,
        },
      ],
    },
  }),
  'inspect.json': JSON.stringify({
    version: 2,
    status: 'success',
    eval: { task: 'rag', model: 'openai/gpt-5-mini', created: '2026-01-05T10:00:00+00:00' },
    samples: [
      {
        id: 1,
        epoch: 1,
        input: 'Who fixes taps?',
        target: 'The caretaker',
        output: { model: 'gpt-5-mini', choices: [], completion: 'The caretaker.' },
        scores: { correct: { value: 'C' } },
        metadata: { contexts: ['The caretaker fixes taps.'] },
      },
    ],
  }),
  'ragas.jsonl': jsonLines([
    {
      user_input: 'Who fixes taps?',
      response: 'The caretaker.',
      retrieved_contexts: ['The caretaker fixes taps.'],
      faithfulness: 0.9,
    },
  ]),
  'otel.json': JSON.stringify({
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              {
                traceId: 'aa',
                spanId: 'b1',
                name: 'retrieval taps',
                attributes: [
                  attribute('gen_ai.operation.name', 'retrieval'),
                  attribute('gen_ai.retrieval.documents', [
                    { id: 'd1', content: 'The caretaker fixes taps.' },
                  ]),
                ],
              },
              {
                traceId: 'aa',
                spanId: 'b2',
                name: 'chat gpt-5-mini',
                attributes: [
                  attribute('gen_ai.operation.name', 'chat'),
                  attribute('gen_ai.request.model', 'gpt-5-mini'),
                  attribute('gen_ai.input.messages', [message('user', 'Who fixes taps?')]),
                  attribute('gen_ai.output.messages', [message('assistant', 'The caretaker.')]),
                ],
              },
            ],
          },
        ],
      },
    ],
  }),
};

it.each(Object.keys(files))(
  '%s gives units of the three tasks of the RAG protocol',
  async (name) => {
    const folder = temporaryFolder({ [name]: files[name]! });
    const imported = await runAssay(['import', name, '--protocol', protocol], folder);
    expect(imported.err).not.toContain(`${name}:`);
    expect(imported.code).toBe(0);
    for (const task of ['retrieval', 'grounding', 'generation']) {
      const words = ['export', '--kind', 'units', '--task', task, '--format', 'jsonl'];
      const { out } = await runAssay(words, folder);
      const unit = JSON.parse(out.trim()) as Readonly<Record<string, unknown>>;
      expect(unit).toMatchObject({ query: 'Who fixes taps?', answer: 'The caretaker.' });
      if (task === 'retrieval') expect(unit['chunk']).toBe('The caretaker fixes taps.');
    }
  },
);
