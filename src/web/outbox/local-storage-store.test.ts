import { describe, expect, it } from 'vitest';
import { draftKey } from './saves.ts';
import type { StoredDraft, StoredSave } from './saves.ts';
import { LocalStorageStore } from './local-storage-store.ts';

const save = (key: string): StoredSave => ({
  key,
  run: 'r',
  unit: 'u',
  content: { is: 'fact', kind: 'opened', detail: {} },
  at: '',
  refusal: null,
});
const draft: StoredDraft = {
  run: 'r',
  unit: 'u',
  answers: {},
  asides: {},
  revision: 1,
  supersedes: null,
  isSent: false,
};

describe('what is kept in the small storage of a browser', () => {
  it('is seen by every tab, in the order of saving', async () => {
    const texts = new Map<string, string>();
    const storage = {
      getItem: (name: string) => texts.get(name) ?? null,
      setItem: (name: string, value: string) => void texts.set(name, value),
    };
    const [one, two] = [
      new LocalStorageStore(storage, 'anna'),
      new LocalStorageStore(storage, 'anna'),
    ];
    await one.change({ putSaves: [save('2')], putDrafts: [draft] });
    await two.change({ putSaves: [save('1')] });
    expect((await one.saves()).map((each) => each.key)).toEqual(['1', '2']);
    await two.change({ removeSaves: ['2'], removeDrafts: [draftKey('r', 'u')] });
    expect((await one.saves()).map((each) => each.key)).toEqual(['1']);
    expect(await one.drafts()).toEqual([]);
    expect(await new LocalStorageStore(storage, 'ben').saves()).toEqual([]);
  });
});
