import type { Role } from '../work-context.ts';

/** Somebody in the examples. Their judgments are simulated, so they are too. */
export interface ExamplePerson {
  readonly login: string;
  readonly name: string;
  /** By project; `*` is the whole workspace. */
  readonly roles: Readonly<Record<string, Role>>;
  /** What they are there for, in a few words; null for those whom nobody needs to be. */
  readonly part: string | null;
}

const everywhere = (role: Role): Readonly<Record<string, Role>> => ({
  'regulatory-topics': role,
  'trial-relevance': role,
  'rag-tasks': role,
  'policy-ground-truth': role,
});

/** The people of the four examples; as annotators they go by the names that the files have. */
export const examplePeople: readonly ExamplePerson[] = [
  {
    login: 'lead',
    name: 'Lena Lindqvist',
    roles: { '*': 'lead' },
    part: 'leads all four projects',
  },
  {
    login: 'senior',
    name: 'Samuel Okafor',
    roles: everywhere('adjudicator'),
    part: 'rules on disagreements',
  },
  {
    login: 'expert_a',
    name: 'Expert A',
    roles: { 'regulatory-topics': 'annotator' },
    part: 'labels chunks of banking regulation',
  },
  {
    login: 'annotator_a',
    name: 'Annotator A',
    roles: { 'trial-relevance': 'annotator' },
    part: 'judges trials and parsed rules',
  },
  {
    login: 'mara',
    name: 'Mara',
    roles: { 'rag-tasks': 'annotator' },
    part: 'judges retrieval, grounding and generation',
  },
  {
    login: 'reviewer',
    name: 'Rita Moreau',
    roles: everywhere('reviewer'),
    part: 'reads everything, changes nothing',
  },
  { login: 'expert_b', name: 'Expert B', roles: { 'regulatory-topics': 'annotator' }, part: null },
  { login: 'expert_c', name: 'Expert C', roles: { 'regulatory-topics': 'annotator' }, part: null },
  {
    login: 'annotator_b',
    name: 'Annotator B',
    roles: { 'trial-relevance': 'annotator' },
    part: null,
  },
  { login: 'jonas', name: 'Jonas', roles: { 'rag-tasks': 'annotator' }, part: null },
];
