/** A JSON schema for a reply, in the subset that every provider enforces. */
export interface ReplySchema {
  /** At most 64 of A–Z, a–z, 0–9, _ and -. */
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** What is asked of a model about one unit: everything that is sent, without the key. */
export interface ModelRequest {
  /** What a reply is matched by: at most 64 of A–Z, a–z, 0–9, _ and -, one for each attempt. */
  readonly id: string;
  /** The provider's name of the model. */
  readonly model: string;
  /** The same, byte for byte, for all units of a task, so that providers can cache it. */
  readonly instructions: string;
  /** What differs from unit to unit, delimited as data. */
  readonly content: string;
  readonly reply: ReplySchema;
  readonly maxTokens: number;
  /** Further parameters of the panel's entry, such as `reasoning_effort`; none by default. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Whose judgment on what this is for. It is never sent; recorded replies are found by it. */
  readonly about?: RequestSubject;
}

/** Whose judgment on what a request is for. */
export interface RequestSubject {
  readonly unit: string;
  /** The run of a model: `gpt-5-mini#2`. */
  readonly annotator: string;
  /** The hash of the prompt. */
  readonly prompt: string;
}
