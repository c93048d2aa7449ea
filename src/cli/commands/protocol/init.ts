import { relative } from 'node:path';
import { init, listExamples } from '../../../operations/protocol/init.ts';
import type { CopiedExample, Example } from '../../../operations/protocol/init.ts';
import type { AddCommand } from '../../commands.ts';
import { examples, jsonOption, written } from '../../options.ts';
import { heading, print, printJson, terminalWidth } from '../../output.ts';

/** `assay init`: a ready protocol with sample units. */
export const addInit: AddCommand = (program, exit) => {
  program
    .command('init')
    .description('copy an example protocol with sample units into a folder, or list the examples')
    .argument('[example]', 'the example to copy')
    .argument('[folder]', 'the folder to create (default: named after the example)', written)
    .option('--complete', 'with rulings on everything that is open, ready to be released')
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples([
        'assay init regulatory-topics my-topics',
        'assay init trial-relevance trials --complete',
      ]),
    )
    .action(
      (
        name: string | undefined,
        folder: string | undefined,
        options: { readonly complete?: true; readonly json?: true },
      ) => {
        if (name === undefined) {
          const listed = listExamples();
          if (options.json) printJson({ examples: listed });
          else print(listReport(listed));
        } else {
          const isComplete = options.complete === true;
          const copied = init(name, folder ?? name, isComplete);
          if (options.json)
            printJson({
              example: copied.name,
              title: copied.title,
              folder: copied.folder,
              files: copied.files,
            });
          else print(copyReport(copied, isComplete));
        }
        exit(0);
      },
    );
};

function listReport(listed: readonly Example[]): string {
  const entries = listed.map(
    ({ name, title, shows }) => `${name}\n${wrap(`${title}: ${shows}.`, 2)}`,
  );
  return [heading('Examples'), ...entries, 'assay init <example> [folder] copies one.'].join(
    '\n\n',
  );
}

function copyReport({ name, folder, files }: CopiedExample, isComplete: boolean): string {
  const place = relative('.', folder) || '.';
  const lines = [
    `Copied ${name} into ${place}: ${files.length} files.`,
    '',
    'Next:',
    ...(place === '.' ? [] : [`  cd ${place}`]),
    '  assay validate',
    isComplete
      ? '  assay release . --version 1.0 --out release-1.0 --with-text --date 2026-04-01T00:00:00Z'
      : '  assay --help',
  ];
  return lines.join('\n');
}

function wrap(text: string, indent: number): string {
  const space = ' '.repeat(indent);
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && indent + line.length + 1 + word.length > terminalWidth()) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => space + line).join('\n');
}
