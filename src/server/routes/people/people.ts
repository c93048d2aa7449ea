import { z } from 'zod';
import { defined } from '../../../domain/defined.ts';
import { addMember, people, removeMember } from '../../../operations/people/people.ts';
import { panelPeople } from '../../../operations/people/panel-people.ts';
import { route } from '../../route.ts';
import { projectParams } from '../project-params.ts';
import { roleName } from './session.ts';

const person = z.object({
  login: z.string(),
  name: z.string(),
  role: roleName,
  created_at: z.string(),
  ended_at: z.string().nullable(),
  disabled_at: z.string().nullable(),
});
export type Person = z.infer<typeof person>;

const panelReply = z.object({
  people: z.array(
    z.object({
      name: z.string(),
      entry: z.string(),
      weight: z.number(),
      arrival: z.enum(['not-invited', 'invited', 'expired', 'joined', 'judged']),
      invited_until: z.string().nullable(),
      last_seen_at: z.string().nullable(),
      judged: z.number(),
      is_login: z.boolean().describe('Whether the name can be that of an account'),
    }),
  ),
  outsiders: z
    .array(z.object({ login: z.string(), name: z.string(), judged: z.number() }))
    .describe('Members who judge, or may, without being on the panel: without weight'),
  is_open: z.boolean().describe('The panel names nobody: everybody with the role is on it'),
});
export type PanelReply = z.infer<typeof panelReply>;

export const peopleRoutes = [
  route({
    method: 'GET',
    path: '/api/projects/:project/panel',
    tag: 'People',
    summary: 'Who of the panel has joined, and who judges without being on it',
    who: 'lead',
    params: projectParams,
    response: panelReply,
    handle: async ({ context, params }) => await panelPeople(context, params.project),
  }),
  route({
    method: 'GET',
    path: '/api/projects/:project/people',
    tag: 'People',
    summary: 'The members of a project with their roles, including former members',
    who: 'lead',
    params: projectParams,
    response: z.object({ items: z.array(person) }),
    handle: async ({ context, params }) => ({ items: await people(context, params.project) }),
  }),
  route({
    method: 'POST',
    path: '/api/projects/:project/people',
    tag: 'People',
    summary: 'Give a role to somebody who has an account',
    who: 'lead',
    sessionOnly: true,
    params: projectParams,
    body: z.strictObject({ login: z.string().min(1).max(200), role: roleName }),
    handle: async ({ context, services, params, body }) => {
      const { account } = await addMember(context, { ...params, ...body });
      services.principals.forget(account);
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/projects/:project/people/:login',
    tag: 'People',
    summary: 'End a role of a member, or all of them; their judgments stay',
    who: 'lead',
    sessionOnly: true,
    params: projectParams.extend({ login: z.string().max(200) }),
    query: z.strictObject({ role: roleName.optional() }),
    response: z.object({ ended: z.array(roleName) }),
    handle: async ({ context, services, params, query }) => {
      const { account, ended } = await removeMember(context, { ...params, ...defined(query) });
      services.principals.forget(account);
      return { ended };
    },
  }),
];
