import { hash } from 'node:crypto';
import { codedText } from '../../domain/text-values.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { Attempt, Cell } from '../../domain/models/attempt.ts';
import type { ModelFailure, ModelOutcome, ModelReply } from '../../domain/models/model-reply.ts';
import { tokenCost } from '../../formats/models/token-cost.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import type { Asking } from './asking.ts';
import type { Engine } from './engine.ts';
import type { Result } from './ledger.ts';

/** A request that was sent: for which cell, in which attempt. */
export interface SentRequest extends Cell {
  readonly id: string;
  readonly job: string;
  readonly batch: string | null;
  readonly number: number;
  readonly taskHash: string;
}

/**
 * The id of the request for an attempt: the same when it is made again after a crash, and different
 * for every other attempt. Providers take 64 letters, digits, - and _.
 */
export function requestId(
  ledger: string,
  cell: Cell & { readonly number: number },
  taskHash: string,
  promptHash: string,
): string {
  const { unit, annotator, number } = cell;
  const content = canonicalJson([ledger, unit, annotator, number, taskHash, promptHash]);
  return `assay-${hashOf(content).slice(0, 40)}`;
}

/** SHA-256 of a text, in hexadecimal. */
export function hashOf(text: string): string {
  return hash('sha256', text);
}

/** What came of a request, ready to be kept. */
export function modelResult(
  asking: Asking,
  sent: SentRequest,
  outcome: ModelOutcome,
  unit: UnitFields,
  facts: { readonly at: string; readonly latency: number | null },
): Result {
  const { raw } = outcome;
  // One object for each of a million replies: it is filled in, not copied.
  const attempt = attemptOf(asking, sent, facts);
  attempt.reply = raw === null ? null : hashOf(raw);
  if (outcome.kind === 'failure') return failed(attempt, outcome.failure, raw);
  const { reply } = outcome;
  attempt.tokens = reply.tokens;
  attempt.cost = tokenCost(reply.tokens, asking.price, sent.batch === null ? 'now' : 'batch');
  attempt.charged = 'yes';
  attempt.model = reply.model;
  attempt.fingerprint = reply.fingerprint;
  attempt.requestId = reply.requestId;
  const read = asking.read(reply, unit);
  const marks = otherModel(asking, reply) ? ['other-model'] : [];
  attempt.marks = read.ok && read.marks.length > 0 ? [...read.marks, ...marks] : marks;
  attempt.outcome = read.ok ? 'accepted' : read.outcome;
  if (read.ok) return { attempt, raw, given: { answers: read.answers, asides: read.asides } };
  attempt.code = read.code;
  attempt.message = read.message;
  return { attempt, raw, given: null };
}

/** Warns of another model that answered, and of refused requests, once for each model and code. */
export function warnOf(
  { warnings }: Pick<Engine, 'warnings'>,
  { model: { entry, model } }: Pick<Asking, 'model'>,
  { marks, model: answered, failure, code, message }: Attempt,
): void {
  if (failure === 'never' && code !== null)
    warnings?.add(
      `${entry} ${code}`,
      codedText('request-refused', { entry, code, message: message ?? '' }),
    );
  if (!marks.includes('other-model')) return;
  warnings?.add(entry, codedText('other-model', { entry, asked: model, answered: answered ?? '' }));
}

/** An attempt that nothing is known of, such as one that was stopped or is missing. */
export function unknownResult(
  asking: Pick<Asking, 'promptHash'>,
  sent: SentRequest,
  outcome: 'stopped' | 'missing' | 'lost',
  at: string,
): Result {
  const attempt = { ...attemptOf(asking, sent, { at, latency: null }), outcome };
  return { attempt: { ...attempt, charged: 'maybe' }, raw: null, given: null };
}

function attemptOf(
  { promptHash }: Pick<Asking, 'promptHash'>,
  { id, job, batch, unit, annotator, number, taskHash }: SentRequest,
  { at, latency }: { readonly at: string; readonly latency: number | null },
): Writable<Attempt> {
  return {
    id,
    job,
    batch,
    unit,
    annotator,
    number,
    taskHash,
    promptHash,
    outcome: 'failed',
    code: null,
    failure: null,
    message: null,
    tokens: null,
    cost: null,
    charged: 'no',
    latency,
    model: null,
    fingerprint: null,
    requestId: null,
    reply: null,
    marks: [],
    at,
  };
}

function failed(attempt: Writable<Attempt>, failure: ModelFailure, raw: string | null): Result {
  attempt.code = failure.code;
  attempt.failure = failure.class;
  attempt.message = failure.message;
  attempt.charged = failure.mayBeCharged ? 'maybe' : 'no';
  attempt.requestId = failure.requestId;
  return { attempt, raw, given: null };
}

/** Something that is still being filled in. */
type Writable<Value> = { -readonly [Field in keyof Value]: Value[Field] };

/** What a provider may add to the name of a model without meaning another one. */
const version = /^(?:-\d{4}(?:-?\d{2}-?\d{2})?|:latest)?$/;

/**
 * Whether a different model answered than was asked; a dated name of the same model is not
 * different.
 */
function otherModel({ model: { model } }: Asking, reply: ModelReply): boolean {
  if (reply.model === null) return false;
  return !reply.model.startsWith(model) || !version.test(reply.model.slice(model.length));
}
