import { Option } from 'commander';
import { defined } from '../../../domain/defined.ts';
import { split } from '../../../operations/release/split.ts';
import type { SplitFiles } from '../../../operations/release/split.ts';
import { refuse } from '../../../domain/fault.ts';
import { inEnglish } from '../../../domain/english.ts';
import type { AddCommand } from '../../commands.ts';
import { examples, forceOption, fraction, jsonOption, list, seedOption } from '../../options.ts';
import {
  count,
  decimals,
  heading,
  numeric,
  paragraph,
  print,
  printJson,
  table,
} from '../../output.ts';
import { progressBar } from '../../progress.ts';

interface Options {
  readonly labels: readonly string[];
  readonly dev: number;
  readonly seed: number;
  readonly group?: string;
  readonly header: boolean;
  readonly outDir: string;
  readonly force?: true;
  readonly json?: true;
}

/** `assay split`: development and test set with the same mix of labels. */
export const addSplit: AddCommand = (program, exit) => {
  program
    .command('split')
    .description('split rows into dev and test, with the same frequency of every label')
    .argument('<rows>', 'CSV with a column of 0 and 1 per label; - for standard input')
    .addOption(
      new Option('-l, --labels <columns>', 'columns of the labels: a,b,c; or all')
        .argParser(list)
        .makeOptionMandatory(),
    )
    .option('-d, --dev <share>', 'share of the rows that go to dev', fraction, 0.4)
    .addOption(seedOption)
    .option('-g, --group <column>', 'keep rows with the same value here together')
    .option('--no-header', 'the file has no header; its columns are named 1, 2, 3 …')
    .option('-o, --out-dir <folder>', 'folder for dev_<name>.csv and test_<name>.csv', '.')
    .addOption(forceOption)
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples(['assay split chunks.csv --labels IRB,CreditRisk --dev 0.4 --group doc_id']),
    )
    .action((file: string, options: Options) => {
      if (!(options.dev > 0 && options.dev < 1))
        refuse('usage', {
          reason: `--dev is ${options.dev}, expected a share between 0 and 1, such as 0.4.`,
        });
      const bar = progressBar('Reading rows');
      const result = split({
        file,
        labels: options.labels.length === 1 && options.labels[0] === 'all' ? 'all' : options.labels,
        dev: options.dev,
        seed: options.seed,
        ...defined({ group: options.group }),
        header: options.header,
        folder: options.outDir,
        force: options.force === true,
        progress: bar.step,
      });
      bar.stop();
      if (options.json) printJson(splitJson(result));
      else print(splitReport(result));
      exit(0);
    });
};

function splitReport(result: SplitFiles): string {
  const { sizes, groups, labels, files, rows, largestDeviation } = result;
  const sideRows = (['dev', 'test'] as const).map((side) =>
    [side, count(sizes[side]), `${((sizes[side] / rows) * 100).toFixed(1)} %`].concat(
      groups === null ? [] : count(groups[side]),
      files[side],
    ),
  );
  const parts = [
    heading(`${count(rows)} rows, seed ${result.seed}`),
    table(
      [
        'side',
        numeric('rows'),
        numeric('share'),
        ...(groups === null ? [] : [numeric(result.group ?? 'groups')]),
        'file',
      ],
      sideRows,
    ),
    table(
      [
        'label',
        numeric('rows'),
        numeric('prevalence'),
        numeric('dev'),
        numeric('test'),
        numeric('deviation'),
      ],
      labels.map((one) => [
        one.label,
        count(one.positives),
        decimals(one.prevalence, 4),
        decimals(one.dev, 4),
        decimals(one.test, 4),
        decimals(one.deviation, 4),
      ]),
    ),
  ];
  if (largestDeviation !== null)
    parts.push(
      paragraph(
        `Largest deviation of prevalence: ${decimals(largestDeviation.value, 4)} ` +
          `(${largestDeviation.label}, ${largestDeviation.side}): ${result.quality}.`,
      ),
    );
  const oneSided = labels.flatMap(({ label, oneSided: why }) =>
    why === null ? [] : [`${label} is not on both sides: ${inEnglish(why)}.`],
  );
  if (oneSided.length > 0) parts.push(oneSided.join('\n'));
  return parts.join('\n\n');
}

function splitJson(result: SplitFiles): unknown {
  const { largestDeviation } = result;
  return {
    file: result.file,
    seed: result.seed,
    dev_share: result.dev,
    rows: result.rows,
    dev: { rows: result.sizes.dev, groups: result.groups?.dev ?? null, file: result.files.dev },
    test: { rows: result.sizes.test, groups: result.groups?.test ?? null, file: result.files.test },
    group: result.group,
    max_prevalence_deviation: largestDeviation?.value ?? null,
    max_prevalence_deviation_label: largestDeviation?.label ?? null,
    max_prevalence_deviation_side: largestDeviation?.side ?? null,
    quality: result.quality,
    labels: result.labels.map((one) => ({
      label: one.label,
      positives: one.positives,
      prevalence: one.prevalence,
      dev_prevalence: one.dev,
      test_prevalence: one.test,
      deviation: one.deviation,
      on_both_sides: one.oneSided === null,
      ...(one.oneSided === null ? {} : { why: inEnglish(one.oneSided) }),
    })),
  };
}
