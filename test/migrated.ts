import { migrations } from '../src/store/workspace/schema/migrations.ts';
import type { Migration } from '../src/store/workspace/schema/migrations.ts';

export const latestVersion = migrations.at(-1)!.version;

export const nextVersion: Migration = {
  version: latestVersion + 1,
  name: 'a later step',
  statements: () => ['alter table project add column note text'],
};
