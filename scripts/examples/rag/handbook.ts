/** A piece of an invented handbook that a search can return. */
export interface Passage {
  readonly chunk: string;
  readonly doc: string;
  readonly text: string;
}

/**
 * A question to the assistant with what was retrieved, what it answered, and what is true of all
 * that.
 */
export interface RecordSource {
  readonly query: string;
  readonly answer: string;
  /**
   * What was retrieved, by rank: `chunk:S` sufficient evidence, `R` relevant, `N` not relevant, `M`
   * relevant but misleading. A `?` marks
   * what people can see differently.
   */
  readonly retrieved: string;
  /** support, unsupported, contradicted, cited, fabricated; `1` or `0`, with `?` as above. */
  readonly grounding: string;
  /** proper action, on topic, helpful, incomplete, unsafe. */
  readonly generation: string;
}

/** One invented handbook with the questions that are put to it. */
export interface Handbook {
  readonly language: 'en' | 'de';
  readonly passages: readonly Passage[];
  readonly records: readonly RecordSource[];
}
