import { relative } from 'node:path';
import { init, listExamples } from '../../../operations/protocol/init.ts';
import type { CopiedExample, Example } from '../../../operations/protocol/init.ts';
import type { AddCommand } from '../../commands.ts';
import { examples, jsonOption } from '../../options.ts';
import { heading, print, printJson, terminalWidth } from '../../output.ts';

/** `assay init`: a ready protocol with sample units. */
export const addInit: AddCommand = (program, exit) => {
  program
    .command('init')
    .description('copy an example protocol with sample units into a folder, or list the examples')
    .argument('[example]', 'the example to copy')
    .argument('[folder]', 'where to (default: a folder named after the example)')
    .addOption(jsonOption)
    .addHelpText('after', examples(['assay init regulatory-topics my-topics']))
    .action(
      (name: string | undefined, folder: string | undefined, options: { readonly json?: true }) => {
        if (name === undefined) {
          const listed = listExamples();
          if (options.json) printJson({ examples: listed });
          else print(listReport(listed));
        } else {
          const copied = init(name, folder ?? name);
          if (options.json)
            printJson({
              example: copied.name,
              title: copied.title,
              folder: copied.folder,
              files: copied.files,
            });
          else print(copyReport(copied));
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

function copyReport({ name, folder, files }: CopiedExample): string {
  const place = relative('.', folder) || '.';
  const lines = [
    `Copied ${name} into ${place}: ${files.length} files.`,
    '',
    'Next:',
    ...(place === '.' ? [] : [`  cd ${place}`]),
    '  assay validate',
    '  assay --help',
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
