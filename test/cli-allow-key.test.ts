import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeKey } from './fake-provider/fake-provider.ts';
import { modelsFolder, oneRun } from './models-folder.ts';
import { temporaryFolder } from './run-assay.ts';

describe('a protocol of somebody else, on the command line', () => {
  const world = modelsFolder(2);

  /** The protocol asks at an address of its own. */
  const own = (more: string, provider = 'openai'): void => {
    const base = `base_url: "${world.provider.origin}/v1"`;
    world.write(oneRun.replace('provider: openai', `provider: ${provider}, ${base}${more}`));
  };
  const extract = (...words: readonly string[]) => world.extract('--mode', 'now', ...words);

  /** Somebody at a terminal who types this whenever a question is shown. */
  const typing = (answer: string): { asked: () => number } => {
    const terminal = Object.assign(new PassThrough(), { isTTY: true });
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(terminal as never);
    const { isTTY } = process.stderr;
    process.stderr.isTTY = true;
    onTestFinished(() => {
      process.stderr.isTTY = isTTY;
      vi.restoreAllMocks();
    });
    let asked = 0;
    terminal.on('resume', () => {
      asked += 1;
      terminal.write(`${answer}\n`);
    });
    return { asked: () => asked };
  };

  const config = (): string => {
    const folder = temporaryFolder();
    vi.stubEnv('XDG_CONFIG_HOME', folder);
    return join(folder, 'assay', 'allowed-keys.json');
  };

  it.each(['openai', 'openai-chat', 'compatible', 'ollama'])(
    'has no key without somebody to ask, and says how: %s',
    async (provider) => {
      config();
      vi.stubEnv('AWS_SECRET_ACCESS_KEY', fakeKey);
      own(', key_env: AWS_SECRET_ACCESS_KEY', provider);
      const run = await extract();
      expect([run.code, world.provider.ledger.requests]).toEqual([2, []]);
      expect(run.err).toContain('--allow-key AWS_SECRET_ACCESS_KEY');
      expect(run.err).toContain(world.provider.origin);
    },
  );

  it('has no usual key either for an address of its own', async () => {
    config();
    vi.stubEnv('OPENAI_BASE_URL', '');
    own('');
    const run = await extract();
    expect([run.code, world.provider.ledger.requests]).toEqual([2, []]);
    expect(run.err).toContain('--allow-key OPENAI_API_KEY');
  });

  it('has the keys that an option or the environment names, and no others', async () => {
    config();
    vi.stubEnv('MY_KEY', fakeKey);
    own(', key_env: MY_KEY');
    expect((await extract('--allow-key', 'OTHER_KEY')).code).toBe(2);
    expect((await extract('--allow-key', 'OTHER_KEY,MY_KEY')).code).toBe(0);
    world.write(readFileSync(join(world.folder, 'protocol.yaml'), 'utf8').replace('nano', 'mini'));
    vi.stubEnv('ASSAY_ALLOW_KEY', 'MY_KEY');
    expect((await extract()).code).toBe(0);
  });

  it('is asked about in a terminal, and a yes is kept for key, address and folder', async () => {
    const file = config();
    vi.stubEnv('MY_KEY', fakeKey);
    own(', key_env: MY_KEY');
    typing('');
    const no = await extract();
    expect([no.code, world.provider.ledger.requests]).toEqual([2, []]);
    expect(no.err).toContain('MY_KEY');
    expect(no.err).toContain(`${world.provider.origin}/v1`);
    vi.restoreAllMocks();
    const yes = typing('yes');
    expect([(await extract()).code, yes.asked()]).toEqual([0, 1]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).not.toContain(fakeKey);
    vi.restoreAllMocks();
    process.stderr.isTTY = false;
    const source = readFileSync(join(world.folder, 'protocol.yaml'), 'utf8');
    world.write(source.replace('nano', 'mini'));
    expect((await extract()).code).toBe(0);
    world.write(source.replace('nano', 'other').replace('/v1', '/v2'));
    expect((await extract()).code).toBe(2);
    vi.stubEnv('OTHER_KEY', fakeKey);
    world.write(source.replace('nano', 'other').replace('MY_KEY', 'OTHER_KEY'));
    expect((await extract()).code).toBe(2);
  });

  it('has the usual services, and those without keys, without a question', async () => {
    config();
    expect((await extract()).code).toBe(0);
    own('', 'ollama');
    world.write(readFileSync(join(world.folder, 'protocol.yaml'), 'utf8').replace('nano', 'other'));
    expect((await extract()).code).toBe(0);
  });

  it('may name a service that a file declares', async () => {
    config();
    vi.stubEnv('EU_KEY', fakeKey);
    const address = `${world.provider.origin}/v1`;
    const services = temporaryFolder({
      'services.yaml': `services: { eu: { address: "${address}", key_env: EU_KEY } }\n`,
    });
    world.write(oneRun.replace('provider: openai', 'provider: openai, service: eu'));
    const without = await extract();
    expect([without.code, without.err]).toEqual([2, expect.stringContaining('--services')]);
    expect((await extract('--services', join(services, 'services.yaml'))).code).toBe(0);
  });
});
