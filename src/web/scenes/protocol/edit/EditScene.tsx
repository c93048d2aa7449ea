import type { ProtocolReply } from '../../../../server/routes/protocol/projects.ts';
import { useResource } from '../../../api/cache.ts';
import { apiPath, withQuery } from '../../../api/client.ts';
import { rolesIn, useSession } from '../../../api/session.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { Notice } from '../../../components/Notice.tsx';
import type { SceneProps } from '../../../scenes.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { createTexts } from '../create/texts.ts';
import { Editing } from './Editing.tsx';

/** The protocol and its guideline on a full page, with all that saving would do. */
export function EditScene({ params, search }: SceneProps) {
  const project = params['project']!;
  const texts = useTexts(createTexts);
  const isLead = rolesIn(useSession(), project).includes('lead');
  const path = apiPath`/api/projects/${project}/protocol`;
  // Asked again now and then: somebody else may save meanwhile.
  const latest = useResource<ProtocolReply>(path, 2000, 15_000);
  const from = search['from'];
  const start = useResource<ProtocolReply>(
    from === undefined ? null : withQuery(path, { version: from }),
    60_000,
  );
  if (!isLead) return <Notice kind="info">{texts.notLead}</Notice>;
  if (from !== undefined && start.data === null) return <Loaded resource={start}>{nothing}</Loaded>;
  return (
    <Loaded resource={latest}>
      {(data) => (
        <Editing project={project} latest={data} start={start.data} onOutdated={latest.refresh} />
      )}
    </Loaded>
  );
}

const nothing = (): null => null;
