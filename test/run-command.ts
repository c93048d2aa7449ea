import { Command } from 'commander';
import { vi } from 'vitest';
import type { AddCommand } from '../src/cli/commands.ts';
import { openStore } from '../src/store/open-store.ts';
import { insertAccount } from '../src/store/people/accounts.ts';
import { grantRole } from '../src/store/people/memberships.ts';
import type { Role } from '../src/store/tables.ts';

/** Gives people an account and a role in a project, as a server does. */
export async function addPeople(
  database: string,
  project: string,
  roles: Readonly<Record<string, Role>>,
): Promise<void> {
  const store = await openStore(database, {});
  const createdAt = '2026-03-02T08:00:00.000Z';
  await store.write(async (tx) => {
    for (const [login, role] of Object.entries(roles)) {
      const about = { passwordHash: null, language: 'en', keymap: 'assay', createdAt };
      await insertAccount(tx, { id: login, login, name: login, ...about });
      await grantRole(tx, { project, account: login, role, createdAt });
    }
  });
  await store.close();
}

/** What a command printed, and how it ended. */
interface CommandRun {
  readonly out: string;
  readonly err: string;
  readonly code: number | null;
}

/** Runs a command in this process, over a database. */
export async function runCommand(
  database: string,
  add: AddCommand,
  words: readonly string[],
): Promise<CommandRun> {
  let code: number | null = null;
  const written: [string[], string[]] = [[], []];
  const spies = [process.stdout, process.stderr].map((stream, at) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      written[at]!.push(String(text));
      return true;
    }),
  );
  try {
    const program = new Command('assay').exitOverride();
    add(program, (result) => (code = result));
    await program.parseAsync([...words, '--database', database], { from: 'user' });
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return { out: written[0].join(''), err: written[1].join(''), code };
}
