import { describe, expect, it } from 'vitest';
import { fault, InputError } from '../domain/fault.ts';
import { codedText } from '../domain/text-values.ts';
import { errorReply } from './error-reply.ts';

describe('the reply to an error', () => {
  it('asks to try again when the database cannot be used, and names its place only in the log', () => {
    for (const code of ['database-unfit', 'database-locked', 'database-unreachable'] as const) {
      const reply = errorReply(
        new InputError([
          fault(code, { database: '/srv/assay/work.db', reason: 'no space is left on the disk' }),
        ]),
        'r-1',
      );
      expect(reply).toMatchObject({
        status: 503,
        headers: { 'retry-after': '1' },
        serious: true,
        body: { error: { code } },
      });
      expect(JSON.stringify(reply.body)).not.toMatch(/srv|disk|[{}]\w/);
    }
  });

  it('says in its own words why nothing can be saved', () => {
    const reason = codedText('database-full', { code: 'SQLITE_FULL' });
    const full = fault('database-unfit', { database: '/srv/assay/work.db', reason });
    const { body } = errorReply(new InputError([full]), 'r-1');
    expect(body.error.message).toContain('no space is left on the disk');
    expect(JSON.stringify(body)).not.toContain('srv');
  });
});
