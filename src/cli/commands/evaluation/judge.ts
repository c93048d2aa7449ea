import { inEnglish } from '../../../domain/english.ts';
import { existsSync } from 'node:fs';
import { Option } from 'commander';
import { refuse } from '../../../domain/fault.ts';
import { judgeFiles } from '../../../operations/evaluation/judge-files.ts';
import { judgeRelease } from '../../../operations/evaluation/judge-release.ts';
import { judgeRecord, scorings } from '../../../operations/evaluation/judge-record.ts';
import type { JudgeRequest, TaskJudge } from '../../../operations/evaluation/judge-record.ts';
import { isLongTable, judgeVotes } from '../../../operations/evaluation/judge-votes.ts';
import type { TaskFilesRequest } from '../../../operations/evaluation/read-judged-task.ts';
import {
  compareModelFiles,
  compareModels,
  compareReleasedModels,
} from '../../../operations/models/compare-models.ts';
import { powerRows } from '../../../operations/evaluation/prediction-rows.ts';
import { withAllRereadable } from '../../../operations/rereadable-input.ts';
import { chooseProject, withWorkspace } from '../../../operations/workspace/command-line.ts';
import type { AddCommand } from '../../commands.ts';
import {
  examples,
  fraction,
  jsonOption,
  list,
  numberAbove,
  positiveWhole,
  projectOption,
  protocolOption,
  seedOption,
  taskOption,
} from '../../options.ts';
import { note, print, printJson } from '../../output.ts';
import { progressBar } from '../../progress.ts';
import { familiesJson, familiesReport } from './families-report.ts';
import { assessmentJson, poweredRowsJson } from './judge-json.ts';
import { assessmentReport, poweredRowsReport } from './judge-report.ts';

interface Options extends Omit<JudgeRequest, 'q' | 'leastPeople' | 'leastUnits'> {
  readonly judge?: string;
  readonly votes?: string;
  readonly ppi?: string;
  readonly lambda?: number;
  readonly confidence: number;
  readonly database?: string;
  readonly project?: string;
  readonly protocol?: string;
  readonly task?: string;
  readonly judgments?: string[];
  readonly people?: readonly string[];
  readonly by?: readonly string[];
  readonly fdr: number;
  readonly minPeople: number;
  readonly minUnits: number;
  readonly seed: number;
  readonly release?: string;
  readonly families?: true;
  readonly json?: true;
}

/** `assay judge`: may a model stand in for a person? */
export const addJudge: AddCommand = (program, exit) => {
  program
    .command('judge')
    .description('find out whether a model may stand in for a person, and what it saves')
    .argument('[files...]', 'judgments beside those of the protocol’s folder, such as a model’s')
    .option('--judge <name>', 'the annotator, model or keyword rule to measure')
    .option('--votes <file>', 'CSV or JSONL: unit, annotator, answer, question; or judgments')
    .option('--ppi <file>', 'CSV or JSONL: human (empty where nobody judged) and model')
    .option('--families', 'compare all models with each other and with the people')
    .option('--release <folder>', 'a release; its truth is recomputed without the judge')
    .option('-d, --database <address>', 'the workspace: a file or postgres://…')
    .addOption(projectOption)
    .addOption(protocolOption)
    .addOption(taskOption)
    .option('--judgments <files...>', 'files of judgments instead of those in the folder')
    .option('--people <names>', 'with --votes: who the people are (default: all others)', list)
    .option('--by <fields>', 'also look for bias by these fields of the units', list)
    .option('--epsilon <number>', 'how much worse than a person the judge may be', fraction, 0.1)
    .addOption(new Option('--scoring <how>', 'how answers are compared').choices([...scorings]))
    .option('--fdr <share>', 'false discovery rate over the people', fraction, 0.05)
    .option('--min-people <number>', 'drop units with fewer people', positiveWhole, 2)
    .option('--min-units <number>', 'skip people with fewer units', positiveWhole, 30)
    .option('--width <number>', 'desired width of the intervals', numberAbove(0), 0.1)
    .option('--lambda <number>', 'with --ppi: how much the model is trusted', fraction)
    .option('--confidence <share>', 'with --ppi: level of the interval', fraction, 0.95)
    .addOption(seedOption)
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples([
        'assay judge --votes votes.csv --judge gpt-5-mini --epsilon 0.2',
        'assay judge --ppi rows.csv',
        'assay judge -d .assay/workspace.db --project topics --judge gpt-5-mini',
        'assay judge -p topics/ --judge keywords',
        'assay judge --release release-1.0 --judge gpt-5-mini',
        'assay judge -p reviews/ --families',
      ]),
    )
    .action(async (files: string[], options: Options) => {
      if (options.ppi !== undefined) exit(powered(options.ppi, files, options));
      else if (options.families) exit(await families(files, options));
      else exit(await judged(files, options));
    });
};

