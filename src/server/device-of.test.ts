import { expect, it } from 'vitest';
import { deviceOf } from './device-of.ts';

const webkit = 'AppleWebKit/605.1 (KHTML, like Gecko)';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox · Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`,
    'Edge · Windows',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Version/18.0 Safari/604.1`,
    'Safari · iPhone',
  ],
  ['curl/8.9.1', 'curl/8.9.1'],
  ['<script>alert(1)</script>', 'scriptalert1/script'],
])('says %j in words', (agent, device) => {
  expect(deviceOf(agent)).toBe(device);
});

it('says nothing of who says nothing', () => {
  expect(deviceOf(undefined)).toBeNull();
  expect(deviceOf('')).toBeNull();
});
