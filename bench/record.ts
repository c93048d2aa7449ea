import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openWorkspace } from '../src/operations/workspace.ts';
import { insertAccount } from '../src/store/people/accounts.ts';
import { grantRole } from '../src/store/people/memberships.ts';
import { beginSession } from '../src/operations/people/sign-in.ts';
import type { Report } from './benchmark.ts';
import { Connection } from './http-connection.ts';
import { runAssay } from './measure-child.ts';
import { prepareJudged } from './record-workspace.ts';
import { memoryOf, quantile, startServer, stopServer } from './running-server.ts';
import { answersFor, project } from './server-workspace.ts';
import type { LoadLevel } from './server-workspace.ts';
import { writeLines } from './write-lines.ts';

/**
 * What a lead and an import wait for. Times in milliseconds unless they are named seconds, memory
 * in megabytes.
 */
export interface RecordFigures {
  readonly units: number;
  readonly parts: readonly {
    readonly part: string;
    readonly first: number;
    readonly afterSave: number;
  }[];
  readonly exported: {
    readonly judgments: number;
    readonly seconds: number;
    readonly saves: number;
    readonly p50: number;
    readonly p99: number;
  };
  readonly memory: number;
  readonly imports: readonly {
    readonly units: number;
    readonly seconds: number;
    readonly floor: number;
    readonly memory: number;
  }[];
}

export const report: Report<RecordFigures> = {
  name: 'pages, export and import',
  measure: measureRecord,
  print: printRecord,
};

const parts = [
  'overview',
  'agreement',
  'pairs',
  'annotators',
  'labels',
  'progress',
  'speed',
  'checklists',
];

