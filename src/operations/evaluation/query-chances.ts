import { wrongField } from '../../domain/field-fault.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import type { FaultList } from '../text-file.ts';
import { BlockChances } from './block-chances.ts';
import { firstRow } from './first-row.ts';
import { isDocumentTable, queryColumns } from './read-rankings.ts';
import { columnNamed, eachTableRow, idIn, recordedChance } from './read-table.ts';

/** Where chances of queries may stand. */
interface ChanceRequest {
  readonly qrels: string;
  readonly queries: string | null;
  readonly chance: string | null;
}

/**
 * The chance of each query to be drawn: from the table of queries where it says so, else from a
 * table of relevance judgments, where every row of a query has the query's own chance.
 */
export async function readQueryChances(
  { qrels, queries, chance }: ChanceRequest,
  found: FaultList,
): Promise<BlockChances> {
  const column = chance ?? recordedChance;
  const chances = new BlockChances(chance);
  const seen: string[] = [];
  for (const file of [queries, isDocumentTable(qrels) ? qrels : null]) {
    const columns = file === null ? [] : ((await firstRow(file, found))?.columns ?? []);
    seen.push(...columns);
    if (file === null || !columns.includes(column)) continue;
    await eachTableRow(
      file,
      (row, line) => {
        const named = columnNamed(row, [...queryColumns, 'id']);
        const query = named === null ? null : idIn(row[named]);
        if (query !== null) chances.add(query, row, { file, line }, found);
      },
      found,
    );
    return chances;
  }
  if (chance !== null) {
    const expected = codedText('one-of', { list: oneOf(seen.length === 0 ? ['--queries'] : seen) });
    found.add(wrongField('--chance', chance, expected));
  }
  return chances;
}
