import { useState } from 'react';
import type { ProtocolReply } from '../../../../server/routes/protocol/projects.ts';
import { useResource } from '../../../api/cache.ts';
import { apiPath, withQuery } from '../../../api/client.ts';
import { rolesIn, useSession } from '../../../api/session.tsx';
import { ButtonLink } from '../../../components/ButtonLink.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { PageHead } from '../../../components/PageHead.tsx';
import { Section } from '../../../components/Section.tsx';
import type { SceneProps } from '../../../scenes.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { Disclosure } from '../../../figures/Disclosure.tsx';
import { justMade } from './made-version.ts';
import { VersionChanges } from './VersionChanges.tsx';
import { VersionTable } from './VersionTable.tsx';
import { protocolTexts } from './texts.ts';
import styles from './protocol.module.css';

/** The protocol as it was written, its versions and what changed between them. */
export function ProtocolScene({ params, search }: SceneProps) {
  const project = params['project']!;
  const texts = useTexts(protocolTexts);
  const format = useFormat();
  const isLead = rolesIn(useSession(), project).includes('lead');
  const shown = search['version'];
  const protocol = useResource<ProtocolReply>(
    withQuery(apiPath`/api/projects/${project}/protocol`, { version: shown }),
    2000,
  );
  const [made] = useState(() => justMade(project));
  const edit = (
    <ButtonLink
      variant="default"
      target={{
        to: 'edit',
        params: { project },
        ...(shown === undefined ? {} : { search: { from: shown } }),
      }}
    >
      {texts.edit}
    </ButtonLink>
  );
  const stale = made?.stale.reduce((sum, one) => sum + one.judgments, 0) ?? 0;
  const count = (text: string): string => texts.lines(format.count(text.split('\n').length));
  const files = Object.entries(protocol.data?.content.files ?? {});
  return (
    <>
      <PageHead title={texts.title} actions={isLead && protocol.data !== null ? edit : undefined}>
        {texts.lead}
      </PageHead>
      {made === null ? null : (
        <div className={styles.made}>
          <Notice kind="good">
            {made.fresh
              ? `${texts.made(made.version)} ${texts.staleNow(format.count(stale))}`
              : texts.unchanged}
          </Notice>
        </div>
      )}
      <VersionTable project={project} search={search} />
      <VersionChanges project={project} search={search} />
      <Loaded resource={protocol}>
        {(data) => (
          <>
            <Section title={`${texts.file} · ${texts.version} ${data.version}`}>
              <SourceText label={texts.file} text={data.content.source} />
            </Section>
            <Section title={`${texts.guidelineFile} ${data.guideline}`}>
              <Disclosure title={count(data.content.guideline)}>
                <SourceText label={texts.guidelineFile} text={data.content.guideline} />
              </Disclosure>
            </Section>
            {files.length === 0 ? null : (
              <Section title={texts.otherFiles}>
                {files.map(([name, text]) => (
                  <Disclosure key={name} title={`${name} · ${count(text)}`}>
                    <SourceText label={name} text={text} />
                  </Disclosure>
                ))}
              </Section>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

/** The most that is shown of a file; keys and policies can be long. */
const mostCharacters = 200_000;

/** A file as it was written. */
function SourceText({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <pre className={styles.source} tabIndex={0} role="region" aria-label={label}>
      {text.length > mostCharacters ? `${text.slice(0, mostCharacters)}\n…` : text}
    </pre>
  );
}
