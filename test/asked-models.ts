import type { ModelFailure, ModelReply } from '../src/domain/models/model-reply.ts';
import type { Asked } from '../src/llm/provider.ts';

export const quiet = new AbortController().signal;

export const replyOf = ({ outcome }: Asked): ModelReply => {
  if (outcome.kind === 'failure') throw new Error(JSON.stringify(outcome.failure));
  return outcome.reply;
};

export const failureOf = ({ outcome }: Asked): ModelFailure => {
  if (outcome.kind === 'reply') throw new Error(`replied ${outcome.reply.text}`);
  return outcome.failure;
};
