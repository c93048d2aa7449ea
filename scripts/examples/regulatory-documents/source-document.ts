/** A chunk as it was written, with what an expert with all the time in the world would answer. */
export interface SourceChunk {
  /** The labels that apply with their grade: `IRB:2 CreditRisk:1`; empty where none does. */
  readonly labels: string;
  /** The text, or a heading, runs close to a border between labels: annotators err more often. */
  readonly hard?: true;
  readonly text: string;
}

/** An invented supervisory document, cut into chunks in reading order. */
export interface SourceDocument {
  readonly id: string;
  readonly title: string;
  /** The label that the document as a whole suggests; a hurried reader ticks it wherever. */
  readonly theme: string;
  /** The page on which the first chunk stands; two chunks fill a page. */
  readonly firstPage: number;
  readonly chunks: readonly SourceChunk[];
}
