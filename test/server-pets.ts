import { bodyOf, temporaryServer } from './server-harness.ts';
import { addProject, openTestRound } from './server-project.ts';

export async function scene(options: { readonly database?: string } = {}) {
  const server = await temporaryServer(options);
  await addProject(server.workspace, 'pets');
  const [anna, ben, lea] = [
    await server.person('anna', { pets: 'annotator' }),
    await server.person('ben', { pets: 'annotator' }),
    await server.person('lea', { pets: 'lead' }),
  ];
  const run = await openTestRound(server.workspace, 'pets', 'pilot', ['anna', 'ben']);
  const { units } = bodyOf<{ units: { unit: string }[] }>(await anna.get(`/api/runs/${run}/next`));
  return {
    server,
    anna,
    ben,
    lea,
    run,
    unit: units[0]!.unit,
    place: `/api/runs/${run}/units/${units[0]!.unit}`,
  };
}
