import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import { nameSchema, textSchema } from '../../domain/basic-schemas.ts';
import { InputError } from '../../domain/fault.ts';
import { missingField } from '../../domain/field-fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { schemaFaults } from '../../formats/schema-faults.ts';
import { parseYaml } from '../../formats/yaml-source.ts';
import { homeAddress } from '../../llm/reached-service.ts';
import type { Fetch, KeyUse, Service } from '../../llm/reached-service.ts';
import { readText } from '../text-file.ts';
import { ownAddressFetch } from './own-address-fetch.ts';

/** What whoever runs the program gives its models: of a protocol alone comes none of it. */
export interface ModelAccess {
  /** The declared services; without them, what the environment has for the providers. */
  readonly declared?: ModelServices;
  /** Whether a key of the environment may go where the protocol of a place wants it. */
  readonly allowsKey?: (use: KeyUse, place: string) => Promise<boolean>;
}

/** The services that an operator has declared. */
export interface ModelServices {
  /** Those that the panel of a project may name. */
  of(project: string): ReadonlyMap<string, Service>;
  /** Calls the addresses that protocols name. */
  readonly ownFetch: Fetch;
}

/** Calls addresses of protocols where nobody has declared a private network. */
export const publicFetch: Fetch = ownAddressFetch(new BlockList());

const serviceSchema = z
  .strictObject({
    address: z
      .string()
      .refine(
        (text) => /^https?:\/\/[^\s/@?#]+(\/[^\s@?#]*)?$/.test(text) && URL.canParse(text),
        'service-address',
      )
      .optional(),
    key_env: textSchema.optional(),
    key_file: textSchema.optional(),
    /** The projects whose panels may name it; all when left out. */
    projects: z.array(nameSchema).min(1).optional(),
  })
  .refine((one) => one.key_env === undefined || one.key_file === undefined, 'one-key');

const servicesSchema = z.strictObject({
  services: z.record(nameSchema, serviceSchema).default({}),
  /** Private networks in which addresses of protocols may be. */
  private_networks: z
    .array(z.string().refine((text) => networkOf(text) !== null, 'network'))
    .default([]),
});

/**
 * Reads the services that an operator declares, from a file or from the text itself, which begins
 * with a brace. Keys stay where they are until they are used, so that a new one needs no restart.
 */
export function readServices(source: string): ModelServices {
  const isText = source.trimStart().startsWith('{');
  const file = isText ? '--services' : source;
  const parsed = parseYaml(isText ? source : readText(source));
  if (!parsed.ok) throw new InputError(parsed.faults.map((one) => ({ ...one, file })));
  const { value, lineOf } = parsed.value;
  const checked = servicesSchema.safeParse(value, { reportInput: true });
  if (!checked.success) {
    const faults = schemaFaults(checked.error.issues, lineOf);
    throw new InputError(faults.map((one) => ({ ...one, file })));
  }
  const services = Object.entries(checked.data.services).map(([name, given]) => {
    const { projects = null } = given;
    const address = given.address ?? homeAddress(name);
    if (address === null) {
      const line = lineOf(['services', name]);
      const field = `services.${name}.address`;
      throw new InputError([missingField(field, codedText('service-address'), { file, line })]);
    }
    return { name, projects, service: { address, key: keyOf(given) } };
  });
  const networks = new BlockList();
  for (const one of checked.data.private_networks) networks.addSubnet(...networkOf(one)!);
  return {
    of: (project) =>
      new Map(
        services
          .filter(({ projects }) => projects === null || projects.includes(project))
          .map(({ name, service }) => [name, service]),
      ),
    ownFetch: ownAddressFetch(networks),
  };
}

/** A network such as `10.0.0.0/8`, or a single address. */
function networkOf(text: string): readonly [string, number, 'ipv4' | 'ipv6'] | null {
  const [address = '', ...rest] = text.split('/');
  const family = isIP(address);
  const longest = family === 4 ? 32 : 128;
  const [bits = String(longest)] = rest;
  const length = /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (family === 0 || rest.length > 1 || !(length <= longest)) return null;
  return [address, length, family === 4 ? 'ipv4' : 'ipv6'];
}

function keyOf(given: z.infer<typeof serviceSchema>): Service['key'] {
  const { key_env: variable, key_file: file } = given;
  if (variable !== undefined) return () => process.env[variable]?.trim() || null;
  if (file === undefined) return null;
  readText(file);
  return () => {
    try {
      return readFileSync(file, 'utf8').trim() || null;
    } catch {
      // Being replaced, or gone: the service has no key until it is there again.
      return null;
    }
  };
}
