import type { ModelFailure } from '../../domain/models/model-reply.ts';
import { moneyText } from '../../domain/models/money-text.ts';
import type { Asking } from './asking.ts';
import type { Engine, Stop } from './engine.ts';

/** Why a provider is asked nothing until somebody acts. */
export function personStop({ model }: Asking, { code, message }: ModelFailure): Stop {
  return { code: 'pause-person', values: { provider: model.provider, code, message } };
}

/** Why a service is asked nothing: it cannot be reached. */
export function unreachableStop({ model }: Asking, { message }: ModelFailure): Stop {
  return { code: 'pause-unreachable', values: { provider: model.provider, message } };
}

/** Why a model is asked nothing: it refuses what would be sent. */
export function requestStop({ model }: Asking, failure: ModelFailure): Stop {
  const { code, message, parameter } = failure;
  if (parameter === null)
    return { code: 'pause-request', values: { model: model.entry, code, message } };
  return { code: 'pause-parameter', values: { model: model.entry, parameter, message } };
}

/** Why nothing more is asked: the money. */
export function budgetStop(
  { job, currency }: Pick<Engine, 'job' | 'currency'>,
  { settled, unsettled }: { readonly settled: number; readonly unsettled: number },
): Stop {
  const budget = moneyText(job.plan.budget ?? 0);
  return {
    code: 'pause-budget',
    values: { budget, currency, settled: moneyText(settled), unsettled: moneyText(unsettled) },
  };
}
