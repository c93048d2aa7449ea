import { hostname } from 'node:os';
import { hasProcessEnded } from '../unfinished-files.ts';

/** The name under which this process holds leases: the machine, the process, and what it does. */
export function leaseOwner(what: string): string {
  return `${hostname()}/${process.pid}/${what}`;
}

/** Whether the owner of a lease is a process of this machine that has ended. */
export function hasEnded(owner: string): boolean {
  const [host, pid] = owner.split('/');
  return (
    host === hostname() && pid !== undefined && /^\d+$/.test(pid) && hasProcessEnded(Number(pid))
  );
}
