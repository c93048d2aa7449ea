import { InvalidArgumentError, Option } from 'commander';
import type { AddCommand } from '../../commands.ts';
import { databaseOption, portNumber } from '../../options.ts';
import { count, note, print } from '../../output.ts';
import { endAtLast, stopSignal } from '../../stop-signal.ts';

interface Options {
  readonly port: number;
  readonly host: string;
  readonly database: string;
  readonly protocol?: string[];
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly insecure?: true;
  readonly publicUrl?: string;
  readonly metricsToken?: string;
  readonly leadLink?: true;
  readonly logLevel?: 'info' | 'warn' | 'error';
}

/** `assay serve`: the workbench and the interface for programs. */
export const addServe: AddCommand = (program, exit) => {
  program
    .command('serve')
    .description('serve the workbench and the API, on a database in a file or on PostgreSQL')
    .option('--port <number>', 'the port; 0 for any that is free', portNumber, 4000)
    .option(
      '--host <address>',
      'where to listen; others than this machine only with TLS',
      '127.0.0.1',
    )
    .addOption(
      databaseOption(
        '-d, --database <address>',
        'a file, which is made when it is not there, or postgres://…',
      ),
    )
    .option(
      '-p, --protocol <folders...>',
      'protocols to load as projects with their units, unless they are there',
    )
    .option('--tls-cert <file>', 'the certificate, PEM')
    .option('--tls-key <file>', 'its key, PEM')
    .option('--insecure', 'serve other machines without TLS all the same')
    .option(
      '--public-url <url>',
      'how the outside calls this server, behind a proxy on this machine; links of invitations begin with it',
    )
    .addOption(
      new Option(
        '--metrics-token <token>',
        'what a program shows to read /metrics from elsewhere or through a proxy (else only this machine may)',
      ).env('ASSAY_METRICS_TOKEN'),
    )
    .option('--lead-link', 'print a one-time link for one more lead')
    .option(
      '--log-level <level>',
      'info, warn or error: what is logged, as JSON on standard error (else info, and warn in a terminal)',
      logLevel,
    )
    .addHelpText(
      'after',
      '\nExample:\n  assay serve --protocol examples/rag-tasks --database work.db',
    )
    .action(async (options: Options) => {
      const {
        tlsCert,
        tlsKey,
        protocol = [],
        insecure,
        publicUrl,
        metricsToken,
        leadLink,
        logLevel: level,
        ...rest
      } = options;
      if ((tlsCert === undefined) !== (tlsKey === undefined))
        program.error('--tls-cert and --tls-key belong together.');
      // Loaded here, so that the other commands start without it.
      const [{ serve }, { standardErrorLog }] = await Promise.all([
        import('../../../server/serve.ts'),
        import('../../../server/log.ts'),
      ]);
      const log = standardErrorLog(level ?? (process.stderr.isTTY ? 'warn' : 'info'));
      const server = await serve({
        ...rest,
        protocols: protocol,
        log,
        ...(tlsCert === undefined || tlsKey === undefined
          ? {}
          : { tls: { certFile: tlsCert, keyFile: tlsKey } }),
        ...(insecure === true ? { insecure } : {}),
        ...(publicUrl === undefined ? {} : { publicUrl }),
        ...(metricsToken === undefined ? {} : { metricsToken }),
        ...(leadLink === true ? { leadLink } : {}),
      });
      for (const { project, fresh, units } of server.projects)
        note(fresh ? `${project}: loaded, ${count(units)} units` : `${project}: there already`);
      print(`Assay runs at ${server.address}`);
      if (server.linksFollowRequests)
        note(
          'Links of invitations begin with the address by which the lead who makes them opened the workbench; --public-url gives them one of your own.',
        );
      if (server.link !== null) print(`Sign in as lead, once, within a day: ${server.link}`);
      await stopSignal();
      note('Stopping: no new requests, the last ones are finished.');
      endAtLast();
      await server.close();
      exit(0);
    });
};

function logLevel(text: string): string {
  if (!['info', 'warn', 'error'].includes(text))
    throw new InvalidArgumentError('expected info, warn or error');
  return text;
}
