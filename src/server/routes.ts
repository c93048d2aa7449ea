import type { Route } from './route.ts';
import { accountRoutes } from './routes/people/accounts.ts';
import { evaluationRoutes } from './routes/evaluation/evaluations.ts';
import { meetingRoutes } from './routes/discussion/meetings.ts';
import { threadRoutes } from './routes/discussion/threads.ts';
import { eventRoutes } from './routes/workspace/events.ts';
import { fileRoutes } from './routes/exchange/files.ts';
import { invitationRoutes } from './routes/people/invitations.ts';
import { linkRoutes } from './routes/people/links.ts';
import { ownAccountRoutes } from './routes/people/own-account.ts';
import { noticeRoutes } from './routes/people/notices.ts';
import { ownSessionRoutes } from './routes/people/own-sessions.ts';
import { monitorRoutes } from './routes/monitoring/monitor.ts';
import { modelRoutes } from './routes/models/models.ts';
import { myWorkRoutes } from './routes/judging/my-work.ts';
import { peopleRoutes } from './routes/people/people.ts';
import { newProjectRoutes } from './routes/protocol/new-project.ts';
import { projectRoutes } from './routes/protocol/projects.ts';
import { releaseRoutes } from './routes/release/releases.ts';
import { roundRoutes } from './routes/rounds/rounds.ts';
import { caseRoutes } from './routes/rulings/cases.ts';
import { rulingRoutes } from './routes/rulings/rulings.ts';
import { serviceRoutes } from './routes/workspace/service.ts';
import { sessionRoutes } from './routes/people/session.ts';
import { tokenRoutes } from './routes/people/tokens.ts';
import { bulkRoutes } from './routes/units/bulk.ts';
import { unitRoutes } from './routes/units/units.ts';
import { verdictRoutes } from './routes/verdicts/verdicts.ts';
import { workRoutes } from './routes/judging/work.ts';

/** Every route of the server. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...linkRoutes,
  ...ownAccountRoutes,
  ...ownSessionRoutes,
  ...noticeRoutes,
  ...projectRoutes,
  ...newProjectRoutes,
  ...roundRoutes,
  ...workRoutes,
  ...myWorkRoutes,
  ...rulingRoutes,
  ...caseRoutes,
  ...verdictRoutes,
  ...monitorRoutes,
  ...modelRoutes,
  ...unitRoutes,
  ...bulkRoutes,
  ...threadRoutes,
  ...meetingRoutes,
  ...fileRoutes,
  ...releaseRoutes,
  ...evaluationRoutes,
  ...eventRoutes,
  ...peopleRoutes,
  ...invitationRoutes,
  ...tokenRoutes,
  ...accountRoutes,
  ...serviceRoutes,
];
