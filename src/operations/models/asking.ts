import type { Answers, Asides } from '../../domain/judging/judgment.ts';
import type { Cell } from '../../domain/models/attempt.ts';
import type { AskedModel } from '../../domain/models/asked-model.ts';
import type { Fault } from '../../domain/fault.ts';
import type { ModelReply } from '../../domain/models/model-reply.ts';
import type { ModelRequest } from '../../domain/models/model-request.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { costRange } from '../../formats/models/token-cost.ts';
import type { PriceTier, Range } from '../../formats/models/token-cost.ts';
import type { PriceRow } from '../../domain/models/prices.ts';
import type { ModelProvider } from '../../llm/provider.ts';

/** The result of checking a reply against the task. */
export type CheckedReply =
  | {
      readonly ok: true;
      readonly answers: Answers;
      readonly asides: Asides;
      /** `recovered`, `normalised`. */
      readonly marks: readonly string[];
    }
  | {
      readonly ok: false;
      readonly outcome: 'invalid' | 'truncated' | 'refused' | 'context';
      /** The kind of problem. */
      readonly code: string;
      readonly message: string | null;
    };

/** A model of the panel, ready to be asked about units of one task. */
export interface Asking {
  readonly model: AskedModel;
  readonly provider: ModelProvider;
  /** Identifies the service: models of one service stop together. */
  readonly service: string;
  readonly promptHash: string;
  /** What is sent about a unit; a fault when it cannot be sent. */
  request(cell: Cell, fields: UnitFields, id: string, maxTokens: number): ModelRequest | Fault;
  /** What a reply says. Its unit is looked at only where answers are texts, such as quotes. */
  read(reply: ModelReply, unit: UnitFields): CheckedReply;
  readonly readsUnits: boolean;
  /** The tokens of a request and of the reply to it. */
  tokens(request: ModelRequest): { readonly input: Range; readonly output: Range };
  /** What its tokens cost; null when the price is unknown. */
  readonly price: PriceRow | null;
  /** Leaves out a parameter from now on. */
  drop(parameter: string): void;
}

/** The most tokens of a reply that is asked for again because the last one was cut. */
export function enlargedTokens(maxTokens: number): number {
  return maxTokens * 4;
}

/** What a request costs at least and at most; null when the price is unknown. */
export function requestCost(asking: Asking, request: ModelRequest, tier: PriceTier): Range | null {
  const { input, output } = asking.tokens(request);
  return costRange(input, output, asking.price, tier);
}
