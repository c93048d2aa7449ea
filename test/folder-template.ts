import { cpSync } from 'node:fs';
import { temporaryFolder } from './run-assay.ts';
import { templatePlace } from './template-place.ts';

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
    const folder = templatePlace();
    await this.#fill(folder);
    return folder;
  }
}
