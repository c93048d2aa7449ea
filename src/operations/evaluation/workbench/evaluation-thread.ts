import { faultAbout, faultIn, InputError } from '../../../domain/fault.ts';
import { evaluationHtml } from '../../../evaluation/report/evaluation-html.ts';
import { answerWork } from '../../workspace/own-thread.ts';
import { evaluateRelease } from '../release/evaluate-release.ts';
import { releaseChoices } from '../release/release-choices.ts';
import { pageRelease } from '../report/evaluation-page.ts';
import type { EvaluationWork, NamedFile } from './evaluation-off-thread.ts';
import { keepEvaluation } from './kept-evaluations.ts';
import type { KeptEvaluation } from './kept-evaluations.ts';

/*
 * The thread in which systems are measured against a release, so that nobody who saves waits for
 * it. The look is recorded, and the result kept, before anything is answered.
 */

answerWork<EvaluationWork>(async (work) => {
  const { release, title } = work.kind === 'choices' ? work : work.request;
  const named = work.kind === 'choices' ? [] : work.named;
  const rename = (name: string): string =>
    name === release ? title : (named.find(({ path }) => path === name)?.name ?? name);
  try {
    return work.kind === 'choices' ? releaseChoices(release) : await evaluated(work, rename);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(
      error.faults.map((one) => placed(faultIn(one, rename), named)),
      error.count,
    );
  }
});

async function evaluated(
  { request, id, named }: Extract<EvaluationWork, { kind: 'evaluate' }>,
  rename: (name: string) => string,
): Promise<KeptEvaluation> {
  const { content, report, looks } = await evaluateRelease(request);
  const { training, split, task, simulated, override } = report;
  const objections = report.objections.map((one) => faultIn(one, rename));
  const page = evaluationHtml({
    content,
    at: request.at,
    release: pageRelease({ ...report, objections }, looks),
  });
  const kept: KeptEvaluation = {
    id,
    at: request.at,
    by: request.by,
    systems: request.systems,
    files: named.map(({ name }) => name),
    kind: content.kind,
    task,
    split,
    n: content.n,
    measures: content.measures,
    simulated,
    override:
      override === null || objections.length === 0
        ? null
        : { reason: override, objections: objections.length },
    training:
      training === null
        ? null
        : { rows: training.rows, overlapping: training.overlapping, withheld: training.withheld },
    looks:
      looks === null ? null : { count: looks.count, ofSystems: looks.ofSystems, head: looks.head },
  };
  keepEvaluation(request.release, kept, page);
  return kept;
}

/** Names the file where several were sent: an answer says only the line. */
function placed(found: ReturnType<typeof faultIn>, named: readonly NamedFile[]): typeof found {
  const isOwn = named.some(({ name }) => name === found.file);
  return isOwn && named.length > 1 ? faultAbout(found, `${found.file!}:`) : found;
}
