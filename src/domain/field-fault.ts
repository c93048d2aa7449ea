import type { TextValue } from './coded-text.ts';
import { fault, InputError } from './fault.ts';
import type { Fault, FaultPlace } from './fault.ts';
import { foundValue } from './text-values.ts';

type Expected = readonly [expected: TextValue, place?: FaultPlace];

/** A field that is missing. */
export function missingField(field: string, expected: TextValue, place?: FaultPlace): Fault {
  return fault('missing-field', { field, expected }, place);
}

/** A field with a value that it may not have; the value is shown. */
export function wrongValue(field: string, value: unknown, ...rest: Expected): Fault {
  return wrongField(field, foundValue(value), ...rest);
}

/** A field that is wrong in a way that words say better than its value. */
export function wrongField(field: TextValue, got: TextValue, ...rest: Expected): Fault {
  const [expected, place] = rest;
  return fault('wrong-value', { field, got, expected }, place);
}

/** A field that is not there, or has a value that it may not have. */
export function badField(field: string, value: unknown, ...rest: Expected): Fault {
  return value === undefined ? missingField(field, ...rest) : wrongValue(field, value, ...rest);
}

/** Refuses a field with a value that it may not have; the value is shown. */
export function refuseValue(...wrong: Parameters<typeof wrongValue>): never {
  throw new InputError([wrongValue(...wrong)]);
}

/** Refuses a field that is wrong in a way that words say better than its value. */
export function refuseField(...wrong: Parameters<typeof wrongField>): never {
  throw new InputError([wrongField(...wrong)]);
}
