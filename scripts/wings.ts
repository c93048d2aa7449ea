import { offersTable, readSources } from '../test/source-map.ts';

/** Prints the table of what wings offer each other, as docs/architecture.md has it. */
console.log(offersTable(readSources()));
