import { answerBySchema } from './answers.ts';
import type { AnswerWith, AskedText } from './answers.ts';
import { ProviderLedger, contentKey } from './ledger.ts';
import { FaultPlan } from './plan.ts';
import type { Matched, ReplyFault } from './plan.ts';

/** What is to be executed. */
export interface Execution extends Pick<AskedText, 'model' | 'text' | 'schema'> {
  readonly matched: Matched;
  readonly id: string | null;
  readonly batch: string | null;
}

/** What a model said, for every wire format to dress up. */
export interface Said {
  readonly end: 'stop' | 'length' | 'refusal' | 'filter' | 'no-choices' | 'overflow';
  readonly text: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** An error instead of a reply, inside of a batch. */
export type LineError = Extract<ReplyFault, { do: 'line-error' }>;

/** The fake models: deterministic answers, faults by plan, and a ledger of what they did. */
export class FakeModels {
  readonly plan = new FaultPlan();
  readonly ledger = new ProviderLedger();
  answerWith: AnswerWith = answerBySchema;
  readonly #asked = new Map<string, number>();

  /** Executes a request, and charges it, unless the plan makes it fail. */
  execute(given: Execution): Said | LineError {
    const fault = this.plan.reply(given.matched);
    if (fault?.do === 'line-error') return fault;
    const key = `${given.model} ${contentKey(given.text)}`;
    const again = this.#asked.get(key) ?? 0;
    this.#asked.set(key, again + 1);
    const answer = this.answerWith({ ...given, again });
    const whole = typeof answer === 'string' ? answer : JSON.stringify(answer);
    const said = this.#shaped(given.model, whole, fault);
    const inputTokens = Math.ceil(given.text.length / 4);
    const outputTokens = Math.max(1, Math.ceil(said.text.length / 4));
    const { model, text, id, batch } = given;
    this.ledger.execute({ model, text, id, batch, inputTokens, outputTokens });
    return { ...said, inputTokens, outputTokens };
  }

  #shaped(
    model: string,
    whole: string,
    fault: ReplyFault | undefined,
  ): Pick<Said, 'end' | 'text' | 'model'> {
    const plain = { end: 'stop', text: whole, model } as const;
    if (fault === undefined || fault.do === 'line-error') return plain;
    if (fault.do === 'say') return { ...plain, text: fault.text };
    if (fault.do === 'other-model') return { ...plain, model: fault.name };
    if (fault.do === 'empty') return { ...plain, text: '' };
    if (fault.do === 'length')
      return { ...plain, end: 'length', text: whole.slice(0, Math.floor(whole.length / 2)) };
    if (fault.do === 'refuse')
      return { ...plain, end: 'refusal', text: 'I cannot help with that.' };
    if (fault.do === 'filter') return { ...plain, end: 'filter', text: '' };
    return { ...plain, end: fault.do };
  }
}

/** A text of any wire format's content: a string, or parts with a text each. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { readonly text?: string }) => part.text ?? '').join('\n');
}
