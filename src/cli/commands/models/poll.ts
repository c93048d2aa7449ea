import { userInfo } from 'node:os';
import type { CodedText } from '../../../domain/coded-text.ts';
import { inEnglish } from '../../../domain/english.ts';
import { passingCodes } from '../../../domain/models/model-batch.ts';
import { codedText } from '../../../domain/text-values.ts';
import type { TextCode } from '../../../domain/texts.ts';
import { hasFolderWork, hasWorkspaceWork } from '../../../operations/models/poll-work.ts';
import type { Polled } from '../../../operations/models/poll-models.ts';
import type { RunOptions } from '../../../operations/models/run-job.ts';
import type { AddCommand } from '../../commands.ts';
import { examples, jsonOption } from '../../options.ts';
import { count, note, numeric, print, printJson, table } from '../../output.ts';
import { installCron, removeCron } from './cron.ts';
import { addAccessOptions, personalAccess } from './model-access.ts';
import type { AccessOptions } from './model-access.ts';
import { addPlaceOptions, chosenDatabase } from './place-options.ts';
import type { PlaceOptions } from './place-options.ts';

interface Options extends PlaceOptions, AccessOptions {
  readonly quiet?: true;
  readonly installCron?: true;
  readonly removeCron?: true;
  readonly json?: true;
}

/** `assay poll`: collects the results of batches, once. */
export const addPoll: AddCommand = (program, exit) => {
  const command = program
    .command('poll')
    .description('collect the results of batches, and ask again where that is needed')
    .option('--quiet', 'print only what needs attention')
    .option('--install-cron', 'poll every five minutes, with a marked line in your crontab')
    .option('--remove-cron', 'remove that line');
  addAccessOptions(addPlaceOptions(command))
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples(
        ['assay poll', 'assay poll --install-cron'],
        'Run it as often as you like, on any number of machines: each batch is\n' +
          'collected once.',
      ),
    )
    .action(async (options: Options) => {
      const database = chosenDatabase(options);
      if (options.installCron === true || options.removeCron === true) {
        const place = database ?? options.protocol ?? '.';
        const words = database === null ? ['--protocol', place] : ['--database', place];
        const line = options.installCron === true ? installCron(words) : removeCron(words);
        note(line === null ? 'There is no scheduled poll for this place.' : line);
        return;
      }
      const ending = new AbortController();
      const stop = (): void => ending.abort();
      process.once('SIGINT', stop).once('SIGTERM', stop);
      const by = options.by ?? userInfo().username;
      const run = {
        signal: ending.signal,
        wait: false,
        interval: 0,
        tell: (text: CodedText) => {
          const isPassing = passingCodes.some((code) => code === text.code);
          if (!(isPassing && options.quiet === true)) note(inEnglish(text));
        },
      };
      try {
        const polled = await poll(database, { ...options, by }, run);
        if (options.json) printJson(polled);
        else report(polled, options.quiet === true);
        exit(polled.some(({ state }) => state === 'paused') ? 1 : 0);
      } finally {
        process.off('SIGINT', stop).off('SIGTERM', stop);
      }
    });
};

/** Looks after batches; what does the work is loaded only when there is some. */
async function poll(
  database: string | null,
  { protocol, by, ...access }: Options & { readonly by: string },
  run: RunOptions,
): Promise<readonly Polled[]> {
  const isIdle = database === null ? !hasFolderWork(protocol) : !(await hasWorkspaceWork(database));
  if (isIdle) return [];
  const models = await personalAccess(access);
  const { pollFolder, pollWorkspace } = await import('../../../operations/models/poll-models.ts');
  if (database === null) return await pollFolder(protocol, by, run, models);
  const { withWorkspace } = await import('../../../operations/workspace/command-line.ts');
  return await withWorkspace({ database, by, models }, (context) => pollWorkspace(context, run));
}

function report(polled: readonly Polled[], isQuiet: boolean): void {
  if (!isQuiet && polled.length > 0)
    print(
      table(
        ['project', 'task', 'state', numeric('judged'), numeric('open'), numeric('in batches')],
        polled.map(({ project, task, state, counts, open }) => [
          project,
          task,
          state,
          count(counts.judged),
          count(open),
          count(counts.pending),
        ]),
      ),
    );
  if (!isQuiet && polled.length === 0) note('No batches are pending.');
  for (const { project, task, stops } of polled)
    for (const { code, values } of stops)
      note(`${project}, ${task}: paused: ${inEnglish(codedText(code as TextCode, values))}.`);
}
