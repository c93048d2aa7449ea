import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/** Where threads of the same process find the switches. */
const shared = 'assay-mutant-switches';
/** Which mutant is on, and the file that says which were asked, for the processes of a test. */
const onName = 'ASSAY_MUTANT';
const askedName = 'ASSAY_MUTANTS_ASKED';
/** A process that lives through many tests says again that it asks, in milliseconds. */
const sayAgainAfter = 200;

/**
 * The switches of all mutants, in the process that runs the tests. The threads and processes that
 * tests start load the same sources with the same switches, see `load-mutants.ts`.
 */
export class MutantSwitches {
  /** Place 0 says which mutant is on; place 1 + id whether that one was asked. */
  readonly #places: Int32Array;
  readonly #askedElsewhere: string;

  constructor(size: number, askedElsewhere: string) {
    const memory = new SharedArrayBuffer(4 * (size + 1));
    this.#places = new Int32Array(memory);
    this.#askedElsewhere = askedElsewhere;
    setEnvironmentData(shared, memory);
    process.env[askedName] = askedElsewhere;
    const loader = `--import ${fileURLToPath(new URL('load-mutants.ts', import.meta.url))}`;
    const others = (process.env['NODE_OPTIONS'] ?? '').replace(loader, '');
    process.env['NODE_OPTIONS'] = `${others} ${loader}`.trim();
    this.turnOn(-1);
    Object.assign(globalThis, { __mutant: askIn(this.#places) });
  }

  /** Turns one mutant on and all others off; -1 turns all off. */
  turnOn(id: number): void {
    this.#places[0] = id;
    process.env[onName] = String(id);
  }

  /** The mutants that were asked since the last call, here and elsewhere. */
  takeAsked(): ReadonlySet<number> {
    const asked = new Set(readNumbers(this.#askedElsewhere));
    for (let id = 0; id < this.#places.length - 1; id += 1)
      if (this.#places[id + 1] !== 0) asked.add(id);
    this.#places.fill(0, 1);
    rmSync(this.#askedElsewhere, { force: true });
    return asked;
  }
}

/** Asks, in a thread or a process that a test has started, whether a mutant is on. */
export function askElsewhere(): (id: number) => boolean {
  const memory = getEnvironmentData(shared) as SharedArrayBuffer | undefined;
  if (memory !== undefined) return askIn(new Int32Array(memory));
  const on = Number(process.env[onName] ?? -1);
  const log = process.env[askedName];
  const said = new Map<number, number>();
  return (id) => {
    const now = performance.now();
    if (log !== undefined && now - (said.get(id) ?? -sayAgainAfter) >= sayAgainAfter) {
      said.set(id, now);
      appendFileSync(log, `${id}\n`);
    }
    return id === on;
  };
}

function askIn(places: Int32Array): (id: number) => boolean {
  return (id) => {
    places[id + 1] = 1;
    return places[0] === id;
  };
}

function readNumbers(path: string): readonly number[] {
  try {
    return readFileSync(path, 'utf8').trim().split('\n').map(Number);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