/** Measures the lead's pages, an export beside saves, and imports. */
export async function measureRecord(quick: boolean): Promise<RecordFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  try {
    const units = quick ? 20_000 : 100_000;
    const database = join(folder, 'judged.db');
    const level = await prepareJudged(database, units);
    const cookie = await signedInLead(database);
    const server = await startServer('server-process.ts', database);
    try {
      const measured = await measureParts(server.address, cookie, level);
      const exported = await measureExport(server.address, cookie, level);
      return {
        units,
        parts: measured,
        exported,
        memory: memoryOf(server.child),
        imports: (quick ? [20_000] : [100_000, 1_000_000]).map((count) =>
          measureImport(folder, count),
        ),
      };
    } finally {
      await stopServer(server);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function signedInLead(database: string): Promise<string> {
  const workspace = await openWorkspace(database);
  try {
    const id = workspace.newId();
    const createdAt = workspace.clock().toISOString();
    return await workspace.store.write(async (tx) => {
      await insertAccount(tx, {
        id,
        login: 'lead',
        name: 'lead',
        passwordHash: null,
        language: 'en',
        keymap: 'assay',
        createdAt,
      });
      await grantRole(tx, { project, account: id, role: 'lead', createdAt });
      return `assay=${(await beginSession(tx, workspace, { id, login: 'lead' })).secret}`;
    });
  } finally {
    await workspace.store.close();
  }
}

/**
 * Each part first on a server that has just started, then once more after a further save. The first
 * one pays for reading the record.
 */
async function measureParts(
  address: string,
  cookie: string,
  level: LoadLevel,
): Promise<RecordFigures['parts']> {
  const { hostname, port } = new URL(address);
  const connection = await Connection.open(hostname, Number(port));
  const ask = async (part: string): Promise<number> => {
    const asked = performance.now();
    const reply = await connection.send(
      'GET',
      `/api/projects/${project}/monitor/${part}`,
      `cookie: ${cookie}\r\n`,
    );
    if (reply.status !== 200) throw new Error(`${part}: ${reply.status} ${reply.body}`);
    return performance.now() - asked;
  };
  const firsts: number[] = [];
  for (const part of parts) firsts.push(await ask(part));
  const afters = new Map<string, number[]>(parts.map((part) => [part, []]));
  for (let number = 0; number < 5; number += 1) {
    for (const part of parts) {
      await save(connection, level, 0, number * parts.length + parts.indexOf(part));
      afters.get(part)!.push(await ask(part));
    }
  }
  connection.close();
  return parts.map((part, at) => ({
    part,
    first: firsts[at]!,
    afterSave: quantile(
      afters.get(part)!.toSorted((a, b) => a - b),
      0.5,
    ),
  }));
}

async function save(
  connection: Connection,
  { run, clients }: LoadLevel,
  person: number,
  number: number,
): Promise<number> {
  const { cookie, csrf, units } = clients[person]!;
  const unit = units[number]!;
  const body = JSON.stringify({
    answers: answersFor(number),
    seconds: 400,
    idempotency_key: `late/${unit}/${person}`,
  });
  const sent = performance.now();
  const reply = await connection.send(
    'POST',
    `/api/runs/${run}/units/${unit}/judgments`,
    `cookie: ${cookie}\r\nx-csrf-token: ${csrf}\r\n`,
    body,
  );
  if (reply.status !== 201) throw new Error(`A save gave ${reply.status} ${reply.body}`);
  return performance.now() - sent;
}

/** All judgments as JSON lines, while somebody saves one judgment after the other. */
async function measureExport(
  address: string,
  cookie: string,
  level: LoadLevel,
): Promise<RecordFigures['exported']> {
  const { hostname, port } = new URL(address);
  const connection = await Connection.open(hostname, Number(port));
  const state = { isOver: false };
  const started = performance.now();
  const exporting = download(
    `${address}/api/projects/${project}/export?kind=judgments&format=jsonl`,
    cookie,
  ).finally(() => (state.isOver = true));
  const times: number[] = [];
  for (let number = 0; !state.isOver; number += 1)
    times.push(await save(connection, level, 1, number));
  const judgments = await exporting;
  connection.close();
  const sorted = times.toSorted((a, b) => a - b);
  return {
    judgments,
    seconds: (performance.now() - started) / 1000,
    saves: times.length,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
  };
}

/** How many lines came. */
async function download(address: string, cookie: string): Promise<number> {
  return await new Promise((resolve, reject) => {
    request(address, { headers: { cookie } }, (reply) => {
      let lines = 0;
      reply.on('data', (piece: Buffer) => {
        for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines += 1;
      });
      reply.once('end', () =>
        reply.statusCode === 200
          ? resolve(lines)
          : reject(new Error(`The export gave ${reply.statusCode}`)),
      );
    })
      .once('error', reject)
      .end();
  });
}

/** The whole command on a file of units, beside parsing the same lines. */
function measureImport(folder: string, count: number): RecordFigures['imports'][number] {
  const text =
    'The institution shall hold own funds against credit risk and report exposures to the competent authority within a month. '.repeat(
      7,
    );
  const file = join(folder, `units-${count}.jsonl`);
  writeLines(
    file,
    { lines: count },
    (line) =>
      `{"id":"unit-${line}","document":"doc-${Math.floor(line / 40)}","text":"${line} ` +
      `${text.slice(line % 40)}","page":${line % 90},"weak":["Label01"]}\n`,
  );
  const protocol = join(folder, 'protocol');
  mkdirSync(protocol, { recursive: true });
  writeFileSync(join(protocol, 'guideline.md'), '# Guideline\n');
  writeFileSync(join(protocol, 'protocol.yaml'), protocolText);
  const run = runAssay([
    'import',
    file,
    '--protocol',
    protocol,
    '--database',
    join(folder, `import-${count}.db`),
    '--json',
  ]);
  if (run.status !== 0) throw new Error(`The import ended with ${run.status}: ${run.errors}`);
  const started = performance.now();
  spawnSync(process.execPath, [fileURLToPath(new URL('floor.mjs', import.meta.url)), 'json', file]);
  const floor = (performance.now() - started) / 1000;
  rmSync(file);
  rmSync(join(folder, `import-${count}.db`), { force: true });
  return { units: count, seconds: run.seconds, floor, memory: run.megabytes };
}

const protocolText = `assay: 1
name: imported
guideline: { version: "1.0", file: guideline.md }
tasks:
  chunks:
    unit: { id: id, subject: document, show: text, place: page, hidden: weak }
    questions:
      relevant: { title: Relevant, scale: binary }
rounds:
  full: { kind: full, task: chunks, units: all, annotators: 2 }
`;

/** The figures as a table. */
export function printRecord(figures: RecordFigures): string {
  const { exported, imports } = figures;
  const lines = [
    `${figures.units.toLocaleString('en-GB')} units × 3 judgments × 14 questions`,
    '',
    '  page          first ms  after a save ms',
  ];
  for (const { part, first, afterSave } of figures.parts)
    lines.push(
      `  ${part.padEnd(12)}${first.toFixed(0).padStart(10)}${afterSave.toFixed(0).padStart(17)}`,
    );
  lines.push(
    '',
    `export of ${exported.judgments.toLocaleString('en-GB')} judgments ` +
      `${exported.seconds.toFixed(2)} s ` +
      `(${((exported.seconds / exported.judgments) * 100_000).toFixed(2)} s per 100,000),` +
      ` meanwhile ${exported.saves} saves by one annotator, p50 ` +
      `${exported.p50.toFixed(1)} ms, p99 ${exported.p99.toFixed(1)} ms`,
    `server memory after all of it ${figures.memory.toFixed(0)} MB`,
    ...imports.map(
      (one) =>
        `import of ${one.units.toLocaleString('en-GB')} units ` +
        `${one.seconds.toFixed(2)} s, ${(one.seconds / one.floor).toFixed(2)}× of ` +
        `parsing the lines, ${one.memory.toFixed(0)} MB`,
    ),
  );
  return `${lines.join('\n')}\n`;
}

if (process.argv[1]?.endsWith('bench/record.ts') === true)
  process.stdout.write(printRecord(await measureRecord(process.argv.includes('--quick'))));
