import type { Route } from './route.ts';
import { accountRoutes } from './routes/accounts.ts';
import { eventRoutes } from './routes/events.ts';
import { fileRoutes } from './routes/files.ts';
import { invitationRoutes } from './routes/invitations.ts';
import { linkRoutes } from './routes/links.ts';
import { meRoutes } from './routes/me.ts';
import { monitorRoutes } from './routes/monitor.ts';
import { myWorkRoutes } from './routes/my-work.ts';
import { peopleRoutes } from './routes/people.ts';
import { projectRoutes } from './routes/projects.ts';
import { roundRoutes } from './routes/rounds.ts';
import { rulingRoutes } from './routes/rulings.ts';
import { serviceRoutes } from './routes/service.ts';
import { sessionRoutes } from './routes/session.ts';
import { tokenRoutes } from './routes/tokens.ts';
import { unitRoutes } from './routes/units.ts';
import { verdictRoutes } from './routes/verdicts.ts';
import { workRoutes } from './routes/work.ts';

/** Every route of the server. */
export const routes: readonly Route[] = [...sessionRoutes, ...linkRoutes, ...meRoutes, ...projectRoutes, ...roundRoutes, ...workRoutes, ...myWorkRoutes, ...rulingRoutes, ...verdictRoutes, ...monitorRoutes, ...unitRoutes, ...fileRoutes, ...eventRoutes, ...peopleRoutes, ...invitationRoutes, ...tokenRoutes, ...accountRoutes, ...serviceRoutes(() => routes)];
