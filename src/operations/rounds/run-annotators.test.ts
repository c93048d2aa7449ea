import { describe, expect, it } from 'vitest';
import { lastingWorld } from '../../../test/lasting-world.ts';
import { refusal } from '../../../test/refusals.ts';
import { makeProject, project, protocolContent, trainingKey } from '../../../test/work-world.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import type { Admission, AdmissionStatus } from '../../truth/rounds/admission.ts';
import { setDisabled } from '../people/accounts.ts';
import { removeMember } from '../people/people.ts';
import { projectProtocol, roundOf } from '../project-protocol.ts';
import { admissionText, chooseAnnotators, notAdmitted, shownAdmissions } from './run-annotators.ts';

const gate = 'cohen_kappa >= 0.7 against key';
const rounds = `  training: { units: 2, key: key.jsonl, gate: ["${gate}"] }
  full: { units: 2, annotators: 1 }`;

const admission = (annotator: string, status: AdmissionStatus, study: readonly string[] = []) =>
  [annotator, { annotator, status, run: 'r', checks: [], study }] as const;

function worldWith(panel: string, people: readonly string[], given = rounds) {
  const made = lastingWorld(async (world) => {
    await makeProject(world, protocolContent({ rounds: given, panel, key: trainingKey(2) }), 4);
    for (const login of people) await world.person(login);
    return {};
  });
  const choose = async (
    round: string,
    admitted: readonly (readonly [string, Admission])[] = [],
    named?: readonly string[],
  ) => {
    const { world } = made();
    const protocol = await projectProtocol(world.store, project);
    const admissions = new Map(admitted);
    return chooseAnnotators(world.store, protocol, roundOf(protocol, round), admissions, named);
  };
  return { made, choose };
}

describe('who takes part in a round', () => {
  const panel = '  people: { kind: human }\n  mini: { kind: model, runs: 2 }';
  const { made, choose } = worldWith(panel, ['anna', 'ben', 'cora']);

  it('is everybody who was admitted, and the models', async () => {
    const admitted = [
      admission('anna', 'admitted'),
      admission('ben', 'waived'),
      admission('cora', 'failed', ['A']),
    ];
    expect(await choose('full', admitted)).toEqual({
      annotators: ['anna', 'ben', 'mini#1', 'mini#2'],
      notAdmitted: [{ annotator: 'cora', status: 'failed', study: ['A'] }],
    });
    expect(await choose('full')).toMatchObject({
      annotators: ['mini#1', 'mini#2'],
      notAdmitted: [{ status: 'none', study: [] }, {}, {}],
    });
  });

  it('is in training who has not passed it, and no model unless it is named', async () => {
    const admitted = [admission('anna', 'admitted'), admission('ben', 'failed')];
    expect(await choose('training', admitted)).toEqual({
      annotators: ['ben', 'cora'],
      notAdmitted: [],
    });
    expect((await choose('training', admitted, ['anna', 'mini#1'])).annotators).toEqual([
      'anna',
      'mini#1',
    ]);
  });

  it('is who is named, if they may: each once, known, and admitted', async () => {
    const admitted = [admission('anna', 'admitted'), admission('lena', 'admitted')];
    expect((await choose('full', admitted, ['lena', 'anna'])).annotators).toEqual(['lena', 'anna']);
    expect(await refusal(choose('full', admitted, ['anna', 'zoe', 'anna']))).toEqual([
      [
        'wrong-value',
        {
          field: 'annotators',
          got: 'zoe',
          expected: oneOf(['anna', 'ben', 'cora', 'mini#1', 'mini#2', 'lena']),
        },
      ],
      ['annotator-twice', { annotator: 'anna' }],
    ]);
    expect(await refusal(choose('full', admitted, ['anna', 'ben']))).toEqual([
      ['not-admitted', { reasons: [codedText('training-not-started', { annotator: 'ben' })] }],
    ]);
  });

  it('is nobody whose membership ended or whose account is disabled', async () => {
    const { world } = made();
    await removeMember(world.lead, { project, login: 'cora' });
    await setDisabled(world.lead, { login: 'ben', disabled: true });
    expect((await choose('training')).annotators).toEqual(['anna']);
  });

  it('learns what others have to study, unless they judge themselves', async () => {
    const { world } = made();
    const place = { project, task: 'topics' };
    const own = new Map([admission('ben', 'failed', ['A'])]);
    const shown = await shownAdmissions(world.lead, place, new Map([['topics', own]]));
    expect(shown).toBe(own);
    expect(await shownAdmissions(world.lead, place, new Map())).toEqual(new Map());
  });
});

describe('a panel of names', () => {
  const panel = '  people: { names: [anna, lena, zoe] }';
  const { choose } = worldWith(panel, ['anna', 'ben'], '  full: { units: 2, annotators: 1 }');

  it('means its members, a lead among them, and nobody else', async () => {
    expect((await choose('full')).annotators).toEqual(['anna', 'lena']);
    expect((await choose('full', [], ['zoe'])).annotators).toEqual(['zoe']);
    expect((await refusal(choose('full', [], ['ben'])))[0]![0]).toBe('wrong-value');
  });

  it('without a training leaves out only who failed one before', async () => {
    const { annotators, notAdmitted: out } = await choose('full', [
      admission('anna', 'failed'),
      admission('lena', 'unfinished'),
    ]);
    expect([annotators, out.map(({ annotator }) => annotator)]).toEqual([['lena'], ['anna']]);
  });
});

describe('a panel without members', () => {
  const panel = '  people: { names: [anna] }\n  mini: { kind: model, runs: 1 }';
  const { choose } = worldWith(panel, [], '  full: { units: 2 }');

  it('means the people that it names, whether or not they have an account', async () => {
    expect((await choose('full')).annotators).toEqual(['anna', 'mini#1']);
  });
});

it('says why somebody is not admitted', () => {
  const text = (status: AdmissionStatus | undefined, study: readonly string[] = []) =>
    admissionText(
      notAdmitted('anna', status === undefined ? undefined : admission('anna', status, study)[1]),
    );
  const annotator = 'anna';
  expect([text(undefined), text('unfinished'), text('failed'), text('failed', ['A', 'B'])]).toEqual(
    [
      codedText('training-not-started', { annotator }),
      codedText('training-not-finished', { annotator }),
      codedText('training-not-passed', { annotator }),
      codedText('training-to-study', { annotator, study: oneOf(['A', 'B']) }),
    ],
  );
});
