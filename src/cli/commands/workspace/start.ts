import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { examplePeople } from '../../../operations/protocol/example-stories.ts';
import type { LoadedExamples } from '../../../operations/protocol/load-examples.ts';
import { arePagesOld, buildPages } from '../../build-pages.ts';
import type { AddCommand } from '../../commands.ts';
import { freePort } from '../../free-port.ts';
import { openBrowser } from '../../open-browser.ts';
import { examples, portNumber, written } from '../../options.ts';
import { count, heading, note, numeric, print, table } from '../../output.ts';
import { endAtLast, stopSignal } from '../../stop-signal.ts';
import { declaredAccess, servicesOption } from '../models/model-access.ts';
import { workerBeside } from './worker-beside.ts';

interface Options {
  readonly port?: number;
  readonly folder: string;
  readonly fresh?: true;
  readonly complete?: true;
  readonly services?: string;
  readonly open: boolean;
  readonly build: boolean;
}

const host = '127.0.0.1';
const usualPort = 4000;

/** `assay start`: the workbench with the four examples in it, to look around and try everything. */
export const addStart: AddCommand = (program, exit) => {
  program
    .command('start')
    .description('open the workbench with the four examples, on this machine only')
    .option(
      '--port <number>',
      `the port; 0 picks a free one (default: ${usualPort}, or the next free port)`,
      portNumber,
    )
    .option('--folder <folder>', 'folder of the workspace', written, '.assay')
    .option('--fresh', 'discard all work in the examples and load them again')
    .option('--complete', 'with nothing left to judge or to rule on, ready to be released')
    .addOption(servicesOption())
    .option('--no-open', 'do not open a browser')
    .option('--no-build', 'do not rebuild the pages')
    .addHelpText('after', examples(['assay start --folder /tmp/examples --fresh']))
    .action(async (options: Options) => {
      if (options.build && arePagesOld()) {
        note('Building the pages; they are new, or have changed.');
        const failure = await buildPages();
        if (failure !== null) program.error(`The pages could not be built.\n${failure}`);
      }
      const models = await declaredAccess(options.services);
      // Loaded here, so that the other commands start without it.
      const [{ serve }, { standardErrorLog }, { loadExamples }, { removeExamples }] =
        await Promise.all([
          import('../../../server/serve.ts'),
          import('../../../server/log.ts'),
          import('../../../operations/protocol/load-examples.ts'),
          import('../../../operations/protocol/remove-examples.ts'),
        ]);
      const port = options.port === 0 ? 0 : await freePort(options.port ?? usualPort, host);
      if (options.port !== undefined && port !== options.port)
        program.error(
          `The port ${options.port} is in use. Pass another with --port, or none to get ` +
            'the next that is free.',
        );
      if (port === null)
        return program.error(
          `The ports from ${usualPort} on are all in use. Pass another with --port.`,
        );
      mkdirSync(options.folder, { recursive: true, mode: 0o700 });
      const database = join(options.folder, 'examples.db');
      if (options.fresh === true) removeExamples(database);
      const password = newPassword();
      let loaded: LoadedExamples | null = null;
      const server = await serve({
        database,
        host,
        port,
        protocols: [],
        models,
        log: standardErrorLog('error'),
        prepare: async (workspace, passwords) => {
          const isComplete = options.complete === true;
          loaded = await loadExamples(workspace, passwords, password, isComplete);
        },
      });
      print(report(loaded!, { address: server.address, database, password }));
      if (options.open) openBrowser(`${server.address}/sign-in?login=lead`);
      const worker = workerBeside(database, models);
      await stopSignal();
      note('Stopping.');
      endAtLast();
      await worker.stop();
      server.app.fastify.server.closeAllConnections();
      await server.close();
      exit(0);
    });
};

/** Easy to copy and to type: no letters that look alike. */
function newPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = (): string =>
    Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return [group(), group(), group()].join('-');
}

function report(
  { fresh, projects, people }: LoadedExamples,
  at: { readonly address: string; readonly database: string; readonly password: string },
): string {
  const columns = ['project', numeric('units'), numeric('judgments'), numeric('rulings')];
  const parts = examplePeople.filter(
    (person) => person.part !== null && people.includes(person.login),
  );
  return [
    heading(`Assay runs at ${at.address}`),
    '',
    fresh
      ? `The four examples were loaded into ${at.database}:`
      : `The four examples are in ${at.database}, as they were left. When loaded, they had:`,
    '',
    table(
      columns,
      projects.map((one) => [
        one.title,
        count(one.units),
        count(one.judgments),
        count(one.rulings),
      ]),
      80,
    ),
    '',
    'Everything in them is simulated: people, judgments, rulings.',
    '',
    ...(parts.length === 0
      ? ['Sign in as before; everybody has a password of their own by now.']
      : [
          `Sign in with the password  ${at.password}  as`,
          '',
          ...parts.map((person) => `  ${person.login.padEnd(12)} ${person.part}`),
        ]),
    '',
    'Ctrl+C stops it. Your work is kept; --fresh loads the examples again',
    '(with npm: npm start -- --fresh).',
  ].join('\n');
}
