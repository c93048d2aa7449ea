import { expect, it } from 'vitest';
import { nearestTests } from '../scripts/mutation/nearest-tests.ts';

const importers = new Map([
  ['/r/src/operations/rounds/sample.ts', ['/r/src/cli/sample.ts', '/r/src/operations/own.test.ts']],
  ['/r/src/cli/sample.ts', ['/r/src/cli/commands.ts']],
  [
    '/r/src/cli/commands.ts',
    ['/r/test/cli-agree.test.ts', '/r/test/cli-init.test.ts', '/r/test/cli-sample.test.ts'],
  ],
]);

it('of tests that are equally near, those named after the source go first, after those of its room', () => {
  expect(nearestTests(importers, '/r/src/operations/rounds/sample.ts', 2)).toEqual([
    '/r/src/operations/own.test.ts',
    '/r/test/cli-sample.test.ts',
    '/r/test/cli-agree.test.ts',
  ]);
});
