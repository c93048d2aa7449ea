import Anthropic from '@anthropic-ai/sdk';
import OpenAI, { toFile } from 'openai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeProvider, fakeKey } from './fake-provider/fake-provider.ts';

const schema = {
  type: 'object',
  properties: { severity: { type: 'string', enum: ['none', 'mild'] } },
  required: ['severity'],
  additionalProperties: false,
};

let fake: FakeProvider;
beforeEach(async () => {
  fake = await FakeProvider.start();
});
afterEach(() => fake.stop());

const openai = (maxRetries = 0): OpenAI =>
  new OpenAI({ apiKey: fakeKey, baseURL: `${fake.origin}/v1`, maxRetries });
const anthropic = (maxRetries = 0): Anthropic =>
  new Anthropic({ apiKey: fakeKey, baseURL: fake.origin, maxRetries });

const messages = (text: string) => [{ role: 'user' as const, content: text }];
const severities = ['{"severity":"none"}', '{"severity":"mild"}'];

/** The input of a batch with one request for each text. */
function batchInput(texts: readonly string[]): string {
  const body = (text: string) => ({
    model: 'gpt-5-nano',
    messages: messages(text),
    response_format: { type: 'json_schema', json_schema: { name: 'x', strict: true, schema } },
  });
  return texts
    .map((text, at) => {
      const url = '/v1/chat/completions';
      return `${JSON.stringify({ custom_id: `r${at}`, method: 'POST', url, body: body(text) })}\n`;
    })
    .join('');
}

async function upload(client: OpenAI, texts: readonly string[]): Promise<string> {
  const file = await toFile(Buffer.from(batchInput(texts)), 'x.jsonl');
  return (await client.files.create({ file, purpose: 'batch' })).id;
}

const createBatch = (client: OpenAI, input_file_id: string) =>
  client.batches.create({
    input_file_id,
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
    metadata: { chunk: 'c1' },
  });

describe('the fake provider, asked by the official SDKs', () => {
  it('answers chat, responses and messages by their schema, and keeps a ledger', async () => {
    const chat = await openai().chat.completions.create({
      model: 'gpt-5-nano',
      messages: messages('A fine meal.'),
      response_format: { type: 'json_schema', json_schema: { name: 'x', strict: true, schema } },
    });
    const response = await openai().responses.create({
      model: 'gpt-5-nano',
      input: 'A fine meal.',
      text: { format: { type: 'json_schema', name: 'x', strict: true, schema } },
    });
    const message = await anthropic().messages.create({
      model: 'sonnet-x',
      max_tokens: 100,
      messages: messages('A fine meal.'),
      output_config: { format: { type: 'json_schema', schema } },
    });
    expect(severities).toContain(chat.choices[0]?.message.content);
    expect(severities).toContain(response.output_text);
    expect(message.content[0]).toMatchObject({ type: 'text' });
    expect([...fake.ledger.counts().values()]).toEqual([2, 1]);
  });

  it('runs a batch to its end, with results by id in another order', async () => {
    const client = openai();
    const created = await createBatch(client, await upload(client, ['one', 'two two', 'three']));
    expect(created.status).toBe('validating');
    expect((await client.batches.retrieve(created.id)).status).toBe('in_progress');
    const ended = await client.batches.retrieve(created.id);
    expect(ended).toMatchObject({ status: 'completed', request_counts: { completed: 3 } });
    const content = await (await client.files.content(ended.output_file_id!)).text();
    const ids = content
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { custom_id: string }).custom_id);
    expect(ids.toSorted()).toEqual(['r0', 'r1', 'r2']);
    expect(ids).not.toEqual(['r0', 'r1', 'r2']);
    const listed = await client.batches.list();
    expect(listed.data.map(({ metadata }) => metadata)).toEqual([{ chunk: 'c1' }]);
  });

  it('refuses what the service refuses: a second model, an id twice, a removed parameter', async () => {
    const client = openai();
    const mixed = batchInput(['a', 'b']).replace('gpt-5-nano', 'gpt-5-mini').replace('r1', 'r0');
    const file = await toFile(Buffer.from(mixed), 'x.jsonl');
    const { id } = await client.files.create({ file, purpose: 'batch' });
    const created = await createBatch(client, id);
    await client.batches.retrieve(created.id);
    const { errors } = await client.batches.retrieve(created.id);
    expect(errors?.data?.map(({ code }) => code).toSorted()).toEqual([
      'duplicate_custom_id',
      'mismatched_model',
    ]);
    const refused = anthropic().messages.create({
      model: 'sonnet-x',
      max_tokens: 10,
      messages: messages('x'),
      temperature: 1,
    } as Anthropic.MessageCreateParamsNonStreaming);
    await expect(refused).rejects.toThrow('Extra inputs are not permitted');
  });

  // llm-wire §4b: with the SDK's own retries, a lost reply makes a second batch.
  it('shows in its ledger that a lost creation is made twice by a client that retries', async () => {
    const lost = { method: 'POST', path: '/v1/batches' } as const;
    fake.plan.add({ match: lost, fault: { do: 'drop-after' } });
    const client = openai(2);
    await createBatch(client, await upload(client, ['one']));
    expect(fake.ledger.batches.size).toBe(2);
  });

  it('ends a batch of messages early, and says what became of each request', async () => {
    fake.plan.add({
      match: { path: '/v1/messages/batches' },
      fault: { do: 'batch', ends: 'expired', share: 0.5, polls: 0 },
    });
    const client = anthropic();
    const requests = ['a', 'b'].map((text) => ({
      custom_id: `r_${text}`,
      params: { model: 'sonnet-x', max_tokens: 10, messages: messages(text) },
    }));
    const { id } = await client.messages.batches.create({ requests });
    const ended = await client.messages.batches.retrieve(id);
    expect(ended).toMatchObject({
      processing_status: 'ended',
      request_counts: { succeeded: 1, expired: 1, processing: 0 },
    });
    const results: string[] = [];
    for await (const line of await client.messages.batches.results(id))
      results.push(`${line.custom_id} ${line.result.type}`);
    expect(results.toSorted()).toEqual(['r_a succeeded', 'r_b expired']);
    expect(fake.ledger.executed).toHaveLength(1);
  });
});
