import { expect, it } from 'vitest';
import { readMapping } from './import-request.ts';

it('names the file of a mapping with each of its faults, and the keys that there are', () => {
  const refused = (): unknown => readMapping('{ "vales": {}, "unit": 7 }', 'mapping.json');
  expect(refused).toThrow(/mapping\.json: unit is 7, expected /);
  // The key that was meant is among those that are listed.
  expect(refused).toThrow(/mapping\.json: vales .*\bvalues\b/);
});
