/** An index as one thread hands it to another. */
export interface PackedTexts {
  readonly size: number;
  readonly slots: Int32Array<ArrayBuffer>;
  readonly hashes: Int32Array<ArrayBuffer>;
  readonly ends: Int32Array<ArrayBuffer>;
  readonly pool: Uint16Array<ArrayBuffer>;
}

/**
 * Numbers millions of texts in order of first appearance: an open hash table over one pool of
 * characters instead of a string per id. Texts can be staged in parts without making a string.
 */
export class TextIndex {
  #slots: Int32Array<ArrayBuffer>;
  #hashes = new Int32Array(1 << 11);
  #ends = new Int32Array(1 << 11);
  #pool = new Uint16Array(1 << 15);
  #poolEnd = 0;
  #staged = 0;
  #size = 0;
  /** The last number given. Files often repeat an id, or the order of ids of the file before. */
  #last = 0;

  /** Room for so many texts from the beginning saves the pauses in which it grows. */
  constructor(expected = 0) {
    const bits = Math.max(12, Math.ceil(Math.log2(Math.max(expected, 1) * 2 + 1)));
    this.#slots = new Int32Array(1 << bits).fill(-1);
  }

  /** What another thread needs to have the same index; its buffers may be moved there. */
  packed(): PackedTexts {
    return {
      size: this.#size,
      slots: this.#slots,
      hashes: this.#hashes,
      ends: this.#ends,
      pool: this.#pool,
    };
  }

  /** The index that another thread packed. */
  static unpacked({ size, slots, hashes, ends, pool }: PackedTexts): TextIndex {
    const index = new TextIndex();
    index.#slots = slots;
    index.#hashes = hashes;
    index.#ends = ends;
    index.#pool = pool;
    index.#size = size;
    index.#poolEnd = size === 0 ? 0 : ends[size - 1]!;
    return index;
  }

  get size(): number {
    return this.#size;
  }

  /** The number of a text, which it gets when it is new. */
  add(text: string): number {
    this.stage(text, 0, text.length);
    return this.addStaged();
  }

  /** The number of a text, or -1 when it was never added. */
  find(text: string): number {
    this.stage(text, 0, text.length);
    const found = this.#lookUp(this.#hash());
    this.#staged = 0;
    return found < 0 ? -1 : found;
  }

  /** Puts characters of a text after those that were staged before. */
  stage(text: string, start: number, end: number): void {
    const length = end - start;
    if (this.#poolEnd + this.#staged + length > this.#pool.length) this.#growPool(length);
    let to = this.#poolEnd + this.#staged;
    for (let at = start; at < end; at += 1, to += 1) this.#pool[to] = text.charCodeAt(at);
    this.#staged += length;
  }

  /** Stages ASCII bytes after what was staged; false for others, and then nothing is staged. */
  stageBytes(bytes: Uint8Array, start: number, end: number): boolean {
    const length = end - start;
    if (this.#poolEnd + this.#staged + length > this.#pool.length) this.#growPool(length);
    let to = this.#poolEnd + this.#staged;
    let all = 0;
    for (let at = start; at < end; at += 1, to += 1) {
      const byte = bytes[at]!;
      all |= byte;
      this.#pool[to] = byte;
    }
    if (all >= 128) {
      this.#staged = 0;
      return false;
    }
    this.#staged += length;
    return true;
  }

  /** Forgets what was staged. */
  discard(): void {
    this.#staged = 0;
  }

  /** The number of the staged text. */
  addStaged(): number {
    let near = this.#last;
    if (!this.#isStaged(near)) near = this.#isStaged(near + 1) ? near + 1 : -1;
    const hash = near < 0 ? this.#hash() : 0;
    const found = near < 0 ? this.#lookUp(hash) : near;
    if (found >= 0) {
      this.#staged = 0;
      this.#last = found;
      return found;
    }
    const index = this.#size;
    if (index === this.#ends.length) this.#growEntries();
    this.#hashes[index] = hash;
    this.#poolEnd += this.#staged;
    this.#ends[index] = this.#poolEnd;
    this.#staged = 0;
    this.#slots[-found - 1] = index;
    this.#size += 1;
    this.#last = index;
    if (this.#size * 2 > this.#slots.length) this.#growSlots();
    return index;
  }

  /** The text with a number. */
  at(index: number): string {
    const end = this.#ends[index]!;
    let text = '';
    // In pieces, since a call takes only so many arguments; and not by ..., which would walk each
    // of them.
    for (let from = index === 0 ? 0 : this.#ends[index - 1]!; from < end; from += 4096)
      text += Reflect.apply(
        String.fromCharCode,
        null,
        this.#pool.subarray(from, Math.min(end, from + 4096)),
      ) as string;
    return text;
  }

  /** All texts, in the order of their numbers. */
  texts(): string[] {
    return Array.from({ length: this.#size }, (_, index) => this.at(index));
  }

  /** Per own text, its number in another index; -1 where that does not have it. */
  numbersIn(other: TextIndex): Int32Array {
    const numbers = new Int32Array(this.#size);
    for (let index = 0, start = 0; index < this.#size; index += 1) {
      const end = this.#ends[index]!;
      numbers[index] = other.#findCharacters(this.#pool, start, end, this.#hashes[index]!);
      start = end;
    }
    return numbers;
  }

  #findCharacters(pool: Uint16Array, start: number, end: number, hash: number): number {
    const length = end - start;
    if (this.#poolEnd + length > this.#pool.length) this.#growPool(length);
    for (let at = 0; at < length; at += 1) this.#pool[this.#poolEnd + at] = pool[start + at]!;
    this.#staged = length;
    // Files mostly have the same ids in the same order.
    const isNext = this.#isStaged(this.#last + 1);
    const found = isNext ? this.#last + 1 : this.#lookUp(hash);
    this.#staged = 0;
    if (found >= 0) this.#last = found;
    return found < 0 ? -1 : found;
  }

  #hash(): number {
    let hash = 0x811c9dc5;
    const end = this.#poolEnd + this.#staged;
    for (let at = this.#poolEnd; at < end; at += 1)
      hash = Math.imul(hash ^ this.#pool[at]!, 0x01000193);
    return hash ^ (hash >>> 15);
  }

  /** The number of the staged text, or minus one minus the free slot where it belongs. */
  #lookUp(hash: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const index = this.#slots[slot]!;
      if (index < 0) return -slot - 1;
      if (this.#hashes[index] === hash && this.#isStaged(index)) return index;
    }
  }

  #isStaged(index: number): boolean {
    if (index >= this.#size) return false;
    const start = index === 0 ? 0 : this.#ends[index - 1]!;
    if (this.#ends[index]! - start !== this.#staged) return false;
    // Ids differ at their end more often than at their beginning.
    for (let at = this.#staged - 1; at >= 0; at -= 1)
      if (this.#pool[start + at] !== this.#pool[this.#poolEnd + at]) return false;
    return true;
  }

  #growPool(length: number): void {
    const pool = new Uint16Array(
      Math.max(this.#pool.length * 2, this.#poolEnd + this.#staged + length),
    );
    pool.set(this.#pool);
    this.#pool = pool;
  }

  #growEntries(): void {
    const grow = (from: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
      const to = new Int32Array(from.length * 2);
      to.set(from);
      return to;
    };
    this.#hashes = grow(this.#hashes);
    this.#ends = grow(this.#ends);
  }

  #growSlots(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let index = 0; index < this.#size; index += 1) {
      let slot = this.#hashes[index]! & mask;
      while (slots[slot]! >= 0) slot = (slot + 1) & mask;
      slots[slot] = index;
    }
    this.#slots = slots;
  }
}
