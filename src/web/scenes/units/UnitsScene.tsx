import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { UnitReply } from '../../../server/routes/units/units.ts';
import { apiPath, withQuery } from '../../api/client.ts';
import { Link } from '../../components/Link.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { Section } from '../../components/Section.tsx';
import { navigate } from '../../router.ts';
import type { SceneProps } from '../../scenes.ts';
import { FigureTable } from '../../figures/FigureTable.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { fieldText } from './view/field-value.ts';
import { useFieldTitle } from './view/UnitParts.tsx';
import { ScopePicker } from '../../figures/FigurePage.tsx';
import { MoreButton } from '../../figures/MoreButton.tsx';
import { usePages } from '../../figures/use-pages.ts';
import { useScope } from '../../figures/use-scope.ts';
import { unitsTexts } from './texts.ts';
import styles from './units.module.css';

/** The units of a task, page by page: there may be a hundred thousand. */
export function UnitsScene({ params, search }: SceneProps) {
  const project = params['project']!;
  const texts = useTexts(unitsTexts);
  const { scope } = useScope(project, search);
  const fieldTitle = useFieldTitle(scope?.task.unit);
  const task = scope?.task.id ?? '';
  const pages = usePages<UnitReply>(
    scope === null ? null : withQuery(apiPath`/api/projects/${project}/units`, { task }),
    50,
  );
  const [wanted, setWanted] = useState('');
  const shown = (scope?.task.unit.show ?? []).slice(0, 2);
  return (
    <>
      <PageHead
        title={texts.title}
        actions={
          scope === null ? undefined : <ScopePicker scope={scope} route="units" hasRuns={false} />
        }
      >
        {texts.lead}
      </PageHead>
      <form
        className={styles.go}
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted.trim() !== '')
            navigate({ to: 'unit', params: { project, task, unit: wanted.trim() } });
        }}
      >
        <TextInput
          label={texts.go}
          placeholder={texts.goWhy}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
          autoComplete="off"
        />
        <Button type="submit" variant="default" disabled={wanted.trim() === ''}>
          {texts.open}
        </Button>
      </form>
      <Section title={texts.list}>
        <FigureTable
          caption={texts.list}
          rows={pages.items}
          rowKey={(unit) => unit.id}
          {...(pages.isLoading && pages.items.length === 0 ? { empty: '…' } : {})}
          columns={(column) => [
            column.cell('unit', texts.unit, (unit) => (
              <Link
                className="id-cell"
                target={{ to: 'unit', params: { project, task, unit: unit.id } }}
              >
                {unit.id}
              </Link>
            )),
            ...(scope?.task.unit.subject == null
              ? []
              : [
                  column.cell('subject', texts.subject, (unit) => (
                    <span className="id-cell">{unit.subject ?? '–'}</span>
                  )),
                ]),
            ...shown.map((field) =>
              column.cell(field, fieldTitle(field), (unit) => (
                <span className={styles.excerpt}>{excerpt(unit.fields[field])}</span>
              )),
            ),
          ]}
        />
        <MoreButton pages={pages} />
      </Section>
    </>
  );
}

function excerpt(value: unknown): string {
  const text = fieldText(value);
  if (text === '') return '–';
  return text.length > 140 ? `${text.slice(0, 140)}…` : text;
}
