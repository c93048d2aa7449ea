import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fault, refuse } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { isLegacyPolicy } from '../../formats/verdicts/legacy-policy.ts';
import type { FaultList } from '../text-file.ts';
import { readText } from '../text-file.ts';

/** The content of a policy file. */
export interface PolicyText {
  readonly file: string;
  readonly text: string;
}

/** A policy file that was found, with the id of its policy. */
export interface PolicyFile extends PolicyText {
  readonly id: string;
  readonly isLegacy: boolean;
}

/** The policy files at a path: a file, or a folder with such files at any depth. */
export function policyFiles(path: string): readonly PolicyFile[] {
  return yamlFiles(path).flatMap((file) => {
    const text = readText(file);
    const id = policyId.exec(text)?.[1];
    return id === undefined ? [] : [{ file, text, id, isLegacy: isLegacyPolicy(text) }];
  });
}

const policyId = /^(?:policy_id|policy)\s*:\s*["']?([A-Za-z0-9_.-]+)["']?\s*(?:#.*)?$/m;

/** The YAML files at a path. */
export function yamlFiles(path: string): readonly string[] {
  if (!existsSync(path)) refuse('file-not-found', { file: path });
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted();
  return names.filter((name) => /\.ya?ml$/i.test(name)).map((name) => join(path, name));
}

/** The files of the wanted policies; an id that is nowhere, or in two files, is a fault. */
export function chooseFiles(
  path: string,
  files: readonly PolicyFile[],
  wanted: readonly string[],
  found: FaultList,
): readonly PolicyFile[] {
  const known = [...new Set(files.map((file) => file.id))];
  if (files.length === 0)
    refuse('unknown-policy', {
      got: wanted[0] ?? codedText('none-at-all'),
      expected: codedText('policy-file', { folder: path }),
    });
  const chosen = wanted.length === 0 ? files : files.filter((file) => wanted.includes(file.id));
  for (const id of new Set(wanted))
    if (!known.includes(id))
      found.add(fault('unknown-policy', { got: id, expected: oneOf(known) }, { file: path }));
  for (const file of chosen) {
    const first = files.find((one) => one.id === file.id)!;
    if (first === file) continue;
    const field = file.isLegacy ? 'policy_id' : 'policy';
    const got = codedText('same-id-as', { id: file.id, other: first.file });
    const wrong = { field, got, expected: codedText('own-id') };
    found.add(fault('wrong-value', wrong, { file: file.file }));
  }
  return chosen;
}

/** Adds faults with the file that they are in. */
export function report(
  faults: readonly Fault[],
  { file }: { readonly file: string },
  found: FaultList,
): void {
  found.addAll(faults, { file });
}

/** What was read of a file, if it could be; its faults go to `found`. */
export function readOrReport<T>(
  file: { readonly file: string },
  result:
    | { readonly ok: true; readonly value: T }
    | { readonly ok: false; readonly faults: readonly Fault[] },
  found: FaultList,
): readonly T[] {
  if (result.ok) return [result.value];
  report(result.faults, file, found);
  return [];
}
