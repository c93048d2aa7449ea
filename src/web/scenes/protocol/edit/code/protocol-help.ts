import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { EditorView, Tooltip } from '@codemirror/view';
import { measureNames } from '../../../../../domain/agreement/measure.ts';
import type { Language } from '../../../../texts/define-texts.ts';
import { germanDescriptions } from './german-descriptions.ts';
import { protocolJsonSchema } from './protocol-json-schema.ts';
import { descriptionAt, keysOf, schemasAt, shapeOf, valuesOf } from './schema-help.ts';
import { yamlCursor } from './yaml-cursor.ts';
import type { YamlCursor } from './yaml-cursor.ts';

/** What the protocol itself names, for values that refer to it. */
export interface ProtocolNames {
  readonly tasks: readonly string[];
  readonly rules: readonly string[];
}

/** Completes the keys and values of a protocol where the cursor stands. */
export function completeProtocol(names: () => ProtocolNames, language: Language) {
  return (context: CompletionContext): CompletionResult | null => {
    const cursor = yamlCursor(context.state.doc.toString(), context.pos);
    if (cursor === null) return null;
    if (cursor.written === '' && !context.explicit && cursor.is === 'key') return null;
    const options = optionsAt(cursor, names(), language);
    return options.length === 0 ? null : { from: cursor.from, options, validFor: /^["']?[\w.-]*$/ };
  };
}

/** What may be written at a place. @internal */
export function optionsAt(
  { path, is }: YamlCursor,
  names: ProtocolNames,
  language: Language = 'en',
): readonly Completion[] {
  const root = protocolJsonSchema();
  const schemas = schemasAt(root, path);
  const isEntry = path.at(-1) === '[]';
  const keys =
    is === 'value' && !isEntry
      ? []
      : keysOf(schemas, root).map(({ name, description, shape, isRequired }): Completion => ({
          label: name,
          type: 'property',
          detail: shape,
          apply: `${name}: `,
          boost: isRequired ? 1 : 0,
          ...(description === '' ? {} : { info: inLanguage(description, language) }),
        }));
  if (is === 'key' && !isEntry) return keys;
  const values = [...valuesOf(schemas), ...knownValues(path.join('.'), names)].map(
    (value): Completion => ({ label: value, type: 'constant' }),
  );
  return [...keys, ...values];
}

/** The values that the protocol itself makes known at a place, such as the names of tasks. */
function knownValues(place: string, names: ProtocolNames): readonly string[] {
  if (/^rounds\.[^.]+\.gate\.\[\]$/.test(place))
    return measureNames.map((name) => `${name} >= 0.70`);
  if (/^rounds\.[^.]+\.task$/.test(place)) return names.tasks;
  return /^rounds\.[^.]+\.draw\.by$/.test(place) ? names.rules : [];
}

/** Says what a key is for while the pointer rests on it. */
export function explainKey(language: Language) {
  return (view: EditorView, at: number): Tooltip | null => helpAt(view, at, language);
}

function helpAt(view: EditorView, at: number, language: Language): Tooltip | null {
  const text = view.state.doc.toString();
  const word = wordAt(text, at);
  if (word === null) return null;
  const cursor = yamlCursor(text, word.from);
  if (cursor === null || cursor.is !== 'key' || !/^\s*["']?\s*:/.test(text.slice(word.to)))
    return null;
  const root = protocolJsonSchema();
  const path = [...cursor.path, text.slice(word.from, word.to)];
  const shape = shapeOf(schemasAt(root, path));
  const description = inLanguage(descriptionAt(root, path), language);
  if (shape === '' && description === '') return null;
  return {
    pos: word.from,
    end: word.to,
    above: true,
    create: () => {
      const dom = document.createElement('div');
      dom.className = 'cm-key-help';
      const name = dom.appendChild(document.createElement('b'));
      name.textContent = path.at(-1)!;
      dom.append(` ${shape}`);
      if (description !== '')
        dom.appendChild(document.createElement('p')).textContent = description;
      return { dom };
    },
  };
}

/** The schema speaks English; every description of it has its German. */
function inLanguage(description: string, language: Language): string {
  return language === 'de' ? (germanDescriptions[description] ?? description) : description;
}

function wordAt(text: string, at: number): { readonly from: number; readonly to: number } | null {
  const before = /[\w.-]*$/.exec(text.slice(0, at))![0].length;
  const after = /^[\w.-]*/.exec(text.slice(at))![0].length;
  return before + after === 0 ? null : { from: at - before, to: at + after };
}
