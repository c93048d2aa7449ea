import { missingField } from '../../domain/field-fault.ts';
import { codedText } from '../../domain/text-values.ts';
import type { FaultList } from '../text-file.ts';
import { columnNamed, eachTableRow, idIn } from './read-table.ts';

/** The value of a field for each query of a table, for slices; faults go into `found`. */
export async function readQueryFields(
  file: string,
  field: string,
  found: FaultList,
): Promise<ReadonlyMap<string, string>> {
  const values = new Map<string, string>();
  await eachTableRow(
    file,
    (row, line) => {
      const column = columnNamed(row, ['query_id', 'qid', 'query', 'id']);
      const query = column === null ? null : idIn(row[column]);
      if (query === null || row[field] === undefined)
        found.add(
          missingField(query === null ? 'query_id' : field, codedText('a-value'), { file, line }),
        );
      else values.set(query, String(row[field]));
    },
    found,
  );
  return values;
}
