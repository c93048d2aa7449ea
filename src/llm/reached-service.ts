import type { CallContext } from './call.ts';

/** How a service is reached. */
export interface ReachedService {
  readonly key: string | null;
  /** Null for the provider's own address. */
  readonly baseUrl: string | null;
  readonly context: CallContext;
}
