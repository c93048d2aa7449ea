import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Task } from '../../../../domain/protocol/task.ts';
import { readProtocol } from '../../../../formats/protocol/protocol-yaml.ts';
import { generalActions } from '../../../actions/general-actions.ts';
import { keyPresets, keysOf, readKeymap } from '../../../actions/keymap.ts';
import { languages } from '../../../texts/define-texts.ts';
import { annotateActions } from './actions.ts';

const tasks = ['regulatory-topics', 'trial-relevance', 'rag-tasks', 'policy-ground-truth'].flatMap(
  tasksOf,
);

describe('the commands of a form', () => {
  const keymaps = languages.flatMap((language) =>
    keyPresets.map((preset) => ({ preset, language, singleKeys: true })),
  );

  it.each(
    tasks.flatMap((task) => keymaps.map((keymap) => ({ ...keymap, keymap, task, name: task.id }))),
  )('share no key in $name under $preset in $language', ({ keymap, task }) => {
    const owners = new Map<string, string>();
    const clashes: string[] = [];
    for (const [id, action] of Object.entries({
      ...generalActions,
      ...annotateActions(task, true),
    })) {
      // What goes on after the comparison takes the key of what submits, which is not there then.
      if (id === 'continue') continue;
      for (const key of keysOf(action.keys, keymap)) {
        if (owners.has(key)) clashes.push(`${key}: ${owners.get(key)} and ${id}`);
        owners.set(key, id);
      }
    }
    expect(clashes).toEqual([]);
  });

  it('can submit without single keys, under every preset', () => {
    for (const task of tasks) {
      const { submit } = annotateActions(task);
      for (const preset of keyPresets)
        expect(keysOf(submit!.keys, readKeymap(`${preset} quiet`))).toContain('mod+Enter');
    }
  });

  it('answer yes with the first letter of the word in the language of the interface', () => {
    const { yes } = tasks
      .map((task) => annotateActions(task, true))
      .find((actions) => actions['yes'] !== undefined)!;
    expect(keysOf(yes!.keys, readKeymap('assay', 'en'))).toEqual(['y']);
    expect(keysOf(yes!.keys, readKeymap('assay', 'de'))).toEqual(['j']);
    expect(keysOf(yes!.keys, readKeymap('prodigy', 'de'))).toEqual(['a', 'j']);
  });

  it('are named in both languages', () => {
    for (const task of tasks)
      for (const action of Object.values(annotateActions(task)))
        expect([action.title.en, action.title.de].every((title) => title.length > 0)).toBe(true);
  });
});

describe('the key of a label', () => {
  it('is its digit, 0 for the tenth, and with Shift from the eleventh on', () => {
    const actions = annotateActions(tasks.find((task) => task.form === 'labels')!);
    const keysAt = (place: number) => actions[`label-${place}`]!.keys;
    expect([0, 8, 9, 10, 13].map((place) => keysAt(place).assay[0])).toEqual([
      '1',
      '9',
      '0',
      'shift+1',
      'shift+4',
    ]);
    expect(keysAt(10)['label-studio']).toEqual(['q']);
  });
});

function tasksOf(example: string): readonly Task[] {
  const read = readProtocol(
    readFileSync(
      fileURLToPath(new URL(`../../../../../examples/${example}/protocol.yaml`, import.meta.url)),
      'utf8',
    ),
  );
  if (!read.ok) throw new Error(`${example} cannot be read`);
  return read.value.tasks;
}
