import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { runCompute, runRecordCompute } from '../../../operations/verdicts/run-compute.ts';
import type { RunRequest, SourceRequest } from '../../../operations/verdicts/run-compute.ts';
import type { AddCommand } from '../../commands.ts';
import { fraction, list, positiveWhole, wholeNumber, written } from '../../options.ts';
import { note, print, printJson } from '../../output.ts';
import { progressBar } from '../../progress.ts';
import { computeJson, computeReport } from './verdict-report.ts';
import { onRecord, verdictDatabase } from './verdict-source.ts';

/** The options that say where policies and truth are; `assay explain` has them too. */
export interface SourceOptions {
  readonly k?: readonly number[];
  readonly policies?: string;
  readonly terms?: string;
  readonly cache?: string;
  readonly dataset?: string;
  readonly overrides?: readonly string[];
  readonly protocol?: string;
  readonly judgments?: readonly string[];
  readonly database?: string;
  readonly project?: string;
  readonly weights?: string;
  readonly models?: string;
  readonly allowPartial?: true;
  readonly tie: 'ruling' | 'heaviest';
  readonly seed: number;
}

interface Options extends SourceOptions {
  readonly policy?: readonly string[];
  readonly out?: string;
  readonly domain?: string;
  readonly computedAt?: string;
  readonly maxMissing: number;
  readonly invalidate?: true;
  readonly check?: true;
  readonly dryRun?: true;
  readonly saveCache?: string;
  readonly json?: true;
}

/** `assay compute`: verdicts from policies, all of them and all K in one run. */
export const addCompute: AddCommand = (program, exit) => {
  const command = program
    .command('compute')
    .description('make verdicts about subjects from the truth about their units, by policies')
    .option('--policy <ids>', 'the policies: a,b,c (default: all; G1a … G6l still work)', list);
  addSourceOptions(command)
    .option(
      '-o, --out <folder>',
      'folder for <policy>_K<k>_groundtruth.json (default: data/answers/<domain>)',
      written,
    )
    .option(
      '--domain <name>',
      'the domain written to the files (default: the protocol’s name, or the preset’s)',
    )
    .option('--computed-at <time>', 'the time written to the files (default: now)', time)
    .option(
      '--max-missing <share>',
      'fail and write nothing if more units have no truth',
      fraction,
      0.1,
    )
    .option('--invalidate', 'discard judgments under other terms, on these topics alone')
    .option('--check', 'write nothing; list the files that would be written differently now')
    .option('--dry-run', 'write nothing')
    .option(
      '--save-cache <file>',
      'write the judgments and their aggregates to a cache file',
      written,
    )
    .option('--json', 'print JSON')
    .addHelpText('after', computeHelp)
    .action(async (options: Options) => {
      const bar = progressBar('Reading');
      const computing = progressBar('Computing');
      const request: RunRequest = {
        ...sourceRequest(options, options.policy ?? [], options.invalidate === true),
        out: options.out,
        domain: options.domain,
        saveCache: options.saveCache,
        computedAt: options.computedAt ?? new Date().toISOString().slice(0, 19),
        maxMissing: options.maxMissing,
        dryRun: options.dryRun === true,
        check: options.check === true,
        progress: bar.step,
        computing: (done, total) => {
          bar.stop();
          computing.step(done, total);
        },
      };
      const database = verdictDatabase(options);
      const result =
        database === null
          ? await runCompute(request)
          : await onRecord(database, options, ({ store }, project) =>
              runRecordCompute(store, project, request),
            );
      bar.stop();
      computing.stop();
      for (const one of result.notes) note(`note: ${one}`);
      if (options.json) printJson(computeJson(result));
      else print(computeReport(result));
      for (const one of result.failures) note(one);
      exit(result.failures.length > 0 || (result.outdated ?? []).length > 0 ? 1 : 0);
    });
};

const computeHelp = `
Example:
  assay compute --project policy-ground-truth --out answers
  assay compute --policy G1_allergy_V0,G1_allergy_V2 --k 25,50 \\
    --policies policies --terms terms --cache judgement_cache.json \\
    --dataset dataset.jsonl --overrides judgment_overrides.json --out answers

Without options that name files it works on the workspace;
where there is none, on the protocol in this folder.

Exit status: 0 success, 1 too much is missing, or judgments or files are out of
date, 2 invalid input or usage.`;

/** Adds the options that say where policies and truth are. */
export function addSourceOptions(command: Command): Command {
  return command
    .option(
      '--k <numbers>',
      'the K most recent units: 25,50 (default: the protocol’s, or 25,50,100,200)',
      ks,
    )
    .option('--policies <path>', 'a policy file, or a folder of them; Assay’s format or legacy')
    .option(
      '--terms <path>',
      'a folder of terms, or a protocol with them as questions (default: beside the policies)',
    )
    .option('--cache <file>', 'the judgment cache: raw and aggregated')
    .option('--dataset <file>', 'JSONL with a business and its reviews per line')
    .option(
      '--overrides <files>',
      'override files, the first one wins; with a protocol also rulings as JSONL',
      list,
    )
    .option(
      '-p, --protocol <file>',
      'without --policies: the protocol (default: protocol.yaml in this folder)',
    )
    .option(
      '--judgments <files>',
      'with a protocol: files of judgments (default: its folder judgments)',
      list,
    )
    .option(
      '--weights <list>',
      'with a cache: model:weight,… (default: what the cache says, or the preset)',
    )
    .option(
      '--models <list>',
      'with a cache: required runs, model:runs,… (default: what the cache says)',
    )
    .option('--allow-partial', 'count units that not all runs have judged, and mark them')
    .addOption(
      new Option('--tie <how>', 'with a cache: what happens to a tie')
        .choices(['ruling', 'heaviest'])
        .default('ruling'),
    )
    .option('--seed <number>', 'seed of the random starts of mace', wholeNumber, 1)
    .option(
      '-P, --project <name>',
      'without files: the project of the workspace (default: the only one)',
    )
    .option(
      '-d, --database <address>',
      'without files: a file or postgres://… (default: ASSAY_DATABASE or .assay/workspace.db)',
    );
}

/** The request that the options describe. */
export function sourceRequest(
  options: SourceOptions,
  policy: readonly string[],
  invalidate: boolean,
): SourceRequest {
  const { policies, terms, cache, dataset, protocol, weights, models, tie, seed } = options;
  const named = { policies, terms, cache, dataset, protocol, weights, models, tie, seed };
  return {
    ...named,
    policy,
    k: options.k ?? null,
    invalidate,
    overrides: options.overrides ?? [],
    judgments: options.judgments ?? [],
    allowPartial: options.allowPartial === true,
  };
}

function ks(text: string): readonly number[] {
  return list(text).map(positiveWhole);
}

function time(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?$/.test(text))
    throw new InvalidArgumentError('expected a time such as 2026-01-31T09:30:00');
  return text;
}
