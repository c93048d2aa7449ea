import type { FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { refuse } from '../domain/fault.ts';
import { checkCsrf, csrfHeader, isSafe } from './csrf.ts';
import { checkRole } from './guard.ts';
import type { Route } from './route.ts';
import type { Services } from './services.ts';
import { credentialOf, mayOnlyRead } from './session.ts';
import type { Principal } from './session.ts';

/** Identifies the caller of a route, and refuses those who lack the role for it. */
export function authenticate(
  services: Services,
  route: Route,
  request: FastifyRequest,
  done: HookHandlerDoneFunction,
): void {
  const credential = credentialOf(request.headers, services.cookie);
  const admit = (principal: Principal | null): void => {
    try {
      checkPrincipal(route, principal, request);
      if (principal !== null) checkRole(route.who, principal, request.params);
      request.principal = principal;
      done();
    } catch (failure) {
      done(failure as Error);
    }
  };
  // A credential that cannot be ours needs no lookup in the database, which may be down.
  if (credential === null || credential.secret === '') return admit(null);
  const cached = services.principals.cached(credential);
  if (cached !== null) return admit(cached);
  services.principals.find(credential).then(admit, done);
}

function checkPrincipal(route: Route, principal: Principal | null, request: FastifyRequest): void {
  if (!route.signedIn) return;
  if (principal === null) refuse('not-signed-in');
  checkCsrf(request.method, principal, request.headers[csrfHeader]);
  if (principal.identity.credential.via === 'session') return;
  if (route.sessionOnly) refuse('sign-in-needed');
  if (mayOnlyRead(principal) && !isSafe(request.method)) refuse('read-only-token');
}
