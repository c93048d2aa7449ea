import { failureReason } from '../../../operations/failure-reason.ts';
import type { ModelAccess } from '../../../operations/models/model-services.ts';
import { runWorker } from '../../../operations/models/poll-models.ts';
import { withWorkspace } from '../../../operations/workspace/command-line.ts';
import { note } from '../../output.ts';

/** A worker inside the server's process: it does the work that leads started, and polls batches. */
export function workerBeside(database: string, models: ModelAccess): { stop(): Promise<void> } {
  const ending = new AbortController();
  const tellFailure = (error: unknown): void => note(`Models: ${failureReason(error)}`);
  const working = withWorkspace({ database, models }, (context) =>
    runWorker(context, ending.signal, () => {}, tellFailure),
  ).catch(tellFailure);
  return {
    stop: async () => {
      ending.abort();
      await working;
    },
  };
}
