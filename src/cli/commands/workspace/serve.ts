import { Option } from 'commander';
import { defined } from '../../../domain/defined.ts';
import type { AddCommand } from '../../commands.ts';
import { databaseOption, examples, portNumber, written } from '../../options.ts';
import { count, note, print } from '../../output.ts';
import { endAtLast, stopSignal } from '../../stop-signal.ts';
import { keptVersionText } from '../protocol/kept-version.ts';
import { declaredAccess, servicesOption } from '../models/model-access.ts';
import { workerBeside } from './worker-beside.ts';

interface Options {
  readonly port: number;
  readonly host: string;
  readonly database: string;
  readonly protocol?: string[];
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly insecure?: true;
  readonly publicUrl?: string;
  readonly allowHost?: string[];
  readonly trustProxy?: string | true;
  readonly metricsToken?: string;
  readonly auditHeadFile?: string;
  readonly auditHeadWebhook?: string;
  readonly releases?: string;
  readonly releaseKey?: string;
  readonly smtp?: string;
  readonly mailFrom?: string;
  readonly privateWebhooks?: true;
  readonly services?: string;
  readonly leadLink?: true;
  readonly logLevel?: 'info' | 'warn' | 'error';
}

/** `assay serve`: the workbench and the interface for programs. */
export const addServe: AddCommand = (program, exit) => {
  program
    .command('serve')
    .description('serve the workbench and the API from a database file or PostgreSQL')
    .option('--port <number>', 'the port; 0 picks a free one', portNumber, 4000)
    .option('--host <address>', 'address to listen on; other machines need TLS', '127.0.0.1')
    .addOption(databaseOption('a file, created if missing, or postgres://…'))
    .option('-p, --protocol <folders...>', 'protocols to load as projects with units, if new')
    .option('--tls-cert <file>', 'certificate (PEM)')
    .option('--tls-key <file>', 'private key (PEM)')
    .option('--insecure', 'serve other machines without TLS')
    .option('--public-url <url>', 'address at which others reach the server, for links')
    .option('--allow-host <names...>', 'further names at which the server may be called')
    .option(
      '--trust-proxy [addresses]',
      'proxies that forward client addresses (with --public-url: those on this machine)',
    )
    .addOption(
      new Option('--metrics-token <token>', 'token to read /metrics from other machines').env(
        'ASSAY_METRICS_TOKEN',
      ),
    )
    .option(
      '--audit-head-file <file>',
      'append the head of the audit log to a file once a day',
      written,
    )
    .option('--audit-head-webhook <url>', 'POST it to this address once a day')
    .option(
      '--releases <folder>',
      'folder for releases (default: beside the database file)',
      written,
    )
    .option('--release-key <file>', 'private Ed25519 key that leads may sign releases with')
    .addOption(
      new Option('--smtp <url>', 'send messages by mail: smtp://user:password@host:587').env(
        'ASSAY_SMTP',
      ),
    )
    .addOption(new Option('--mail-from <address>', 'sender of the mail').env('ASSAY_MAIL_FROM'))
    .option('--private-webhooks', 'allow webhooks to private networks, also without TLS')
    .addOption(servicesOption())
    .option('--lead-link', 'print a one-time link for another lead')
    .addOption(
      new Option(
        '--log-level <level>',
        'JSON log on standard error (default: info, or warn in a terminal)',
      ).choices(['info', 'warn', 'error']),
    )
    .addHelpText(
      'after',
      examples(['assay serve --protocol examples/rag-tasks --database work.db']),
    )
    .action(async (options: Options) => {
      const {
        tlsCert,
        tlsKey,
        protocol = [],
        insecure,
        publicUrl,
        trustProxy,
        metricsToken,
        auditHeadFile: file,
        auditHeadWebhook: webhook,
        releases,
        releaseKey,
        smtp,
        mailFrom,
        privateWebhooks = false,
        services,
        leadLink,
        logLevel: level,
        ...rest
      } = options;
      if ((tlsCert === undefined) !== (tlsKey === undefined))
        program.error('--tls-cert and --tls-key belong together.');
      if (webhook !== undefined && !/^https?:$/.test(URL.parse(webhook)?.protocol ?? ''))
        program.error('--audit-head-webhook: expected an address like https://example.org/heads.');
      if ((smtp === undefined) !== (mailFrom === undefined))
        program.error('--smtp and --mail-from belong together.');
      const models = await declaredAccess(services);
      // Loaded here, so that the other commands start without it.
      const [{ serve }, { standardErrorLog }] = await Promise.all([
        import('../../../server/serve.ts'),
        import('../../../server/log.ts'),
      ]);
      const log = standardErrorLog(level ?? (process.stderr.isTTY ? 'warn' : 'info'));
      const server = await serve({
        ...rest,
        protocols: protocol,
        models,
        log,
        auditHead: defined({ file, webhook }),
        notices: {
          mail: smtp === undefined || mailFrom === undefined ? null : { smtp, from: mailFrom },
          allowsPrivate: privateWebhooks,
        },
        ...(tlsCert === undefined || tlsKey === undefined
          ? {}
          : { tls: { certFile: tlsCert, keyFile: tlsKey } }),
        ...defined({
          insecure,
          publicUrl,
          trustProxy,
          metricsToken,
          releases,
          releaseKey,
          leadLink,
        }),
      });
      for (const { project, fresh, units, kept, folder } of server.projects) {
        note(fresh ? `${project}: loaded, ${count(units)} units` : `${project}: already loaded`);
        if (kept !== null) note(keptVersionText(project, kept, folder));
      }
      print(`Assay runs at ${server.address}`);
      if (server.needsPublicUrl)
        note(
          `Links in invitations lead to ${server.linkAddress}. If others reach the server by a ` +
            'name, pass it with --public-url: the server answers to no other.',
        );
      if (publicUrl !== undefined && trustProxy === undefined)
        note(
          'Attempts to sign in are counted by client address, and only a proxy on this machine ' +
            'is trusted to report it. Pass --trust-proxy if yours runs elsewhere.',
        );
      if (server.link !== null) print(`Sign in as lead, once, within a day: ${server.link}`);
      const worker = workerBeside(rest.database, models);
      const told = stopSignal();
      const damage = server.workspace.store.sound?.then(() => told) ?? told;
      const failure = await Promise.race([told, damage]).then(
        () => null,
        (reason: unknown) => ({ reason }),
      );
      const stopped = worker.stop();
      note('Stopping: no new requests are accepted, and open ones are finished.');
      endAtLast();
      await stopped;
      await server.close();
      if (failure !== null) throw failure.reason;
      exit(0);
    });
};
