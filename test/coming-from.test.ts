import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runAssay, temporaryFolder } from './run-assay.ts';

const folder = new URL('../docs/coming-from/', import.meta.url);

/** The blocks of a page in order: files to write, and commands to run. */
function blocksOf(page: string): readonly { readonly file?: string; readonly text: string }[] {
  return [...page.matchAll(/^```(?:(sh)|\w+ file=(\S+))\n([\s\S]*?)^```$/gm)].map(
    ([, isCommands, file, text]) =>
      isCommands === 'sh' ? { text: text! } : { file: file!, text: text! },
  );
}

describe('the page for people who come from', () => {
  it.each(readdirSync(folder).filter((name) => name.endsWith('.md')))(
    '%s has commands that work',
    async (name) => {
      const home = temporaryFolder();
      const blocks = blocksOf(readFileSync(new URL(name, folder), 'utf8'));
      const commands = blocks.flatMap(({ file, text }) => {
        if (file === undefined) return text.trim().split('\n');
        writeFileSync(join(home, file), text);
        return [];
      });
      expect(commands.length).toBeGreaterThan(2);
      for (const command of commands) {
        const [program, ...words] = command.split(' ');
        expect(program).toBe('assay');
        const run = await runAssay(words, home);
        expect([command, run.code, run.code === 0 ? '' : run.err]).toEqual([command, 0, '']);
      }
      // A line per unit at least, below the header.
      const table = readFileSync(join(home, 'table.csv'), 'utf8').trim().split('\n');
      expect(table.length).toBeGreaterThan(2);
    },
  );
});
