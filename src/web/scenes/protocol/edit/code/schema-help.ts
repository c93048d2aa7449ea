/** What of a JSON Schema is used here. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly required?: readonly string[];
  readonly items?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
}

/** A key that may be written, with what is known of it. */
export interface KeyHelp {
  readonly name: string;
  readonly description: string;
  /** What may stand there: `text`, `list`, `training | pilot | full`. */
  readonly shape: string;
  readonly isRequired: boolean;
}

/** All that may stand at a path; branches of a choice one by one. */
export function schemasAt(root: JsonSchema, path: readonly string[]): readonly JsonSchema[] {
  return path.reduce<readonly JsonSchema[]>(
    (schemas, key) => schemas.flatMap((schema) => below(root, schema, key)),
    branches(root, root),
  );
}

/** The keys of a map. */
export function keysOf(schemas: readonly JsonSchema[], root: JsonSchema): readonly KeyHelp[] {
  const found = new Map<string, KeyHelp>();
  for (const { properties = {}, required = [] } of schemas)
    for (const [name, schema] of Object.entries(properties))
      if (!found.has(name))
        found.set(name, {
          name,
          description: schema.description ?? '',
          shape: shapeOf(branches(root, schema)),
          isRequired: required.includes(name),
        });
  return [...found.values()];
}

/** The values that are written as they are: choices, constants, true and false. */
export function valuesOf(schemas: readonly JsonSchema[]): readonly string[] {
  const values = schemas.flatMap((schema) => {
    if (schema.enum !== undefined) return schema.enum.map(String);
    if (schema.const !== undefined) return [String(schema.const)];
    return schema.type === 'boolean' ? ['true', 'false'] : [];
  });
  return [...new Set(values)];
}

/** What may stand somewhere, in a few words. */
export function shapeOf(schemas: readonly JsonSchema[]): string {
  const shapes = schemas.map((schema) => {
    const values = valuesOf([schema]);
    if (values.length > 0) return values.join(' | ');
    if (schema.type === 'object') return '{ … }';
    return schema.type === 'array' ? '[ … ]' : (schema.type ?? '');
  });
  return [...new Set(shapes.filter((shape) => shape !== ''))].join(' | ');
}

/** The description at a path: its own, or that of a branch. */
export function descriptionAt(root: JsonSchema, path: readonly string[]): string {
  const [last, ...rest] = path.toReversed();
  if (last === undefined) return root.description ?? '';
  const holders = schemasAt(root, rest.toReversed());
  const own = holders.flatMap(({ properties, additionalProperties }) => [
    properties?.[last],
    typeof additionalProperties === 'object' ? additionalProperties : undefined,
  ]);
  return own.find((schema) => schema?.description !== undefined)?.description ?? '';
}

function below(root: JsonSchema, schema: JsonSchema, key: string): readonly JsonSchema[] {
  const { properties, additionalProperties, items } = schema;
  const next = key === '[]' ? items : (ownOf(properties, key) ?? additionalProperties);
  return typeof next === 'object' ? branches(root, next) : [];
}

function branches(root: JsonSchema, schema: JsonSchema, depth = 0): readonly JsonSchema[] {
  if (depth > 8) return [];
  if (schema.$ref !== undefined) {
    const named = ownOf(root.$defs, schema.$ref.replace('#/$defs/', ''));
    return named === undefined ? [] : branches(root, named, depth + 1);
  }
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const within = choices.flatMap((one) => branches(root, one, depth + 1));
  return choices.length > 0 && schema.properties === undefined ? within : [schema, ...within];
}

function ownOf<Value>(
  values: Readonly<Record<string, Value>> | undefined,
  key: string,
): Value | undefined {
  return values !== undefined && Object.hasOwn(values, key) ? values[key] : undefined;
}
