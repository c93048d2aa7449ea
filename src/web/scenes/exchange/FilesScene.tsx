import { importKinds } from '../../../domain/exchange/file-formats.ts';
import type { ImportEntry } from '../../../server/routes/exchange/files.ts';
import { useItems } from '../../api/cache.ts';
import { apiPath } from '../../api/client.ts';
import { rolesIn, useSession } from '../../api/session.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { Section } from '../../components/Section.tsx';
import type { SceneProps } from '../../scenes.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { useRounds, useScope } from '../../figures/use-scope.ts';
import { FigureTable } from '../../figures/FigureTable.tsx';
import { ExportForm } from './ExportForm.tsx';
import { ImportForm } from './ImportForm.tsx';
import { filesTexts } from './texts.ts';

/** Imports and exports. Reviewers may only export. */
export function FilesScene({ params, search }: SceneProps) {
  const project = params['project']!;
  const texts = useTexts(filesTexts);
  const isLead = rolesIn(useSession(), project).includes('lead');
  const { scope } = useScope(project, search);
  const rounds = useRounds(project);
  const runs = (rounds.data?.rounds ?? []).flatMap((round) => round.runs);
  const names = runs.flatMap((run) => run.annotators.map((one) => one.annotator));
  const annotators = [...new Set(names)].toSorted();
  return (
    <>
      <PageHead title={texts.title}>{texts.lead}</PageHead>
      {scope === null || (rounds.data === null && rounds.error === null) ? null : (
        <>
          <ExportForm project={project} tasks={scope.tasks} annotators={annotators} />
          {isLead ? (
            <ImportForm project={project} tasks={scope.tasks} rounds={rounds.data?.rounds ?? []} />
          ) : null}
        </>
      )}
      <ImportLog project={project} />
    </>
  );
}

function ImportLog({ project }: { readonly project: string }) {
  const texts = useTexts(filesTexts);
  const format = useFormat();
  const imports = useItems<ImportEntry>(apiPath`/api/projects/${project}/imports`, 1000);
  return (
    <Section title={texts.log}>
      <Loaded resource={imports}>
        {(data) => (
          <FigureTable
            caption={texts.log}
            rows={data.items}
            rowKey={(one) => one.id}
            empty={texts.none}
            columns={(column) => [
              column.text('name', texts.columns.name, (one) => one.name),
              column.text('task', texts.task, (one) => one.task),
              column.text('format', texts.format, ({ format: read }) => {
                const kind = importKinds.find((one) => read.startsWith(`${one} `));
                return kind === undefined
                  ? read
                  : `${texts.kinds[kind]}, ${read.slice(kind.length + 1)}`;
              }),
              column.cell('counts', texts.columns.counts, (one) =>
                Object.entries(texts.counts)
                  .flatMap(([name, say]) => {
                    const count = one.counts[name] ?? 0;
                    return count > 0 || name === 'inserted' ? [say(format.count(count))] : [];
                  })
                  .join(' · '),
              ),
              column.time('at', texts.columns.at, (one) => one.at),
              column.text('by', texts.columns.by, (one) => one.by),
            ]}
          />
        )}
      </Loaded>
    </Section>
  );
}
