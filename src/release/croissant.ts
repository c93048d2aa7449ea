import type { ColumnType } from '../formats/parquet-writer.ts';
import type { AboutRelease } from './about-files.ts';
import type { DataTable } from './data-tables.ts';

/** A file with its size and hash. */
export interface HashedFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * The metadata of a release in the Croissant format 1.0 (JSON-LD over schema.org): the files with
 * their hashes, and the columns of every table. http://mlcommons.org/croissant/1.0
 */
export function croissant(about: AboutRelease, files: readonly HashedFile[]): object {
  const { figures, plan, tables } = about;
  const { title, version, asOf, project, simulated } = figures;
  const description = plan.description ?? `Ground truth of the project ${project}.`;
  const hashes = new Map(files.map((file) => [file.name, file]));
  const named = tables.flatMap((table) => {
    const file = hashes.get(tablePath(table));
    return file === undefined ? [] : [{ table, file }];
  });
  return {
    '@context': context,
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    name: project,
    alternateName: title,
    description: simulated ? `${description} The judgments were simulated.` : description,
    version,
    datePublished: asOf.slice(0, 10),
    ...(plan.license === undefined
      ? {}
      : { license: `https://spdx.org/licenses/${plan.license}.html` }),
    ...(plan.homepage === undefined ? {} : { url: plan.homepage }),
    ...(plan.language === undefined ? {} : { inLanguage: plan.language }),
    creator: (plan.authors ?? []).map(({ name }) => ({ '@type': 'sc:Person', name })),
    citeAs: `${title}, version ${version}. See CITATION.cff.`,
    distribution: named.map(({ file }) => ({
      '@type': 'cr:FileObject',
      '@id': file.name,
      name: file.name,
      contentUrl: file.name,
      contentSize: `${file.bytes} B`,
      encodingFormat: 'application/vnd.apache.parquet',
      sha256: file.sha256,
    })),
    recordSet: named.map(({ table, file }) => recordSet(table, file.name)),
  };
}

/** Where a table lies in a release. */
export function tablePath({ name }: DataTable): string {
  return `data/${name}.parquet`;
}

function recordSet({ name, columns }: DataTable, file: string): object {
  return {
    '@type': 'cr:RecordSet',
    '@id': name,
    name,
    field: columns.map((column) => ({
      '@type': 'cr:Field',
      '@id': `${name}/${column.name}`,
      name: column.name,
      dataType: dataTypes[column.type],
      source: { fileObject: { '@id': file }, extract: { column: column.name } },
    })),
  };
}

const dataTypes: Readonly<Record<ColumnType, string>> = {
  text: 'sc:Text',
  'whole number': 'sc:Integer',
  number: 'sc:Float',
  truth: 'sc:Boolean',
  json: 'sc:Text',
};

/** The terms of the format. */
const context = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  cr: 'http://mlcommons.org/croissant/',
  rai: 'http://mlcommons.org/croissant/RAI/',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  dct: 'http://purl.org/dc/terms/',
  equivalentProperty: 'cr:equivalentProperty',
  examples: { '@id': 'cr:examples', '@type': '@json' },
  extract: 'cr:extract',
  field: 'cr:field',
  fileProperty: 'cr:fileProperty',
  fileObject: 'cr:fileObject',
  fileSet: 'cr:fileSet',
  format: 'cr:format',
  includes: 'cr:includes',
  isLiveDataset: 'cr:isLiveDataset',
  jsonPath: 'cr:jsonPath',
  key: 'cr:key',
  md5: 'cr:md5',
  parentField: 'cr:parentField',
  path: 'cr:path',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  regex: 'cr:regex',
  repeated: 'cr:repeated',
  replace: 'cr:replace',
  sc: 'https://schema.org/',
  samplingRate: 'cr:samplingRate',
  separator: 'cr:separator',
  source: 'cr:source',
  subField: 'cr:subField',
  transform: 'cr:transform',
};
