import { TextIndex } from '../text-index.ts';

/** The line of an annotator's judgment on a unit: four bytes per judgment, for millions of them. */
export class SeenPairs {
  readonly #units = new TextIndex();
  /** By annotator and unit number: 0 for not seen, 1 for seen without a line, else line + 1. */
  readonly #lines = new Map<string, Int32Array<ArrayBuffer>>();

  /** The line of a pair, null when it has none; undefined for a pair that was not seen. */
  line(unit: string, annotator: string): number | null | undefined {
    const number = this.#units.find(unit);
    const kept = (number < 0 ? undefined : this.#lines.get(annotator)?.[number]) ?? 0;
    if (kept === 0) return undefined;
    return kept === 1 ? null : kept - 1;
  }

  add(unit: string, annotator: string, line: number | null): void {
    const number = this.#units.add(unit);
    const lines = this.#lines.get(annotator) ?? new Int32Array(1024);
    const grown = number < lines.length ? lines : longer(lines, number);
    grown[number] = line === null ? 1 : line + 1;
    this.#lines.set(annotator, grown);
  }
}

function longer(lines: Int32Array<ArrayBuffer>, number: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(Math.max(lines.length * 2, number + 1));
  grown.set(lines);
  return grown;
}
