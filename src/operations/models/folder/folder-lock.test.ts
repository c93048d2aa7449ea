import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../../test/run-assay.ts';
import { hasEnded, leaseOwner } from '../lease-owner.ts';
import { lockFolder } from './folder-lock.ts';

const now = '2026-03-02T08:00:00.000Z';
const clock = (): Date => new Date(now);

/** The number of a process that has ended. */
const ended = spawnSync(process.execPath, ['--version']).pid;

describe('the lock of a folder', () => {
  let path = '';
  beforeEach(() => {
    path = join(temporaryFolder(), 'models', 'lock.json');
  });
  afterEach(() => vi.useRealTimers());
  const held = (): unknown => JSON.parse(readFileSync(path, 'utf8'));
  const put = (owner: string, until: string): void => {
    mkdirSync(join(path, '..'));
    writeFileSync(path, JSON.stringify({ owner, until }));
  };

  it('names who holds it for a minute, and goes when they are done', () => {
    const unlock = lockFolder(path, 'host/1/a', clock);
    expect(held()).toEqual({ owner: 'host/1/a', until: '2026-03-02T08:01:00.000Z' });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    unlock();
    expect(existsSync(path)).toBe(false);
  });

  it('keeps others out, and says who holds it', () => {
    const unlock = lockFolder(path, 'host/1/a', clock);
    const values = { place: join(path, '..'), owner: 'host/1/a' };
    expect(() => lockFolder(path, 'host/2/b', clock)).toThrow(
      expect.objectContaining({
        faults: [expect.objectContaining({ code: 'models-busy', values })],
      }),
    );
    expect(readdirSync(join(path, '..'))).toEqual(['lock.json']);
    unlock();
    lockFolder(path, 'host/2/b', clock)();
  });

  it('is taken over when its time is over, and not before', () => {
    put('host/1/a', '2026-03-02T08:00:00.001Z');
    expect(() => lockFolder(path, 'host/2/b', clock)).toThrow(/Another process/);
    writeFileSync(path, JSON.stringify({ owner: 'host/1/a', until: now }));
    const unlock = lockFolder(path, 'host/2/b', clock);
    expect(held()).toMatchObject({ owner: 'host/2/b' });
    expect(readdirSync(join(path, '..'))).toEqual(['lock.json']);
    unlock();
  });

  it.each(['', '{"owner":"host/1/a"', '{"owner":"host/1/a"}', '{"until":"2027"}', 'null'])(
    'holds nobody when it is not whole: %s',
    (text) => {
      put('', '');
      writeFileSync(path, text);
      lockFolder(path, 'host/2/b', clock)();
      expect(existsSync(path)).toBe(false);
    },
  );

  it('is taken over from a process of this machine that has ended', () => {
    put(`${hostname()}/${ended}/extract`, '2026-03-02T09:00:00.000Z');
    const unlock = lockFolder(path, 'host/2/b', clock);
    expect(held()).toMatchObject({ owner: 'host/2/b' });
    unlock();
  });

  it('is renewed while it is held, and left alone once it is another’s', () => {
    vi.useFakeTimers();
    let time = now;
    const unlock = lockFolder(path, 'host/1/a', () => new Date(time));
    time = '2026-03-02T08:00:20.000Z';
    vi.advanceTimersByTime(19_999);
    expect(held()).toMatchObject({ until: '2026-03-02T08:01:00.000Z' });
    vi.advanceTimersByTime(1);
    expect(held()).toEqual({ owner: 'host/1/a', until: '2026-03-02T08:01:20.000Z' });
    const other = { owner: 'host/2/b', until: '2026-03-02T08:05:00.000Z' };
    writeFileSync(path, JSON.stringify(other));
    vi.advanceTimersByTime(20_000);
    unlock();
    expect(held()).toEqual(other);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the owner of a lease', () => {
  it('is this machine and process, with what it does', () => {
    expect(leaseOwner('poll')).toBe(`${hostname()}/${process.pid}/poll`);
    expect(hasEnded(leaseOwner('poll'))).toBe(false);
  });

  it('has ended when its process on this machine is gone', () => {
    expect(hasEnded(`${hostname()}/${ended}/poll`)).toBe(true);
    // Process 1 is there, whoever may signal it.
    expect(hasEnded(`${hostname()}/1/poll`)).toBe(false);
    expect(hasEnded(`elsewhere/${ended}/poll`)).toBe(false);
    expect(hasEnded(hostname())).toBe(false);
    expect(hasEnded(`${hostname()}/x${ended}/poll`)).toBe(false);
    expect(hasEnded(`${hostname()}/${ended}x/poll`)).toBe(false);
  });
});
