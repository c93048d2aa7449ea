import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { refusedFor } from '../../../test/refusals.ts';
import { folderOf } from '../../../test/temporary-files.ts';
import { InputError } from '../../domain/fault.ts';
import { splitHead, uploadHead } from './project-upload.ts';

const schema = z.strictObject({ name: z.string() });
const upload = (text: string): string => join(folderOf({ upload: text }), 'upload');

describe('an upload', () => {
  it('is split into its first line, as was asked for, and the file after it', async () => {
    const path = upload('{"name":"mine"}\nid,text\nu1,ä\n');
    const split = await splitHead(path, schema, 100);
    expect(split).toEqual({ head: { name: 'mine' }, path: join(dirname(path), 'units') });
    expect(readFileSync(split.path, 'utf8')).toBe('id,text\nu1,ä\n');
    expect(statSync(split.path).mode & 0o777).toBe(0o600);
  });

  it('may have nothing after its first line', async () => {
    expect(await uploadHead(upload('{"name":"mine"}\n'), schema, 100)).toEqual({
      head: { name: 'mine' },
      start: 16,
    });
  });

  it('has a first line of so many bytes at most', async () => {
    const line = '{"name":"mine"}';
    expect(await uploadHead(upload(`${line}\nrest`), schema, line.length)).toMatchObject({
      start: line.length + 1,
    });
    for (const path of [upload(`${line}\nrest`), upload(line)])
      await expect(uploadHead(path, schema, line.length - 1)).rejects.toMatchObject(
        refusedFor('too-large', {
          values: { limit: { code: 'bytes', values: { count: line.length - 1 } } },
        }),
      );
  });

  it('is refused with what is wrong in its first line', async () => {
    await expect(uploadHead(upload('no JSON\n'), schema, 100)).rejects.toThrow(InputError);
    await expect(uploadHead(upload('{"nam":"mine"}\n'), schema, 100)).rejects.toThrow(InputError);
  });
});
