import { InputError } from '../../domain/fault.ts';
import type { Fault, FaultPlace } from '../../domain/fault.ts';
import { utf8Text } from '../json-bytes.ts';
import type { JsonEntry } from '../json-entries.ts';
import { readJson } from '../json-value.ts';

/** The value of an entry; throws what is wrong with it. */
export function entryValue({ bytes, valueStart, valueEnd }: JsonEntry): unknown {
  const read = readJson(utf8Text(bytes, valueStart, valueEnd));
  if (!read.ok) throw new InputError(read.faults);
  return read.value;
}

/** The result of reading an entry; undefined when it has faults, which are reported. */
export function inEntry<T>(
  place: () => FaultPlace,
  report: (found: Fault) => void,
  read: () => T,
): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const at = place();
    for (const one of error.faults) report({ ...one, ...at });
    return undefined;
  }
}
