import { Option } from 'commander';
import { defined } from '../../../domain/defined.ts';
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
      const { task } = options;
      const mapping = {
        ...(options.mapping === undefined
          ? {}
          : readMapping(readText(options.mapping), options.mapping)),
        ...defined({ annotator: options.annotator }),
      };
      const result = validate(options.protocol, files, options.guideline ?? null, {
        progress: bar.step,
        mapping,
        parquet: await readParquetFiles(files, mapping),
        mode: options.mode,
        ...defined({ task, kind: options.kind, format: namedFormat(options) }),
      });
      bar.stop();
      if (options.json)
        printJson({
          valid: result.count === 0,
          files: result.files,
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
  for (const one of result.faults) note(printFault(one));
  const more = result.count - countFaults(result.faults);
  if (more > 0) note(`… and ${count(more)} more`);
  print(result.count === 0 ? '\nAll well.' : `\n${number(result.count, 'fault')}.`);
}
