import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareBlindScene, withThirds } from './blind-scene.ts';
import { aboutTheMachine, told } from './blind-told.ts';
import { expectations } from './route-expectations.ts';
import type { Scene } from './route-scene.ts';
import { closeKept } from './route-server.ts';

/** The lead, who has judged a unit with ben, and programs in their name. */
const whoJudged = ['lead', 'reader', 'writer'] as const;

let folder: string;
/** The same but for what ben answered: in the second he disagrees, and somebody was asked. */
let scenes: readonly Scene[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-further-'));
  scenes = [
    await prepareBlindScene(join(folder, 'cats.db'), () => true, withThirds),
    await prepareBlindScene(join(folder, 'dogs.db'), () => false, withThirds),
  ];
});

afterAll(async () => {
  await closeKept();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(Object.entries(expectations))('%s', (name, expectation) => {
  it('tells somebody who judges nothing of the third who is asked where two disagree', async () => {
    const [cats, dogs] = [
      await told(scenes[0]!, name, expectation, whoJudged),
      await told(scenes[1]!, name, expectation, whoJudged),
    ];
    // Whoever closes the round is blind in it no longer.
    const isOver = name === 'POST /api/runs/:run/close';
    if (!isOver && !aboutTheMachine.includes(name)) expect(dogs.texts).toEqual(cats.texts);
  });
});
