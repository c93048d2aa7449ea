import type { CallContext } from './call.ts';

/** How a service is reached. */
export interface ReachedService {
  readonly key: string | null;
  readonly baseUrl: string;
  readonly context: CallContext;
}
