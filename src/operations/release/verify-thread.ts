import { parentPort } from 'node:worker_threads';
import type { ThreadRequest } from './beside-verifying.ts';
import { SecondReader } from './checked-files.ts';

/* The thread that works beside the one that recomputes a large release. */

let reader: SecondReader | null = null;

parentPort!.on('message', (asked: ThreadRequest) => {
  reader ??= new SecondReader(asked.folder);
  switch (asked.kind) {
    case 'runs':
      answer(reader.runs());
      return;
    case 'files':
      answer(reader.files(asked.names));
      return;
    case 'judgments': {
      const bytes = reader.judgments(asked.task, asked.uncounted);
      answer(bytes, [bytes]);
    }
  }
});

function answer(value: unknown, moved: ArrayBuffer[] = []): void {
  parentPort!.postMessage(value, moved);
}
