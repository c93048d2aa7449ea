import { describe, expect, it } from 'vitest';
import { FallbackKeep } from './fallback-store.ts';
import { MemoryKeep } from './browser-store.ts';
import type { KeepChange } from './browser-store.ts';
import type { KeptDraft, KeptSave } from './saves.ts';

/** A database that can be full. */
class Disk extends MemoryKeep {
  override readonly isLasting = true;
  isFull = false;

  override async change(change: KeepChange): Promise<void> {
    if (this.isFull && (change.putSaves ?? change.putDrafts) !== undefined) throw new Error('full');
    await super.change(change);
  }
}

const save = (key: string): KeptSave => ({
  key,
  run: 'r',
  unit: key,
  content: { is: 'fact', kind: 'opened', detail: {} },
  at: '',
  refusal: null,
});
const draft = (revision: number): KeptDraft => ({
  run: 'r',
  unit: 'u',
  answers: {},
  asides: {},
  revision,
  supersedes: null,
  isSent: false,
  at: '',
});

describe('a place that may fail', () => {
  it('holds in memory what the disk does not take, in order, and says that it does not last', async () => {
    const disk = new Disk();
    const keep = new FallbackKeep(disk);
    await keep.change({ putSaves: [save('1')] });
    expect(keep.isLasting).toBe(true);
    disk.isFull = true;
    await keep.change({ putSaves: [save('2')], putDrafts: [draft(3)] });
    expect(keep.isLasting).toBe(false);
    expect((await keep.saves()).map((one) => one.key)).toEqual(['1', '2']);
    expect(await keep.draft('r', 'u')).toMatchObject({ revision: 3 });
    await keep.change({ removeSaves: ['1', '2'] });
    expect(await keep.saves()).toEqual([]);
  });

  it('takes what is newer when the disk has room again', async () => {
    const disk = new Disk();
    const keep = new FallbackKeep(disk);
    disk.isFull = true;
    await keep.change({ putDrafts: [draft(1)] });
    disk.isFull = false;
    await keep.change({ putDrafts: [draft(2)] });
    expect(await keep.draft('r', 'u')).toMatchObject({ revision: 2 });
    expect(await disk.draft('r', 'u')).toMatchObject({ revision: 2 });
  });
});
