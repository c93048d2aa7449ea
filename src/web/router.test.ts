import { describe, expect, it } from 'vitest';
import { href, readPlace, routes } from './router.ts';

describe('the router', () => {
  it('reads what it wrote, whatever a unit is called', () => {
    const params = { project: 'trial-relevance', task: 'relevance', unit: 'Q1::NCT/01 ?&#%.é' };
    const place = readPlace(href({ to: 'case', params, search: { names: '1' } }));
    expect(place).toMatchObject({ name: 'case', params, search: { names: '1' } });
  });

  it('finds each route from its own pattern', () => {
    for (const [name, path] of Object.entries(routes))
      expect(readPlace(path.replaceAll(/:\w+/g, 'x')).name).toBe(name);
  });

  it('says when there is no such page', () => {
    expect(readPlace('/nowhere').name).toBeNull();
    expect(readPlace('/projects/a/b/c/d/e').name).toBeNull();
  });

  it('takes an address that is badly encoded for no page', () => {
    expect(readPlace('/projects/%E0%A4%A').name).toBeNull();
  });
});
