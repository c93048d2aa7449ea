import type { Cell } from '../../../domain/models/attempt.ts';
import { cellContent } from '../../../truth/models/cell-content.ts';
import type { JudgedVersion } from '../../../truth/models/cell-content.ts';
import type { CellContent } from '../../../truth/models/open-cells.ts';
import { readFolderJudgments } from './folder-judgments.ts';
import type { FolderScope } from './folder-ledger.ts';

/**
 * The version of the latest judgment in each cell, read from the files when it is needed. Cells are
 * a number each, since there may be millions: which of the versions, of which there are few.
 */
export class KnownVersions {
  readonly #scope: FolderScope;
  readonly #places = new Map<string, number>();
  readonly #versions: JudgedVersion[] = [];
  /** By annotator; per unit, in the order of the places, the number of a version, or 0. */
  readonly #cells = new Map<string, Uint32Array>();
  #isRead = false;
  #last = 0;

  constructor(scope: FolderScope) {
    this.#scope = scope;
  }

  content({ unit, annotator }: Cell, prompt: string): CellContent {
    this.#read();
    const place = this.#places.get(unit);
    const number = place === undefined ? 0 : (this.#cells.get(annotator)?.[place] ?? 0);
    const version = this.#versions[number - 1];
    if (version === undefined) return null;
    const { loaded, task } = this.#scope;
    const guideline = loaded.protocol.guideline.version;
    return cellContent(version, { hashes: task.hashes, guideline, prompt });
  }

  set(cell: Cell, prompt: string): void {
    this.#read();
    const { loaded, task } = this.#scope;
    const guideline = loaded.protocol.guideline.version;
    this.#put(cell, { taskHash: task.hash, guideline, prompt });
  }

  #read(): void {
    if (this.#isRead) return;
    const { loaded, task } = this.#scope;
    readFolderJudgments(loaded, task, (one) => this.#put(one, one));
    this.#isRead = true;
  }

  #put({ annotator, unit }: Cell, version: JudgedVersion): void {
    let place = this.#places.get(unit);
    if (place === undefined) {
      place = this.#places.size;
      this.#places.set(unit, place);
    }
    let own = this.#cells.get(annotator) ?? new Uint32Array(16);
    if (place >= own.length) {
      const larger = new Uint32Array(Math.max(place + 1, own.length * 2));
      larger.set(own);
      own = larger;
    }
    this.#cells.set(annotator, own);
    own[place] = this.#numberOf(version);
  }

  /** Numbers begin at 1. Most judgments have the version of the one before. */
  #numberOf({ taskHash, guideline, prompt }: JudgedVersion): number {
    const isIt = (one: JudgedVersion | undefined): boolean =>
      one?.taskHash === taskHash && one.guideline === guideline && one.prompt === prompt;
    if (isIt(this.#versions[this.#last - 1])) return this.#last;
    const known = this.#versions.findIndex(isIt) + 1;
    this.#last = known === 0 ? this.#versions.push({ taskHash, guideline, prompt }) : known;
    return this.#last;
  }
}
