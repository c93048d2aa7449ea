import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from './run-assay.ts';

/**
 * A folder that is filled once per process, when it is first needed, and then copied: each test
 * has one of its own and may change it.
 */
export class FolderTemplate {
  #made: Promise<string> | null = null;
  readonly #fill: (folder: string) => Promise<void>;

  constructor(fill: (folder: string) => Promise<void>) {
    this.#fill = fill;
  }

  /** A copy that is removed when the test is over. */
  async copy(): Promise<string> {
    const source = await (this.#made ??= this.#make());
    const folder = temporaryFolder();
    cpSync(source, folder, { recursive: true });
    return folder;
  }

  async #make(): Promise<string> {
    const folder = mkdtempSync(join(tmpdir(), 'assay-template-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    await this.#fill(folder);
    return folder;
  }
}
