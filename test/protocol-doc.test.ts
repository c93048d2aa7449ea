import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { measureNames } from '../src/domain/agreement/measure.ts';
import { parseExpression } from '../src/domain/expression.ts';
import { parseGate } from '../src/domain/rounds/gate.ts';
import { parseRow } from '../src/formats/jsonl.ts';
import { readProtocol } from '../src/formats/protocol/protocol-yaml.ts';
import { schemaFiles } from '../scripts/write-schema.ts';

const text = readFileSync(new URL('../docs/protocol.md', import.meta.url), 'utf8');
const blocks = (language: string): readonly string[] =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(
    (match) => match[1]!,
  );

describe('docs/protocol.md', () => {
  it('names every key of the schema', () => {
    const schema: unknown = JSON.parse(schemaFiles().get('protocol.schema.json')!);
    const absent = keysOf(schema).filter(
      (key) => !new RegExp(`\`[^\`\\n]*\\b${key}\\b[^\`\\n]*\``).test(text),
    );
    expect(absent).toEqual([]);
  });

  it('names every measure', () => {
    expect(measureNames.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });

  it('begins with a protocol that can be read', () => {
    expect(readProtocol(blocks('yaml')[0]!)).toMatchObject({ ok: true });
  });

  it('shows only YAML that can be read, constraints and gates that are such, and rows that are rows', () => {
    const parts = blocks('yaml').map(
      (block) =>
        parse(block) as Record<string, Record<string, { constraints?: string[]; gate?: string[] }>>,
    );
    const lines = parts.flatMap((part) =>
      Object.values(part['tasks'] ?? {}).flatMap((task) => task.constraints ?? []),
    );
    const gates = parts.flatMap((part) =>
      Object.values(part['rounds'] ?? {}).flatMap((round) => round.gate ?? []),
    );
    expect(lines.length).toBeGreaterThan(5);
    expect(gates.length).toBeGreaterThan(4);
    expect(lines.filter((line) => !parseExpression(line).ok)).toEqual([]);
    expect(gates.filter((gate) => !parseGate(gate).ok)).toEqual([]);
    const rows = blocks('jsonl').flatMap((block) => block.trim().split('\n'));
    expect(rows.filter((row) => !parseRow(row).ok)).toEqual([]);
  });
});

function keysOf(schema: unknown): readonly string[] {
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    if (part === null || typeof part !== 'object') return;
    if ('properties' in part)
      for (const key of Object.keys(part.properties as object)) found.add(key);
    Object.values(part).forEach(visit);
  };
  visit(schema);
  return [...found];
}
