import type { ModelOutcome } from '../domain/models/model-reply.ts';
import type { RequestSubject } from '../domain/models/model-request.ts';
import type { Recording } from '../domain/models/recording.ts';
import { ownFailure } from './failures.ts';
import type { ModelProvider } from './provider.ts';
import { recordedBatches } from './recorded-batches.ts';
import { noRateFacts } from './reply-headers.ts';

/**
 * Replays replies from a file: no network, no key, no cost. Batches lie in a folder, so that a
 * later command finds them as it would at a service.
 */
export function recordedProvider(
  recording: Recording,
  folder: string,
  now: () => number,
): ModelProvider {
  const outcome = (subject: RequestSubject | undefined): ModelOutcome => {
    const reply = subject === undefined ? null : recording.find(subject);
    if (reply !== null) return { kind: 'reply', reply, raw: reply.text };
    const what = subject === undefined ? 'it' : `${subject.unit} by ${subject.annotator}`;
    const failure = ownFailure('never', 'not-recorded', `the recording has no reply about ${what}`);
    return { kind: 'failure', failure, raw: null };
  };
  return {
    batches: recordedBatches(folder, outcome, now),
    // Nobody is kept busy by it: what is replayed together is kept in one write.
    concurrency: 500,
    ask: async ({ about }) => await Promise.resolve({ outcome: outcome(about), rate: noRateFacts }),
  };
}
