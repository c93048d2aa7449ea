import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Option } from 'commander';
import type { Command } from 'commander';
import type { ModelAccess } from '../../../operations/models/model-services.ts';
import { list } from '../../options.ts';

/** The option that declares services. */
export function servicesOption(): Option {
  return new Option(
    '--services <file>',
    'YAML with the services that models may be reached at, and their keys',
  ).env('ASSAY_SERVICES');
}

/** What options say about services and keys. */
export interface AccessOptions {
  readonly services?: string;
  readonly allowKey?: readonly string[];
}

/** Adds the options with which somebody says where models are reached with which key. */
export function addAccessOptions(command: Command): Command {
  return command
    .addOption(servicesOption())
    .addOption(
      new Option(
        '--allow-key <names>',
        'send the keys in these environment variables where the protocol says',
      )
        .env('ASSAY_ALLOW_KEY')
        .argParser(list),
    );
}

/** What a server and its workers reach models with: nobody is there to be asked. */
export async function declaredAccess(services: string | undefined): Promise<ModelAccess> {
  if (services === undefined) return {};
  // Loaded here, so that a poll without work starts without it.
  const { readServices } = await import('../../../operations/models/model-services.ts');
  return { declared: readServices(services) };
}

/** What a person reaches models with: they are asked before a protocol gets one of their keys. */
export async function personalAccess({
  services,
  allowKey = [],
}: AccessOptions): Promise<ModelAccess> {
  return {
    ...(await declaredAccess(services)),
    allowsKey: async ({ variable, address }, place) => {
      if (allowKey.includes(variable)) return true;
      const use = { place, variable, address };
      const known = allowedUses();
      if (known.some((one) => JSON.stringify(one) === JSON.stringify(use))) return true;
      const question =
        `The protocol in ${place} wants the key in ${variable} sent to\n  ${address}\n` +
        'Send it, now and whenever it asks for the same? [y/N] ';
      if (!(await isConfirmed(question))) return false;
      keepUses([...known, use]);
      return true;
    },
  };
}

/** A key that somebody has allowed the protocol of a place to send to an address. */
interface AllowedUse {
  readonly place: string;
  readonly variable: string;
  readonly address: string;
}

function allowedUses(): readonly AllowedUse[] {
  try {
    const { allowed } = JSON.parse(readFileSync(usesFile(), 'utf8')) as {
      readonly allowed?: readonly AllowedUse[];
    };
    return Array.isArray(allowed) ? allowed : [];
  } catch {
    // Not there yet, or damaged: the question is asked again.
    return [];
  }
}

function keepUses(allowed: readonly AllowedUse[]): void {
  const file = usesFile();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify({ allowed }, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

function usesFile(): string {
  const { XDG_CONFIG_HOME, APPDATA } = process.env;
  const folder = XDG_CONFIG_HOME || APPDATA || join(homedir(), '.config');
  return join(folder, 'assay', 'allowed-keys.json');
}

/** Asks in a terminal; elsewhere, and without an answer, it is no. */
async function isConfirmed(question: string): Promise<boolean> {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return false;
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await new Promise<string>((resolve) => {
    reader.once('close', () => resolve(''));
    reader.question(question, resolve);
  });
  reader.close();
  return /^y(es)?$/i.test(answer.trim());
}
