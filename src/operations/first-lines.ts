import { TextIndex } from '../formats/text-index.ts';

/** Remembers the first line of each of very many names. */
export class FirstLines {
  readonly #names = new TextIndex();
  #lines = new Int32Array(1024);

  /** The first line of the name; null if it is new, and then it is this line. */
  add(name: string, line: number): number | null {
    const known = this.#names.size;
    const index = this.#names.add(name);
    if (index < known) return this.#lines[index]!;
    if (index === this.#lines.length) {
      const lines = new Int32Array(2 * index);
      lines.set(this.#lines);
      this.#lines = lines;
    }
    this.#lines[index] = line;
    return null;
  }
}
