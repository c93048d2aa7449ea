import { describe, expect, it } from 'vitest';
import { lastingWorld, latestAudit } from '../../../test/lasting-world.ts';
import { refusal } from '../../../test/refusals.ts';
import { makeProject, project, protocolContent } from '../../../test/work-world.ts';
import { chooseModelVotes, refuseHiddenModels, showModelVotes } from './model-votes.ts';
import { allowOwnRulings, showOwnRulings } from './own-rulings.ts';

const team = lastingWorld(async (world) => {
  await makeProject(world, protocolContent({ rounds: '  full: { annotators: 1 }' }), 1);
  return {
    sam: await world.person('sam', 'adjudicator'),
    rita: await world.person('rita', 'reviewer'),
    anna: await world.person('anna'),
  };
});
const at = '2026-03-02T08:00:00.000Z';
const unset = { by: null, reason: null, at: null };

describe('what leads choose for a project', () => {
  it('is no until one of them has said yes, and each choice is logged with its reason', async () => {
    const { world, sam, rita } = team();
    for (const who of [world.lead, sam, rita]) {
      expect(await showOwnRulings(who, project)).toEqual({ allowed: false, ...unset });
      expect(await showModelVotes(who, project)).toEqual({ shown: false, ...unset });
    }
    const allowed = { allowed: true, by: 'lena', reason: 'Small team.', at };
    const input = { project, allowed: true, reason: ' Small team. ' };
    expect(await allowOwnRulings(world.lead, input)).toEqual(allowed);
    expect(await showOwnRulings(sam, project)).toEqual(allowed);
    // The one choice says nothing about the other, nor about another project.
    expect(await showModelVotes(sam, project)).toEqual({ shown: false, ...unset });
    expect(await showOwnRulings(world.lead, 'another')).toEqual({ allowed: false, ...unset });
    await allowOwnRulings(world.lead, { project, allowed: false, reason: 'We grew.' });
    await chooseModelVotes(world.lead, { project, shown: true, reason: 'To compare.' });
    await chooseModelVotes(world.lead, { project, shown: false, reason: 'Enough.' });
    const log = await latestAudit(world, 4);
    const entry = (action: string, reason: string) => {
      return { at, actor: 'lena', action, object: `project/${project}`, detail: { reason } };
    };
    expect(log).toEqual([
      entry('own-rulings-allow', 'Small team.'),
      entry('own-rulings-forbid', 'We grew.'),
      entry('model-votes-show', 'To compare.'),
      entry('model-votes-hide', 'Enough.'),
    ]);
  });

  it('needs a reason and a lead, and is shown to those who oversee the work', async () => {
    const { world, sam, anna } = team();
    const before = await showOwnRulings(world.lead, project);
    const blank = { project, reason: ' ' };
    for (const [choice, what] of [
      [allowOwnRulings(world.lead, { ...blank, allowed: true }), 'allowing-own-rulings'],
      [allowOwnRulings(world.lead, { ...blank, allowed: false }), 'forbidding-own-rulings'],
      [chooseModelVotes(world.lead, { ...blank, shown: true }), 'showing-model-votes'],
      [chooseModelVotes(world.lead, { ...blank, shown: false }), 'hiding-model-votes'],
    ] as const)
      expect(await refusal(choice)).toEqual([
        ['reason-required', { what: { code: what, values: {} } }],
      ]);
    for (const refused of [
      allowOwnRulings(sam, { project, allowed: true, reason: 'I like it.' }),
      showOwnRulings(anna, project),
      showModelVotes(anna, project),
    ])
      expect((await refusal(refused))[0]![0]).toBe('role-needed');
    expect(await showOwnRulings(world.lead, project)).toEqual(before);
  });

  it('hides what models answered from adjudicators alone', async () => {
    const { world, sam, rita } = team();
    await chooseModelVotes(world.lead, { project, shown: false, reason: 'Blind.' });
    expect(await refusal(refuseHiddenModels(sam, project))).toEqual([['model-votes-hidden', {}]]);
    for (const who of [world.lead, rita])
      expect(await refusal(refuseHiddenModels(who, project))).toEqual([]);
    await chooseModelVotes(world.lead, { project, shown: true, reason: 'Open.' });
    expect(await refusal(refuseHiddenModels(sam, project))).toEqual([]);
  });
});
