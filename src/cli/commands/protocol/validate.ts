import { dirname } from 'node:path';
import { Option } from 'commander';
import { defined } from '../../../domain/defined.ts';
import { inEnglish } from '../../../domain/english.ts';
import { withTextCopies } from '../../../operations/protocol/text-copies.ts';
import { readMapping } from '../../../operations/exchange/import-request.ts';
import { readParquetFiles } from '../../../operations/parquet-files.ts';
import { readText } from '../../../operations/text-file.ts';
import { validate } from '../../../operations/protocol/validate.ts';
import type { Validation } from '../../../operations/protocol/validation.ts';
import { countFaults, printFault } from '../../../domain/fault.ts';
import { importKinds } from '../../../domain/exchange/file-formats.ts';
import type { ImportFormat, ImportKind } from '../../../domain/exchange/file-formats.ts';
import type { AddCommand } from '../../commands.ts';
import {
  examples,
  formatOption,
  jsonOption,
  mappingOption,
  modeOption,
  namedFormat,
  protocolOption,
} from '../../options.ts';
import { count, note, number, numeric, print, printJson, table } from '../../output.ts';
import { progressBar } from '../../progress.ts';

interface Options {
  readonly protocol?: string;
  readonly guideline?: string;
  readonly task?: string;
  readonly mapping?: string;
  readonly annotator?: string;
  readonly kind?: ImportKind;
  readonly format: 'auto' | ImportFormat;
  readonly mode: 'reject' | 'normalise' | 'flag';
  readonly round?: string;
  readonly matrix?: string;
  readonly labels?: string;
  readonly skipInvalid?: true;
  readonly numbered?: string;
  readonly json?: true;
}

/** `assay validate`: everything that is wrong, at once. */
export const addValidate: AddCommand = (program, exit) => {
  program
    .command('validate')
    .description('check a protocol, the files it names, and files of units, judgments or rulings')
    .argument('[files...]', 'more files to check against the protocol; content is detected')
    .addOption(protocolOption)
    .option('--guideline <version>', 'guideline version of the judgments, if not the protocol’s')
    .option('-t, --task <name>', 'the task of these files, if they do not name it')
    .addOption(mappingOption)
    .option('--annotator <name>', 'who judged, if the files do not say')
    .addOption(
      new Option('--kind <kind>', 'what the files hold, as for import').choices(importKinds),
    )
    .addOption(formatOption)
    .addOption(modeOption)
    .option('--round <round>', 'the round that the judgments would go into')
    .option('--numbered <field>', 'units: the field for the number of each row, if none names it')
    .option('--matrix <file>', 'gold pack: the 0/1 matrix of the chunks')
    .option('--labels <file>', 'gold pack: the labels of the chunks')
    .option('--skip-invalid', 'RAG records: count invalid records instead of faults')
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples(
        ['assay validate --protocol examples/trial-relevance relevance.annotator_a.jsonl'],
        'Exit status: 0 no faults, 1 faults found, 2 invalid usage.',
      ),
    )
    .action(async (files: string[], options: Options) => {
      const bar = progressBar('Checking');
      const { task, matrix, labels } = options;
      if (options.numbered !== undefined && options.kind !== 'units')
        program.error('--numbered is for units: name them with --kind units.');
      const mapping = {
        ...(options.mapping === undefined
          ? {}
          : readMapping(readText(options.mapping), options.mapping)),
        ...defined({ annotator: options.annotator }),
      };
      const result = await withTextCopies(files, async ({ paths, said, nameOf }) => {
        for (const remark of said) note(inEnglish(remark));
        const found = validate(options.protocol, paths, options.guideline ?? null, {
          progress: bar.step,
          mapping,
          parquet: await readParquetFiles(paths, mapping),
          mode: options.mode,
          ...defined({
            task,
            kind: options.kind,
            format: namedFormat(options),
            round: options.round,
            skipInvalid: options.skipInvalid,
            numbered: options.numbered,
          }),
          ...(matrix === undefined || labels === undefined
            ? {}
            : { goldFiles: { matrix, labels } }),
        });
        const named = <One extends { readonly file?: string }>(one: One): One =>
          one.file === undefined ? one : { ...one, file: nameOf(one.file) };
        return { ...found, files: found.files.map(named), faults: found.faults.map(named) };
      });
      bar.stop();
      if (options.json)
        printJson({
          valid: result.count === 0,
          files: result.files,
          unchecked: result.unchecked,
          fault_count: result.count,
          faults: result.faults,
        });
      else report(result);
      exit(result.count === 0 ? 0 : 1);
    });
};

function report(result: Validation): void {
  if (result.files.length > 0) {
    const columns = [
      { title: 'file', path: true },
      'holds',
      'task',
      numeric('rows'),
      numeric('faults'),
    ];
    print(
      table(
        columns,
        result.files.map((one) => [
          one.file,
          one.kind,
          one.task ?? '',
          count(one.rows),
          count(one.faults),
        ]),
      ),
    );
  }
  for (const { file, skipped = 0 } of result.files)
    if (skipped > 0) note(`${file}: ${number(skipped, 'invalid record')} would be left out.`);
  for (const one of result.faults) note(printFault(one));
  const more = result.count - countFaults(result.faults);
  if (more > 0) note(`… and ${count(more)} more`);
  const [left] = result.unchecked;
  if (left !== undefined) {
    const folder = dirname(left);
    const files = number(result.unchecked.length, 'file');
    note(`Not checked: ${files} of judgments in ${folder}. Name the folder to check them too.`);
  }
  print(result.count === 0 ? '\nAll well.' : `\n${number(result.count, 'fault')}.`);
}
