import { currentAccount, OfflineError, request } from '../api/client.ts';
import { browserReplies } from './last-replies.ts';

/** The last replies of this browser. */
export const lastReplies = browserReplies();

/** Asks the server; offline, returns the last reply for the few addresses that judging needs. */
export async function cacheableRequest<Reply>(path: string): Promise<Reply> {
  if (!isCacheable(path)) return await request<Reply>(path);
  try {
    const reply = await request<Reply>(path);
    const account = currentAccount();
    if (account !== null) void lastReplies.write(account, path, reply);
    return reply;
  } catch (failure) {
    const kept =
      failure instanceof OfflineError && (await lastReplies.account()) === currentAccount()
        ? await lastReplies.read(path)
        : undefined;
    if (kept === undefined) throw failure;
    return kept as Reply;
  }
}

/** My rounds, and the fixed versions of projects and guidelines they were opened with. */
function isCacheable(path: string): boolean {
  return (
    path === '/api/me/work' ||
    path === '/api/projects' ||
    /^\/api\/projects\/[^/?]+(\/guideline)?\?version=\d+$/.test(path)
  );
}
