import { readdirSync, readFileSync, writeSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openFiles } from '../../test/open-files.ts';
import { temporaryFolder } from '../../test/run-assay.ts';
import { scratchCopy } from './scratch-copy.ts';

afterEach(() => vi.unstubAllEnvs());

describe('scratchCopy', () => {
  it.runIf(process.platform === 'linux')(
    'can be read more than once, and nothing of it lies in the temporary folder at any time',
    () => {
      const folder = temporaryFolder();
      vi.stubEnv('TMPDIR', folder);
      const copy = scratchCopy((descriptor) => {
        writeSync(descriptor, 'some rows');
        expect(readdirSync(folder)).toEqual([]);
      });
      expect([readFileSync(copy.path, 'utf8'), readFileSync(copy.path, 'utf8')]).toEqual([
        'some rows',
        'some rows',
      ]);
      expect(readdirSync(folder)).toEqual([]);
      copy.discard();
      const before = openFiles();
      expect(() =>
        scratchCopy(() => {
          throw new Error('no space');
        }),
      ).toThrow('no space');
      expect(openFiles()).toBe(before);
      expect(readdirSync(folder)).toEqual([]);
    },
  );
});
