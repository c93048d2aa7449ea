import { answerWork } from '../workspace/answer-work.ts';
import { read, readHere } from './read-apart.ts';
import { readings } from './readings.ts';
import type { Readings } from './readings.ts';

/* The process in which files of others are read: whatever they do to it, nobody else notices. */

readHere(readings);
await answerWork(([kind, work]: readonly [keyof Readings, never], send) =>
  read(readings, kind, work, send),
);
