import { expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import { seedWorkspace, someTime } from '../../../test/workspace-factory.ts';
import { insertUnits } from '../../store/units/units.ts';
import { unitFields } from './unit-cache.ts';

const place = { project: 'topics', task: 'labels' };

describeStores('units that are kept', (databases) => {
  it('are those of the task that is asked for, also after others have taken their place', async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 0 });
    const text = 'x'.repeat(30_000);
    const units = (mark: string): { id: string; subject: null; fields: Record<string, string> }[] =>
      Array.from({ length: 50 }, (_, at) => ({
        id: `u${at}`,
        subject: null,
        fields: { text, mark: `${mark} ${at}` },
      }));
    await store.write(async (tx) => {
      await insertUnits(tx, place, units('labels'), someTime);
      await insertUnits(tx, { ...place, task: 'other' }, units('other'), someTime);
    });
    // Together they are thrice as long as what is kept.
    for (const task of ['labels', 'other', 'labels']) {
      for (let at = 0; at < 50; at += 1)
        expect((await unitFields(store, { ...place, task, unit: `u${at}` }))['mark']).toBe(
          `${task} ${at}`,
        );
    }
    const last = { ...place, unit: 'u49' };
    expect(await unitFields(store, last)).toBe(await unitFields(store, last));
  });
});
