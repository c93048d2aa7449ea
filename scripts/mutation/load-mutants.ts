// Runs first in every process and thread that a test starts: the sources that have mutants are
// loaded with them, as in the process of the tests.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { groupBy } from '../../src/domain/group-by.ts';
import { askElsewhere } from './mutant-switches.ts';
import { readPlan } from './plan.ts';
import { switchedSource } from './switched-source.ts';

const mutants = groupBy(readPlan().mutants, ({ file }) => file);
Object.assign(globalThis, { __mutant: askElsewhere() });
registerHooks({
  load: (url, context, next) => {
    const path = url.startsWith('file:') ? fileURLToPath(url.split('?')[0]!) : '';
    const found = mutants.get(path);
    if (found === undefined) return next(url, context);
    const source = switchedSource(readFileSync(path, 'utf8'), found);
    return { format: 'module-typescript', source, shortCircuit: true };
  },
});
