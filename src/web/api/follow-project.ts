import { useEffect } from 'react';
import { apiPath } from './client.ts';
import { replies } from './cache.ts';

/** What a project's stream of events tells: `round` when one opens or closes, others as work goes on. The page then asks for what it shows. */
export interface ProjectEvent {
  readonly kind: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Follows a project: what is shown of it is asked for anew when something happened, at most once in a while. */
export function useProjectEvents(project: string | null, onEvent?: (event: ProjectEvent) => void): void {
  useEffect(() => {
    if (project === null) return undefined;
    const source = new EventSource(apiPath`/api/projects/${project}/events`);
    let waiting: ReturnType<typeof setTimeout> | null = null;
    const refresh = (): void => {
      waiting ??= setTimeout(() => {
        waiting = null;
        replies.refresh(apiPath`/api/projects/${project}`);
        replies.refresh('/api/me/work');
      }, calm);
    };
    const listen = (kind: string) => (message: MessageEvent<string>) => {
      refresh();
      onEvent?.({ kind, detail: JSON.parse(message.data) as ProjectEvent['detail'] });
    };
    for (const kind of eventKinds) source.addEventListener(kind, listen(kind));
    return () => {
      source.close();
      if (waiting !== null) clearTimeout(waiting);
    };
  }, [project, onEvent]);
}

const eventKinds = ['round', 'progress'] as const;
const calm = 1000;
