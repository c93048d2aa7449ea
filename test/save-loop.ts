// Saves judgments without end and says on standard output which were acknowledged: something to be
// killed. Run as
//   node test/save-loop.ts <database> <name> <clients>
import { writeSync } from 'node:fs';
import { appendAudit } from '../src/store/workspace/audit.ts';
import { openStore } from '../src/store/open-store.ts';
import { buildJudgment, place, someTime } from './workspace-factory.ts';
import { addOne } from './record-rows.ts';

const [address = '', name = '', clients = '8'] = process.argv.slice(2);
const store = await openStore(address);
let count = 0;
writeSync(1, 'ready\n');
await Promise.all(Array.from({ length: Number(clients) }, saveForever));

async function saveForever(): Promise<void> {
  for (;;) {
    const id = `${name}-${(count += 1)}`;
    try {
      await store.write(
        async (tx) => {
          const { judgment } = await addOne(
            tx,
            buildJudgment({ id, run: null, idempotencyKey: id, annotator: name, unit: 'u1' }),
          );
          appendAudit(tx, {
            at: someTime,
            actor: name,
            action: 'judge',
            project: place.project,
            object: `judgment/${judgment.id}`,
            detail: {},
          });
        },
        { repeatable: true },
      );
    } catch (error) {
      writeSync(1, `refused ${id} ${error instanceof Error ? error.message.split('\n')[0] : ''}\n`);
      continue;
    }
    writeSync(1, `saved ${id}\n`);
  }
}
