import { describe, expect, it } from 'vitest';
import { allowedHosts, isLoopback, listenedAt, exposureOf, trustedProxies } from './exposure.ts';
import type { ExposureRequest } from './exposure.ts';

const exposure = (request: Partial<ExposureRequest>) =>
  exposureOf({ host: '127.0.0.1', hasTls: false, insecure: false, publicUrl: null, ...request });

describe('from where a server is reached', () => {
  it('is not from other machines without TLS, unless that is wanted', () => {
    expect(() => exposure({ host: '0.0.0.0' })).toThrow('--tls-cert');
    expect(() => exposure({ host: '192.0.2.1' })).toThrow('passwords would travel in the open');
    expect(exposure({ host: '0.0.0.0', insecure: true })).toMatchObject({
      host: '0.0.0.0',
      secure: false,
    });
    expect(exposure({ host: '0.0.0.0', hasTls: true })).toMatchObject({
      host: '0.0.0.0',
      secure: true,
    });
  });

  it('is told of an address however it is written', () => {
    for (const host of ['127.0.0.1', '127.1.2.3', '127.1', '::1', '0:0:0:0:0:0:0:1', 'localhost'])
      expect([host, isLoopback(listenedAt(host))]).toEqual([host, true]);
    expect(['LOCALHOST', '[::1]', '[::]', '127.1', 'fe80::1%eth0'].map(listenedAt)).toEqual([
      'localhost',
      '::1',
      '::',
      '127.0.0.1',
      'fe80::1%eth0',
    ]);
    for (const host of [
      '0.0.0.0',
      '0',
      '::',
      '[::]',
      '10.0.0.1',
      'example.org',
      '127.0.0.1.example.org',
      '127.0.0.1@example.org',
      'example.org/@127.0.0.1',
      'x@localhost',
      'localhost:80',
      '',
    ])
      expect([host, isLoopback(listenedAt(host))]).toEqual([host, false]);
  });

  it('is shown as an address that a browser can open, which everywhere is not', () => {
    const shown = ['127.1', '[::1]', 'example.org', '0.0.0.0', '::'].map(
      (host) => exposure({ host, insecure: true }).shownHost,
    );
    expect(shown).toEqual(['127.0.0.1', '[::1]', 'example.org', 'localhost', 'localhost']);
  });

  it('says where links lead that other machines are to follow, unless it was told how they call it', () => {
    const outside = [{ family: 'IPv4', internal: false, address: '192.0.2.7' }] as never;
    const everywhere = { host: '0.0.0.0', hasTls: false, insecure: true, publicUrl: null };
    expect(exposureOf(everywhere, { lo: [], eth0: outside })).toMatchObject({
      linkHost: '192.0.2.7',
      needsPublicUrl: true,
    });
    expect(exposureOf(everywhere, {}).linkHost).toBe('localhost');
    expect(exposure({})).toMatchObject({ linkHost: '127.0.0.1', needsPublicUrl: false });
    const publicUrl = 'https://assay.example.org';
    expect(exposure({ ...everywhere, publicUrl }).needsPublicUrl).toBe(false);
  });

  it('takes the addresses of proxies', () => {
    expect(trustedProxies(true)).toEqual(['loopback']);
    const several = trustedProxies('10.0.0.2, fd00::/8,172.16.0.0/12');
    expect(several).toEqual(['10.0.0.2', 'fd00::/8', '172.16.0.0/12']);
    for (const wrong of ['', 'proxy', '10.0.0.0/33', '10.0.0.1/8/8', 'true'])
      expect(() => trustedProxies(wrong)).toThrow('--trust-proxy');
  });

  it('takes only an address of the web as how the outside calls it', () => {
    for (const publicUrl of [
      'javascript:alert(1)',
      'ftp://x y',
      'ftp://example.org',
      'example.org',
      'https://',
      'https://a b',
      'https://example.org/?x',
      'https://example.org/#x',
      'https://me:secret@example.org',
    ])
      expect(() => exposure({ publicUrl })).toThrow('--public-url is');
    expect(exposure({ publicUrl: 'HTTPS://Assay.example.org/work//' })).toMatchObject({
      publicUrl: 'https://assay.example.org/work',
      secure: true,
    });
  });

  it('is also under the names that the operator lists, in one spelling', () => {
    expect(
      allowedHosts(['Assay.example.org.', 'müller.example', '192.0.2.7', '[2001:DB8::1]', 'a_b']),
    ).toEqual(['assay.example.org', 'xn--mller-kva.example', '192.0.2.7', '2001:db8::1', 'a_b']);
    for (const wrong of ['a.org:80', 'http://a.org', '*', '*.a.org', 'a b', 'x@a.org', '', '[::1'])
      expect(() => allowedHosts([wrong]), wrong).toThrow('--allow-host');
  });
});
