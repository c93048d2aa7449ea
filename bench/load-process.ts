import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Connection } from './http-connection.ts';
import { answersFor } from './server-workspace.ts';
import type { LoadLevel } from './server-workspace.ts';

/** What the annotators of a load do, and for how long. */
export interface LoadPlan {
  readonly address: string;
  readonly level: LoadLevel;
  /** `save`: one save after the other. `work`: ask for the next units, then save the first. */
  readonly kind: 'save' | 'work';
  /** Milliseconds that everybody takes over a unit before it is saved; none when left out. */
  readonly pause?: number;
  readonly seconds: number;
  /** Everybody stops after so many saves. */
  readonly most: number;
  /** Where in their units everybody begins. */
  readonly from: number;
  /**
   * Whether everybody begins again with their first unit after the last: for the floor, which keeps
   * whatever comes.
   */
  readonly isEndless: boolean;
}

/** What came of it: times in milliseconds, in the order in which the requests ended. */
export interface LoadResult {
  readonly saves: readonly number[];
  readonly nexts: readonly number[];
  readonly seconds: number;
  /** How far the fastest annotator came in their units. */
  readonly reached: number;
  readonly failures: readonly string[];
}

// The annotators, as a process of their own: node bench/load-process.ts <plan.json>. Prints the
// result as JSON.
if (process.argv[1]?.endsWith('load-process.ts') === true)
  process.stdout.write(
    JSON.stringify(await run(JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as LoadPlan)),
  );

async function run(plan: LoadPlan): Promise<LoadResult> {
  const { hostname, port } = new URL(plan.address);
  const [saves, nexts, failures]: [number[], number[], string[]] = [[], [], []];
  const connections = await Promise.all(
    plan.level.clients.map(() => Connection.open(hostname, Number(port))),
  );
  let reached = plan.from;
  const started = performance.now();
  const end = started + plan.seconds * 1000;
  await Promise.all(
    plan.level.clients.map(async (client, at) => {
      const connection = connections[at]!;
      const headers = `cookie: ${client.cookie}\r\nx-csrf-token: ${client.csrf}\r\n`;
      // Not all at the same moment, which they would not do either.
      if (plan.pause !== undefined) await pause((plan.pause * at) / plan.level.clients.length);
      const last = Math.min(
        plan.isEndless ? Number.POSITIVE_INFINITY : client.units.length,
        plan.from + plan.most,
      );
      for (let number = plan.from; number < last && performance.now() < end; number += 1) {
        let unit = client.units[number % client.units.length]!;
        reached = Math.max(reached, number + 1);
        if (plan.kind === 'work') {
          const asked = performance.now();
          const reply = await connection.send(
            'GET',
            `/api/runs/${plan.level.run}/next?count=3`,
            headers,
          );
          nexts.push(performance.now() - asked);
          if (reply.status !== 200) failures.push(reply.body);
          else
            unit =
              (JSON.parse(reply.body) as { readonly units: readonly { readonly unit: string }[] })
                .units[0]?.unit ?? unit;
        }
        if (plan.pause !== undefined)
          await pause(plan.pause * (0.5 + ((number * 37 + at * 101) % 100) / 100));
        const body = JSON.stringify({
          answers: answersFor(number + at),
          asides: { confidence: 'high' },
          seconds: 12.5,
          idempotency_key: `${plan.level.run}-${at}-${number}`,
        });
        const sent = performance.now();
        const reply = await connection.send(
          'POST',
          `/api/runs/${plan.level.run}/units/${unit}/judgments`,
          headers,
          body,
        );
        saves.push(performance.now() - sent);
        if (reply.status !== 201) failures.push(reply.body);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  for (const connection of connections) connection.close();
  return { saves, nexts, seconds, reached, failures: failures.slice(0, 5) };
}
