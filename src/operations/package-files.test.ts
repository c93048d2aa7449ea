import { describe, expect, it } from 'vitest';
import { packageText } from './package-files.ts';

describe('a file of the package', () => {
  it('is read by its path', () => {
    expect(packageText('presets/panels.json')).toContain('{');
  });

  it('that is missing is said to be missing, with what to do', () => {
    expect(() => packageText('presets/none.json')).toThrow(
      /^A file of Assay itself cannot be read: ENOENT.*none\.json.*Install Assay again\.$/,
    );
  });
});
