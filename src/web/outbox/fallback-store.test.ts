import { describe, expect, it } from 'vitest';
import { FallbackStore } from './fallback-store.ts';
import { MemoryStore } from './browser-store.ts';
import type { StoreChange } from './browser-store.ts';
import type { StoredDraft, StoredSave } from './saves.ts';

/** A database that can be full. */
class Disk extends MemoryStore {
  override readonly isLasting = true;
  isFull = false;

  override async change(change: StoreChange): Promise<void> {
    if (this.isFull && (change.putSaves ?? change.putDrafts) !== undefined) throw new Error('full');
    await super.change(change);
  }
}

const save = (key: string): StoredSave => ({
  key,
  run: 'r',
  unit: key,
  content: { is: 'fact', kind: 'opened', detail: {} },
  at: '',
  refusal: null,
});
const draft = (revision: number): StoredDraft => ({
  run: 'r',
  unit: 'u',
  answers: {},
  asides: {},
  revision,
  supersedes: null,
  isSent: false,
});

describe('a place that may fail', () => {
  it('holds in memory what the disk does not take, in order, and says that it does not last', async () => {
    const disk = new Disk();
    const store = new FallbackStore(disk);
    await store.change({ putSaves: [save('1')] });
    expect(store.isLasting).toBe(true);
    disk.isFull = true;
    await store.change({ putSaves: [save('2')], putDrafts: [draft(3)] });
    expect(store.isLasting).toBe(false);
    expect((await store.saves()).map((one) => one.key)).toEqual(['1', '2']);
    expect(await store.drafts()).toMatchObject([{ revision: 3 }]);
    await store.change({ removeSaves: ['1', '2'] });
    expect(await store.saves()).toEqual([]);
  });

  it('takes what is newer when the disk has room again', async () => {
    const disk = new Disk();
    const store = new FallbackStore(disk);
    disk.isFull = true;
    await store.change({ putDrafts: [draft(1)] });
    disk.isFull = false;
    await store.change({ putDrafts: [draft(2)] });
    expect(await store.drafts()).toMatchObject([{ revision: 2 }]);
    expect(await disk.drafts()).toMatchObject([{ revision: 2 }]);
  });
});
