import { userInfo } from 'node:os';
import { Option } from 'commander';
import type { Command } from 'commander';
import { refuse } from '../../../domain/fault.ts';
import {
  pageRelease,
  writeEvaluationPage,
} from '../../../operations/evaluation/report/evaluation-page.ts';
import { withRelease } from '../../../operations/evaluation/release/open-release.ts';
import type {
  OpenedRelease,
  ReleaseRequest,
} from '../../../operations/evaluation/release/open-release.ts';
import type { EvaluationContent } from '../../../operations/evaluation/results.ts';
import { byOption, list, taskOption } from '../../options.ts';
import { print, printJson } from '../../output.ts';
import { guardJson, guardLines, overrideStamp } from './guard-report.ts';

/** The options of `assay evaluate` that a release needs. */
export interface ReleaseOptions {
  readonly release?: string;
  readonly task?: string;
  readonly split?: 'dev' | 'test';
  readonly system?: readonly string[];
  readonly madeBy?: readonly string[];
  readonly training?: string;
  readonly override?: string;
  readonly question?: string;
  readonly verdicts?: string | true;
  readonly by?: string;
}

/** Adds these options to the command. */
export function addReleaseOptions(command: Command): void {
  command
    .option('--release <folder>', 'a release instead of --qrels or --truth')
    .addOption(
      new Option('--split <side>', 'of a release (default: test)').choices(['dev', 'test']),
    )
    .addOption(taskOption)
    .option('--system <names>', 'with --release: the system of each file, for the guard', list)
    .option('--made-by <names>', 'models and rules that the system was made with', list)
    .option('--training <file>', 'what it was trained with: ids, texts or whole units')
    .option('--override <reason>', 'proceed although the guard objects; the result is stamped')
    .option(
      '--question <name>',
      'with --release: the relevance question, or the answer of right rules (quality=correct)',
    )
    .option('--verdicts [policy]', 'with --release: verdicts of a policy, by subject and K')
    .addOption(byOption);
}

/** What else decides how the truth of a release is read. */
interface ShapeOptions extends ReleaseOptions {
  readonly run?: string;
  readonly class?: string;
  readonly rag?: string;
  readonly rules?: true;
  readonly overVotes?: string | true;
  readonly id: string;
  readonly slice?: string;
  readonly subject?: string;
  readonly level?: number;
  readonly order?: readonly string[];
  readonly format: 'table' | 'trec_eval';
}

/** Measures against a release, with the truth of it as a file; `systems` are the files. */
export function againstRelease<Result>(
  release: string,
  options: ShapeOptions,
  systems: number,
  work: (opened: OpenedRelease) => Promise<Result>,
): Promise<Result> {
  const { system = [], override } = options;
  if (system.length !== systems)
    refuse('usage', {
      reason:
        'Pass --system with the name of each system, in the order of the files: the guard needs ' +
        'to know what is measured.',
    });
  if (override?.trim() === '')
    refuse('usage', { reason: 'Pass --override with a reason for proceeding.' });
  if (options.format === 'trec_eval')
    refuse('usage', { reason: '--format trec_eval is for --qrels. Leave it out.' });
  const request: ReleaseRequest = {
    release,
    task: options.task ?? null,
    side: options.split ?? null,
    systems: system,
    madeBy: options.madeBy ?? [],
    training: options.training ?? null,
    override: override?.trim() ?? null,
    shape: shapeOf(options),
    by: options.by ?? userInfo().username,
    at: new Date().toISOString(),
  };
  return withRelease(request, work);
}

function shapeOf({ run, rag, class: question, ...options }: ShapeOptions): ReleaseRequest['shape'] {
  const { id, verdicts, slice = null, question: named = null } = options;
  if (verdicts !== undefined)
    return { as: 'verdicts', policy: verdicts === true ? null : verdicts };
  if (rag !== undefined) return { as: 'rag', slice };
  if (run !== undefined) return { as: 'qrels', question: named, slice };
  if (options.rules === true) return { as: 'rules', id, question: named };
  if (question !== undefined) return { as: 'class', id, question, slice };
  return { as: 'labels', id, slice };
}

/** The options under which the truth of a release is read: what the protocol says fills gaps. */
export function truthOptions(
  { truth, votes, queries, verdicts, ...opened }: OpenedRelease,
  options: ShapeOptions,
  isRanking: boolean,
): object {
  const level = options.level ?? opened.level;
  const isClass = options.class !== undefined || verdicts !== null;
  const order = isClass ? (options.order ?? opened.order) : null;
  if (options.overVotes === true && votes === null)
    refuse('usage', { reason: 'This truth has no answers of annotators. Leave out --over-votes.' });
  return {
    ...(isRanking ? { qrels: truth } : { truth }),
    ...(level === null ? {} : { level }),
    ...(order === null ? {} : { order }),
    ...(queries === null ? {} : { queries }),
    ...(options.overVotes === true ? { overVotes: votes } : {}),
    ...(verdicts === null
      ? {}
      : { id: 'id', class: 'verdict', slice: verdicts.ks.length > 1 ? 'k' : undefined }),
    ...(isRanking || options.rag !== undefined || options.rules === true
      ? {}
      : { subject: options.subject ?? 'subject' }),
  };
}

/** A result for programs, for people, and as the content of a page. */
export interface ShownResult {
  json(): unknown;
  text(): string;
  content(): EvaluationContent;
}

/**
 * Prints a result, and writes the page if one is asked for; of a release only after the look is
 * recorded, with what the guard says.
 */
export async function printResult(
  opened: OpenedRelease | null,
  measures: Iterable<string>,
  { isJson, html }: { readonly isJson: boolean; readonly html: string | null },
  result: ShownResult,
): Promise<void> {
  const looks = opened === null ? null : await opened.look([...measures]);
  if (html !== null) {
    const release = opened === null ? null : pageRelease(opened.report, looks);
    writeEvaluationPage(html, result.content(), release, new Date().toISOString());
  }
  if (opened === null) {
    if (isJson) printJson(result.json());
    else if (result.text() !== '') print(result.text());
    return;
  }
  const { report } = opened;
  if (isJson) printJson({ ...(result.json() as object), ...guardJson(report, looks) });
  else print([...overrideStamp(report), result.text(), guardLines(report, looks)].join('\n\n'));
}
