import { describe, expect, it } from 'vitest';
import { readOpenTelemetry } from './traces.ts';

describe('OpenTelemetry messages', () => {
  type Typed = Readonly<Record<string, unknown>>;
  const typed = (value: unknown): Typed => {
    if (Array.isArray(value)) return { arrayValue: { values: value.map(typed) } };
    if (typeof value === 'string') return { stringValue: value };
    if (typeof value === 'number') return { doubleValue: value };
    return { kvlistValue: { values: attributes(value as Typed) } };
  };
  const attributes = (given: Typed): readonly Typed[] =>
    Object.entries(given).map(([key, value]) => ({ key, value: typed(value) }));
  const spoken = (given: Typed, events: readonly Typed[] = []): unknown => {
    const span = { traceId: 'aa', spanId: 'b1', attributes: attributes(given), events };
    const text = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
    const { query, answer } = readOpenTelemetry(text).records[0]!.fields;
    return { query, answer };
  };
  const event = (name: string, given: Typed): Typed => ({ name, attributes: attributes(given) });
  const expected = { query: 'Why?', answer: 'So.' };

  it('are read as nested values', () => {
    const messages = (role: string, content: string): unknown => [
      { role, parts: [{ type: 'text', content }] },
    ];
    const nested = {
      'gen_ai.input.messages': messages('user', 'Why?'),
      'gen_ai.output.messages': messages('assistant', 'So.'),
    };
    expect(spoken(nested)).toEqual(expected);
    const details = event('gen_ai.client.inference.operation.details', nested);
    expect(spoken({ 'gen_ai.operation.name': 'chat' }, [details])).toEqual(expected);
  });

  it('are read from attributes with numbers', () => {
    const numbered = {
      'gen_ai.prompt.0.role': 'system',
      'gen_ai.prompt.0.content': 'Be short.',
      'gen_ai.prompt.1.role': 'user',
      'gen_ai.prompt.1.content': 'Why?',
      'gen_ai.completion.0.role': 'assistant',
      'gen_ai.completion.0.content': 'So.',
    };
    expect(spoken(numbered)).toEqual(expected);
  });

  it('are read from events', () => {
    const chat = { 'gen_ai.operation.name': 'chat' };
    const whole = [
      event('gen_ai.content.prompt', { 'gen_ai.prompt': '[{"role":"user","content":"Why?"}]' }),
      event('gen_ai.content.completion', { 'gen_ai.completion': 'So.' }),
    ];
    expect(spoken(chat, whole)).toEqual(expected);
    const single = [
      event('gen_ai.user.message', { content: 'Why?' }),
      event('gen_ai.choice', { message: '{"role":"assistant","content":"So."}' }),
    ];
    expect(spoken(chat, single)).toEqual(expected);
  });

  it('keep every explanation of an evaluation, and its time', () => {
    const result = (name: string, why: string, timeUnixNano: string): Typed => ({
      timeUnixNano,
      ...event('gen_ai.evaluation.result', {
        'gen_ai.evaluation.name': name,
        'gen_ai.evaluation.score.value': 0.5,
        'gen_ai.evaluation.explanation': why,
      }),
    });
    const events = [
      result('tone', 'dry', '1700000001500000000'),
      result('truth', 'right', '1700000001600000000'),
    ];
    const span = {
      traceId: 'aa',
      spanId: 'b1',
      attributes: attributes({ 'gen_ai.x': 'y' }),
      events,
    };
    const text = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
    const [annotation] = readOpenTelemetry(text).records[0]!.annotations;
    expect(annotation!.answers.get('notes')).toEqual({ kind: 'text', text: 'dry\nright' });
    expect(annotation!.at).toBe('2023-11-14T22:13:21.600Z');
  });
});
