import type { ApiDescription, ApiOperation } from './openapi.ts';

/**
 * A page for people that shows the description of the interface. It needs no script and nothing
 * from elsewhere.
 */
export function docsPage(api: ApiDescription): string {
  const entries = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  );
  const tags = [...new Set(entries.flatMap(({ operation }) => operation.tags))];
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
${api.info.description
  .split('\n\n')
  .map((line) => `<p>${text(line)}</p>`)
  .join('\n')}
<p><a href="/api/openapi.json">OpenAPI 3.1 description</a></p>
</header>
<nav aria-label="Sections"><ul>${tags.map((tag) => `<li><a href="#${slug(tag)}">${text(tag)}</a></li>`).join('')}</ul></nav>
<main>
${tags
  .map((tag) =>
    section(
      tag,
      entries.filter(({ operation }) => operation.tags.includes(tag)),
    ),
  )
  .join('\n')}
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
th, td { border-bottom: 1px solid var(--line); padding: .25rem .75rem .25rem 0; text-align: left; vertical-align: top; }
`;

interface Entry {
  readonly path: string;
  readonly method: string;
  readonly operation: ApiOperation;
}

function section(tag: string, entries: readonly Entry[]): string {
  return `<section id="${slug(tag)}"><h2>${text(tag)}</h2>\n${entries.map(article).join('\n')}\n</section>`;
}

function article({ path, method, operation }: Entry): string {
  const { parameters, requestBody, responses } = operation;
  const rows = parameters.map(
    (one) =>
      `<tr><td><code>${text(one.name)}</code></td><td>${one.in}${one.required ? '' : ', optional'}</td><td><code>${text(shortType(one.schema))}</code></td><td>${text(one.description ?? '')}</td></tr>`,
  );
  const answers = Object.entries(responses).filter(([status]) => status !== 'default');
  return [
    `<article id="${operation.operationId}"><details><summary><code><span class="method">${method}</span> ${text(path)}</code> – ${text(operation.summary)}</summary>`,
    `<p>${text(operation.description)}</p>`,
    rows.length === 0
      ? ''
      : `<table><thead><tr><th scope="col">Parameter</th><th scope="col">Where</th><th scope="col">Kind</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
    ...Object.entries(requestBody?.content ?? {}).map(
      ([type, { schema }]) =>
        `<h3>Takes <code>${text(type)}</code></h3><pre>${text(sketch(schema))}</pre>`,
    ),
    ...answers.map(([status, answer]) => `<h3>Gives ${status}</h3>${contentOf(answer)}`),
    '</details></article>',
  ].join('\n');
}

function contentOf(answer: unknown): string {
  const { content } = answer as {
    readonly content?: Readonly<Record<string, { readonly schema: unknown }>>;
  };
  return Object.entries(content ?? {})
    .map(
      ([type, { schema }]) => `<p><code>${text(type)}</code></p><pre>${text(sketch(schema))}</pre>`,
    )
    .join('');
}

/** A schema as one would write an example of it: names with kinds. */
function sketch(schema: unknown, indent = ''): string {
  const one = schema as {
    readonly type?: string;
    readonly properties?: Readonly<Record<string, unknown>>;
    readonly required?: readonly string[];
    readonly items?: unknown;
    readonly additionalProperties?: unknown;
    readonly anyOf?: readonly unknown[];
    readonly oneOf?: readonly unknown[];
  };
  const inner = `${indent}  `;
  const options = one.anyOf ?? one.oneOf;
  if (options !== undefined) return options.map((option) => sketch(option, indent)).join(' | ');
  if (one.type === 'array') return `[${sketch(one.items, indent)}, …]`;
  if (one.properties !== undefined) {
    const fields = Object.entries(one.properties).map(
      ([name, value]) =>
        `${inner}${name}${one.required?.includes(name) === true ? '' : '?'}: ${sketch(value, inner)}`,
    );
    return `{\n${fields.join('\n')}\n${indent}}`;
  }
  if (one.type === 'object')
    return `{ [name]: ${typeof one.additionalProperties === 'object' ? sketch(one.additionalProperties, indent) : 'anything'} }`;
  return shortType(schema);
}

function shortType(schema: unknown): string {
  const one = schema as {
    readonly type?: string;
    readonly enum?: readonly unknown[];
    readonly const?: unknown;
    readonly anyOf?: readonly unknown[];
    readonly default?: unknown;
  };
  const kind =
    one.enum !== undefined
      ? one.enum.map((value) => JSON.stringify(value)).join(' | ')
      : one.const !== undefined
        ? JSON.stringify(one.const)
        : one.anyOf !== undefined
          ? one.anyOf.map(shortType).join(' | ')
          : (one.type ?? 'anything');
  return one.default === undefined ? kind : `${kind} = ${JSON.stringify(one.default)}`;
}

function text(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function slug(tag: string): string {
  return tag.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}