function powered(file: string, files: readonly string[], options: Options): 0 {
  const { lambda, confidence, width } = options;
  refuseOthers('--ppi', files, options, [
    'votes',
    'judge',
    'database',
    'project',
    'protocol',
    'release',
  ]);
  const bar = progressBar('Reading rows');
  const chosen = lambda === undefined ? {} : { lambda };
  const result = powerRows({ file, confidence, width, ...chosen, progress: bar.step });
  bar.stop();
  if (options.json) printJson(poweredRowsJson(result));
  else print(poweredRowsReport(result, { width, confidence }));
  return 0;
}

async function judged(files: readonly string[], options: Options): Promise<0> {
  const { judge } = options;
  if (judge === undefined)
    refuse('usage', { reason: 'Name what to measure with --judge NAME, or pass --ppi rows.csv.' });
  if (options.votes !== undefined) return votes(options.votes, judge, files, options);
  if (options.release !== undefined) return released(options.release, judge, files, options);
  const database = databaseOf(files, options);
  if (database !== null) {
    const result = await withWorkspace({ database }, async (context) => {
      const project = await chooseProject(context, options.project);
      const task = options.task === undefined ? {} : { task: options.task };
      return judgeRecord(context, {
        ...requestOf(options),
        project,
        ...task,
        judge,
        by: by(options),
      });
    });
    return show(result, options);
  }
  return show(onFiles(judge, files, options), options);
}

async function families(files: readonly string[], options: Options): Promise<0> {
  refuseOthers('--families', [], options, ['judge', 'people']);
  const { votes: file, judgments = [] } = options;
  const given = file === undefined ? options : { ...options, judgments: [...judgments, file] };
  const { release } = options;
  if (release !== undefined) refuseOthers('--release', files, given, ['database', 'project']);
  const database = release === undefined ? databaseOf(files, given) : null;
  const task = options.task === undefined ? {} : { task: options.task };
  const compared = async () => {
    if (release !== undefined) return compareReleasedModels(release, options.task);
    if (database === null) return compareModelFiles(filesOf(files, given));
    return await withWorkspace({ database }, async (context) => {
      const project = await chooseProject(context, options.project);
      return compareModels(context, { project, ...task });
    });
  };
  const result = await compared();
  if (options.json) printJson(familiesJson(result));
  else print(familiesReport(result));
  return 0;
}

/** Where judgments in files are. */
function filesOf(further: readonly string[], options: Options): TaskFilesRequest {
  const { judgments = [], seed, protocol, task } = options;
  return {
    judgments,
    further,
    seed,
    ...(protocol === undefined ? {} : { protocol }),
    ...(task === undefined ? {} : { task }),
  };
}

function onFiles(judge: string, further: readonly string[], options: Options): TaskJudge {
  const bar = progressBar('Reading judgments');
  const result = judgeFiles({
    ...requestOf(options),
    ...filesOf(further, options),
    judge,
    by: by(options),
    progress: bar.step,
  });
  bar.stop();
  return result;
}

