import type { ProviderName } from './model-settings.ts';

/** A model of the panel with everything that is needed to ask it; what is not set is null. */
export interface AskedModel {
  /** The name of its entry, which its runs are called after: `gpt-5-mini#2`. */
  readonly entry: string;
  readonly provider: ProviderName;
  /** The provider's name of the model. */
  readonly model: string;
  /** The name of a declared service. */
  readonly service: string | null;
  readonly baseUrl: string | null;
  readonly keyEnv: string | null;
  readonly weight: number;
  readonly runs: number;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Parameters of the entry that are left out, because the model is known to refuse them. */
  readonly dropped: readonly string[];
  /** Parameters that are sent as written although the model is known to refuse them. */
  readonly doubtful: readonly string[];
  /** Whether a parameter that turns out to be refused may be left out. */
  readonly dropParameters: boolean;
  /** The name of a text of the protocol that is added to the instructions. */
  readonly prompt: string | null;
  readonly maxTokens: number;
  /** Ollama: the tokens that prompt and reply may have. */
  readonly context: number | null;
  /** The file of a recorded provider. */
  readonly recording: string | null;
}
