import { describe, expect, it } from 'vitest';
import { quickPasswords } from '../../../test/people-world.ts';
import { refusedFor } from '../../../test/refusals.ts';
import { checkPassword, PasswordHasher } from './password.ts';

const wrong = (got: object) =>
  refusedFor('wrong-value', {
    values: {
      field: 'password',
      got,
      expected: { code: 'characters', values: { least: 10, most: 256 } },
    },
  });

describe('a password', () => {
  it('is kept as its hash with salt and cost, which only it matches', async () => {
    const kept = await quickPasswords.hash('four words of mine');
    expect(kept).toMatch(/^scrypt\$4\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(await quickPasswords.hash('four words of mine')).not.toBe(kept);
    expect(await quickPasswords.verify('four words of mine', kept)).toBe(true);
    expect(await quickPasswords.verify('four words of yours', kept)).toBe(false);
    // The cost is that of the hash, not of who checks it.
    const other = new PasswordHasher({ logN: 5, r: 4, p: 2 });
    expect(await other.verify('four words of mine', kept)).toBe(true);
    expect(
      await quickPasswords.verify(
        'four words of mine',
        await other.hash('x'.repeat(3) + 'abq7#kw'),
      ),
    ).toBe(false);
  });

  it('is the same however its characters are typed', async () => {
    const kept = await quickPasswords.hash('ein schöner Ort');
    expect(await quickPasswords.verify('ein scho\u0308ner Ort', kept)).toBe(true);
  });

  it('matches no account that has none, and none that is too long', async () => {
    expect(await quickPasswords.verify('four words of mine', null)).toBe(false);
    const longest = 'jk3x-p9fm-2rtw-'.repeat(17) + 'z';
    expect(longest).toHaveLength(256);
    const kept = await quickPasswords.hash(longest);
    expect(await quickPasswords.verify(longest, kept)).toBe(true);
    expect(await quickPasswords.verify(`${longest}z`, kept)).toBe(false);
  });

  it('has ten to 256 characters that are text and not only spaces', () => {
    const check = (password: string) => () => checkPassword(password);
    const length = (count: number) => wrong({ code: 'length', values: { count } });
    const faultOf = (password: string): unknown => {
      try {
        checkPassword(password);
        return null;
      } catch (error) {
        return error;
      }
    };
    expect(check('jk3x-p9fm-')).not.toThrow();
    expect(faultOf('jk3x-p9fm')).toMatchObject(length(9));
    expect(check(`${'jk3x-p9fm-2rtw-'.repeat(17)}z`)).not.toThrow();
    expect(faultOf(`${'jk3x-p9fm-2rtw-'.repeat(17)}zz`)).toMatchObject(length(257));
    expect(faultOf(' '.repeat(10))).toMatchObject(wrong({ code: 'only-spaces' }));
    expect(faultOf('jk3x-p9fm-\ud800')).toMatchObject(wrong({ code: 'not-a-text' }));
    expect(faultOf('1234567890')).toMatchObject(
      refusedFor('weak-password', {
        field: 'password',
        values: { reason: { code: 'password-only-digits' } },
      }),
    );
  });

  it('is not looked for in what is no hash of ours', async () => {
    for (const kept of ['bcrypt$4$8$1$AAAA$AAAA', 'scrypt$4$8$1', 'scrypt$4$8$1$AAAA'])
      await expect(quickPasswords.verify('four words of mine', kept)).rejects.toThrow(
        'A password is kept in a form that is not known',
      );
  });

  it('is checked while at most 64 wait; then somebody has to come again', async () => {
    const passwords = new PasswordHasher({ logN: 4, r: 8, p: 1 });
    const checks = Array.from({ length: 66 }, () => passwords.verify('four words of mine', null));
    const outcomes = await Promise.allSettled(checks);
    expect(outcomes.slice(0, 65).every((one) => one.status === 'fulfilled')).toBe(true);
    expect(outcomes[65]).toMatchObject({
      status: 'rejected',
      reason: refusedFor('too-many-attempts', { values: { seconds: 5 } }),
    });
    // The line is empty again, also behind one that failed.
    const broken = passwords.verify('four words of mine', 'scrypt$0$8$1$AAAA$AAAA');
    const next = passwords.verify('four words of mine', null);
    await expect(broken).rejects.toThrow();
    expect(await next).toBe(false);
  });
});
