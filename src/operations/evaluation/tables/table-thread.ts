import { parentPort } from 'node:worker_threads';
import { scoreEstimates } from '../../../evaluation/score-estimates.ts';
import { unitBlocks } from '../../../evaluation/unit-blocks.ts';
import type { TableWork } from './beside-evaluating.ts';
import { packedTable, quickTable } from './quick-table.ts';

function answerTo(work: TableWork): unknown {
  if (work.kind === 'read') {
    const read = quickTable(work.reading);
    return read === null ? null : packedTable(read);
  }
  const { table, seed, options } = work;
  return scoreEstimates(table, unitBlocks(table.units, table.subjects, seed), options);
}

parentPort!.on('message', (work: TableWork) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
  parentPort!.postMessage(answerTo(work));
});