function released(release: string, judge: string, files: readonly string[], options: Options): 0 {
  refuseOthers('--release', files, options, ['database', 'project', 'protocol', 'judgments']);
  const task = options.task === undefined ? {} : { task: options.task };
  const request = { ...requestOf(options), release, ...task, judge, by: by(options) };
  return show(judgeRelease(request), options);
}

function votes(file: string, judge: string, files: readonly string[], options: Options): 0 {
  refuseOthers('--votes', files, options, ['database', 'project', 'judgments', 'release']);
  return withAllRereadable([file], ([path]) => {
    if (!isLongTable(path!))
      return show(onFiles(judge, [], { ...options, judgments: [path!] }), options);
    const bar = progressBar('Reading votes');
    const people = options.people ?? null;
    const own = { ...requestOf(options), file: path!, judge, people, by: by(options) };
    const { assessment, empty, repeated } = judgeVotes({ ...own, progress: bar.step });
    bar.stop();
    if (options.json) {
      const counts = { empty_votes: empty, repeated_votes: repeated };
      printJson(assessmentJson(assessment, counts));
      return 0;
    }
    print(assessmentReport(assessment, ''));
    if (empty > 0) note(`${empty} rows without an answer are not votes.`);
    if (repeated > 0) note(`${repeated} votes replace an earlier one of the same annotator.`);
    return 0;
  });
}

function show(result: TaskJudge, options: Options): 0 {
  const { assessment, project, task, simulated, stale, superseded, assisted, stratified } = result;
  const warnings = result.warnings.map(inEnglish);
  const left = { stale, superseded, assisted };
  const about = { project, task, simulated, ...left, stratified, warnings };
  const older = `${stale} judgments under older versions are left out.`;
  if (options.json) printJson(assessmentJson(assessment, about));
  else {
    const sample = simulated ? ' (its judgments are simulated)' : '';
    print(assessmentReport(assessment, `${project}${sample}, ${task}: `));
    if (stratified) note(unevenDraw);
    if (stale > 0) note(older);
    if (superseded > 0) note(`${superseded} judgments are replaced by later ones.`);
    if (assisted > 0) note(`${assisted} judgments given with a suggestion in sight are left out.`);
    for (const one of warnings) note(one);
  }
  return 0;
}

const unevenDraw =
  'Units were drawn by labels or difficulty, not evenly: shares and means over all units may be ' +
  'biased.';

/** The workspace, when one is named, or there and no files are. */
function databaseOf(files: readonly string[], options: Options): string | null {
  const { database, project, protocol, judgments } = options;
  const isRecord = database !== undefined || project !== undefined;
  const isFiles = protocol !== undefined || judgments !== undefined || files.length > 0;
  if (isRecord && isFiles)
    refuse('usage', {
      reason:
        '--database and --project name a workspace, files and --protocol a folder: pass one or ' +
        'the other. assay import brings files into a workspace.',
    });
  if (isFiles) return null;
  const known = database ?? process.env['ASSAY_DATABASE'];
  return known ?? (isRecord || existsSync(usualDatabase) ? usualDatabase : null);
}

/** Where the workspace is when nothing is said. */
const usualDatabase = '.assay/workspace.db';

function requestOf(options: Options): JudgeRequest {
  const { epsilon, scoring = 'accuracy', width, fdr, minPeople, minUnits } = options;
  const least = { leastPeople: minPeople, leastUnits: minUnits };
  return { epsilon, scoring, width, q: fdr, ...least };
}

function by({ by: fields = [] }: Options): readonly string[] {
  return fields;
}

function refuseOthers(
  kept: string,
  files: readonly string[],
  options: Options,
  others: readonly (keyof Options)[],
): void {
  const given = [
    ...others.filter((name) => options[name] !== undefined).map((name) => `--${name}`),
    ...files,
  ];
  if (given.length > 0)
    refuse('usage', { reason: `${kept} cannot be combined with ${given.join(' and ')}.` });
}
