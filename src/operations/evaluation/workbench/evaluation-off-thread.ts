import { KeptThread } from '../../workspace/kept-thread.ts';
import { askThread, threadFile } from '../../workspace/own-thread.ts';
import type { EvaluationRequest } from '../release/evaluate-release.ts';
import type { ReleaseChoices } from '../release/release-choices.ts';
import type { KeptEvaluation } from './kept-evaluations.ts';

/** A file that was uploaded, and what people call it. */
export interface NamedFile {
  readonly path: string;
  readonly name: string;
}

/** What the thread is asked to do. */
export type EvaluationWork =
  | { readonly kind: 'choices'; readonly release: string; readonly title: string }
  | {
      readonly kind: 'evaluate';
      /** Under which the result is kept. */
      readonly id: string;
      readonly request: EvaluationRequest;
      readonly named: readonly NamedFile[];
    };

interface Results {
  readonly choices: ReleaseChoices;
  readonly evaluate: KeptEvaluation;
}

/** Measures systems against a release, or says what can be measured, while others go on saving. */
export function evaluateOffThread<Kind extends EvaluationWork['kind']>(
  work: Extract<EvaluationWork, { kind: Kind }>,
): Promise<Results[Kind]> {
  return askThread<Results[Kind]>(threads, work);
}

const threads = new KeptThread(threadFile('evaluation-thread', import.meta.url), { execArgv: [] });
