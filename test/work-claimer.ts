// Annotators who claim, draft and judge units until there are none, and say on standard output what
// was acknowledged: something to be killed. Who is called contrary answers the other way round. Run
// as
//   node test/work-claimer.ts <database> <run> <login>…
import { writeSync } from 'node:fs';
import { nextUnits } from '../src/operations/judging/next-unit.ts';
import { saveDraft } from '../src/operations/judging/save-draft.ts';
import { saveJudgment } from '../src/operations/judging/save-judgment.ts';
import { timeOrderedIds } from '../src/operations/time-ordered-ids.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import { openStore } from '../src/store/open-store.ts';
import { truthOf, wrongOf } from './work-world.ts';

const [address = '', run = '', ...logins] = process.argv.slice(2);
const store = await openStore(address);
const clock = (): Date => new Date();
const newId = timeOrderedIds(clock);
await Promise.all(logins.map(work));
writeSync(1, 'done\n');
await store.close();

async function work(login: string): Promise<void> {
  const who: WorkContext = {
    store,
    clock,
    newId,
    actor: { account: login, login, roleIn: () => 'annotator', via: 'session' },
  };
  const answer = login.startsWith('contrary') ? wrongOf : truthOf;
  for (;;) {
    const { units } = await nextUnits(who, { run, count: 2 });
    if (units.length === 0) return;
    for (const { unit, draft } of units) {
      await saveDraft(who, {
        run,
        unit,
        answers: answer(unit),
        revision: (draft?.revision ?? 0) + 1,
      });
      const saved = await saveJudgment(who, {
        run,
        unit,
        answers: answer(unit),
        idempotencyKey: `${login} ${unit}`,
        seconds: 1,
      });
      writeSync(1, `saved ${saved.id}\n`);
    }
  }
}
