import { describe, expect, it, vi } from 'vitest';
import { modelsFolder, oneRun } from './models-folder.ts';
import { fakeKey } from './fake-provider/fake-provider.ts';

const units = 4;
const now = ['--mode', 'now'] as const;
const waiting = ['--wait', '--interval', '0.01'] as const;

/** What a model may answer, end to end: the official SDK, the engine and the folder. */
describe('a reply', () => {
  const world = modelsFolder(units, oneRun);
  const third = { contains: 'note number 3', times: 9 } as const;
  const count = (): number => world.provider.ledger.requestsTo('POST /v1/responses');

  it('that is cut at max_tokens is given more once, and never repaired', async () => {
    world.provider.plan.add({ match: { ...third, times: 1 }, fault: { do: 'length' } });
    expect((await world.extract(...now)).code).toBe(0);
    expect([world.judgments().length, count()]).toEqual([units, units + 1]);
    const [only] = (await world.runs()).runs;
    expect(only).toMatchObject({ accepted: units, rejected: { truncated: 1 } });
  });

  it('that is cut again is given up, and the others go on', async () => {
    world.provider.plan.add({ match: third, fault: { do: 'length' } });
    const run = await world.extract(...now);
    expect([run.code, world.judgments().length, count()]).toEqual([1, units - 1, units + 1]);
    expect((await world.runs()).runs[0]).toMatchObject({ rejected: { truncated: 2 } });
  });
});

const severity = oneRun.replace(
  '      relevant: { ask: Is the note relevant? }\n',
  '      relevant: { ask: Is the note relevant? }\n' +
    '      severity: { ask: How severe?, scale: { nominal: [moderate, severe] } }\n' +
    '    constraints: [severity = severe => relevant]\n',
);

describe('an answer', () => {
  const world = modelsFolder(units, severity);
  const says = (text: string): void =>
    world.provider.plan.add(
      { match: { contains: 'note number 3', times: 9 }, fault: { do: 'say', text } },
      { match: { times: 99 }, fault: { do: 'say', text: '{"relevant":true,"severity":"severe"}' } },
    );

  it.each([
    ['in another spelling', '{"relevant":true,"severity":"Moderate "}'],
    ['in a code fence', 'Here it is:\n```json\n{"relevant":true,"severity":"moderate"}\n```'],
  ])('%s is taken, and marked', async (_, text) => {
    says(text);
    expect((await world.extract(...now)).code).toBe(0);
    const third = world.judgments().find(({ unit }) => unit === 'n3');
    expect(third!.answers).toEqual({ relevant: true, severity: 'moderate' });
  });

  it.each([
    ['off the scale', '{"relevant":true,"severity":"severe-ish"}', 'off_scale'],
    ['against a constraint', '{"relevant":false,"severity":"severe"}', 'constraint_violation'],
    ['with a field too many', '{"relevant":true,"severity":"severe","x":1}', 'schema_invalid'],
    ['with a field missing', '{"relevant":true}', 'schema_invalid'],
    ['twice', '{"relevant":true,"severity":"severe"} {"relevant":false}', 'not_json'],
  ])('%s is no judgment, and is counted by its kind', async (_, text, kind) => {
    says(text);
    const run = await world.extract(...now);
    expect([run.code, world.judgments().map(({ unit }) => unit)]).toEqual([
      1,
      expect.not.arrayContaining(['n3']),
    ]);
    expect(world.judgments()).toHaveLength(units - 1);
    expect((await world.runs()).runs[0]!.rejected).toMatchObject({ [kind]: 3 });
  });
});

describe('a batch that is complete and has nothing but errors', () => {
  const world = modelsFolder(units, oneRun);

  it('is no success: nothing is accepted, and the most common message is shown', async () => {
    const message = 'Unsupported value in the request';
    const fault = { do: 'line-error', status: 400, code: 'invalid_value', message } as const;
    world.provider.plan.add({ match: { contains: 'note number', times: 99 }, fault });
    const run = await world.extract(...waiting);
    expect([run.code, world.judgments()]).toEqual([1, []]);
    expect(run.err.split(message)).toHaveLength(2);
    expect((await world.runs()).runs[0]).toMatchObject({ accepted: 0 });
  });
});

describe('Ollama', () => {
  const world = modelsFolder(units, oneRun.replace('provider: openai', 'provider: ollama'));

  it('that filled its context has cut the prompt: no judgment, and said so', async () => {
    vi.stubEnv('OLLAMA_HOST', world.provider.origin);
    world.provider.plan.add({
      match: { contains: 'note number 3', times: 9 },
      fault: { do: 'overflow' },
    });
    const run = await world.extract(...now);
    expect([run.code, world.judgments().length]).toEqual([1, units - 1]);
    expect((await world.runs()).runs[0]!.rejected).toMatchObject({
      context_truncated: expect.any(Number),
    });
  });
});

describe('a parameter that a model refuses', () => {
  const anthropic = (more: string): string =>
    oneRun.replace(
      'provider: openai',
      `provider: anthropic, model: claude-test, parameters: { temperature: 0.5 }${more}`,
    );
  const world = modelsFolder(units, anthropic(''));
  const count = (): number => world.provider.ledger.requestsTo('POST /v1/messages');

  it('stops it at the first request, before n like ones are sent', async () => {
    const run = await world.extract(...now);
    expect([run.code, count()]).toEqual([1, 1]);
    expect(run.err).toContain('temperature');
    expect(run.err).toContain('drop_parameters');
    expect(run.err).not.toContain(fakeKey);
  });

  it('is left out where the panel allows it', async () => {
    world.write(anthropic(', drop_parameters: true'));
    expect((await world.extract(...now)).code).toBe(0);
    expect(world.judgments()).toHaveLength(units);
  });
});
