import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guardedRelease } from './guard-release.ts';
import { runAssay, runJson } from './run-assay.ts';

interface Evaluated {
  readonly looks: { readonly look: number; readonly head: string };
}

const labels = ['evaluate', '--release', 'out', '--resamples', '100', '--system', 'mine'];
const call = [...labels, '--predictions', 'system.jsonl', '--labels', 'green'];
const ledger = 'out.looks.jsonl';

/** Cuts the last look off the ledger, which leaves a chain that holds. */
function cutEnd(folder: string): void {
  const lines = readFileSync(join(folder, ledger), 'utf8').trim().split('\n');
  writeFileSync(join(folder, ledger), `${lines.slice(0, -1).join('\n')}\n`);
}

describe('assay looks', () => {
  it('finds looks that were removed from the end by a head that was kept', async () => {
    const folder = await guardedRelease();
    await runJson([...call, '--json'], folder);
    const { looks } = await runJson<Evaluated>([...call, '--json'], folder);
    const head = `${looks.look}:${looks.head}`;
    expect(looks.look).toBe(2);
    const said = await runAssay(call, folder);
    expect(said.out.replaceAll(/\s+/g, '')).toMatch(/orciteit:3:[0-9a-f]{16}/);
    const listed = await runAssay(['looks', 'out', '--head', head], folder);
    expect(listed.code).toBe(0);
    expect(listed.out.match(/mine/g)).toHaveLength(3);
    cutEnd(folder);
    // The head of the second look is still there, that of the third is not.
    expect((await runAssay(['looks', 'out', '--head', head], folder)).code).toBe(0);
    cutEnd(folder);
    const cut = await runAssay(['looks', 'out', '--head', head], folder);
    expect([cut.code, cut.err]).toEqual([2, expect.stringContaining('ledger of looks is broken')]);
    const odd = await runAssay(['looks', 'out', '--head', 'yesterday'], folder);
    expect([odd.code, odd.err]).toEqual([2, expect.stringContaining('what assay looks prints')]);
  });

  it('finds them by the audit log of a workspace in which the head was noted', async () => {
    const folder = await guardedRelease();
    const imported = ['import', 'units/all.jsonl', '--protocol', '.', '-d', 'ws.db'];
    expect((await runAssay(imported, folder)).code).toBe(0);
    await runJson([...call, '--json'], folder);
    await runJson([...call, '--json'], folder);
    const looks = ['looks', 'out', '-d', 'ws.db'];
    const noted = await runJson<{ readonly head: string }>([...looks, '--note', '--json'], folder);
    expect(noted.head).toMatch(/^2:/);
    expect((await runAssay(looks, folder)).code).toBe(0);
    expect((await runAssay(['audit', 'verify', '-d', 'ws.db'], folder)).code).toBe(0);
    cutEnd(folder);
    const cut = await runAssay(looks, folder);
    expect([cut.code, cut.err]).toEqual([2, expect.stringContaining('ledger of looks is broken')]);
    expect((await runAssay(['looks', 'out', '--note'], folder)).code).toBe(2);
  });
});
