import { Option } from 'commander';
import { defined } from '../../../domain/defined.ts';
import { split } from '../../../operations/release/split.ts';
import type { SplitFiles } from '../../../operations/release/split.ts';
import { refuse } from '../../../domain/fault.ts';
import { inEnglish } from '../../../domain/english.ts';
import type { AddCommand } from '../../commands.ts';
import {
  examples,
  forceOption,
  fraction,
  jsonOption,
  list,
  seedOption,
  taskOption,
  wholeNumber,
  written,
} from '../../options.ts';
import {
  count,
  decimals,
  heading,
  number,
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
  readonly text?: string;
  readonly present?: number;
  readonly protocol?: string;
  readonly task?: string;
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
    .argument('<rows>', 'CSV with a column of 0 and 1, or of grades, per label; - for stdin')
    .addOption(
      new Option('-l, --labels <columns>', 'columns of the labels: a,b,c; or all')
        .argParser(list)
        .makeOptionMandatory(),
    )
    .option('-d, --dev <share>', 'share of the rows that go to dev', fraction, 0.4)
    .addOption(seedOption)
    .option('-g, --group <column>', 'keep rows with the same value here together')
    .option('--text <column>', 'list nearly equal texts of this column on both sides')
    .option('--present <grade>', 'the lowest grade at which a label applies', wholeNumber)
    .option('-p, --protocol <file>', 'the protocol that sets that grade')
    .addOption(taskOption)
    .option('--no-header', 'the file has no header; its columns are named 1, 2, 3 …')
    .option('-o, --out-dir <folder>', 'folder for dev_<name>.csv and test_<name>.csv', written, '.')
    .addOption(forceOption)
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples(
        [
          'assay split chunks.csv --labels IRB,CreditRisk --dev 0.4 --group doc_id',
          'assay split truth.csv --protocol . --labels all --group subject',
        ],
        'Rows of an exported truth that are excluded or open are left out and counted.',
      ),
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
        ...defined({ group: options.group, text: options.text, present: options.present }),
        ...defined({ protocol: options.protocol, task: options.task }),
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
  if (result.leftOut.size > 0) parts.push(paragraph(`Left out: ${leftOutText(result)}.`));
  if (result.acrossSides !== null) parts.push(duplicatesText(result.acrossSides));
  return parts.join('\n\n');
}

function leftOutText({ leftOut }: SplitFiles): string {
  return [...leftOut].map(([state, rows]) => `${number(rows, 'row')} ${state}`).join(', ');
}

const mostPairs = 20;

function duplicatesText(pairs: NonNullable<SplitFiles['acrossSides']>): string {
  if (pairs.length === 0) return paragraph('No nearly equal texts on both sides.');
  const shown = pairs.slice(0, mostPairs);
  const rest = pairs.length - shown.length;
  return [
    paragraph(`${number(pairs.length, 'pair')} of nearly equal texts on both sides, by lines:`),
    table(
      [numeric('dev'), numeric('test'), numeric('similarity')],
      shown.map(({ dev, test, similarity }) => [count(dev), count(test), decimals(similarity, 2)]),
    ),
    ...(rest > 0 ? [`… and ${count(rest)} more; --json lists them.`] : []),
  ].join('\n');
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
    left_out: Object.fromEntries(result.leftOut),
    near_duplicates: result.acrossSides,
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
