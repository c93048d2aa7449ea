import { TextIndex } from '../formats/text-index.ts';

/** Remembers on which line each of very many names came first. */
export class FirstLines {
  readonly #names = new TextIndex();
  #lines = new Int32Array(1024);

  /** The line on which the name came first, or null when it is new, and then this is it. */
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
