import { hostname } from 'node:os';

/** The name under which this process holds leases: the machine, the process, and what it does. */
export function leaseOwner(what: string): string {
  return `${hostname()}/${process.pid}/${what}`;
}

/** Whether the owner of a lease is a process of this machine that has ended. */
export function hasEnded(owner: string): boolean {
  const [host, pid] = owner.split('/');
  if (host !== hostname() || pid === undefined || !/^\d+$/.test(pid)) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    // A process of somebody else cannot be signalled, but is there.
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
