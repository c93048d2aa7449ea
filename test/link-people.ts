import { bodyOf } from './server-harness.ts';
import type { Client } from './server-harness.ts';

export const secretOf = (link: string): string => link.split('/link/')[1]!;

export async function invited(by: Client, role: string, project = 'pets'): Promise<string> {
  const made = await by.post(`/api/projects/${project}/invitations`, { role });
  return `/api/links/${secretOf(bodyOf<{ link: string }>(made, 201).link)}`;
}

export const fresh = (login: string) => ({ login, password: 'four words of mine' });
