import { faultAbout, faultIn, InputError } from '../../../domain/fault.ts';
import type { EvaluationContent } from '../../../evaluation/report/evaluation-content.ts';
import type { PageRelease } from '../../../evaluation/report/evaluation-html.ts';
import { handFile, readingLimits, withinLimits } from '../../exchange/read-apart.ts';
import { KeptProcess } from '../../workspace/kept-process.ts';
import type { WorkProcess } from '../../workspace/kept-process.ts';
import { threadFile } from '../../workspace/own-thread.ts';
import type { EvaluationRequest } from '../release/evaluate-release.ts';
import { ledgerOf } from '../release/looks-ledger.ts';
import { recordLook } from '../release/open-release.ts';
import type { GuardReport } from '../release/open-release.ts';
import type { ReleaseChoices } from '../release/release-choices.ts';
import { pageRelease } from '../report/evaluation-page.ts';
import { keepEvaluation } from './kept-evaluations.ts';
import type { KeptEvaluation } from './kept-evaluations.ts';

/** A file that was uploaded, and what people call it. */
export interface NamedFile {
  readonly path: string;
  readonly name: string;
}

/** What the process is asked to do. It draws the page of what it has measured before. */
export type EvaluationWork =
  | { readonly kind: 'choices'; readonly release: string }
  | { readonly kind: 'evaluate'; readonly request: EvaluationRequest }
  | { readonly kind: 'page'; readonly at: string; readonly release: PageRelease };

/** What it answers: of an evaluation what there is to keep. */
export interface EvaluationAnswers {
  readonly choices: ReleaseChoices;
  readonly evaluate: Pick<EvaluationContent, 'kind' | 'n' | 'measures'> & {
    readonly report: GuardReport;
  };
  readonly page: string;
}

/** What of a release can be measured. */
export async function choicesApart(release: string, title: string): Promise<ReleaseChoices> {
  const rename = (name: string): string => (name === release ? title : name);
  return await apart(release, title, (process) =>
    naming(rename, [], () => asked(process, { kind: 'choices', release })),
  );
}

/**
 * Measures systems against a release in a process of its own: what is predicted comes from files
 * that anybody may have made. The look is recorded, and the result kept, before this returns.
 */
export async function evaluateApart(
  id: string,
  request: EvaluationRequest,
  named: readonly NamedFile[],
): Promise<KeptEvaluation> {
  const { release, at, by, title } = request;
  return await apart(release, named[0]?.name ?? title, async (process) => {
    const given = await handOver(request, named, process.folder);
    const rename = (name: string): string =>
      name === release ? title : (given.named.find(({ path }) => path === name)?.name ?? name);
    const { report, ...content } = await naming(rename, given.named, () =>
      asked(process, { kind: 'evaluate', request: given.request }),
    );
    const measures = content.measures.map(({ name }) => name);
    const looks = await recordLook(request, report, measures);
    const { training, split, task, simulated, override } = report;
    const objections = report.objections.map((one) => faultIn(one, rename));
    const page = await asked(process, {
      kind: 'page',
      at,
      release: pageRelease({ ...report, objections }, looks),
    });
    const kept: KeptEvaluation = {
      id,
      at,
      by,
      systems: request.systems,
      files: named.map(({ name }) => name),
      ...content,
      task,
      split,
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
        looks === null
          ? null
          : { count: looks.count, ofSystems: looks.ofSystems, head: looks.head },
    };
    keepEvaluation(release, kept, page);
    return kept;
  });
}

/** Has a process that may read a release work. */
async function apart<Result>(
  release: string,
  file: string,
  work: (process: WorkProcess) => Promise<Result>,
): Promise<Result> {
  const limits = readingLimits();
  const processes =
    known.get(release) ?? new KeptProcess(processFile, limits, [release, ledgerOf(release)]);
  known.set(release, processes);
  return await withinLimits(file, limits, () => processes.use(work));
}

const processFile = threadFile('evaluation-process', import.meta.url);
/** By the release that they may read. */
const known = new Map<string, KeptProcess>();

function asked<Kind extends EvaluationWork['kind']>(
  process: WorkProcess,
  work: Extract<EvaluationWork, { kind: Kind }>,
): Promise<EvaluationAnswers[Kind]> {
  return process.ask<EvaluationAnswers[Kind]>(work);
}

/** The request with files that the process may read. */
async function handOver(
  request: EvaluationRequest,
  named: readonly NamedFile[],
  folder: string,
): Promise<{ readonly request: EvaluationRequest; readonly named: readonly NamedFile[] }> {
  const places = new Map<string, string>();
  for (const { path } of named) places.set(path, await handFile(path, folder));
  const at = (path: string): string => places.get(path)!;
  const { files, training } = request;
  return {
    request: {
      ...request,
      files: files.map(at),
      training: training === null ? null : at(training),
    },
    named: named.map(({ path, name }) => ({ path: at(path), name })),
  };
}

/** Faults name what people know. */
async function naming<Result>(
  rename: (name: string) => string,
  named: readonly NamedFile[],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(
      error.faults.map((one) => placed(faultIn(one, rename), named)),
      error.count,
    );
  }
}

/** Names the file where several were sent: an answer says only the line. */
function placed(found: ReturnType<typeof faultIn>, named: readonly NamedFile[]): typeof found {
  const isOwn = named.some(({ name }) => name === found.file);
  return isOwn && named.length > 1 ? faultAbout(found, `${found.file!}:`) : found;
}
