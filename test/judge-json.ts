/** The alternative annotator test as `assay judge --json` prints it. */
interface TestJson {
  readonly winning_rate: number | null;
  readonly advantage_probability: number | null;
  readonly p_values: readonly number[];
  readonly rejected: readonly number[];
  readonly annotators: readonly string[];
  readonly skipped_annotators: readonly { readonly annotator: string; readonly n: number }[];
  readonly dropped_units: number;
  readonly why?: string;
}

/** What `assay judge --json` prints. */
export interface JudgeJson {
  readonly verdict: string;
  readonly cautions: readonly string[];
  readonly people: readonly string[];
  readonly stale?: number;
  readonly alternative_annotator_test: TestJson;
  readonly questions: readonly {
    readonly question: string | null;
    readonly outcome: string;
    readonly confusion: Readonly<Record<string, Readonly<Record<string, number>>>>;
    readonly bias: readonly { readonly by: string; readonly biased: boolean }[];
    readonly alternative_annotator_test: TestJson;
  }[];
}
