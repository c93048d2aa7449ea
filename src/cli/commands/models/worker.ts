import { defined } from '../../../domain/defined.ts';
import { inEnglish } from '../../../domain/english.ts';
import { codedText } from '../../../domain/text-values.ts';
import type { TextCode } from '../../../domain/texts.ts';
import { failureReason } from '../../../operations/failure-reason.ts';
import { runWorker } from '../../../operations/models/poll-models.ts';
import { withWorkspace } from '../../../operations/workspace/command-line.ts';
import type { AddCommand } from '../../commands.ts';
import { byOption, databaseOption, examples } from '../../options.ts';
import { note } from '../../output.ts';
import { endAtLast } from '../../stop-signal.ts';
import { declaredAccess, servicesOption } from './model-access.ts';

interface Options {
  readonly database: string;
  readonly by?: string;
  readonly services?: string;
}

/** `assay worker`: does the work that leads started, until it is stopped. */
export const addWorker: AddCommand = (program) => {
  program
    .command('worker')
    .description('ask models and collect batches for a workspace, until it is stopped')
    .addOption(databaseOption())
    .addOption(byOption)
    .addOption(servicesOption())
    .addHelpText(
      'after',
      examples(
        ['assay worker --database postgres://localhost/assay'],
        'Any number of workers can share one PostgreSQL; one at a time works on a task.',
      ),
    )
    .action(async ({ database, by, services }: Options) => {
      const models = await declaredAccess(services);
      const ending = new AbortController();
      const stop = (): void => {
        ending.abort();
        endAtLast();
      };
      process.once('SIGINT', stop).once('SIGTERM', stop);
      note('Working; Ctrl+C stops it.');
      try {
        await withWorkspace({ database, models, ...defined({ by }) }, (context) =>
          runWorker(
            context,
            ending.signal,
            (polled) => {
              for (const { project, task, state, stops } of polled)
                for (const { code, values } of stops) {
                  const why = inEnglish(codedText(code as TextCode, values));
                  note(`${project}, ${task}: ${state}: ${why}.`);
                }
            },
            (error) => note(failureReason(error)),
          ),
        );
      } finally {
        process.off('SIGINT', stop).off('SIGTERM', stop);
      }
    });
};
