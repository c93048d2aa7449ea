import { lookup as lookUp } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';

/**
 * Whether an address is of this machine, of a private network, or otherwise not of the internet. A
 * lead must not be able to make the server talk to what only the server reaches.
 */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return true;
  // An IPv4 address in IPv6 clothes is checked as what it is.
  return blocked.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Resolves a name for a connection, and refuses it unless each of its addresses may be called. What
 * was checked is what is connected to, so that a name cannot point elsewhere meanwhile. A host that
 * is an address is never resolved: check it yourself.
 */
export function checkedLookup(
  mayCall: (address: string) => boolean,
  refusal: () => Error,
): LookupFunction {
  return (name, options, done) => {
    lookUp(name, { ...options, all: true }, (failure, found) => {
      if (failure !== null) done(failure, '', 0);
      else if (!found.every(({ address }) => mayCall(address))) done(refusal(), '', 0);
      else if (options.all === true) done(null, found);
      else done(null, found[0]!.address, found[0]!.family);
    });
  };
}

const blocked = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  blocked.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  blocked.addSubnet(network, prefix, 'ipv6');
