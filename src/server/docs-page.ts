import type { OpenAPIV3_1 } from 'openapi-types';
import { groupBy } from '../domain/group-by.ts';

type Schema = OpenAPIV3_1.SchemaObject & { readonly items?: Schema };
type Content = Readonly<Record<string, { readonly schema?: unknown }>>;

interface Entry {
  readonly path: string;
  readonly method: string;
  readonly operation: OpenAPIV3_1.OperationObject;
}

/** A page that shows the description of the API, without a script and without other servers. */
export function docsPage(document: object): string {
  const api = document as OpenAPIV3_1.Document;
  const entries = Object.entries(api.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Readonly<Record<string, Entry['operation']>>).map(
      ([method, operation]): Entry => ({ path, method: method.toUpperCase(), operation }),
    ),
  );
  const sections = [...groupBy(entries, ({ operation }) => operation.tags?.[0] ?? '')];
  const links = sections.map(([tag]) => `<li><a href="#${slug(tag)}">${text(tag)}</a></li>`);
  const paragraphs = (api.info.description ?? '').split('\n\n').map((one) => `<p>${text(one)}</p>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(api.info.title)} API</title>
<link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<header>
<h1>${text(api.info.title)} API <small>${text(api.info.version)}</small></h1>
${paragraphs.join('\n')}
<p><a href="/api/openapi.json">OpenAPI 3.1 description</a></p>
</header>
<nav aria-label="Sections"><ul>${links.join('')}</ul></nav>
<main>
${sections.map(([tag, shown]) => section(tag, shown)).join('\n')}
</main>
</body>
</html>
`;
}

/** The styles of the page. */
export const docsStyle = `:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1.5rem; }
h1 small { font-weight: normal; opacity: .7; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; padding: 0; }
section { border-top: 1px solid var(--line); margin-top: 2rem; }
article { margin: 1rem 0; }
summary { cursor: pointer; }
code, pre { font: 14px/1.45 ui-monospace, monospace; }
pre { background: var(--soft); overflow-x: auto; padding: .75rem; }
.method { display: inline-block; font-weight: bold; min-width: 4.5rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th, td { padding: .25rem .75rem .25rem 0; }
`;

function section(tag: string, entries: readonly Entry[]): string {
  const articles = entries.map(article).join('\n');
  return `<section id="${slug(tag)}"><h2>${text(tag)}</h2>\n${articles}\n</section>`;
}

function article({ path, method, operation }: Entry): string {
  const parameters = (operation.parameters ?? []) as readonly OpenAPIV3_1.ParameterObject[];
  const { content = {} } = (operation.requestBody ?? {}) as { readonly content?: Content };
  const head = `<code><span class="method">${method}</span> ${text(path)}</code>`;
  return [
    `<article id="${operation.operationId}"><details>`,
    `<summary>${head} – ${text(operation.summary ?? '')}</summary>`,
    `<p>${text(operation.description ?? '')}</p>`,
    parameterTable(parameters),
    ...Object.entries(content).map(
      ([type, { schema }]) =>
        `<h3>Request <code>${text(type)}</code></h3><pre>${text(sketch(schema))}</pre>`,
    ),
    ...Object.entries(operation.responses ?? {})
      .filter(([status]) => status !== 'default')
      .map(([status, response]) => `<h3>Response ${status}</h3>${contentOf(response)}`),
    '</details></article>',
  ].join('\n');
}

function parameterTable(parameters: readonly OpenAPIV3_1.ParameterObject[]): string {
  if (parameters.length === 0) return '';
  const heads = ['Parameter', 'Where', 'Type', 'Meaning'];
  const rows = parameters.map((one) => {
    const cells = [
      `<code>${text(one.name)}</code>`,
      `${one.in}${one.required === true ? '' : ', optional'}`,
      `<code>${text(shortType(one.schema))}</code>`,
      text(one.description ?? ''),
    ];
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  const head = heads.map((one) => `<th scope="col">${one}</th>`).join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function contentOf(response: object): string {
  const { content = {} } = response as { readonly content?: Content };
  const shown = Object.entries(content).map(
    ([type, { schema }]) => `<p><code>${text(type)}</code></p><pre>${text(sketch(schema))}</pre>`,
  );
  return shown.join('');
}

/** A schema in the form of an example: names with types. */
function sketch(schema: unknown, indent = ''): string {
  const one = schema as Schema;
  const inner = `${indent}  `;
  const options = one.anyOf ?? one.oneOf;
  if (options !== undefined) return options.map((option) => sketch(option, indent)).join(' | ');
  if (one.type === 'array') return `[${sketch(one.items, indent)}, …]`;
  if (one.properties !== undefined) {
    const fields = Object.entries(one.properties).map(([name, value]) => {
      const mark = one.required?.includes(name) === true ? '' : '?';
      return `${inner}${name}${mark}: ${sketch(value, inner)}`;
    });
    return `{\n${fields.join('\n')}\n${indent}}`;
  }
  if (one.type !== 'object') return shortType(schema);
  const values = one.additionalProperties;
  return `{ [name]: ${typeof values === 'object' ? sketch(values, indent) : 'anything'} }`;
}

function shortType(schema: unknown): string {
  const one = schema as Schema;
  const type = typeName(one);
  return one.default === undefined ? type : `${type} = ${JSON.stringify(one.default)}`;
}

function typeName(schema: Schema): string {
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(shortType).join(' | ');
  return String(schema.type ?? 'anything');
}

function text(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function slug(tag: string): string {
  return tag.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}
