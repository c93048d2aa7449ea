import type { FakeModels } from './models.ts';
import { json } from './wire.ts';
import type { WireReply } from './wire.ts';

/** `POST /api/chat`: a prompt beyond the context is cut without a word, as the real one does. */
export function ollamaChat(models: FakeModels, body: Readonly<Record<string, unknown>>): WireReply {
  const messages = body['messages'] as readonly { readonly content: string }[];
  const options = (body['options'] ?? {}) as { readonly num_ctx?: number };
  const text = messages.map(({ content }) => content).join('\n');
  const model = String(body['model']);
  const format = body['format'];
  const schema = typeof format === 'object' && format !== null ? format : null;
  const matched = { method: 'POST', path: '/api/chat', model, text: JSON.stringify(body) };
  const said = models.execute({ model, text, schema, matched, id: null, batch: null });
  if ('do' in said) return json({ error: said.message ?? said.code }, said.status ?? 500);
  const context = options.num_ctx ?? 4096;
  const isCut = said.end === 'overflow' || said.inputTokens + said.outputTokens >= context;
  return json({
    model: said.model,
    created_at: '2026-11-01T00:00:00Z',
    message: { role: 'assistant', content: said.text },
    done: true,
    done_reason: said.end === 'length' ? 'length' : 'stop',
    prompt_eval_count: isCut ? context - said.outputTokens : said.inputTokens,
    eval_count: said.outputTokens,
  });
}
