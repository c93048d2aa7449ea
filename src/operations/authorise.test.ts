import { expect, it } from 'vitest';
import { refusedFor } from '../../test/refusals.ts';
import { authorise, authoriseWorkspace } from './authorise.ts';
import type { Actor, Role } from './work-context.ts';

const actor = (roles: Readonly<Record<string, Role>>): Actor => ({
  account: 'a',
  login: 'mia',
  roleIn: (project) => roles[project] ?? null,
  via: 'session',
});

const refused = (act: () => unknown): unknown => {
  try {
    act();
    return null;
  } catch (error) {
    return error;
  }
};

it('a role is required; to others than members a project does not exist', () => {
  const mia = actor({ labels: 'annotator' });
  expect(authorise(mia, 'labels', 'lead', 'annotator')).toBe('annotator');
  expect(refused(() => authorise(mia, 'labels', 'lead', 'reviewer'))).toMatchObject(
    refusedFor('role-needed', {
      values: {
        project: 'labels',
        role: { code: 'role-annotator' },
        needed: [{ code: 'role-lead' }, { code: 'role-reviewer' }],
      },
    }),
  );
  expect(refused(() => authorise(mia, 'other', 'annotator'))).toMatchObject(
    refusedFor('not-found', { values: { what: { code: 'project', values: { id: 'other' } } } }),
  );
});

it('the workspace is for its leads alone', () => {
  expect(refused(() => authoriseWorkspace(actor({ '*': 'lead' })))).toBeNull();
  for (const roles of [{ '*': 'reviewer' }, { labels: 'lead' }, {}] as const)
    expect(refused(() => authoriseWorkspace(actor(roles)))).toMatchObject(
      refusedFor('workspace-lead-needed'),
    );
});
