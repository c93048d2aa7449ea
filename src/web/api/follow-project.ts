import { useEffect } from 'react';
import { apiPath } from './client.ts';
import { replies } from './cache.ts';

/** What a project's stream of events tells: `round` when one opens or closes, `progress` when something was judged. The page then asks for what it shows. */
export interface ProjectEvent {
  readonly kind: (typeof eventKinds)[number];
  readonly detail: Readonly<Record<string, unknown>>;
}

/**
 * Follows a project: what is shown of it is asked for anew when something happened, at most once a second. Only while the tab is seen, since browsers
 * allow a server six connections at a time, which hidden tabs would use up.
 */
export function useProjectEvents(project: string | null, onEvent?: (event: ProjectEvent) => void): void {
  useEffect(() => {
    if (project === null) return undefined;
    let source: EventSource | null = null;
    let waiting: ReturnType<typeof setTimeout> | null = null;
    const refresh = (): void => {
      waiting ??= setTimeout(() => {
        waiting = null;
        replies.refresh(apiPath`/api/projects/${project}`);
        replies.refresh('/api/me/work');
      }, calm);
    };
    const open = (): void => {
      source = new EventSource(apiPath`/api/projects/${project}/events`);
      for (const kind of eventKinds) {
        source.addEventListener(kind, (message: MessageEvent<string>) => {
          refresh();
          onEvent?.({ kind, detail: JSON.parse(message.data) as ProjectEvent['detail'] });
        });
      }
    };
    const look = (): void => {
      if (document.visibilityState === 'visible' && source === null) {
        open();
        refresh();
      } else if (document.visibilityState === 'hidden') {
        source?.close();
        source = null;
      }
    };
    open();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      source?.close();
      if (waiting !== null) clearTimeout(waiting);
    };
  }, [project, onEvent]);
}

const eventKinds = ['round', 'progress'] as const;
const calm = 1000;
