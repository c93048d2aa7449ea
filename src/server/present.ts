import type { z } from 'zod';
import type { CodedText } from '../domain/coded-text.ts';
import { inEnglish } from '../domain/english.ts';

/** A reply as handlers return it: names as in the code instead of on the wire. Record keys stay. */
export type Presented<T> = unknown extends T
  ? unknown
  : T extends readonly (infer Entry)[]
    ? readonly Presented<Entry>[]
    : T extends object
      ? string extends keyof T
        ? { readonly [Key in keyof T]: Presented<T[Key]> }
        : {
            readonly [Key in keyof T as Key extends string ? CamelCase<Key> : Key]: Presented<
              T[Key]
            >;
          }
      : T;

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

type Present = (value: unknown) => unknown;

/** Schemas are constants, and their parts are used by many routes. */
const made = new WeakMap<z.core.$ZodType, Present>();

/** The function that picks what is sent: only what the schema names leaves the server. */
export function presenter(schema: z.core.$ZodType): Present {
  const known = made.get(schema);
  if (known !== undefined) return known;
  const present = newPresenter(schema);
  made.set(schema, present);
  return present;
}

function newPresenter(schema: z.core.$ZodType): Present {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return objectPresenter(def.shape);
    case 'array': {
      const entry = presenter(def.element);
      return (value) => (value as readonly unknown[]).map((one) => entry(one));
    }
    case 'record': {
      const entry = presenter(def.valueType);
      return (value) =>
        Object.fromEntries(Object.entries(value as object).map(([key, one]) => [key, entry(one)]));
    }
    case 'nullable':
    case 'optional': {
      const inner = presenter(def.innerType);
      return (value) => (value === null || value === undefined ? value : inner(value));
    }
    case 'readonly':
      return presenter(def.innerType);
    case 'union':
      return unionPresenter(def.options, 'discriminator' in def ? String(def.discriminator) : null);
    case 'lazy': {
      // Made when first needed, since a schema may be recursive.
      let inner: Present | null = null;
      return (value) => (inner ??= presenter(def.getter()))(value);
    }
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'literal':
    case 'enum':
    case 'unknown':
      return (value) => value;
    default:
      throw new Error(`A reply cannot hold a ${def.type}`);
  }
}

/** `created_at` as `createdAt`. @internal */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function objectPresenter(shape: Readonly<Record<string, z.core.$ZodType>>): Present {
  const fields = Object.entries(shape).map(([name, schema]) => ({
    name,
    from: camelCase(name),
    present: presenter(schema),
  }));
  const isCoded = ['code', 'values', 'message'].every((name) => Object.hasOwn(shape, name));
  return (value) => {
    const source = value as Readonly<Record<string, unknown>>;
    const chosen: Record<string, unknown> = {};
    for (const { name, from, present } of fields) {
      const one = source[from];
      if (one !== undefined) chosen[name] = present(one);
    }
    // Programs get the English sentence; pages make their own of code and values.
    if (isCoded) chosen['message'] ??= inEnglish(source as unknown as CodedText);
    return chosen;
  };
}

/** Of several shapes, picks the one that the discriminator names; plain values stay. */
function unionPresenter(
  options: readonly z.core.$ZodType[],
  discriminator: string | null,
): Present {
  if (discriminator !== null) {
    const cases = options.map((option) => ({ option, present: presenter(option) }));
    const from = camelCase(discriminator);
    return (value) => {
      const tag = (value as Readonly<Record<string, unknown>>)[from];
      const found = cases.find(
        ({ option }) =>
          option._zod.propValues?.[discriminator]?.has(tag as z.core.util.Primitive) === true,
      );
      if (found === undefined)
        throw new Error(`A reply has the unknown ${discriminator} ${String(tag)}`);
      return found.present(value);
    };
  }
  const nested = options.filter((option) =>
    ['object', 'array', 'record'].includes((option as z.core.$ZodTypes)._zod.def.type),
  );
  if (nested.length > 1)
    throw new Error('A reply with several shapes needs a field that tells them apart');
  const present = nested[0] === undefined ? null : presenter(nested[0]);
  return (value) =>
    present !== null && value !== null && typeof value === 'object' ? present(value) : value;
}
