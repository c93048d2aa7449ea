import { refuse } from '../../../domain/fault.ts';
import { hearingOf, mayFollow } from '../../../operations/judging/follow-progress.ts';
import type { Hearing } from '../../../operations/judging/follow-progress.ts';
import { route } from '../../route.ts';
import { credentialOf } from '../../session.ts';
import { projectParams } from '../project-params.ts';

export const eventRoutes = [
  route({
    method: 'GET',
    path: '/api/projects/:project/events',
    tag: 'Rounds',
    summary:
      'Server-sent events: progress (run, judged, wanted) after saves; round (run, ' +
      'round, attempt, state) when one opens or closes; models (task, job, state) when models ' +
      'were asked or a job changed, for those who oversee the work',
    who: 'member; annotators get their own progress only',
    params: projectParams,
    response: 'text/event-stream',
    handle: async ({ context, services, params, principal, request, reply }) => {
      await mayFollow(context, params.project);
      const { account, login } = principal.identity;
      if (!services.events.hasRoom(account)) refuse('too-many-attempts', { seconds: 10 });
      const credential = credentialOf(request.headers, services.cookie);
      const hears = async (): Promise<Hearing | null> => {
        const now = credential === null ? null : await services.principals.find(credential);
        return now === null ? null : await hearingOf(context, now.actor, params.project);
      };
      await services.events.follow({ project: params.project, account, login, hears }, reply);
    },
  }),
];
