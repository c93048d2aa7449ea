import { readProtocol } from '../src/formats/protocol/protocol-yaml.ts';

export function faultsOf(text: string): readonly string[] {
  const result = readProtocol(text);
  return result.ok ? [] : result.faults.map((one) => `${one.line} ${one.message}`);
}
