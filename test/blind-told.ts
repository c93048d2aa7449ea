import type { Expectation, Kind } from './route-expectations.ts';
import type { Scene, VisitorName } from './route-scene.ts';
import { keepUnchanged, serveUnchanged } from './route-server.ts';
import type { SceneServer } from './route-server.ts';

/** Numbers of the machine, such as how long answers took. */
export const aboutTheMachine = ['GET /metrics', 'GET /healthz'];

/**
 * What somebody who judges is told, about what is theirs and about what is somebody else’s;
 * without ids, times and secrets, which differ by chance.
 */
export async function told(
  scene: Scene,
  name: string,
  expectation: Expectation,
  visitors: readonly VisitorName[],
): Promise<{
  readonly texts: Readonly<Record<string, string>>;
  readonly codes: Readonly<Record<string, string>>;
}> {
  const [method] = name.split(' ') as ['GET'];
  const texts: Record<string, string> = {};
  const codes: Record<string, string> = {};
  let server: SceneServer | null = null;
  try {
    for (const visitor of visitors) {
      for (const kind of kinds) {
        const { url, body, headers } = expectation.request(scene, kind, visitor);
        server ??= await serveUnchanged(scene);
        const reply = await server.send(visitor, method, url, body, headers);
        texts[`${visitor} ${kind}`] = `${reply.status} ${plain(reply.text)}`;
        codes[`${visitor} ${kind}`] = reply.code;
        // What is refused changes nothing.
        if (method === 'GET' || reply.status >= 400) continue;
        await server.close();
        server = null;
      }
    }
  } finally {
    if (server !== null) await keepUnchanged(scene, server);
  }
  return { texts, codes };
}

const kinds: readonly Kind[] = ['own', 'others'];

function plain(text: string): string {
  return text
    .replace(
      /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{12}\b/g,
      'ID',
    )
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/\d{4}-\d\d-\d\d/g, 'DAY')
    .replace(/[0-9a-f]{64}/g, 'HASH')
    .replace(/"(csrf_token|csrf|secret|link|request)":"[^"]*"/g, '"$1":"SECRET"');
}
