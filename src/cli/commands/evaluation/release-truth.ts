import { userInfo } from 'node:os';
import { Option } from 'commander';
import type { Command } from 'commander';
import { refuse } from '../../../domain/fault.ts';
import { withRelease } from '../../../operations/evaluation/open-release.ts';
import type { OpenedRelease, ReleaseRequest } from '../../../operations/evaluation/open-release.ts';
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
  readonly by?: string;
}

/** Adds these options to the command. */
export function addReleaseOptions(command: Command): void {
  command
    .option('--release <folder>', 'a release in place of --qrels or --truth')
    .addOption(
      new Option('--split <side>', 'of a release (default: test)').choices(['dev', 'test']),
    )
    .addOption(taskOption)
    .option('--system <names>', 'with --release: the system of each file, for the guard', list)
    .option('--made-by <names>', 'models and rules that the system was made with', list)
    .option('--training <file>', 'what it was trained with: ids, texts or whole units')
    .option('--override <reason>', 'go on although the guard objects; stamps the result')
    .option('--question <name>', 'with --release and --run: the question of relevance')
    .addOption(byOption);
}

/** What else decides how the truth of a release is read. */
interface ShapeOptions extends ReleaseOptions {
  readonly run?: string;
  readonly class?: string;
  readonly rag?: string;
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
    refuse('usage', { reason: 'Pass the reason for going on with --override.' });
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
  const slice = options.slice ?? null;
  if (rag !== undefined) return { as: 'rag', slice };
  if (run !== undefined) return { as: 'qrels', question: options.question ?? null };
  if (question !== undefined) return { as: 'class', id: options.id, question };
  return { as: 'labels', id: options.id, slice };
}

/** The options under which the truth of a release is read: what the protocol says fills gaps. */
export function truthOptions(
  { truth, ...opened }: OpenedRelease,
  options: ShapeOptions,
  isRanking: boolean,
): object {
  const level = options.level ?? opened.level;
  const order = options.class === undefined ? null : (options.order ?? opened.order);
  return {
    ...(isRanking ? { qrels: truth } : { truth }),
    ...(level === null ? {} : { level }),
    ...(order === null ? {} : { order }),
    ...(isRanking || options.rag !== undefined ? {} : { subject: options.subject ?? 'subject' }),
  };
}

/** Prints a result; of a release only after the look is recorded, with what the guard says. */
export async function printResult(
  opened: OpenedRelease | null,
  measures: Iterable<string>,
  isJson: boolean,
  result: { json(): unknown; text(): string },
): Promise<void> {
  if (opened === null) {
    if (isJson) printJson(result.json());
    else print(result.text());
    return;
  }
  const { report } = opened;
  const looks = await opened.look([...measures]);
  if (isJson) printJson({ ...(result.json() as object), ...guardJson(report, looks) });
  else print([...overrideStamp(report), result.text(), guardLines(report, looks)].join('\n\n'));
}
