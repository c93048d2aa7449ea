import { useEffect } from 'react';
import { apiPath } from './client.ts';
import { replies } from './cache.ts';

/**
 * An event of a project: `round` when one opens or closes, `progress` when a unit was judged,
 * `models` when models were asked.
 */
export interface ProjectEvent {
  readonly kind: (typeof eventKinds)[number];
  readonly detail: Readonly<Record<string, unknown>>;
}

/**
 * Follows a project: shows the progress of its runs at once, and reloads the rest soon after a
 * round opens or closes, and now and then while people judge. Only while the tab is visible:
 * browsers allow six connections to a server, and hidden tabs would use them up.
 */
export function useProjectEvents(
  project: string | null,
  onEvent?: (event: ProjectEvent) => void,
): void {
  useEffect(() => {
    if (project === null) return undefined;
    let source: EventSource | null = null;
    let waiting: { readonly timer: ReturnType<typeof setTimeout>; readonly at: number } | null =
      null;
    const refreshWithin = (delay: number): void => {
      const at = performance.now() + delay;
      if (waiting !== null && waiting.at <= at) return;
      if (waiting !== null) clearTimeout(waiting.timer);
      const timer = setTimeout(() => {
        waiting = null;
        replies.refresh(apiPath`/api/projects/${project}`);
        replies.refresh('/api/me/work');
      }, delay);
      waiting = { timer, at };
    };
    const open = (): void => {
      source = new EventSource(apiPath`/api/projects/${project}/events`);
      for (const kind of eventKinds) {
        source.addEventListener(kind, (message: MessageEvent<string>) => {
          const detail = JSON.parse(message.data) as ProjectEvent['detail'];
          if (kind === 'progress') noteProgress(replies, project, detail);
          if (kind === 'models') replies.refresh(`${apiPath`/api/projects/${project}/models`}?`);
          refreshWithin(kind === 'round' ? calm : calmFigures);
          onEvent?.({ kind, detail });
        });
      }
    };
    const look = (): void => {
      if (document.visibilityState === 'visible' && source === null) {
        open();
        refreshWithin(calm);
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
      if (waiting !== null) clearTimeout(waiting.timer);
    };
  }, [project, onEvent]);
}

/** Updates the progress of one run in the rounds that the page shows. @internal */
export function noteProgress(
  cache: Pick<typeof replies, 'change'>,
  project: string,
  { run, judged, wanted }: ProjectEvent['detail'],
): void {
  const isRun = (one: ShownRun): boolean => one.run === run && one.figures !== null;
  const updated = (one: ShownRun): ShownRun =>
    isRun(one) ? { ...one, figures: { ...one.figures, judged, wanted } } : one;
  cache.change<ShownRounds>(apiPath`/api/projects/${project}/rounds`, (known) => {
    if (known === undefined) return undefined;
    const rounds = known.rounds.map((round) => ({ ...round, runs: round.runs.map(updated) }));
    return { ...known, rounds };
  });
}

/** The part of the reply that changes. */
type ShownRun = Readonly<{ run: string; figures: object | null }>;
type ShownRounds = Readonly<{ rounds: readonly { readonly runs: readonly ShownRun[] }[] }>;

const eventKinds = ['round', 'progress', 'models'] as const;
/** How soon to reload after a round opened or closed, and while people judge, in milliseconds. */
const calm = 1000;
const calmFigures = 3000;
