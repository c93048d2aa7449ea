import { readFileSync, writeFileSync } from 'node:fs';
import { fault, InputError } from '../src/domain/fault.ts';
import { answerWork } from '../src/operations/workspace/answer-work.ts';

/* A process for the tests of processes: well-behaved work, and work that exceeds every limit. */

type Send = (batch: unknown) => void;
const held: unknown[] = [];

const works: Readonly<Record<string, (argument: never, send: Send) => unknown>> = {
  pid: () => process.pid,
  parts: (count: number, send) => {
    for (let at = 0; at < count; at += 1) send({ at, filler: 'x'.repeat(1000) });
    return `${count} parts`;
  },
  noise: () => {
    console.log('x'.repeat(100_000));
    console.error('x'.repeat(100_000));
    return 'said';
  },
  faults: () => {
    throw new InputError([fault('usage', { reason: 'wrong' })], 7);
  },
  throw: () => {
    throw new Error('broken');
  },
  objects: () => {
    for (;;) held.push({ at: held.length });
  },
  buffers: () => {
    for (;;) held.push(new Uint8Array(2 ** 20).fill(1));
  },
  abort: () => process.abort(),
  exit: () => process.exit(3),
  nesting: function deeper(): unknown {
    return [deeper()];
  },
  length: () => 'x'.repeat(2 ** 29),
  endless: () => {
    for (;;);
  },
  asleep: () => new Promise(() => undefined),
  environment: () => Object.keys(process.env),
  read: (path: string) => readFileSync(path, 'utf8'),
  write: (path: string) => writeFileSync(path, 'made'),
};

await answerWork(async ([kind, argument]: readonly [string, never], send) =>
  works[kind]!(argument, send),
);
